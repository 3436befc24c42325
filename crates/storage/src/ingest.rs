//! Accepting episodes: into the log and the queue of their users, many in one commit.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::many::Rows;
use crate::rows::{Columns, stored};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};
use recollect_model::{
    AcceptedEpisode, EpisodeKind, Label, LogId, LogStatus, ReferenceTime, SpaceId, Timestamp,
    UserId,
};

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
    /// Somebody else holds its user's lane at the moment; nothing of it was kept, and it may be accepted later.
    Held,
}

/// Gives out numbers for a user's arriving episodes and makes the lane ready (at 0, whatever the clocks say), unless it
/// waits for a retry. The rows
/// are locked in the order of the ids, so that two nodes that accept for the same users do not block each other.
/// An account that is gone has no lane and gets no numbers.
const LANES: Rows = Rows {
    before: "INSERT INTO lanes (user_id, last_seq, ready_at, served_at)
             SELECT accounts.id, arriving.column2, 0, 0
             FROM (VALUES ",
    shared: 0,
    own: 2,
    after: ") AS arriving JOIN accounts ON accounts.id = arriving.column1
            WHERE true ORDER BY accounts.id
            ON CONFLICT (user_id) DO UPDATE SET last_seq = lanes.last_seq + excluded.last_seq,
            ready_at = COALESCE(lanes.ready_at, excluded.ready_at)
            RETURNING user_id, last_seq",
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
             body, reference_time, reference_offset_s, accepted_at, external_id) VALUES ",
    shared: 0,
    own: 13,
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

/// The texts that have these names, the latest last; what failed or was replaced is no version to compare with.
const HELD: Rows = Rows {
    before: "SELECT logs.user_id, logs.space_id, logs.external_id, logs.id, logs.status,
             COALESCE(logs.labels, ''), logs.expires_at, episodes.body, episodes.kind, episodes.session_id,
             episodes.source, episodes.reference_time, episodes.reference_offset_s
             FROM (VALUES ",
    shared: 0,
    own: 3,
    after: ") AS asked CROSS JOIN logs CROSS JOIN episodes
            WHERE logs.user_id = asked.column1 AND logs.external_id = asked.column3
            AND logs.space_id = asked.column2 AND logs.replaced_by IS NULL
            AND episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
            ORDER BY logs.seq",
};

/// A text by its name outside: its owner, its space and the name.
type Name = (UserId, SpaceId, String);

/// What a text says, by which it is told from another version of itself.
#[derive(Debug, PartialEq)]
struct Version {
    body: String,
    kind: EpisodeKind,
    session: Option<String>,
    source: String,
    /// Not of a document: the time of a file changes with every copy.
    reference_time: Option<ReferenceTime>,
    labels: String,
    expires_at: Option<Timestamp>,
}

fn timely(kind: EpisodeKind, time: ReferenceTime) -> Option<ReferenceTime> {
    (kind != EpisodeKind::Document).then_some(time)
}

impl Version {
    fn of(episode: &AcceptedEpisode) -> Self {
        Self {
            body: episode.body.clone(),
            kind: episode.kind,
            session: episode.session.clone(),
            source: episode.source.clone(),
            reference_time: timely(episode.kind, episode.reference_time),
            labels: episode.labels.stored().unwrap_or_default(),
            expires_at: episode.expires_at,
        }
    }
}

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
        self.accept_apart_from(arriving, Wait::ForLanes).await
    }

    /// The same, but waits for nobody who holds a user's lane: that user's episodes are left out, and the others are
    /// stored.
    pub async fn accept_unheld(
        &self,
        arriving: &[AcceptedEpisode],
    ) -> Result<Vec<Acceptance>, StorageError> {
        if arriving.is_empty() {
            return Ok(Vec::new());
        }
        self.accept_apart_from(arriving, Wait::ForNobody).await
    }

    async fn accept_apart_from(
        &self,
        all: &[AcceptedEpisode],
        wait: Wait,
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
        let mut next_seq = reserve(&mut write, &arriving).await?;
        let spaces = known_spaces(&mut write, &arriving).await?;
        let mut held = held(&mut write, &arriving).await?;
        let mut accepted = Vec::with_capacity(arriving.len());
        let outcomes = all
            .iter()
            .map(|episode| match next_seq.get_mut(&episode.user) {
                Some(seq) if spaces.contains(&(episode.user, episode.space)) => {
                    let before = named(episode).map(|name| {
                        let version = Version::of(episode);
                        let is_same = held.get(&name).is_some_and(|(_, held)| *held == version);
                        match is_same {
                            true => Err(held[&name].0),
                            false => Ok(held.insert(name, (episode.log, version))),
                        }
                    });
                    if let Some(Err(log)) = before {
                        return Acceptance::Unchanged(log);
                    }
                    *seq += 1;
                    accepted.push((*seq, episode));
                    match before {
                        Some(Ok(Some((log, _)))) => Acceptance::Replaces(log),
                        _ => Acceptance::Stored,
                    }
                }
                _ if held_users.contains(&episode.user) => Acceptance::Held,
                _ => Acceptance::UnknownSpace,
            });
        let outcomes = outcomes.collect();
        insert(&mut write, &accepted)
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

/// Locks the users' lanes and returns the last number each had before.
async fn reserve(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashMap<UserId, i64>, StorageError> {
    let mut arrivals: BTreeMap<UserId, i64> = BTreeMap::new();
    for episode in arriving {
        *arrivals.entry(episode.user).or_default() += 1;
    }
    let lanes: Vec<_> = arrivals.iter().collect();
    let rows = LANES.run(
        write.connection(),
        &lanes,
        |_| {},
        |(user, count), own| {
            own.id(user).bind(**count);
        },
    );
    let mut before = HashMap::with_capacity(arrivals.len());
    for row in rows.await? {
        let mut columns = Columns::of(&row);
        let user: UserId = columns.id()?;
        let reserved = arrivals.get(&user).copied().unwrap_or(0);
        before.insert(user, columns.integer()? - reserved);
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

fn named(episode: &AcceptedEpisode) -> Option<Name> {
    let name = episode.external_id.clone()?;
    Some((episode.user, episode.space, name))
}

/// The latest version of each text that one of the arriving ones has the name of. The users' lanes are locked: nobody else
/// accepts for them meanwhile.
async fn held(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
) -> Result<HashMap<Name, (LogId, Version)>, StorageError> {
    let asked: BTreeSet<Name> = arriving.iter().filter_map(|one| named(one)).collect();
    let asked: Vec<Name> = asked.into_iter().collect();
    let rows = HELD.run(
        write.connection(),
        &asked,
        |_| {},
        |(user, space, name), own| {
            own.id(user).id(space).bind(name.as_str());
        },
    );
    let mut held = HashMap::new();
    for row in rows.await? {
        let mut columns = Columns::of(&row);
        let name: Name = (columns.id()?, columns.id()?, columns.text()?);
        let log: LogId = columns.id()?;
        let status = columns.named(LogStatus::from_name)?;
        let labels = columns.text()?;
        let expires_at = columns.optional_instant()?;
        let body = columns.text()?;
        let kind = columns.named(EpisodeKind::from_name)?;
        let version = Version {
            body,
            kind,
            session: columns.optional_text()?,
            source: columns.text()?,
            reference_time: timely(kind, columns.reference_time()?),
            labels,
            expires_at,
        };
        if status != LogStatus::Failed {
            held.insert(name, (log, version));
        }
    }
    Ok(held)
}

async fn insert(
    write: &mut Write,
    accepted: &[(i64, &AcceptedEpisode)],
) -> Result<(), sqlx::Error> {
    let connection = write.connection();
    LOGS.run(
        &mut *connection,
        accepted,
        |shared| {
            shared.bind(LogStatus::Pending.as_str());
        },
        |(seq, episode), own| {
            own.id(episode.user).id(episode.log).id(episode.space);
            own.id(episode.episode).bind(*seq);
            own.bind(episode.session.as_deref());
            own.bind(episode.source.as_str());
            own.bind(episode.request.as_str());
            own.bind(stored(episode.accepted_at));
            own.bind(episode.external_id.as_deref());
            own.bind(episode.labels.stored());
            own.optional_id(episode.import);
            own.bind(episode.expires_at.map(stored));
        },
    )
    .await?;
    insert_labels(connection, accepted).await?;
    EPISODES
        .run(
            &mut *connection,
            accepted,
            |_| {},
            |(seq, episode), own| {
                own.id(episode.user).id(episode.episode);
                own.id(episode.space).id(episode.log).bind(*seq);
                own.bind(episode.session.as_deref());
                own.bind(episode.source.as_str());
                own.bind(episode.kind.as_str());
                own.bind(episode.body.as_str());
                own.bind(stored(episode.reference_time.instant()));
                own.bind(i64::from(episode.reference_time.offset_s()));
                own.bind(stored(episode.accepted_at));
                own.bind(episode.external_id.as_deref());
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
                own.bind(label.name.as_str()).bind(label.value.as_str());
            },
        )
        .await?;
    Ok(())
}
