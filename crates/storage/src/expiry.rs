//! Texts whose time is over: by what they were sent with, or by what their space keeps; and logs of texts that were replaced.

use recollect_model::{EpisodeId, LogId, Timestamp, UserId};

use crate::faults::CommitPoint;
use crate::rows::{read_all, stored};
use crate::{StorageError, Store};

const DAY_US: i64 = 86_400 * 1_000_000;

impl Store {
    /// The logs of texts, of all users, that are to be forgotten by now; at most `limit` for each of the two reasons.
    pub async fn expired_texts(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<(UserId, LogId)>, StorageError> {
        let mut expired = Vec::new();
        let by_text = "SELECT user_id, id FROM logs WHERE expires_at <= $1 AND $2 > 0
             AND NOT EXISTS (SELECT 1 FROM spaces WHERE spaces.user_id = logs.user_id
                 AND spaces.id = logs.space_id AND spaces.is_deleted = 1)
             ORDER BY expires_at LIMIT $3";
        let by_space = "SELECT logs.user_id, logs.id FROM spaces CROSS JOIN logs
             WHERE spaces.retention_days IS NOT NULL AND spaces.is_deleted = 0 AND logs.space_id = spaces.id
             AND logs.user_id = spaces.user_id
             AND logs.accepted_at <= $1 - spaces.retention_days * $2 LIMIT $3";
        for sql in [by_text, by_space] {
            let rows = sqlx::query(sql)
                .bind(stored(now))
                .bind(DAY_US)
                .bind(i64::from(limit))
                .fetch_all(&self.reads)
                .await?;
            expired.extend(read_all(&rows, |columns| {
                Ok((columns.id()?, columns.id()?))
            })?);
        }
        Ok(expired)
    }

    /// The user's texts whose own time is over and which are not forgotten yet: mostly none.
    pub async fn texts_over(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Vec<(LogId, EpisodeId)>, StorageError> {
        // With the owner in an expression they are found by their time, and not among all that are the user's.
        let rows = sqlx::query(
            "SELECT id, episode_id FROM logs
             WHERE expires_at <= $1 AND user_id || '' = $2 AND episode_id IS NOT NULL",
        )
        .bind(stored(now))
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| Ok((columns.id()?, columns.id()?)))
    }

    /// Removes logs, of all users, whose texts were replaced before this instant: those whose newer version was accepted
    /// before it, or is gone as well. At most `limit`; how many there were.
    pub async fn remove_replaced_logs(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StorageError> {
        let mut write = self.begin().await?;
        let removed = sqlx::query(
            "DELETE FROM logs WHERE (user_id, id) IN (
                 SELECT old.user_id, old.id FROM logs AS old
                 WHERE old.replaced_by IS NOT NULL AND old.accepted_at < $1 AND old.processed_at IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM logs AS newer WHERE newer.user_id = old.user_id
                     AND newer.id = old.replaced_by AND newer.accepted_at >= $1)
                 ORDER BY old.accepted_at LIMIT $2)",
        )
        .bind(stored(before))
        .bind(i64::from(limit))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::REPLACED_LOGS).await?;
        Ok(removed.rows_affected())
    }
}
