//! What has ended: texts whose time is over, by what they were sent with or by what their space keeps; logs of texts that were
//! replaced; and rows of any table that are kept up to a time.

use std::collections::{BTreeSet, HashSet};

use recollect_model::{EpisodeId, LogId, Timestamp, UserId};
use sqlx::AssertSqlSafe;

use crate::faults::CommitPoint;
use crate::rows::{read_all, stored};
use crate::{StorageError, Store};

const DAY_US: i64 = 86_400 * 1_000_000;
/// So many users are looked for at a time.
const MAX_USERS: i64 = 10_000;

impl Store {
    /// The users of whom texts are to be forgotten by now.
    pub async fn users_with_expired_texts(
        &self,
        now: Timestamp,
    ) -> Result<BTreeSet<UserId>, StorageError> {
        let by_text = sqlx::query(
            "SELECT DISTINCT user_id FROM logs WHERE expires_at <= $1
             AND NOT EXISTS (SELECT 1 FROM spaces WHERE spaces.user_id = logs.user_id
                 AND spaces.id = logs.space_id AND spaces.is_deleted = 1) LIMIT $2",
        )
        .bind(stored(now))
        .bind(MAX_USERS);
        let by_space = sqlx::query(
            "SELECT DISTINCT user_id FROM spaces
             WHERE spaces.retention_days IS NOT NULL AND spaces.is_deleted = 0
             AND EXISTS (SELECT 1 FROM logs WHERE logs.space_id = spaces.id AND logs.user_id = spaces.user_id
                 AND logs.accepted_at <= $1 - spaces.retention_days * $3) LIMIT $2",
        )
        .bind(stored(now))
        .bind(MAX_USERS)
        .bind(DAY_US);
        let mut users = BTreeSet::new();
        for query in [by_text, by_space] {
            let rows = query.fetch_all(&self.reads).await?;
            let found: Vec<UserId> = read_all(&rows, |columns| columns.id())?;
            users.extend(found);
        }
        Ok(users)
    }

    /// The logs of those of the user's texts that are to be forgotten by now, at most `limit`: of those that say so themselves
    /// the ones that are over longest first, then those of spaces.
    pub async fn expired_texts(
        &self,
        user: UserId,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<LogId>, StorageError> {
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        let by_text = sqlx::query(
            "SELECT id FROM logs WHERE user_id = $1 AND expires_at <= $2
             AND NOT EXISTS (SELECT 1 FROM spaces WHERE spaces.user_id = logs.user_id
                 AND spaces.id = logs.space_id AND spaces.is_deleted = 1)
             ORDER BY expires_at, id LIMIT $3",
        )
        .bind(user.to_string())
        .bind(stored(now))
        .bind(most);
        let by_space = sqlx::query(
            "SELECT logs.id FROM spaces CROSS JOIN logs
             WHERE spaces.user_id = $1 AND spaces.retention_days IS NOT NULL AND spaces.is_deleted = 0
             AND logs.space_id = spaces.id AND logs.user_id = spaces.user_id
             AND logs.accepted_at <= $2 - spaces.retention_days * $4
             ORDER BY logs.accepted_at, logs.id LIMIT $3",
        )
        .bind(user.to_string())
        .bind(stored(now))
        .bind(most)
        .bind(DAY_US);
        let (mut expired, mut seen) = (Vec::new(), HashSet::new());
        for query in [by_text, by_space] {
            let rows = query.fetch_all(&self.reads).await?;
            let found: Vec<LogId> = read_all(&rows, |columns| columns.id())?;
            expired.extend(found.into_iter().filter(|log| seen.insert(*log)));
        }
        expired.truncate(limit);
        Ok(expired)
    }

    /// The user's texts whose own time is over and which are not forgotten yet: mostly none.
    pub async fn texts_over(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Vec<(LogId, EpisodeId)>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, episode_id FROM logs
             WHERE user_id = $1 AND expires_at <= $2 AND episode_id IS NOT NULL",
        )
        .bind(user.to_string())
        .bind(stored(now))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| Ok((columns.id()?, columns.id()?)))
    }

    /// Deletes those rows of a table, of all users, that meet a condition on the instant `$1`; how many there were. Where a look
    /// finds none, nothing is written, and nobody who writes is waited for.
    pub(crate) async fn remove_ended(
        &self,
        (table, condition): (&str, &str),
        at: Timestamp,
        point: CommitPoint,
    ) -> Result<u64, StorageError> {
        let found = sqlx::query(AssertSqlSafe(format!(
            "SELECT 1 FROM {table} WHERE {condition} LIMIT 1"
        )))
        .bind(stored(at))
        .fetch_optional(&self.reads)
        .await?;
        if found.is_none() {
            return Ok(0);
        }
        let mut write = self.begin().await?;
        let removed = sqlx::query(AssertSqlSafe(format!(
            "DELETE FROM {table} WHERE {condition}"
        )))
        .bind(stored(at))
        .execute(write.connection())
        .await?;
        write.commit(point).await?;
        Ok(removed.rows_affected())
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
