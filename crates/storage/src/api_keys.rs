//! API keys, and whose they are.

use recollect_model::{
    ApiKey, ApiKeyId, AuditAction, AuditEntry, Caller, Credential, Maker, Scopes, Timestamp,
    TokenHash, UserId,
};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::register::API_KEY_NAME;
use crate::store::Write;
use crate::{StorageError, Store};

impl Store {
    /// Adds an API key to the user's, and an entry to the trail.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] when the id or the hash is taken.
    pub async fn insert_api_key(
        &self,
        user: UserId,
        key: &ApiKey,
        entry: &AuditEntry,
    ) -> Result<(), StorageError> {
        let words = self.words(user).await?;
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO api_keys
             (user_id, id, name, hash, hint, scopes, created_at, expires_at, made_by_key, made_by_grant)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(user.to_string())
        .bind(key.id.to_string())
        .bind(words.seal(API_KEY_NAME, key.id, &key.name))
        .bind(key.hash.as_str())
        .bind(key.hint.as_str())
        .bind(key.scopes.to_string())
        .bind(stored(key.created_at))
        .bind(key.expires_at.map(stored))
        .bind(key.made_by.key.map(|id| id.to_string()))
        .bind(key.made_by.grant.map(|id| id.to_string()))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "an API key"))?;
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::API_KEY).await
    }

    /// The user's keys that are not revoked, the newest first; those that have expired, too.
    pub async fn api_keys(&self, user: UserId) -> Result<Vec<ApiKey>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, name, hash, hint, scopes, created_at, expires_at, last_used_at, made_by_key, made_by_grant
             FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL
             ORDER BY created_at DESC, id DESC",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, api_key)
    }

    /// One of them.
    pub async fn api_key(
        &self,
        user: UserId,
        id: ApiKeyId,
    ) -> Result<Option<ApiKey>, StorageError> {
        let row = sqlx::query(
            "SELECT id, name, hash, hint, scopes, created_at, expires_at, last_used_at, made_by_key, made_by_grant
             FROM api_keys WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        row.map(|row| api_key(&mut words.columns(&row))).transpose()
    }

    /// Lets a key stand for itself, whatever made it, and adds an entry to the trail; false when the user has no such key.
    pub async fn keep_api_key(
        &self,
        user: UserId,
        id: ApiKeyId,
        entry: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let kept = sqlx::query(
            "UPDATE api_keys SET made_by_key = NULL, made_by_grant = NULL
             WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .execute(write.connection())
        .await?;
        if kept.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::API_KEY).await?;
        Ok(true)
    }

    /// Revokes a key for good with all that were made by it, and adds an entry to the trail for each; false when the user
    /// has no such key.
    pub async fn revoke_api_key(
        &self,
        user: UserId,
        id: ApiKeyId,
        entry: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let revoked = sqlx::query(
            "UPDATE api_keys SET revoked_at = $3
             WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(stored(entry.at))
        .execute(write.connection())
        .await?;
        if revoked.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, entry).await?;
        let made = "WITH RECURSIVE made (id) AS (
                 SELECT id FROM api_keys WHERE user_id = $1 AND made_by_key = $2
                 UNION
                 SELECT api_keys.id FROM made JOIN api_keys
                 ON api_keys.user_id = $1 AND api_keys.made_by_key = made.id
             )
             UPDATE api_keys SET revoked_at = $3
             WHERE user_id = $1 AND revoked_at IS NULL AND id IN (SELECT id FROM made)
             RETURNING id, name, hint";
        write
            .revoke_made(user, made, &id.to_string(), entry)
            .await?;
        write.commit(CommitPoint::API_KEY).await?;
        Ok(true)
    }

    /// Whose token this is, unless it is revoked or has expired at `now`. A key that goes back to a grant opens no more than
    /// the grant does now. It names no owner because it finds the owner: the one look-up across users that a request makes.
    pub async fn caller_of(
        &self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Caller>, StorageError> {
        let row = sqlx::query(
            "SELECT k.user_id, k.id, k.scopes, k.made_by_grant, g.scopes
             FROM api_keys k LEFT JOIN oauth_grants g ON g.user_id = k.user_id AND g.id = k.made_by_grant
             WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)",
        )
        .bind(hash.as_str())
        .bind(stored(now))
        .fetch_optional(&self.reads)
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let mut columns = Columns::of(&row);
        let mut caller = Caller {
            user: columns.id()?,
            credential: Credential::ApiKey(columns.id()?),
            scopes: columns.id()?,
        };
        if columns.optional_text()?.is_some() {
            let Some(granted) = columns.optional_id::<Scopes>()? else {
                return Ok(None);
            };
            caller.scopes = caller.scopes.intersection(granted);
        }
        Ok(Some(caller))
    }
}

impl Write {
    /// Revokes the keys that `statement` finds by the user, by what made them, and by when; it returns their ids, names and hints.
    /// An entry like this one is added to the trail for each.
    pub(crate) async fn revoke_made(
        &mut self,
        user: UserId,
        statement: &'static str,
        maker: &str,
        entry: &AuditEntry,
    ) -> Result<(), StorageError> {
        let rows = sqlx::query(statement)
            .bind(user.to_string())
            .bind(maker)
            .bind(stored(entry.at))
            .fetch_all(self.connection())
            .await?;
        let words = self.words(user).await?;
        for row in rows {
            let mut columns = words.columns(&row);
            let id: ApiKeyId = columns.id()?;
            let (name, hint) = (columns.sealed(API_KEY_NAME, id)?, columns.text()?);
            let entry = AuditEntry {
                action: AuditAction::KeyRevoked,
                subject: format!("{name} ({hint}…)"),
                ..entry.clone()
            };
            self.record_audit(user, &entry).await?;
        }
        Ok(())
    }
}

fn api_key(columns: &mut Columns<'_>) -> Result<ApiKey, StorageError> {
    let id = columns.id()?;
    Ok(ApiKey {
        id,
        name: columns.sealed(API_KEY_NAME, id)?,
        hash: TokenHash::from_stored(columns.text()?),
        hint: columns.text()?,
        scopes: columns.id()?,
        created_at: columns.instant()?,
        expires_at: columns.optional_instant()?,
        last_used_at: columns.optional_instant()?,
        made_by: Maker {
            key: columns.optional_id()?,
            grant: columns.optional_id()?,
        },
    })
}
