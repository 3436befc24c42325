//! The applications that registered themselves, or describe themselves in a document. They belong to nobody.

use recollect_model::{
    ClientAuthentication, ClientDocument, ClientId, GrantType, OAuthClient, Timestamp, TokenHash,
};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::store::Write;
use crate::{StorageError, Store};

/// The columns of a client, in the order in which [`client`] reads them.
macro_rules! client_columns {
    () => {
        "id, document_url, fresh_until, name, secret_hash, authentication, redirect_uris, grant_types, created_at"
    };
}

impl Store {
    /// Adds a client, or keeps what its document says now in the place of what it said before; the client as it is kept.
    /// Those that nobody has granted anything are forgotten when they were not used since `unused_since`, and of `most` of
    /// them the one that was used longest ago makes room.
    pub async fn keep_client(
        &self,
        client: &OAuthClient,
        unused_since: Timestamp,
        most: u64,
    ) -> Result<OAuthClient, StorageError> {
        let mut write = self.begin().await?;
        let document = client.document.as_ref();
        let grant_types: Vec<&str> = client.grant_types.iter().map(|one| one.as_str()).collect();
        let row = sqlx::query(concat!(
            "INSERT INTO oauth_clients
             (id, document_url, fresh_until, name, secret_hash, authentication, redirect_uris, grant_types, created_at,
              last_used_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
             ON CONFLICT (document_url) DO UPDATE SET fresh_until = $3, name = $4, redirect_uris = $7, grant_types = $8,
              last_used_at = $9
             RETURNING ",
            client_columns!()
        ))
        .bind(client.id.to_string())
        .bind(document.map(|document| document.url.as_str()))
        .bind(document.map(|document| stored(document.fresh_until)))
        .bind(client.name.as_str())
        .bind(client.secret.as_ref().map(TokenHash::as_str))
        .bind(client.authentication.as_str())
        .bind(client.redirect_uris.join("\n"))
        .bind(grant_types.join(" "))
        .bind(stored(client.created_at))
        .fetch_one(write.connection())
        .await?;
        let kept = self::client(&row)?;
        write.make_room(kept.id, unused_since, most).await?;
        write.commit(CommitPoint::OAUTH).await?;
        Ok(kept)
    }

    /// The client of this id.
    pub async fn client(&self, id: ClientId) -> Result<Option<OAuthClient>, StorageError> {
        let select = concat!(
            "SELECT ",
            client_columns!(),
            " FROM oauth_clients WHERE id = $1"
        );
        self.client_where(select, &id.to_string()).await
    }

    /// The client that describes itself at this address, as that was last read.
    pub async fn client_of_document(&self, url: &str) -> Result<Option<OAuthClient>, StorageError> {
        let select = concat!(
            "SELECT ",
            client_columns!(),
            " FROM oauth_clients WHERE document_url = $1"
        );
        self.client_where(select, url).await
    }

    async fn client_where(
        &self,
        select: &'static str,
        key: &str,
    ) -> Result<Option<OAuthClient>, StorageError> {
        let row = sqlx::query(select)
            .bind(key)
            .fetch_optional(&self.reads)
            .await?;
        row.as_ref().map(client).transpose()
    }
}

impl Write {
    /// Forgets the clients that nobody has granted anything and that were not used since, and of more than `most` of them
    /// those used longest ago; never the one that was just kept.
    async fn make_room(
        &mut self,
        kept: ClientId,
        unused_since: Timestamp,
        most: u64,
    ) -> Result<(), StorageError> {
        sqlx::query(
            "DELETE FROM oauth_clients WHERE last_used_at < $1 AND id <> $2
             AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)",
        )
        .bind(stored(unused_since))
        .bind(kept.to_string())
        .execute(self.connection())
        .await?;
        let row = sqlx::query(
            "SELECT COUNT(*) FROM oauth_clients
             WHERE NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)",
        )
        .fetch_one(self.connection())
        .await?;
        let excess = Columns::of(&row).count()?.saturating_sub(most);
        if excess == 0 {
            return Ok(());
        }
        sqlx::query(
            "DELETE FROM oauth_clients WHERE id IN (
                 SELECT id FROM oauth_clients WHERE id <> $2
                 AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)
                 ORDER BY last_used_at, id LIMIT $1
             )",
        )
        .bind(i64::try_from(excess).unwrap_or(i64::MAX))
        .bind(kept.to_string())
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

fn client(row: &AnyRow) -> Result<OAuthClient, StorageError> {
    let mut columns = Columns::of(row);
    Ok(OAuthClient {
        id: columns.id()?,
        document: document(&mut columns)?,
        name: columns.text()?,
        secret: columns.optional_text()?.map(TokenHash::from_stored),
        authentication: columns.named(ClientAuthentication::from_name)?,
        redirect_uris: columns.text()?.lines().map(str::to_owned).collect(),
        grant_types: grant_types(&columns.text()?)?,
        created_at: columns.instant()?,
    })
}

fn document(columns: &mut Columns<'_>) -> Result<Option<ClientDocument>, StorageError> {
    let (url, fresh_until) = (columns.optional_text()?, columns.optional_instant()?);
    let document = url.zip(fresh_until);
    Ok(document.map(|(url, fresh_until)| ClientDocument { url, fresh_until }))
}

fn grant_types(names: &str) -> Result<Vec<GrantType>, StorageError> {
    names
        .split_whitespace()
        .map(|name| GrantType::from_name(name).ok_or_else(|| unreadable("a grant type", name)))
        .collect()
}
