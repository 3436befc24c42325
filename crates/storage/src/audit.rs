//! The audit trail: what was done with an account, in order.

use recollect_model::{AuditAction, AuditEntry, UserId};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::register::{AUDIT_ADDRESS, AUDIT_SUBJECT};
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
        let words = self.words(user).await?;
        let at = stored(entry.at);
        let address = entry.address.map(|address| address.to_string());
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
        .bind(words.seal(AUDIT_SUBJECT, at, &entry.subject))
        .bind(words.seal_optional(AUDIT_ADDRESS, at, address.as_deref()))
        .bind(at)
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
            "SELECT seq, action, happened_at, subject, address FROM audit
             WHERE user_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3",
        )
        .bind(user.to_string())
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        let words = self.words(user).await?;
        words.read_all(&rows, |columns: &mut Columns<'_>| {
            let seq = columns.count()?;
            let action = columns.named(AuditAction::from_name)?;
            let at = columns.instant()?;
            let subject = columns.sealed(AUDIT_SUBJECT, stored(at))?;
            let address = columns.optional_sealed(AUDIT_ADDRESS, stored(at))?;
            let entry = AuditEntry {
                action,
                subject,
                address: address.and_then(|address| address.parse().ok()),
                at,
            };
            Ok((seq, entry))
        })
    }
}
