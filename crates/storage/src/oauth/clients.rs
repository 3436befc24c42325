//! The applications that registered themselves. They belong to nobody.

use recollect_model::{
    ClientAuthentication, ClientId, GrantType, OAuthClient, Timestamp, TokenHash,
};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::{StorageError, Store};

impl Store {
    /// Adds a client. Those that nobody has granted anything are forgotten when they were not used since `unused_since`, and
    /// of `most` of them the one that was used longest ago makes room.
    pub async fn insert_client(
        &self,
        client: &OAuthClient,
        unused_since: Timestamp,
        most: u64,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(
            "DELETE FROM oauth_clients WHERE last_used_at < $1
             AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)",
        )
        .bind(stored(unused_since))
        .execute(write.connection())
        .await?;
        let row = sqlx::query(
            "SELECT COUNT(*) FROM oauth_clients
             WHERE NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)",
        )
        .fetch_one(write.connection())
        .await?;
        let excess = (Columns::of(&row).count()? + 1).saturating_sub(most);
        if excess > 0 {
            sqlx::query(
                "DELETE FROM oauth_clients WHERE id IN (
                     SELECT id FROM oauth_clients
                     WHERE NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)
                     ORDER BY last_used_at, id LIMIT $1
                 )",
            )
            .bind(i64::try_from(excess).unwrap_or(i64::MAX))
            .execute(write.connection())
            .await?;
        }
        let grant_types: Vec<&str> = client.grant_types.iter().map(|one| one.as_str()).collect();
        sqlx::query(
            "INSERT INTO oauth_clients
             (id, name, secret_hash, authentication, redirect_uris, grant_types, created_at, last_used_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
        )
        .bind(client.id.to_string())
        .bind(client.name.as_str())
        .bind(client.secret.as_ref().map(TokenHash::as_str))
        .bind(client.authentication.as_str())
        .bind(client.redirect_uris.join("\n"))
        .bind(grant_types.join(" "))
        .bind(stored(client.created_at))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::OAUTH).await
    }

    /// The client of this id.
    pub async fn client(&self, id: ClientId) -> Result<Option<OAuthClient>, StorageError> {
        let row = sqlx::query(
            "SELECT id, name, secret_hash, authentication, redirect_uris, grant_types, created_at
             FROM oauth_clients WHERE id = $1",
        )
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.as_ref().map(client).transpose()
    }
}

fn client(row: &AnyRow) -> Result<OAuthClient, StorageError> {
    let mut columns = Columns::of(row);
    Ok(OAuthClient {
        id: columns.id()?,
        name: columns.text()?,
        secret: columns.optional_text()?.map(TokenHash::from_stored),
        authentication: columns.named(ClientAuthentication::from_name)?,
        redirect_uris: columns.text()?.lines().map(str::to_owned).collect(),
        grant_types: grant_types(&columns.text()?)?,
        created_at: columns.instant()?,
    })
}

fn grant_types(names: &str) -> Result<Vec<GrantType>, StorageError> {
    names
        .split_whitespace()
        .map(|name| GrantType::from_name(name).ok_or_else(|| unreadable("a grant type", name)))
        .collect()
}
