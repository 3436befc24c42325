//! What whoever runs the service sees and does of accounts: how much each has, never what.

use recollect_model::{EmailAddress, LogId, SpaceId, Timestamp, UserId};

use crate::accounts::email;
use crate::faults::CommitPoint;
use crate::rows::{Columns, read_all, stored};
use crate::{StorageError, Store};

/// An account from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountOverview {
    /// Whose it is.
    pub user: UserId,
    /// Its address.
    pub email: EmailAddress,
    /// Texts kept.
    pub texts: u64,
    /// Bytes of them together.
    pub bytes: u64,
    /// Texts in the queue.
    pub queued: u64,
    /// When a credential of it was last used, to a minute.
    pub last_seen_at: Option<Timestamp>,
    /// Since when it is suspended.
    pub suspended_at: Option<Timestamp>,
}

impl Store {
    /// Every account, by address.
    pub async fn accounts_overview(&self) -> Result<Vec<AccountOverview>, StorageError> {
        let rows = sqlx::query(
            "SELECT accounts.id, accounts.email, COALESCE(lanes.texts, 0), COALESCE(lanes.bytes, 0),
             (SELECT COUNT(*) FROM queue WHERE queue.user_id = accounts.id),
             (SELECT MAX(used.last_used_at) FROM (
                 SELECT user_id, last_used_at FROM api_keys
                 UNION ALL SELECT user_id, last_used_at FROM sessions
                 UNION ALL SELECT user_id, last_used_at FROM oauth_grants) AS used
              WHERE used.user_id = accounts.id),
             accounts.suspended_at
             FROM accounts LEFT JOIN lanes ON lanes.user_id = accounts.id ",
        );
        let rows = rows.fetch_all(&self.reads).await?;
        let words = self.service_words();
        let mut accounts = words.read_all(&rows, |columns: &mut Columns<'_>| {
            Ok(AccountOverview {
                user: columns.id()?,
                email: email(columns)?,
                texts: columns.integer()?.unsigned_abs(),
                bytes: columns.integer()?.unsigned_abs(),
                queued: columns.integer()?.unsigned_abs(),
                last_seen_at: columns.optional_instant()?,
                suspended_at: columns.optional_instant()?,
            })
        })?;
        // As they are stored they have another order.
        accounts.sort_by(|one, other| one.email.as_str().cmp(other.email.as_str()));
        Ok(accounts)
    }

    /// Suspends an account, or lets it go on; a suspension that was there stays as it was.
    pub async fn suspend(
        &self,
        user: UserId,
        since: Option<Timestamp>,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(
            "UPDATE accounts SET suspended_at = CASE WHEN $2 IS NULL THEN NULL ELSE COALESCE(suspended_at, $2) END
             WHERE id = $1",
        )
        .bind(user.to_string())
        .bind(since.map(stored))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::ACCOUNT).await
    }

    /// Whose accounts are suspended.
    pub async fn suspended(&self) -> Result<Vec<UserId>, StorageError> {
        let rows = sqlx::query("SELECT id FROM accounts WHERE suspended_at IS NOT NULL");
        let rows = rows.fetch_all(&self.reads).await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Whose the text is that a log follows.
    pub async fn owner_of_log(&self, log: LogId) -> Result<Option<UserId>, StorageError> {
        let row = sqlx::query("SELECT user_id FROM logs WHERE id = $1");
        let row = row
            .bind(log.to_string())
            .fetch_optional(&self.reads)
            .await?;
        row.map(|row| Columns::of(&row).id()).transpose()
    }

    /// Whose a space is.
    pub async fn owner_of_space(&self, space: SpaceId) -> Result<Option<UserId>, StorageError> {
        let row = sqlx::query("SELECT user_id FROM spaces WHERE id = $1");
        let row = row
            .bind(space.to_string())
            .fetch_optional(&self.reads)
            .await?;
        row.map(|row| Columns::of(&row).id()).transpose()
    }
}
