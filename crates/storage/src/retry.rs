//! Putting a text that failed into the queue again, at its end.

use recollect_model::{EpisodeKind, LogId, LogStatus, Timestamp, UserId};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::ingest::make_bulk_ready;
use crate::lanes::LaneKind;
use crate::removing::not_in_deleted;
use crate::rows::{Columns, stored};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};

/// What became of a log whose text was to be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retried {
    /// Its text waits at the end of the queue, as if it had just come; its episode keeps its id.
    Queued,
    /// It stands so, and has not failed; or another log has its text processed, and stands so.
    NotFailed(LogStatus),
    /// A newer version of it waits or stands in its place, and would be replaced.
    Outdated,
    /// The user has no such log, or its text is gone.
    Unknown,
}

/// A log as it stands.
pub(crate) struct Standing {
    pub(crate) status: LogStatus,
    pub(crate) episode: String,
    space: String,
    /// These two as they are stored: rows are found by them.
    session: Option<String>,
    external_id: Option<String>,
    kind: EpisodeKind,
    /// The place of its text in the order; `None` when that is gone.
    text_seq: Option<i64>,
    pub(crate) size_bytes: i64,
}

/// A version behind `$4`; behind one that is part of the graph, what failed is none.
macro_rules! later_version {
    ($of:literal) => {
        concat!(
            "SELECT id FROM episodes WHERE user_id = $1 AND space_id = $2 AND ",
            $of,
            " AND seq > $4 AND id <> $5 AND (revision IS NOT NULL OR EXISTS
                 (SELECT 1 FROM queue WHERE queue.user_id = episodes.user_id
                  AND queue.seq = episodes.seq) OR EXISTS
                 (SELECT 1 FROM episodes AS own WHERE own.user_id = $1 AND own.id = $5
                  AND own.revision IS NULL)) LIMIT 1"
        )
    };
}

impl Store {
    /// Puts the text of a log that failed at the end of its user's queue, with a new place in the order.
    pub async fn retry(
        &self,
        user: UserId,
        log: LogId,
        now: Timestamp,
    ) -> Result<Retried, StorageError> {
        let mut write = self.begin().await?;
        let retried = retried(&mut write, user, log, now).await?;
        match retried {
            Retried::Queued => write.commit(CommitPoint::RETRY).await?,
            // The lane is free again when the answer is given: whoever claims next would pass over one that is held.
            _ => write.abandon().await?,
        }
        Ok(retried)
    }
}

async fn retried(
    write: &mut Write,
    user: UserId,
    log: LogId,
    now: Timestamp,
) -> Result<Retried, StorageError> {
    let Some(seq) = next_seq(write.connection(), user).await? else {
        return Ok(Retried::Unknown);
    };
    let Some(standing) = standing(write.connection(), user, log).await? else {
        return Ok(Retried::Unknown);
    };
    if standing.status != LogStatus::Failed {
        return Ok(Retried::NotFailed(standing.status));
    }
    if standing.text_seq.is_none() {
        return Ok(Retried::Unknown);
    }
    if let Some(status) = waiting(write.connection(), user, &standing).await? {
        return Ok(Retried::NotFailed(status));
    }
    if is_outdated(write.connection(), user, &standing).await? {
        return Ok(Retried::Outdated);
    }
    queue_again(write.connection(), user, log, &standing, (seq, now)).await?;
    Ok(Retried::Queued)
}

/// The next place in the user's order; the lane is held until the transaction ends, and is ready.
pub(crate) async fn next_seq(
    session: &mut Session,
    user: UserId,
) -> Result<Option<i64>, StorageError> {
    let row = sqlx::query(
        "UPDATE lanes SET last_seq = last_seq + 1, ready_at = COALESCE(ready_at, 0)
         WHERE user_id = $1 RETURNING last_seq",
    )
    .bind(user.to_string())
    .fetch_optional(&mut *session)
    .await?;
    row.map(|row| Columns::of(&row).integer()).transpose()
}

pub(crate) async fn standing(
    session: &mut Session,
    user: UserId,
    log: LogId,
) -> Result<Option<Standing>, StorageError> {
    let row = sqlx::query(concat!(
        "SELECT logs.status, logs.episode_id, logs.space_id, logs.session_id,
         logs.external_id, COALESCE(episodes.kind, $3), episodes.seq, COALESCE(episodes.size_bytes, 0)
         FROM logs LEFT JOIN episodes
         ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
         WHERE logs.user_id = $1 AND logs.id = $2 AND logs.space_id",
        not_in_deleted!()
    ))
    .bind(user.to_string())
    .bind(log.to_string())
    .bind(EpisodeKind::default().as_str())
    .fetch_optional(&mut *session)
    .await?;
    let read = |row: AnyRow| {
        let mut columns = Columns::of(&row);
        Ok(Standing {
            status: columns.named(LogStatus::from_name)?,
            episode: columns.text()?,
            space: columns.text()?,
            session: columns.optional_text()?,
            external_id: columns.optional_text()?,
            kind: columns.named(EpisodeKind::from_name)?,
            text_seq: columns.optional_integer()?,
            size_bytes: columns.integer()?,
        })
    };
    row.map(read).transpose()
}

/// Whether a later version of it was accepted, which would make way for it: by its name outside, or as a document by its session.
pub(crate) async fn is_outdated(
    session: &mut Session,
    user: UserId,
    standing: &Standing,
) -> Result<bool, StorageError> {
    let is_document = standing.kind == EpisodeKind::Document;
    let (sql, of) = match (&standing.external_id, &standing.session) {
        (Some(name), _) => (later_version!("external_id = $3"), name),
        (None, Some(document)) if is_document => (
            later_version!("session_id = $3 AND kind = 'DOCUMENT'"),
            document,
        ),
        _ => return Ok(false),
    };
    let later = sqlx::query(sql)
        .bind(user.to_string())
        .bind(standing.space.as_str())
        .bind(of.as_str())
        .bind(standing.text_seq)
        .bind(standing.episode.as_str())
        .fetch_optional(session)
        .await?;
    Ok(later.is_some())
}

/// The status of the log, this or another, that waits for the same text to be processed.
pub(crate) async fn waiting(
    session: &mut Session,
    user: UserId,
    standing: &Standing,
) -> Result<Option<LogStatus>, StorageError> {
    let row = sqlx::query(
        "SELECT logs.status FROM queue JOIN logs
         ON logs.user_id = queue.user_id AND logs.seq = queue.seq
         WHERE queue.user_id = $1 AND queue.seq = $2 AND queue.episode_id = $3",
    )
    .bind(user.to_string())
    .bind(standing.text_seq)
    .bind(standing.episode.as_str())
    .fetch_optional(session)
    .await?;
    row.map(|row| Columns::of(&row).named(LogStatus::from_name))
        .transpose()
}

/// Puts a text at that place in the queue, as if it had just come.
pub(crate) async fn queue_again(
    session: &mut Session,
    user: UserId,
    log: LogId,
    standing: &Standing,
    (seq, now): (i64, Timestamp),
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE logs SET seq = $3, status = $4, error = NULL, note = NULL, processed_at = NULL
         WHERE user_id = $1 AND id = $2",
    )
    .bind(user.to_string())
    .bind(log.to_string())
    .bind(seq)
    .bind(LogStatus::Pending.as_str())
    .execute(&mut *session)
    .await?;
    sqlx::query("UPDATE episodes SET seq = $3 WHERE user_id = $1 AND id = $2")
        .bind(user.to_string())
        .bind(standing.episode.as_str())
        .bind(seq)
        .execute(&mut *session)
        .await?;
    let lane = lane_of(standing);
    sqlx::query(
        "INSERT INTO queue
         (user_id, seq, log_id, episode_id, size_bytes, attempts, claims, retried_at, bulk)
         VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7)",
    )
    .bind(user.to_string())
    .bind(seq)
    .bind(log.to_string())
    .bind(standing.episode.as_str())
    .bind(standing.size_bytes)
    .bind(stored(now))
    .bind(lane.is_bulk())
    .execute(&mut *session)
    .await?;
    match lane {
        LaneKind::Bulk => make_bulk_ready(session, &[user]).await,
        LaneKind::Written => Ok(()),
    }
}

/// Somebody waits for what they try again or change, unless it is long.
fn lane_of(standing: &Standing) -> LaneKind {
    let known_by = (standing.session.as_deref(), standing.external_id.as_deref());
    let bytes = usize::try_from(standing.size_bytes).unwrap_or(usize::MAX);
    LaneKind::of_text(false, bytes, standing.kind, known_by)
}
