//! Accepting episodes: into the log and the queue of their users, many in one commit.

mod places;
mod versions;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::faults::CommitPoint;
use crate::lanes::LaneKind;
use crate::many::{Parameters, Rows};
use crate::quotas::{Account, Quota, Quotas, size_of};
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::{
    EPISODE_BODY, EPISODE_EXTERNAL_ID, EPISODE_SESSION, EPISODE_SOURCE, LABEL_NAME, LABEL_VALUE,
    LOG_EXTERNAL_ID, LOG_LABELS, LOG_REQUEST, LOG_SESSION, LOG_SOURCE,
};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};
use recollect_model::{AcceptedEpisode, Label, LogId, LogStatus, SpaceId, Timestamp, UserId};

pub(crate) use places::make_bulk_ready;
use places::{held_lanes, lane_of, make_ready, reserve};
use versions::{Held, Name, Version, held, named};
pub use versions::{Held as LatestVersion, Version as TextVersion};

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

const SPACES: Rows = Rows {
    before: "SELECT spaces.user_id, spaces.id FROM (VALUES ",
    shared: 0,
    own: 2,
    after: ") AS asked CROSS JOIN spaces
            WHERE spaces.user_id = asked.column1 AND spaces.id = asked.column2
            AND spaces.is_deleted = 0",
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
    before: "INSERT INTO queue
             (attempts, claims, user_id, seq, log_id, episode_id, size_bytes, bulk, retried_at) VALUES ",
    shared: 2,
    own: 7,
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
        let mut replacing = HashSet::new();
        let mut outcomes = Vec::with_capacity(all.len());
        for episode in all {
            let Some(account) = accounts.get_mut(&episode.user) else {
                outcomes.push(match held_users.contains(&episode.user) {
                    true => Acceptance::Held,
                    false => Acceptance::UnknownSpace,
                });
                continue;
            };
            let (outcome, lane) = match spaces.contains(&(episode.user, episode.space)) {
                true => weigh(episode, account, quotas, &mut held),
                false => (Acceptance::UnknownSpace, LaneKind::Written),
            };
            if let Acceptance::Stored | Acceptance::Replaces(_) = outcome {
                account.add(size_of(episode));
                account.last_seq += 1;
                if let Acceptance::Replaces(_) = outcome {
                    replacing.insert(episode.log);
                }
                accepted.push((account.last_seq, episode, lane));
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
        make_ready(&mut write, &accepted).await?;
        insert(&mut write, &accepted, &words, &replacing)
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

/// What becomes of a text whose space exists, and the lane that it goes to: that of an earlier version of it which still
/// waits, so that they keep their order.
fn weigh(
    episode: &AcceptedEpisode,
    account: &Account,
    quotas: &Quotas,
    held: &mut HashMap<Name, Held>,
) -> (Acceptance, LaneKind) {
    let name = named(episode);
    let before = name.as_ref().and_then(|name| held.get(name));
    let version = Version::of(episode);
    let waiting = before.and_then(|held| held.lane);
    let lane = waiting.unwrap_or_else(|| lane_of(episode));
    if let Some(held) = before
        && version.repeats(&held.version)
    {
        return (Acceptance::Unchanged(held.log), lane);
    }
    let replaced = before.map(|held| held.log);
    if let Some(quota) = account.exceeds(quotas, size_of(episode), replaced.is_none()) {
        return (Acceptance::OverQuota(quota), lane);
    }
    if let Some(name) = name {
        let log = episode.log;
        let held_now = Held {
            log,
            version,
            lane: Some(lane),
        };
        held.insert(name, held_now);
    }
    let outcome = replaced.map_or(Acceptance::Stored, Acceptance::Replaces);
    (outcome, lane)
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
    accepted: &[(i64, &AcceptedEpisode, LaneKind)],
    words: &HashMap<UserId, Words>,
    replacing: &HashSet<LogId>,
) -> Result<(), sqlx::Error> {
    let connection = write.connection();
    // What takes the place of another text is known since it came, whatever is said of it.
    let known_since = |episode: &AcceptedEpisode| {
        let since = episode.known_since;
        since.filter(|_| !replacing.contains(&episode.log))
    };
    let recorded =
        |episode: &AcceptedEpisode| stored(known_since(episode).unwrap_or(episode.accepted_at));
    let of = |episode: &AcceptedEpisode| &words[&episode.user];
    LOGS.run(
        &mut *connection,
        accepted,
        |shared| {
            shared.bind(LogStatus::Pending.as_str());
        },
        |(seq, episode, _), own| {
            let (words, log) = (of(episode), episode.log);
            let labels = episode.labels.stored();
            own.id(episode.user).id(log).id(episode.space);
            own.id(episode.episode).bind(*seq);
            own.bind(words.seek_optional(LOG_SESSION, episode.session.as_deref()));
            own.bind(words.seek(LOG_SOURCE, &episode.source));
            own.bind(words.seal(LOG_REQUEST, log, &episode.request));
            own.bind(recorded(episode));
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
            |(seq, episode, _), own| {
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
                own.bind(recorded(episode));
                own.bind(words.seek_optional(EPISODE_EXTERNAL_ID, episode.external_id.as_deref()));
            },
        )
        .await?;
    queue(connection, accepted, known_since).await
}

/// Gives accepted episodes their places in the queue. One that another server accepted before waits since it came here.
async fn queue(
    connection: &mut Session,
    accepted: &[(i64, &AcceptedEpisode, LaneKind)],
    known_since: impl Fn(&AcceptedEpisode) -> Option<Timestamp>,
) -> Result<(), sqlx::Error> {
    let shared = |shared: &mut Parameters| {
        shared.bind(0_i64).bind(0_i64);
    };
    let own = |(seq, episode, lane): &(i64, &AcceptedEpisode, LaneKind), own: &mut Parameters| {
        own.id(episode.user).bind(*seq);
        own.id(episode.log).id(episode.episode);
        own.bind(episode.body.len() as i64).bind(lane.is_bulk());
        own.bind(known_since(episode).map(|_| stored(episode.accepted_at)));
    };
    QUEUE.run(connection, accepted, shared, own).await?;
    Ok(())
}

/// What accepted episodes are found by: their tags and metadata, a row each.
async fn insert_labels(
    connection: &mut Session,
    accepted: &[(i64, &AcceptedEpisode, LaneKind)],
    words: &HashMap<UserId, Words>,
) -> Result<(), sqlx::Error> {
    let labels: Vec<(&AcceptedEpisode, Label)> = accepted
        .iter()
        .flat_map(|(_, episode, _)| {
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
