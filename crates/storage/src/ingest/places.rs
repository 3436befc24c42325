//! Giving out places in the queues of users, and making their lanes ready.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use recollect_model::{AcceptedEpisode, UserId};

use crate::StorageError;
use crate::dialect::Dialect;
use crate::lanes::LaneKind;
use crate::many::{Parameters, Rows};
use crate::quotas::{self, Account, Usage, day_of, size_of};
use crate::rows::Columns;
use crate::sessions::Session;
use crate::store::Write;

/// Gives out numbers for a user's arriving episodes and makes the lane ready (at 0, whatever the clocks say), unless it
/// waits for a retry. The rows
/// are locked in the order of the ids, so that two nodes that accept for the same users do not block each other.
/// An account that is gone has no lane and gets no numbers. What the account keeps is counted with it.
const LANES: Rows = Rows {
    before: "INSERT INTO lanes
             (user_id, last_seq, ready_at, served_at, texts, bytes, day, texts_today)
             SELECT accounts.id, arriving.column2, CASE WHEN arriving.column5 = 1 THEN 0 END, 0,
             arriving.column2, arriving.column3, arriving.column4, arriving.column2
             FROM (VALUES ",
    shared: 0,
    own: 5,
    after: ") AS arriving JOIN accounts ON accounts.id = arriving.column1
            WHERE true ORDER BY accounts.id
            ON CONFLICT (user_id) DO UPDATE SET last_seq = lanes.last_seq + excluded.last_seq,
            ready_at = COALESCE(lanes.ready_at, excluded.ready_at),
            texts = lanes.texts + excluded.texts, bytes = lanes.bytes + excluded.bytes,
            texts_today = CASE WHEN lanes.day = excluded.day THEN lanes.texts_today ELSE 0 END
                + excluded.texts_today,
            day = excluded.day
            RETURNING user_id, last_seq, texts, bytes, texts_today",
};

/// Makes lanes ready in the same way.
const READY: Rows = Rows {
    before: "UPDATE lanes SET ready_at = COALESCE(lanes.ready_at, 0) FROM (VALUES ",
    shared: 0,
    own: 1,
    after: ") AS arriving WHERE lanes.user_id = arriving.column1",
};

/// The same for what imports bring.
const BULK_READY: Rows = Rows {
    before: "INSERT INTO bulk_lanes (user_id, ready_at, served_at)
             SELECT arriving.column1, 0, 0 FROM (VALUES ",
    shared: 0,
    own: 1,
    after: ") AS arriving WHERE true ORDER BY arriving.column1
            ON CONFLICT (user_id) DO UPDATE
            SET ready_at = COALESCE(bulk_lanes.ready_at, excluded.ready_at)",
};

/// Takes the lanes that nobody else holds. A settlement shares its lane with those who accept.
const FREE: Rows = Rows {
    before: "SELECT lanes.user_id FROM (VALUES ",
    shared: 0,
    own: 1,
    after: ") AS asked JOIN lanes ON lanes.user_id = asked.column1
            ORDER BY lanes.user_id FOR NO KEY UPDATE OF lanes SKIP LOCKED",
};

/// The lanes that there are.
const KNOWN: Rows = Rows {
    before: "SELECT lanes.user_id FROM (VALUES ",
    shared: 0,
    own: 1,
    after: ") AS asked CROSS JOIN lanes WHERE lanes.user_id = asked.column1",
};

/// The lane of what comes like this.
pub(super) fn lane_of(episode: &AcceptedEpisode) -> LaneKind {
    let known_by = (episode.session.as_deref(), episode.external_id.as_deref());
    LaneKind::of_text(episode.is_bulk, episode.body.len(), episode.kind, known_by)
}

/// Locks the users' lanes, counts what arrives, and returns what each had before.
pub(super) async fn reserve(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashMap<UserId, Account>, StorageError> {
    let mut arrivals: BTreeMap<UserId, (Usage, i64, bool)> = BTreeMap::new();
    for episode in arriving {
        let (usage, day, is_written) = arrivals.entry(episode.user).or_default();
        *is_written |= lane_of(episode) == LaneKind::Written;
        usage.texts += 1;
        usage.texts_today += 1;
        usage.bytes += size_of(episode);
        *day = day_of(episode.accepted_at).max(*day);
    }
    let lanes: Vec<_> = arrivals.iter().collect();
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let rows = LANES.run(
        write.connection(),
        &lanes,
        |_| {},
        |(user, (usage, day, is_written)), own| {
            own.id(user).bind(signed(usage.texts));
            own.bind(signed(usage.bytes)).bind(*day).flag(*is_written);
        },
    );
    let mut before = HashMap::with_capacity(arrivals.len());
    for row in rows.await? {
        let mut columns = Columns::of(&row);
        let user: UserId = columns.id()?;
        let (reserved, ..) = arrivals.get(&user).copied().unwrap_or_default();
        let last_seq = columns.integer()? - signed(reserved.texts);
        let counted = quotas::read(&mut columns)?;
        before.insert(user, Account::before(last_seq, counted, reserved));
    }
    Ok(before)
}

/// Makes the lanes ready that something was put into; [`reserve`] has done so for what is written.
pub(super) async fn make_ready(
    write: &mut Write,
    accepted: &[(i64, &AcceptedEpisode, LaneKind)],
) -> Result<(), StorageError> {
    let users = |wanted: fn(&AcceptedEpisode, LaneKind) -> bool| {
        let users = accepted
            .iter()
            .filter(|(_, episode, lane)| wanted(episode, *lane));
        let users: BTreeSet<UserId> = users.map(|(_, episode, _)| episode.user).collect();
        Vec::from_iter(users)
    };
    let moved = users(|episode, lane| lane == LaneKind::Written && lane_of(episode) != lane);
    let bulk = users(|_, lane| lane == LaneKind::Bulk);
    READY
        .run(write.connection(), &moved, |_| {}, of_user)
        .await?;
    make_bulk_ready(write.connection(), &bulk).await
}

/// Makes the users' lanes of what nobody waits for ready.
pub(crate) async fn make_bulk_ready(
    session: &mut Session,
    users: &[UserId],
) -> Result<(), StorageError> {
    BULK_READY.run(session, users, |_| {}, of_user).await?;
    Ok(())
}

fn of_user(user: &UserId, own: &mut Parameters) {
    own.id(user);
}

/// Takes the users' lanes that are free, and returns whose are not. Nobody holds one beside the embedded database's one
/// writer.
pub(super) async fn held_lanes(
    write: &mut Write,
    arriving: &[AcceptedEpisode],
) -> Result<HashSet<UserId>, StorageError> {
    if write.dialect == Dialect::Sqlite {
        return Ok(HashSet::new());
    }
    let users: BTreeSet<UserId> = arriving.iter().map(|episode| episode.user).collect();
    let users: Vec<UserId> = users.into_iter().collect();
    let free = lanes_of(write, &FREE, &users).await?;
    let rest: Vec<UserId> = users.into_iter().filter(|u| !free.contains(u)).collect();
    // Who has no lane yet is given one.
    lanes_of(write, &KNOWN, &rest).await
}

async fn lanes_of(
    write: &mut Write,
    sql: &Rows,
    users: &[UserId],
) -> Result<HashSet<UserId>, StorageError> {
    let rows = sql.run(
        write.connection(),
        users,
        |_| {},
        |user, own| {
            own.id(user);
        },
    );
    rows.await?
        .iter()
        .map(|row| Columns::of(row).id())
        .collect()
}
