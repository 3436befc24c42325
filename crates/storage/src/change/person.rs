//! What a user is called.

use recollect_model::{Account, EntityId, EntityKey, NamedBy, SpaceId};
use sqlx::AssertSqlSafe;

use super::Change;
use crate::StorageError;
use crate::accounts::{COLUMNS, account};
use crate::graph::GraphRows;
use crate::rows::{read_all, stored_key};
use crate::sealing::register::{
    ACCOUNT_ALSO_CALLED, ACCOUNT_NAME, ACCOUNT_TIME_ZONE, ENTITY_KEY, ENTITY_NAME,
};

impl Change {
    /// Stores what the account's person is called and where they are; in their graphs they are called so, too.
    pub async fn update_person(&mut self, account: &Account) -> Result<(), StorageError> {
        let graph = self.graph();
        let words = graph.words();
        sqlx::query(
            "UPDATE accounts SET name = $2, named_by = $3, also_called = $4, time_zone = $5
             WHERE id = $1",
        )
        .bind(account.id.to_string())
        .bind(words.seal(ACCOUNT_NAME, account.id, &account.name))
        .bind(account.named_by.as_str())
        .bind(words.seal(
            ACCOUNT_ALSO_CALLED,
            account.id,
            &account.also_called.join("\n"),
        ))
        .bind(words.seal_optional(ACCOUNT_TIME_ZONE, account.id, account.time_zone.as_deref()))
        .execute(graph.connection())
        .await?;
        graph.rename_owner(&account.name).await
    }
}

impl GraphRows {
    /// The account of the graph's owner, as it is until the transaction ends: what else changes it waits. `None` when it was
    /// deleted.
    pub async fn account(&mut self) -> Result<Option<Account>, StorageError> {
        let (user, words) = (self.user(), self.words());
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .fetch_optional(self.connection())
            .await?;
        row.map(|row| account(&mut words.columns(&row))).transpose()
    }

    /// Names the owner as a text of theirs says, unless they have said themselves what they are called. Whether that
    /// changed anything.
    pub async fn name_owner(&mut self, name: &str) -> Result<bool, StorageError> {
        let (user, words) = (self.user(), self.words());
        let named = sqlx::query(
            "UPDATE accounts SET name = $2, named_by = $3 WHERE id = $1 AND named_by = $4",
        )
        .bind(user.to_string())
        .bind(words.seal(ACCOUNT_NAME, user, name))
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
        let rows =
            sqlx::query("SELECT id FROM spaces WHERE user_id = $1 AND is_deleted = 0 ORDER BY id")
                .bind(self.user().to_string())
                .fetch_all(self.connection())
                .await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Calls the owner so in every space that speaks of them, and whoever is something to them after them.
    async fn rename_owner(&mut self, name: &str) -> Result<(), StorageError> {
        let (user, words) = (self.user(), self.words());
        let owner = words.seek(ENTITY_KEY, &stored_key(EntityKey::owner().as_str()));
        let rows =
            sqlx::query("SELECT space_id, id, name FROM entities WHERE user_id = $1 AND key = $2")
                .bind(user.to_string())
                .bind(owner)
                .fetch_all(self.connection())
                .await?;
        let owners = words.read_all(&rows, |columns| {
            let (space, id): (SpaceId, EntityId) = (columns.id()?, columns.id()?);
            Ok((space, id, columns.sealed(ENTITY_NAME, id)?))
        })?;
        for (space, id, _) in owners.into_iter().filter(|(.., known)| known != name) {
            let Some(revision) = self.advance_space(space).await? else {
                continue;
            };
            sqlx::query(
                "UPDATE entities SET name = $4, revision = $5
                 WHERE user_id = $1 AND space_id = $2 AND id = $3",
            )
            .bind(user.to_string())
            .bind(space.to_string())
            .bind(id.to_string())
            .bind(words.seal(ENTITY_NAME, id, name))
            .bind(revision.0)
            .execute(self.connection())
            .await?;
            self.rename_roles((space, revision), &[EntityKey::owner()], name)
                .await?;
        }
        Ok(())
    }
}
