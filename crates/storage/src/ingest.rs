//! Accepting episodes: into the log and the queue of their users, many in one commit.

mod versions;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::many::Rows;
use crate::quotas::{self, Account, Quota, Quotas, Usage, day_of, size_of};
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::{
    EPISODE_BODY, EPISODE_EXTERNAL_ID, EPISODE_SESSION, EPISODE_SOURCE, LABEL_NAME, LABEL_VALUE,
    LOG_EXTERNAL_ID, LOG_LABELS, LOG_REQUEST, LOG_SESSION, LOG_SOURCE,
};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};
use recollect_model::{AcceptedEpisode, Label, LogId, LogStatus, SpaceId, UserId};

use versions::{Name, Version, held, named};

/// What became of one episode that was to be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// It is on disk with its log and its place in the queue.
    Stored,
    /// The same; it will take the place of the text that this log follows.
    Replaces(LogId),
    /// The text that this log follows has its name and says the same; nothing was stored.
    Unchanged(LogId),
    /// Its user has no such space (any more); nothing of it was kept.
    UnknownSpace,
    /// Its user would have, or have sent, more than this allows; nothing of it was kept.
    OverQuota(Quota),
    /// Somebody else holds its user's lane at the moment; nothing of it was kept, and it may be accepted later.
    Held,
}

/// Gives out numbers for a user's arriving episodes and makes the lane ready (at 0, whatever the clocks say), unless it
/// waits for a retry. The rows
/// are locked in the order of the ids, so that two nodes that accept for the same users do not block each other.
/// An account that is gone has no lane and gets no numbers. What the account keeps is counted with it.
const LANES: Rows = Rows {
    before: "INSERT INTO lanes
             (user_id, last_seq, ready_at, served_at, texts, bytes, day, texts_today)
             SELECT accounts.id, arriving.column2, 0, 0,
             arriving.column2, arriving.column3, arriving.column4, arriving.column2
             FROM (VALUES ",
    shared: 0,
    own: 4,
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

const SPACES: Rows = Rows {
    before: "SELECT spaces.user_id, spaces.id FROM (VALUES ",
    shared: 0,
    own: 2,
    after: ") AS asked CROSS JOIN spaces
            WHERE spaces.user_id = asked.column1 AND spaces.id = asked.column2",
};

const LOGS: Rows = Rows {
    before: "INSERT INTO logs (status, user_id, id, space_id, episode_id, seq, session_id, source,
             request, accepted_at, external_id, labels, import_id, expires_at) VALUES ",
    shared: 1,
    own: 13,
    after: "",
};

const EPISODES: Rows = Rows {
    before: "INSERT INTO episodes (user_id, id, space_id, log_id, seq, session_id, source, kind,
             body, size_bytes, reference_time, reference_offset_s, accepted_at, external_id) VALUES ",
    shared: 0,
    own: 14,
    after: "",
};

const QUEUE: Rows = Rows {
    before: "INSERT INTO queue (attempts, claims, user_id, seq, log_id, episode_id, size_bytes)
             VALUES ",
    shared: 2,
    own: 5,
    after: "",
};

const LABELS: Rows = Rows {
    before: "INSERT INTO labels (user_id, log_id, name, value) VALUES ",
    shared: 0,
    own: 4,
    after: "",
};

impl Store {
    /// Stores the episodes with their logs and their places in the queue, in one commit; says of each what became of
    /// it. The order given is the order in which the episodes of one user will be processed.
    ///
    /// # Errors
    ///
    /// Whatever it is, it concerns all of them; [`StorageError::AlreadyExists`] when an id was used before.
    pub async fn accept(
        &self,
        arriving: &[AcceptedEpisode],
    ) -> Result<Vec<Acceptance>, StorageError> {
        if arriving.is_empty() {
            return Ok(Vec::new());
        }
        self.accept_within(arriving, &Quotas::default()).await
    }

    /// The same, where no user may have more than this.
    pub async fn accept_within(
        &self,
        arriving: &[AcceptedEpisode],
        quotas: &Quotas,
    ) -> Result<Vec<Acceptance>, StorageError> {
        if arriving.is_empty() {
            return Ok(Vec::new());
        }
        self.accept_apart_from(arriving, Wait::ForLanes, quotas)
            .await
    }

    /// The same, but waits for nobody who holds a user's lane: that user's episodes are left out, and the others are
    /// stored.
    pub async fn accept_unheld(
        &self,
        arriving: &[AcceptedEpisode],
        quotas: &Quotas,
    ) -> Result<Vec<Acceptance>, StorageError> {
        if arriving.is_empty() {
            return Ok(Vec::new());
        }
        self.accept_apart_from(arriving, Wait::ForNobody, quotas)
            .await
    }

    async fn accept_apart_from(
        &self,
        all: &[AcceptedEpisode],
        wait: Wait,
        quotas: &Quotas,
    ) -> Result<Vec<Acceptance>, StorageError> {
        let mut write = self.begin().await?;
        let held_users = match wait {
            Wait::ForLanes => HashSet::new(),
            Wait::ForNobody => held_lanes(&mut write, all).await?,
        };
        let arriving: Vec<&AcceptedEpisode> = all
            .iter()
            .filter(|episode| !held_users.contains(&episode.user))
            .collect();
        let mut accounts = reserve(&mut write, &arriving).await?;
        let spaces = known_spaces(&mut write, &arriving).await?;
        let words = words_of(&mut write, &arriving).await?;
        let mut held = held(&mut write, &arriving, &words).await?;
        let mut accepted = Vec::with_capacity(arriving.len());
        let mut outcomes = Vec::with_capacity(all.len());
        for episode in all {
            let Some(account) = accounts.get_mut(&episode.user) else {
                outcomes.push(match held_users.contains(&episode.user) {
                    true => Acceptance::Held,
                    false => Acceptance::UnknownSpace,
                });
                continue;
            };
            let outcome = match spaces.contains(&(episode.user, episode.space)) {
                true => weigh(episode, account, quotas, &mut held),
                false => Acceptance::UnknownSpace,
            };
            if let Acceptance::Stored | Acceptance::Replaces(_) = outcome {
                account.add(size_of(episode));
                account.last_seq += 1;
                accepted.push((account.last_seq, episode));
            } else {
                account.leave_out(size_of(episode));
            }
            outcomes.push(outcome);
        }
        // In the order of the users, like whatever takes several lanes.
        let left_out: BTreeMap<_, _> = accounts.iter().collect();
        for (user, account) in left_out {
            write.discount(*user, account.left_out).await?;
        }
        insert(&mut write, &accepted, &words)
            .await
            .map_err(|error| StorageError::of_insert(error, "an episode or log with this id"))?;
        write.commit(CommitPoint::ACCEPT).await?;
        Ok(outcomes)
    }
}

/// Whom a call that accepts waits for.
#[derive(Clone, Copy)]
enum Wait {
    ForLanes,
    ForNobody,
}

/// Takes the users' lanes that are free, and returns whose are not. Nobody holds one beside the embedded database's one
/// writer.
async fn held_lanes(
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

/// What becomes of a text whose space exists.
fn weigh(
    episode: &AcceptedEpisode,
    account: &Account,
    quotas: &Quotas,
    held: &mut HashMap<Name, (LogId, Version)>,
) -> Acceptance {
    let name = named(episode);
    let before = name.as_ref().and_then(|name| held.get(name));
    let version = Version::of(episode);
    if let Some((log, known)) = before
        && *known == version
    {
        return Acceptance::Unchanged(*log);
    }
    let replaced = before.map(|(log, _)| *log);
    if let Some(quota) = account.exceeds(quotas, size_of(episode), replaced.is_none()) {
        return Acceptance::OverQuota(quota);
    }
    if let Some(name) = name {
        held.insert(name, (episode.log, version));
    }
    replaced.map_or(Acceptance::Stored, Acceptance::Replaces)
}

/// Locks the users' lanes, counts what arrives, and returns what each had before.
async fn reserve(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashMap<UserId, Account>, StorageError> {
    let mut arrivals: BTreeMap<UserId, (Usage, i64)> = BTreeMap::new();
    for episode in arriving {
        let (usage, day) = arrivals.entry(episode.user).or_default();
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
        |(user, (usage, day)), own| {
            own.id(user).bind(signed(usage.texts));
            own.bind(signed(usage.bytes)).bind(*day);
        },
    );
    let mut before = HashMap::with_capacity(arrivals.len());
    for row in rows.await? {
        let mut columns = Columns::of(&row);
        let user: UserId = columns.id()?;
        let (reserved, _) = arrivals.get(&user).copied().unwrap_or_default();
        let last_seq = columns.integer()? - signed(reserved.texts);
        let counted = quotas::read(&mut columns)?;
        before.insert(user, Account::before(last_seq, counted, reserved));
    }
    Ok(before)
}

/// Which of the spaces exist; they stay until the transaction ends, because deleting one takes its user's lane.
async fn known_spaces(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashSet<(UserId, SpaceId)>, StorageError> {
    let asked: BTreeSet<_> = arriving.iter().map(|e| (e.user, e.space)).collect();
    let asked: Vec<_> = asked.into_iter().collect();
    let rows = SPACES.run(
        write.connection(),
        &asked,
        |_| {},
        |(user, space), own| {
            own.id(user).id(space);
        },
    );
    rows.await?
        .iter()
        .map(|row| {
            let mut columns = Columns::of(row);
            Ok((columns.id()?, columns.id()?))
        })
        .collect()
}

/// What seals the words of each user of whom something arrives.
async fn words_of(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashMap<UserId, Words>, StorageError> {
    let mut words = HashMap::new();
    for episode in arriving {
        if let Entry::Vacant(vacant) = words.entry(episode.user) {
            vacant.insert(write.words(episode.user).await?);
        }
    }
    Ok(words)
}

async fn insert(
    write: &mut Write,
    accepted: &[(i64, &AcceptedEpisode)],
    words: &HashMap<UserId, Words>,
) -> Result<(), sqlx::Error> {
    let connection = write.connection();
    let of = |episode: &AcceptedEpisode| &words[&episode.user];
    LOGS.run(
        &mut *connection,
        accepted,
        |shared| {
            shared.bind(LogStatus::Pending.as_str());
        },
        |(seq, episode), own| {
            let (words, log) = (of(episode), episode.log);
            let labels = episode.labels.stored();
            own.id(episode.user).id(log).id(episode.space);
            own.id(episode.episode).bind(*seq);
            own.bind(words.seek_optional(LOG_SESSION, episode.session.as_deref()));
            own.bind(words.seek(LOG_SOURCE, &episode.source));
            own.bind(words.seal(LOG_REQUEST, log, &episode.request));
            own.bind(stored(episode.accepted_at));
            own.bind(words.seek_optional(LOG_EXTERNAL_ID, episode.external_id.as_deref()));
            own.bind(words.seal_optional(LOG_LABELS, log, labels.as_deref()));
            own.optional_id(episode.import);
            own.bind(episode.expires_at.map(stored));
        },
    )
    .await?;
    insert_labels(connection, accepted, words).await?;
    EPISODES
        .run(
            &mut *connection,
            accepted,
            |_| {},
            |(seq, episode), own| {
                let words = of(episode);
                own.id(episode.user).id(episode.episode);
                own.id(episode.space).id(episode.log).bind(*seq);
                own.bind(words.seek_optional(EPISODE_SESSION, episode.session.as_deref()));
                own.bind(words.seek(EPISODE_SOURCE, &episode.source));
                own.bind(episode.kind.as_str());
                own.bind(words.seal(EPISODE_BODY, episode.episode, &episode.body));
                own.bind(episode.body.len() as i64);
                own.bind(stored(episode.reference_time.instant()));
                own.bind(i64::from(episode.reference_time.offset_s()));
                own.bind(stored(episode.accepted_at));
                own.bind(words.seek_optional(EPISODE_EXTERNAL_ID, episode.external_id.as_deref()));
            },
        )
        .await?;
    QUEUE
        .run(
            connection,
            accepted,
            |shared| {
                shared.bind(0_i64).bind(0_i64);
            },
            |(seq, episode), own| {
                own.id(episode.user).bind(*seq);
                own.id(episode.log).id(episode.episode);
                own.bind(episode.body.len() as i64);
            },
        )
        .await?;
    Ok(())
}

/// What accepted episodes are found by: their tags and metadata, a row each.
async fn insert_labels(
    connection: &mut Session,
    accepted: &[(i64, &AcceptedEpisode)],
    words: &HashMap<UserId, Words>,
) -> Result<(), sqlx::Error> {
    let labels: Vec<(&AcceptedEpisode, Label)> = accepted
        .iter()
        .flat_map(|(_, episode)| {
            episode
                .labels
                .sought()
                .into_iter()
                .map(move |one| (*episode, one))
        })
        .collect();
    LABELS
        .run(
            connection,
            &labels,
            |_| {},
            |(episode, label), own| {
                own.id(episode.user).id(episode.log);
                let words = &words[&episode.user];
                own.bind(words.seek(LABEL_NAME, &label.name));
                own.bind(words.seek(LABEL_VALUE, &label.value));
            },
        )
        .await?;
    Ok(())
}
