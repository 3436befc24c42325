//! Logs: what became of each accepted episode.

use recollect_model::{Log, LogId, LogStatus, UserId};
use sqlx::any::AnyRow;

use crate::rows::Columns;
use crate::{StorageError, Store};

impl Store {
    /// One of the user's logs. It names its episode once that is completed.
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Option<Log>, StorageError> {
        // The text of a log whose episode was replaced since is gone with it.
        let row = sqlx::query(
            "SELECT logs.id, logs.space_id, logs.session_id, logs.source,
             COALESCE(episodes.body, ''), COALESCE(episodes.reference_time, logs.accepted_at),
             COALESCE(episodes.reference_offset_s, 0), logs.accepted_at, logs.processed_at,
             logs.episode_id, logs.status, logs.error, logs.request
             FROM logs LEFT JOIN episodes
             ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
             WHERE logs.user_id = $1 AND logs.id = $2",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.as_ref().map(log).transpose()
    }
}

fn log(row: &AnyRow) -> Result<Log, StorageError> {
    let mut columns = Columns::of(row);
    let mut log = Log {
        id: columns.id()?,
        space: columns.id()?,
        session: columns.optional_text()?,
        source: columns.text()?,
        text: columns.text()?,
        reference_time: columns.reference_time()?,
        accepted_at: columns.instant()?,
        processed_at: columns.optional_instant()?,
        episode: columns.optional_id()?,
        status: columns.named(LogStatus::from_name)?,
        error: columns.optional_text()?,
        request: columns.text()?,
    };
    if log.status != LogStatus::Completed {
        log.episode = None;
    }
    Ok(log)
}
