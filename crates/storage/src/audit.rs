//! The audit trail: what was done with an account, in order.

use recollect_model::{AuditAction, AuditEntry, UserId};

use crate::faults::CommitPoint;
use crate::rows::{Columns, read_all, stored};
use crate::store::Write;
use crate::{StorageError, Store};

/// So many of a user's entries of one kind are kept: many acts of one kind push out none of another.
const KEPT: i64 = 1_000;

impl Write {
    /// Adds to the user's trail, in the transaction that does what it tells.
    pub(crate) async fn record_audit(
        &mut self,
        user: UserId,
        entry: &AuditEntry,
    ) -> Result<(), StorageError> {
        // Whoever adds holds the account's row, so that two entries do not take the same number.
        sqlx::query("UPDATE accounts SET name = name WHERE id = $1")
            .bind(user.to_string())
            .execute(self.connection())
            .await?;
        sqlx::query(
            "INSERT INTO audit (user_id, seq, action, subject, address, happened_at)
             SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5 FROM audit WHERE user_id = $1",
        )
        .bind(user.to_string())
        .bind(entry.action.as_str())
        .bind(entry.subject.as_str())
        .bind(entry.address.map(|address| address.to_string()))
        .bind(stored(entry.at))
        .execute(self.connection())
        .await?;
        sqlx::query(
            "DELETE FROM audit WHERE user_id = $1 AND action = $2 AND seq <= (
                 SELECT seq FROM audit WHERE user_id = $1 AND action = $2
                 ORDER BY seq DESC LIMIT 1 OFFSET $3
             )",
        )
        .bind(user.to_string())
        .bind(entry.action.as_str())
        .bind(KEPT)
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

impl Store {
    /// Adds to the user's trail what changes nothing else.
    pub async fn record_audit(&self, user: UserId, entry: &AuditEntry) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::AUDIT).await
    }

    /// The user's trail, newest first: at most `limit` entries before the `before`-th; each with its number.
    pub async fn audit(
        &self,
        user: UserId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<(u64, AuditEntry)>, StorageError> {
        let before = before.map_or(i64::MAX, |seq| i64::try_from(seq).unwrap_or(i64::MAX));
        let rows = sqlx::query(
            "SELECT seq, action, subject, address, happened_at FROM audit
             WHERE user_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3",
        )
        .bind(user.to_string())
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns: &mut Columns<'_>| {
            let seq = columns.count()?;
            let entry = AuditEntry {
                action: columns.named(AuditAction::from_name)?,
                subject: columns.text()?,
                address: columns.optional_id()?,
                at: columns.instant()?,
            };
            Ok((seq, entry))
        })
    }
}
