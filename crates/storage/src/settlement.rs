//! Settling a batch: its graph, its logs, its queue and its lane in one transaction.
//!
//! A settlement begins only while the lease is held, and then holds the lane until it ends: nothing is deleted from the
//! user's queue, claimed or settled by anybody else meanwhile. Only what is accepted still joins the end of the queue
//! (on `PostgreSQL`), until the lane is locked for the last two statements. What is said of the episodes is gathered and
//! written by [`Settlement::release`], which is the one commit; dropped before, nothing has happened.
//!
//! Order is kept here, whatever the caller does: the episodes that leave the queue must be the first of the batch, and
//! one that is to be tried again must be the first that stays.

use std::collections::HashMap;

use recollect_model::{
    EpisodeId, Evidence, LeaseToken, LogId, Mention, Passage, Revision, SpaceId, Timestamp, UserId,
};
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::store::Write;
use crate::{StorageError, Store};

mod flush;

/// An open settlement of one claim.
///
/// Until it ends, whoever holds it must ask the database nothing else: a call that changes something would wait for it
/// (on `PostgreSQL` only one that changes the same user's data, other than `accept` and `renew`), and on an in-memory database every call would.
#[derive(Debug)]
pub struct Settlement {
    write: Write,
    user: UserId,
    token: LeaseToken,
    /// The batch as far as it still exists, in order.
    batch: Vec<Claimed>,
    /// The spaces whose revision this settlement has raised, with it.
    advanced: HashMap<SpaceId, Revision>,
}

/// A processed episode with what was understood of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CompletedEpisode {
    /// The log that follows it.
    pub log: LogId,
    /// The revision that [`Settlement::advance_space`] gave its space.
    pub revision: Revision,
    /// Its passages.
    pub passages: Vec<Passage>,
    /// Where it names entities; the same place named twice counts once.
    pub mentions: Vec<Mention>,
    /// Where it supports statements; the same place given twice counts once.
    pub evidence: Vec<Evidence>,
    /// The model that made the vectors.
    pub embedder: String,
    /// What found the entities and statements.
    pub extractor: String,
    /// When it was completed.
    pub processed_at: Timestamp,
}

#[derive(Debug)]
struct Claimed {
    seq: i64,
    log: LogId,
    episode: EpisodeId,
    outcome: Option<Outcome>,
}

#[derive(Debug)]
enum Outcome {
    Completed(CompletedEpisode),
    Failed { error: String, at: Timestamp },
    TryAgain { error: String, at: Timestamp },
}

impl Outcome {
    /// Whether the episode leaves the queue.
    const fn is_final(&self) -> bool {
        matches!(self, Self::Completed(_) | Self::Failed { .. })
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
        // The fence. A claim passes over a lane held like this and a deletion waits for it; accepting does neither.
        let hold = write.dialect.for_key_share();
        let sql = format!(
            "SELECT claimed_from, claimed_to FROM lanes
             WHERE user_id = $1 AND lease_token = $2{hold}"
        );
        let lane = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(token.to_string())
            .fetch_optional(write.connection())
            .await?;
        let Some(lane) = lane else {
            return Ok(None);
        };
        let mut columns = Columns::of(&lane);
        let seqs = (columns.integer()?, columns.integer()?);
        let batch = claimed(write.connection(), user, seqs).await?;
        Ok(Some(Settlement {
            write,
            user,
            token,
            batch,
            advanced: HashMap::new(),
        }))
    }
}

impl Settlement {
    /// Raises the space's revision, once in this settlement, and returns it: what is added now carries it. `None` when
    /// the space was deleted.
    pub async fn advance_space(
        &mut self,
        space: SpaceId,
    ) -> Result<Option<Revision>, StorageError> {
        if let Some(revision) = self.advanced.get(&space) {
            return Ok(Some(*revision));
        }
        let row = sqlx::query(
            "UPDATE spaces SET revision = revision + 1
             WHERE user_id = $1 AND id = $2 RETURNING revision",
        )
        .bind(self.user.to_string())
        .bind(space.to_string())
        .fetch_optional(self.write.connection())
        .await?;
        let revision = row.map(|row| Columns::of(&row).integer().map(Revision));
        let revision = revision.transpose()?;
        if let Some(revision) = revision {
            self.advanced.insert(space, revision);
        }
        Ok(revision)
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

    /// The attempt failed; the episode, and with it the lane, waits until `at`. False when it was deleted meanwhile.
    pub fn retry_later(&mut self, log: LogId, error: &str, at: Timestamp) -> bool {
        let error = error.to_owned();
        self.set(log, Outcome::TryAgain { error, at })
    }

    /// Writes what was said of the episodes, returns the rest of the batch to the queue as if it had not been claimed,
    /// gives the lane back and commits.
    ///
    /// # Errors
    ///
    /// [`StorageError::Internal`] also when the episodes were not settled in their order, or an episode was completed
    /// in a space that was not advanced.
    pub async fn release(mut self, now: Timestamp) -> Result<(), StorageError> {
        self.check_order()?;
        self.check_revisions()?;
        self.flush().await?;
        self.lock_lane().await?;
        let retry_at = self
            .batch
            .iter()
            .find_map(|claimed| match &claimed.outcome {
                Some(Outcome::TryAgain { at, .. }) => Some(*at),
                _ => None,
            });
        sqlx::query(
            "UPDATE lanes SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
             claimed_to = NULL,
             ready_at = CASE WHEN EXISTS (SELECT 1 FROM queue WHERE queue.user_id = $1)
             THEN $3 ELSE NULL END
             WHERE user_id = $1 AND lease_token = $2",
        )
        .bind(self.user.to_string())
        .bind(self.token.to_string())
        .bind(stored(retry_at.unwrap_or(now)))
        .execute(self.write.connection())
        .await?;
        self.write.commit(CommitPoint::SETTLE).await
    }

    /// Holds off what is being accepted, so that nothing joins the queue between the look whether it is empty and the
    /// commit that says so. A statement of its own: the look must see what was accepted while this one waited.
    async fn lock_lane(&mut self) -> Result<(), StorageError> {
        let locked = sqlx::query(
            "UPDATE lanes SET last_seq = last_seq WHERE user_id = $1 AND lease_token = $2",
        )
        .bind(self.user.to_string())
        .bind(self.token.to_string())
        .execute(self.write.connection())
        .await?;
        if locked.rows_affected() == 1 {
            return Ok(());
        }
        // Only freeing every lease can do this to a lane that is held.
        let lost = std::io::Error::other("the lease was lost during its settlement");
        Err(StorageError::unavailable(lost))
    }

    pub(crate) const fn user(&self) -> UserId {
        self.user
    }

    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        self.write.connection()
    }

    fn set(&mut self, log: LogId, outcome: Outcome) -> bool {
        let claimed = self.batch.iter_mut().find(|claimed| claimed.log == log);
        claimed.is_some_and(|claimed| {
            claimed.outcome = Some(outcome);
            true
        })
    }

    fn check_order(&self) -> Result<(), StorageError> {
        let outcomes = self.batch.iter().map(|claimed| claimed.outcome.as_ref());
        let mut stay = outcomes.skip_while(|outcome| outcome.is_some_and(Outcome::is_final));
        // The first that stays may wait for a retry; nothing is said of those behind it.
        stay.next();
        if stay.any(|outcome| outcome.is_some()) {
            return Err(StorageError::internal("a batch was settled out of order"));
        }
        Ok(())
    }

    fn check_revisions(&self) -> Result<(), StorageError> {
        let revisions: Vec<_> = self.advanced.values().collect();
        for claimed in &self.batch {
            if let Some(Outcome::Completed(completed)) = &claimed.outcome
                && !revisions.contains(&&completed.revision)
            {
                let message = "an episode was completed in a space that was not advanced";
                return Err(StorageError::internal(message));
            }
        }
        Ok(())
    }
}

/// The batch, without what was deleted since it was claimed.
async fn claimed(
    connection: &mut AnyConnection,
    user: UserId,
    (from, to): (i64, i64),
) -> Result<Vec<Claimed>, StorageError> {
    let rows = sqlx::query(
        "SELECT seq, log_id, episode_id FROM queue
         WHERE user_id = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq",
    )
    .bind(user.to_string())
    .bind(from)
    .bind(to)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let mut columns = Columns::of(row);
            Ok(Claimed {
                seq: columns.integer()?,
                log: columns.id()?,
                episode: columns.id()?,
                outcome: None,
            })
        })
        .collect()
}
