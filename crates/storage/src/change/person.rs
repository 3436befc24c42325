//! What a user is called.

use recollect_model::{Account, EntityKey, NamedBy, SpaceId};

use super::Change;
use crate::StorageError;
use crate::graph::GraphRows;
use crate::rows::{read_all, stored_key};

impl Change {
    /// Stores what the account's person is called and where they are; in their graphs they are called so, too.
    pub async fn update_person(&mut self, account: &Account) -> Result<(), StorageError> {
        let graph = self.graph();
        sqlx::query(
            "UPDATE accounts SET name = $2, named_by = $3, also_called = $4, time_zone = $5
             WHERE id = $1",
        )
        .bind(account.id.to_string())
        .bind(account.name.as_str())
        .bind(account.named_by.as_str())
        .bind(account.also_called.join("\n"))
        .bind(account.time_zone.as_deref())
        .execute(graph.connection())
        .await?;
        graph.rename_owner(&account.name).await
    }
}

impl GraphRows {
    /// Names the owner as a text of theirs says, unless they have said themselves what they are called. Whether that
    /// changed anything.
    pub async fn name_owner(&mut self, name: &str) -> Result<bool, StorageError> {
        let user = self.user();
        let named = sqlx::query(
            "UPDATE accounts SET name = $2, named_by = $3 WHERE id = $1 AND named_by = $4",
        )
        .bind(user.to_string())
        .bind(name.to_owned())
        .bind(NamedBy::Text.as_str())
        .bind(NamedBy::Address.as_str())
        .execute(self.connection())
        .await?;
        if named.rows_affected() == 0 {
            return Ok(false);
        }
        self.rename_owner(name).await?;
        Ok(true)
    }

    /// The user's spaces.
    pub async fn spaces(&mut self) -> Result<Vec<SpaceId>, StorageError> {
        let rows = sqlx::query("SELECT id FROM spaces WHERE user_id = $1 ORDER BY id")
            .bind(self.user().to_string())
            .fetch_all(self.connection())
            .await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Calls the owner so in every space that speaks of them.
    async fn rename_owner(&mut self, name: &str) -> Result<(), StorageError> {
        let user = self.user();
        let owner = stored_key(EntityKey::owner().as_str());
        let rows = sqlx::query(
            "SELECT space_id FROM entities WHERE user_id = $1 AND key = $2 AND name <> $3",
        )
        .bind(user.to_string())
        .bind(owner.clone())
        .bind(name.to_owned())
        .fetch_all(self.connection())
        .await?;
        for space in read_all(&rows, |columns| columns.id())? {
            let Some(revision) = self.advance_space(space).await? else {
                continue;
            };
            sqlx::query(
                "UPDATE entities SET name = $4, revision = $5
                 WHERE user_id = $1 AND space_id = $2 AND key = $3",
            )
            .bind(user.to_string())
            .bind(space.to_string())
            .bind(owner.clone())
            .bind(name.to_owned())
            .bind(revision.0)
            .execute(self.connection())
            .await?;
        }
        Ok(())
    }
}
