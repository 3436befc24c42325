//! Settling a batch: its graph, its logs, its queue and its lane in one transaction.
//!
//! A settlement begins only while the lease is held, and then holds the lane until it ends: nothing is deleted from
//! the user's queue, claimed or settled by anybody else meanwhile. Only what is accepted still joins the end of the
//! queue (on `PostgreSQL`), until the lane is locked for the last two statements. What is said of the episodes is
//! gathered and written by [`Settlement::write_completed`] and [`Settlement::release`], which is the one commit;
//! dropped before, nothing has happened.
//!
//! Order is kept here, whatever the caller does: the episodes that leave the queue must be the first of the batch,
//! and one that is to be tried again must be the first that stays.

use recollect_model::{EpisodeId, LeaseToken, LogId, Revision, SpaceId, Timestamp, UserId};

use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::graph::{EpisodeGraph, GraphRows, ReadEpisode};
use crate::lanes::{LaneKind, leased};
use crate::removing::not_in_deleted;
use crate::rows::{Columns, stored};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};

mod flush;

/// An open settlement of one claim.
///
/// Until it ends, whoever holds it must ask the database nothing else: a call that changes something would wait for it
/// (on `PostgreSQL` only one that changes the same user's data, other than `accept` and `renew`), and on an in-memory database every call would.
#[derive(Debug)]
pub struct Settlement {
    graph: GraphRows,
    token: LeaseToken,
    kind: LaneKind,
    /// The place of the first of the batch, whether it still exists or not: the claim counts against it.
    head: i64,
    /// The batch as far as it still exists, in order.
    batch: Vec<Claimed>,
}

/// A processed episode with what was understood of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CompletedEpisode {
    /// The log that follows it.
    pub log: LogId,
    /// The revision that [`GraphRows::advance_space`] gave its space.
    pub revision: Revision,
    /// What was understood.
    pub graph: EpisodeGraph,
    /// When it was completed.
    pub processed_at: Timestamp,
}

#[derive(Debug)]
struct Claimed {
    seq: i64,
    log: LogId,
    episode: EpisodeId,
    space: SpaceId,
    outcome: Option<Outcome>,
    /// Whether the outcome is that it was completed, and its graph is written.
    is_written: bool,
    /// Whether another outcome was given after that.
    is_contradicted: bool,
}

#[derive(Debug)]
enum Outcome {
    Completed(CompletedEpisode),
    Failed { error: String, at: Timestamp },
    Unchanged { note: String, at: Timestamp },
    TryAgain { error: String, at: Timestamp },
}

impl Outcome {
    /// Whether the episode leaves the queue.
    const fn is_final(&self) -> bool {
        !matches!(self, Self::TryAgain { .. })
    }
}

impl Store {
    /// Begins to settle what was claimed with this token; `None` when the lease was lost, because then the batch is
    /// somebody else's.
    pub async fn begin_settlement(
        &self,
        user: UserId,
        token: LeaseToken,
    ) -> Result<Option<Settlement>, StorageError> {
        let mut write = self.begin().await?;
        hold_user(&mut write, user).await?;
        // The fence. A claim passes over a lane held like this.
        let hold = write.dialect.for_key_share();
        let lane = leased(write.connection(), user, token, hold).await?;
        let Some((kind, seqs)) = lane else {
            // Dropped, it would hold the user a moment longer, and a claim would pass over their lane.
            write.abandon().await?;
            return Ok(None);
        };
        let batch = claimed(write.connection(), (user, kind), seqs).await?;
        Ok(Some(Settlement {
            graph: GraphRows::new(write, user, token).await?,
            token,
            kind,
            head: seqs.0,
            batch,
        }))
    }
}

impl Settlement {
    /// The user's graph, to look things up in and to add to.
    pub const fn graph(&mut self) -> &mut GraphRows {
        &mut self.graph
    }

    /// Whether the episode that this log follows is still there; otherwise it was deleted since it was claimed.
    pub fn holds(&self, log: LogId) -> bool {
        self.batch.iter().any(|claimed| claimed.log == log)
    }

    /// The episode is part of the graph now. False when it was deleted meanwhile: nothing of it will be kept.
    pub fn complete_episode(&mut self, completed: CompletedEpisode) -> bool {
        self.set(completed.log, Outcome::Completed(completed))
    }

    /// The episode is given up. False when it was deleted meanwhile.
    pub fn fail_episode(&mut self, log: LogId, error: &str, now: Timestamp) -> bool {
        let error = error.to_owned();
        self.set(log, Outcome::Failed { error, at: now })
    }

    /// The text is that of an episode that is there already: the log is completed and follows that one, and the text is
    /// not kept twice. False when it was deleted meanwhile.
    pub async fn follow_episode(
        &mut self,
        log: LogId,
        other: EpisodeId,
        note: &str,
        now: Timestamp,
    ) -> Result<bool, StorageError> {
        let Some(own) = self.batch.iter().find(|claimed| claimed.log == log) else {
            return Ok(false);
        };
        let own = own.episode;
        self.graph.follow_another(log, own, other).await?;
        let note = note.to_owned();
        Ok(self.set(log, Outcome::Unchanged { note, at: now }))
    }

    /// The attempt failed; the episode, and with it the lane, waits until `at`. False when it was deleted meanwhile.
    pub fn retry_later(&mut self, log: LogId, error: &str, at: Timestamp) -> bool {
        let error = error.to_owned();
        self.set(log, Outcome::TryAgain { error, at })
    }

    /// Writes what was understood of the episodes completed so far, so that what follows from their claims can be worked
    /// out in the same transaction. They cannot be settled otherwise any more.
    ///
    /// # Errors
    ///
    /// [`StorageError::Internal`] also when an episode was completed in a space that was not advanced.
    pub async fn write_completed(&mut self) -> Result<(), StorageError> {
        let completed = self
            .batch
            .iter()
            .filter_map(|claimed| match &claimed.outcome {
                Some(Outcome::Completed(completed)) if !claimed.is_written => Some(ReadEpisode {
                    id: claimed.episode,
                    space: claimed.space,
                    revision: completed.revision,
                    graph: &completed.graph,
                }),
                _ => None,
            });
        let completed: Vec<_> = completed.collect();
        let has_advanced =
            |episode: &ReadEpisode<'_>| self.graph.has_advanced(episode.space, episode.revision);
        if !completed.iter().all(has_advanced) {
            let message = "an episode was completed in a space that was not advanced";
            return Err(StorageError::internal(message));
        }
        self.graph.write_episodes(&completed).await?;
        for claimed in &mut self.batch {
            claimed.is_written = matches!(claimed.outcome, Some(Outcome::Completed(_)));
        }
        Ok(())
    }

    /// Writes what was said of the episodes, returns the rest of the batch to the queue as if it had not been claimed,
    /// gives the lane back and commits.
    ///
    /// # Errors
    ///
    /// [`StorageError::Internal`] also when the episodes were not settled in their order, or an episode was completed
    /// in a space that was not advanced.
    pub async fn release(mut self) -> Result<(), StorageError> {
        self.check_order()?;
        self.write_completed().await?;
        self.flush().await?;
        self.lock_lane().await?;
        let retry_at = self
            .batch
            .iter()
            .find_map(|claimed| match &claimed.outcome {
                Some(Outcome::TryAgain { at, .. }) => Some(*at),
                _ => None,
            });
        sqlx::query(self.kind.sql(
            "UPDATE {lanes} SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
             claimed_to = NULL, ready_at = CASE WHEN EXISTS
             (SELECT 1 FROM queue WHERE queue.user_id = $1 AND queue.bulk = $4)
             THEN $3 ELSE NULL END
             WHERE user_id = $1 AND lease_token = $2",
        ))
        .bind(self.user().to_string())
        .bind(self.token.to_string())
        // What waits for nothing is ready whatever the clocks say.
        .bind(retry_at.map_or(0, stored))
        .bind(self.kind.is_bulk())
        .execute(self.connection())
        .await?;
        self.graph.into_write().commit(CommitPoint::SETTLE).await
    }

    /// Holds off what is being accepted, so that nothing joins the queue between the look whether it is empty and the
    /// commit that says so. A statement of its own: the look must see what was accepted while this one waited.
    async fn lock_lane(&mut self) -> Result<(), StorageError> {
        let locked = sqlx::query(self.kind.sql(
            "UPDATE {lanes} SET served_at = served_at WHERE user_id = $1 AND lease_token = $2",
        ))
        .bind(self.user().to_string())
        .bind(self.token.to_string())
        .execute(self.connection())
        .await?;
        if locked.rows_affected() == 1 {
            return Ok(());
        }
        // Only freeing every lease can do this to a lane that is held.
        let lost = std::io::Error::other("the lease was lost during its settlement");
        Err(StorageError::unavailable(lost))
    }

    const fn user(&self) -> UserId {
        self.graph.user()
    }

    fn connection(&mut self) -> &mut Session {
        self.graph.connection()
    }

    fn set(&mut self, log: LogId, outcome: Outcome) -> bool {
        let claimed = self.batch.iter_mut().find(|claimed| claimed.log == log);
        claimed.is_some_and(|claimed| {
            claimed.is_contradicted |= claimed.is_written;
            claimed.outcome = Some(outcome);
            true
        })
    }

    fn check_order(&self) -> Result<(), StorageError> {
        if self.batch.iter().any(|claimed| claimed.is_contradicted) {
            let message = "an episode whose graph was written was settled again";
            return Err(StorageError::internal(message));
        }
        let outcomes = self.batch.iter().map(|claimed| claimed.outcome.as_ref());
        let mut stay = outcomes.skip_while(|outcome| outcome.is_some_and(Outcome::is_final));
        // The first that stays may wait for a retry; nothing is said of those behind it.
        stay.next();
        if stay.any(|outcome| outcome.is_some()) {
            return Err(StorageError::internal("a batch was settled out of order"));
        }
        Ok(())
    }
}

/// Holds the user's memory: what changes it as a whole waits, and so does the settlement of the user's other lane; accepting
/// does not. The embedded database's one writer is alone.
async fn hold_user(write: &mut Write, user: UserId) -> Result<(), StorageError> {
    if write.dialect == Dialect::Sqlite {
        return Ok(());
    }
    for sql in [
        "SELECT user_id FROM lanes WHERE user_id = $1 FOR KEY SHARE",
        "SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE",
    ] {
        sqlx::query(sql)
            .bind(user.to_string())
            .fetch_optional(write.connection())
            .await?;
    }
    Ok(())
}

/// The batch, without what was deleted since it was claimed.
async fn claimed(
    connection: &mut Session,
    (user, kind): (UserId, LaneKind),
    (from, to): (i64, i64),
) -> Result<Vec<Claimed>, StorageError> {
    let rows = sqlx::query(concat!(
        "SELECT queue.seq, queue.log_id, queue.episode_id, episodes.space_id
         FROM queue JOIN episodes
         ON episodes.user_id = queue.user_id AND episodes.id = queue.episode_id
         WHERE queue.user_id = $1 AND queue.seq >= $2 AND queue.seq <= $3 AND queue.bulk = $4
         AND episodes.space_id",
        not_in_deleted!(),
        " ORDER BY queue.seq"
    ))
    .bind(user.to_string())
    .bind(from)
    .bind(to)
    .bind(kind.is_bulk())
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let mut columns = Columns::of(row);
            Ok(Claimed {
                seq: columns.integer()?,
                log: columns.id()?,
                episode: columns.id()?,
                space: columns.id()?,
                outcome: None,
                is_written: false,
                is_contradicted: false,
            })
        })
        .collect()
}
