//! Deleting an account.

use recollect_model::{LogId, LogStatus, UserId};

use crate::faults::CommitPoint;
use crate::lanes::lock_lane;
use crate::rows::read_all;
use crate::{StorageError, Store};

impl Store {
    /// Removes an account with everything that it has, what is being processed included; false when there is none.
    pub async fn delete_account(&self, user: UserId) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        write.take_time().await?;
        write.is_to_be_erased();
        lock_lane(&mut write, user).await?;
        // First of all: whatever of the rest is left somewhere is noise without it.
        write.destroy_user_key(user).await?;
        // A link is kept by its address alone: the account may not exist yet when it is asked for.
        sqlx::query(
            "DELETE FROM login_links WHERE email = (SELECT email FROM accounts WHERE id = $1)",
        )
        .bind(user.to_string())
        .execute(write.connection())
        .await?;
        // The foreign keys take everything else along.
        let accounts = sqlx::query("DELETE FROM accounts WHERE id = $1")
            .bind(user.to_string())
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::DELETE_ACCOUNT).await?;
        self.keyring.forget(user);
        Ok(accounts.rows_affected() == 1)
    }

    /// Those of the user's texts that are not done, in their order, at most `limit`; how each stands.
    pub async fn unfinished(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<(LogId, LogStatus)>, StorageError> {
        let rows = sqlx::query(
            "SELECT logs.id, logs.status FROM queue CROSS JOIN logs
             WHERE queue.user_id = $1 AND logs.user_id = queue.user_id AND logs.seq = queue.seq
             ORDER BY queue.seq LIMIT $2",
        )
        .bind(user.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| {
            Ok((columns.id()?, columns.named(LogStatus::from_name)?))
        })
    }
}
