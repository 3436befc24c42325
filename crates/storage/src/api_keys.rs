//! API keys, and whose they are.

use recollect_model::{
    ApiKey, ApiKeyId, AuditEntry, Caller, Credential, Timestamp, TokenHash, UserId,
};

use crate::faults::CommitPoint;
use crate::rows::{Columns, read_all, stored};
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
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO api_keys (user_id, id, name, hash, hint, scopes, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(user.to_string())
        .bind(key.id.to_string())
        .bind(key.name.as_str())
        .bind(key.hash.as_str())
        .bind(key.hint.as_str())
        .bind(key.scopes.to_string())
        .bind(stored(key.created_at))
        .bind(key.expires_at.map(stored))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "an API key"))?;
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::API_KEY).await
    }

    /// The user's keys that are not revoked, the newest first; those that have expired, too.
    pub async fn api_keys(&self, user: UserId) -> Result<Vec<ApiKey>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, name, hash, hint, scopes, created_at, expires_at, last_used_at
             FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL
             ORDER BY created_at DESC, id DESC",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, api_key)
    }

    /// One of them.
    pub async fn api_key(
        &self,
        user: UserId,
        id: ApiKeyId,
    ) -> Result<Option<ApiKey>, StorageError> {
        let row = sqlx::query(
            "SELECT id, name, hash, hint, scopes, created_at, expires_at, last_used_at
             FROM api_keys WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| api_key(&mut Columns::of(&row))).transpose()
    }

    /// Revokes a key for good, and adds an entry to the trail; false when the user has no such key.
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
        write.commit(CommitPoint::API_KEY).await?;
        Ok(true)
    }

    /// Whose token this is, unless it is revoked or has expired at `now`. It names no owner because it finds the
    /// owner: the one look-up across users that a request makes.
    pub async fn caller_of(
        &self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Caller>, StorageError> {
        let row = sqlx::query(
            "SELECT user_id, id, scopes FROM api_keys
             WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)",
        )
        .bind(hash.as_str())
        .bind(stored(now))
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok(Caller {
                user: columns.id()?,
                credential: Credential::ApiKey(columns.id()?),
                scopes: columns.id()?,
            })
        })
        .transpose()
    }
}

fn api_key(columns: &mut Columns<'_>) -> Result<ApiKey, StorageError> {
    Ok(ApiKey {
        id: columns.id()?,
        name: columns.text()?,
        hash: TokenHash::from_stored(columns.text()?),
        hint: columns.text()?,
        scopes: columns.id()?,
        created_at: columns.instant()?,
        expires_at: columns.optional_instant()?,
        last_used_at: columns.optional_instant()?,
    })
}
