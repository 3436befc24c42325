//! Taking a batch from the head of the lane whose turn it is.

use std::cmp::Reverse;

use recollect_model::{LeaseToken, LogId, LogStatus, Timestamp, UserId};
use sqlx::AssertSqlSafe;

use super::reading::{Batch, Head, Lane, Owner, read};
use super::{LaneClaim, LaneKind, UnreadableEpisode, horizon};
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::LOG_ERROR;
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};

/// What a log says that waited for a text which was taken away through another log.
const WITHOUT_TEXT: &str = "the text was forgotten before it was read";

impl Store {
    /// Takes the ready lane that was served longest ago, with at most `max_episodes` from the head of its queue whose
    /// texts have at most `max_bytes` together (the first is taken whatever its size). Their logs become
    /// `processing`. `None` when no lane is ready and free; with other nodes at work on `PostgreSQL`, also when the only
    /// ready lanes were locked at that moment, so the answer is no promise for longer than a moment.
    pub async fn claim(
        &self,
        token: LeaseToken,
        now: Timestamp,
        lease_until: Timestamp,
        max_episodes: usize,
        max_bytes: usize,
    ) -> Result<Option<LaneClaim>, StorageError> {
        let kinds = self.ready_kinds(now).await?;
        self.claim_of(kinds, token, (now, lease_until), (max_episodes, max_bytes))
            .await
    }

    /// The same where what imports brought is left waiting.
    pub async fn claim_written(
        &self,
        token: LeaseToken,
        now: Timestamp,
        lease_until: Timestamp,
        max_episodes: usize,
        max_bytes: usize,
    ) -> Result<Option<LaneClaim>, StorageError> {
        let mut kinds = self.ready_kinds(now).await?;
        kinds.retain(|kind| *kind == LaneKind::Written);
        self.claim_of(kinds, token, (now, lease_until), (max_episodes, max_bytes))
            .await
    }

    async fn claim_of(
        &self,
        mut kinds: Vec<LaneKind>,
        token: LeaseToken,
        (now, lease_until): (Timestamp, Timestamp),
        (max_episodes, max_bytes): (usize, usize),
    ) -> Result<Option<LaneClaim>, StorageError> {
        // A worker with nothing to do takes no write lock.
        if kinds.is_empty() {
            return Ok(None);
        }
        let mut write = self.begin().await?;
        // A lane whose user is being changed is passed over; the search goes on behind it.
        let mut passed_over = None;
        let claim = loop {
            let Some(&kind) = kinds.last() else {
                break None;
            };
            let Some(lane) = next_lane(&mut write, kind, now, passed_over.as_ref()).await? else {
                kinds.pop();
                passed_over = None;
                continue;
            };
            if kind == LaneKind::Bulk && !is_unchanged(&mut write, lane.user).await? {
                passed_over = Some(lane);
                continue;
            }
            let Some(batch) = head(&mut write, &lane, max_episodes, max_bytes).await? else {
                // Everything in it was deleted.
                set_idle(&mut write, &lane).await?;
                continue;
            };
            let turn = next_turn(&mut write, now).await?;
            let (mut episodes, unreadable, owner) = match read(&mut write, &lane, &batch, now)
                .await?
            {
                Head::Texts { episodes, owner } => (episodes, None, owner),
                Head::Unreadable(text) => (Vec::new(), Some(text), Owner::default()),
                Head::WithoutText { seq, log } => {
                    tracing::error!(user = %lane.user, %log, "failed: its text is gone");
                    end(&mut write, lane.user, (seq, log), now).await?;
                    continue;
                }
                Head::NotNow { reason } => {
                    tracing::error!(user = %lane.user, "what waits in a lane cannot be read now: {reason}");
                    put_off(&mut write, &lane, lease_until, turn).await?;
                    continue;
                }
            };
            // What stands behind the first that cannot be read waits.
            let last = unreadable.as_ref().map(|text: &UnreadableEpisode| text.seq);
            let last = last.or(episodes.last().map(|episode| episode.seq));
            let batch = Batch {
                last: last.unwrap_or(batch.last),
                ..batch
            };
            lease(&mut write, &lane, token, lease_until, &batch, turn).await?;
            if lane.left_behind.is_some() {
                suspect(&mut write, &lane, lane.suspect_to()).await?;
            }
            mark_processing(&mut write, &lane, &batch).await?;
            if let Some(head) = episodes.first_mut() {
                head.claims += 1;
            }
            break Some(LaneClaim {
                user: lane.user,
                owner_name: owner.name,
                owner_also_called: owner.also_called,
                token,
                in_background: lane.kind == LaneKind::Bulk,
                episodes,
                unreadable,
            });
        };
        write.commit(CommitPoint::CLAIM).await?;
        Ok(claim)
    }

    /// The kinds of which a lane is ready; the one is last whose first lane was served longest ago.
    async fn ready_kinds(&self, now: Timestamp) -> Result<Vec<LaneKind>, StorageError> {
        let mut kinds = Vec::new();
        for kind in LaneKind::ALL {
            let sql = kind.sql(&format!("SELECT served_at {READY} {IN_TURN}"));
            let ready = sqlx::query(sql)
                .bind(stored(now))
                .bind(horizon(now))
                .fetch_optional(&self.reads)
                .await?;
            if let Some(row) = ready {
                kinds.push((Columns::of(&row).integer()?, kind));
            }
        }
        // Of equals what is written now goes first.
        kinds.sort_by_key(|(served_at, kind)| Reverse((*served_at, kind.is_bulk())));
        Ok(kinds.into_iter().map(|(_, kind)| kind).collect())
    }
}

/// The lanes that may be claimed at `$1`. Beyond `$2` nothing waits.
const READY: &str = "FROM {lanes} WHERE ready_at IS NOT NULL AND (ready_at <= $1 OR ready_at > $2)
    AND (lease_until IS NULL OR lease_until <= $1 OR lease_until > $2)";
/// The one served longest ago first.
const IN_TURN: &str = "ORDER BY served_at, user_id LIMIT 1";

/// The lane whose turn it is of those behind `after`.
async fn next_lane(
    write: &mut Write,
    kind: LaneKind,
    now: Timestamp,
    after: Option<&Lane>,
) -> Result<Option<Lane>, StorageError> {
    let lock = write.dialect.for_update_skip_locked();
    let sql = kind.sql(&format!(
        "SELECT user_id, served_at, claimed_to, suspect_to {READY}
         AND (served_at, user_id) > ($3, $4) {IN_TURN}{lock}"
    ));
    let row = sqlx::query(sql)
        .bind(stored(now))
        .bind(horizon(now))
        .bind(after.map_or(i64::MIN, |lane| lane.served_at))
        .bind(after.map_or(String::new(), |lane| lane.user.to_string()))
        .fetch_optional(write.connection())
        .await?;
    row.map(|row| {
        let mut columns = Columns::of(&row);
        Ok(Lane {
            kind,
            user: columns.id()?,
            served_at: columns.integer()?,
            left_behind: columns.optional_integer()?,
            suspect_to: columns.optional_integer()?,
        })
    })
    .transpose()
}

/// Whether nobody is changing the user's memory as a whole, who may not either until the transaction ends. Whoever does
/// holds the lane of what they write.
async fn is_unchanged(write: &mut Write, user: UserId) -> Result<bool, StorageError> {
    let lock = write.dialect.for_key_share_skip_locked();
    let sql = format!("SELECT user_id FROM lanes WHERE user_id = $1{lock}");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(user.to_string())
        .fetch_optional(write.connection())
        .await?;
    Ok(row.is_some())
}

/// What is claimed of the lane: of what a lost worker left behind the first alone. `None` of an empty one.
async fn head(
    write: &mut Write,
    lane: &Lane,
    max_episodes: usize,
    max_bytes: usize,
) -> Result<Option<Batch>, StorageError> {
    let rows = sqlx::query(
        "SELECT seq, size_bytes FROM queue WHERE user_id = $1 AND bulk = $2
             ORDER BY seq LIMIT $3",
    )
    .bind(lane.user.to_string())
    .bind(lane.kind.is_bulk())
    .bind(i64::try_from(max_episodes.max(1)).unwrap_or(i64::MAX))
    .fetch_all(write.connection())
    .await?;
    let limit = i64::try_from(max_bytes).unwrap_or(i64::MAX);
    let mut batch: Option<Batch> = None;
    let mut bytes = 0_i64;
    for row in &rows {
        let mut columns = Columns::of(row);
        let seq = columns.integer()?;
        bytes = bytes.saturating_add(columns.integer()?);
        let first = batch.as_ref().map_or(seq, |batch| batch.first);
        if batch.is_some() && bytes > limit {
            break;
        }
        batch = Some(Batch { first, last: seq });
        if lane.suspect_to() >= Some(first) {
            break;
        }
    }
    Ok(batch)
}

async fn set_idle(write: &mut Write, lane: &Lane) -> Result<(), StorageError> {
    sqlx::query(lane.kind.sql(
        "UPDATE {lanes} SET ready_at = NULL, lease_token = NULL, lease_until = NULL,
         claimed_from = NULL, claimed_to = NULL WHERE user_id = $1",
    ))
    .bind(lane.user.to_string())
    .execute(write.connection())
    .await?;
    Ok(())
}

/// Leaves a lane to others, or for later, as it is: nothing of it is claimed, and nothing is counted.
async fn put_off(
    write: &mut Write,
    lane: &Lane,
    until: Timestamp,
    turn: i64,
) -> Result<(), StorageError> {
    let sql = "UPDATE {lanes} SET ready_at = $2, served_at = $3 WHERE user_id = $1";
    sqlx::query(lane.kind.sql(sql))
        .bind(lane.user.to_string())
        .bind(stored(until))
        .bind(turn)
        .execute(write.connection())
        .await?;
    Ok(())
}

/// The turn that puts a lane behind every other. The time alone would not do that: several claims can fall into one
/// microsecond, and clocks are set back.
async fn next_turn(write: &mut Write, now: Timestamp) -> Result<i64, StorageError> {
    let row = sqlx::query(
        "SELECT (SELECT MAX(served_at) FROM lanes), (SELECT MAX(served_at) FROM bulk_lanes)",
    )
    .fetch_one(write.connection())
    .await?;
    let mut columns = Columns::of(&row);
    let last = columns.optional_integer()?.max(columns.optional_integer()?);
    let last = last.unwrap_or(0);
    Ok(stored(now).max(last + 1))
}

async fn lease(
    write: &mut Write,
    lane: &Lane,
    token: LeaseToken,
    until: Timestamp,
    batch: &Batch,
    turn: i64,
) -> Result<(), StorageError> {
    sqlx::query(lane.kind.sql(
        "UPDATE {lanes} SET lease_token = $2, lease_until = $3, claimed_from = $4, claimed_to = $5,
         served_at = $6 WHERE user_id = $1",
    ))
    .bind(lane.user.to_string())
    .bind(token.to_string())
    .bind(stored(until))
    .bind(batch.first)
    .bind(batch.last)
    .bind(turn)
    .execute(write.connection())
    .await?;
    Ok(())
}

async fn suspect(write: &mut Write, lane: &Lane, to: Option<i64>) -> Result<(), StorageError> {
    let sql = "UPDATE {lanes} SET suspect_to = $2 WHERE user_id = $1";
    sqlx::query(lane.kind.sql(sql))
        .bind(lane.user.to_string())
        .bind(to)
        .execute(write.connection())
        .await?;
    Ok(())
}

async fn mark_processing(
    write: &mut Write,
    lane: &Lane,
    batch: &Batch,
) -> Result<(), StorageError> {
    sqlx::query("UPDATE queue SET claims = claims + 1 WHERE user_id = $1 AND seq = $2")
        .bind(lane.user.to_string())
        .bind(batch.first)
        .execute(write.connection())
        .await?;
    put_status(
        write.connection(),
        (lane.user, lane.kind),
        (batch.first, batch.last),
        (LogStatus::Pending, LogStatus::Processing),
    )
    .await?;
    // The batch of a lost worker may have been the longer one.
    let left_behind = lane.left_behind.unwrap_or(batch.last);
    put_status(
        write.connection(),
        (lane.user, lane.kind),
        (batch.last + 1, left_behind),
        (LogStatus::Processing, LogStatus::Pending),
    )
    .await
}

/// Ends what waits for a text that is gone.
async fn end(
    write: &mut Write,
    user: UserId,
    (seq, log): (i64, LogId),
    now: Timestamp,
) -> Result<(), StorageError> {
    sqlx::query("DELETE FROM queue WHERE user_id = $1 AND seq = $2")
        .bind(user.to_string())
        .bind(seq)
        .execute(write.connection())
        .await?;
    let words = write.words(user).await?;
    fail_without_text(write.connection(), (user, &words), log, Some(now)).await
}

/// Says of a log that waited that nothing can come of it.
pub(crate) async fn fail_without_text(
    session: &mut Session,
    (user, words): (UserId, &Words),
    log: LogId,
    at: Option<Timestamp>,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE logs SET status = $3, error = $4, note = NULL, processed_at = $5
         WHERE user_id = $1 AND id = $2",
    )
    .bind(user.to_string())
    .bind(log.to_string())
    .bind(LogStatus::Failed.as_str())
    .bind(words.seal(LOG_ERROR, log, WITHOUT_TEXT))
    .bind(at.map(stored))
    .execute(session)
    .await?;
    Ok(())
}

/// Moves the logs of what waits in a lane between two places from one status to another.
pub(crate) async fn put_status(
    session: &mut Session,
    (user, kind): (UserId, LaneKind),
    (first, last): (i64, i64),
    (from, to): (LogStatus, LogStatus),
) -> Result<(), StorageError> {
    if last < first {
        return Ok(());
    }
    sqlx::query(
        "UPDATE logs SET status = $6
         WHERE user_id = $1 AND seq >= $2 AND seq <= $3 AND status = $5
         AND EXISTS (SELECT 1 FROM queue WHERE queue.user_id = logs.user_id
             AND queue.seq = logs.seq AND queue.bulk = $4)",
    )
    .bind(user.to_string())
    .bind(first)
    .bind(last)
    .bind(kind.is_bulk())
    .bind(from.as_str())
    .bind(to.as_str())
    .execute(session)
    .await?;
    Ok(())
}
