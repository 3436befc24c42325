//! Authorization codes and refresh tokens: each is exchanged once.

use recollect_model::{Authorization, AuthorizationCode, RefreshToken, Timestamp, TokenHash};
use sqlx::any::AnyQueryResult;

use super::{authorization, authorization_columns, touch_grant};
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::store::Write;
use crate::{StorageError, Store};

/// A code that is about to be sent to an application.
#[derive(Debug, Clone)]
pub struct NewCode {
    /// What is kept of it.
    pub hash: TokenHash,
    /// See [`Authorization::resource`].
    pub resource: String,
    /// Where it is sent.
    pub redirect_uri: String,
    /// See [`AuthorizationCode::challenge`].
    pub challenge: String,
    /// When it stops to open anything.
    pub expires_at: Timestamp,
}

/// A refresh token that is about to be given to an application.
#[derive(Debug, Clone)]
pub struct NewRefreshToken {
    /// What is kept of it.
    pub hash: TokenHash,
    /// What it stands for.
    pub of: Authorization,
    /// When it stops to open anything.
    pub expires_at: Timestamp,
}

impl Store {
    /// The code of this hash, used or not.
    pub async fn code(&self, hash: &TokenHash) -> Result<Option<AuthorizationCode>, StorageError> {
        let select = concat!(
            "SELECT ",
            authorization_columns!(),
            ", redirect_uri, challenge, expires_at, used_at FROM oauth_codes WHERE hash = $1"
        );
        let row = self.secret_row(select, hash.as_str()).await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok(AuthorizationCode {
                of: authorization(&mut columns)?,
                redirect_uri: columns.text()?,
                challenge: columns.text()?,
                expires_at: columns.instant()?,
                used_at: columns.optional_instant()?,
            })
        })
        .transpose()
    }

    /// Uses a code, and keeps the refresh token that is given for it. False when it was used before or is revoked;
    /// nothing is kept then.
    pub async fn use_code(
        &self,
        hash: &TokenHash,
        of: &Authorization,
        token: Option<&NewRefreshToken>,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        if !touch_grant(&mut write, of, at).await? {
            return Ok(false);
        }
        let used =
            sqlx::query("UPDATE oauth_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL")
                .bind(hash.as_str())
                .bind(stored(at))
                .execute(write.connection())
                .await?;
        write.exchange(&used, token, at).await
    }

    /// The refresh token of this hash, used or not.
    pub async fn refresh_token(
        &self,
        hash: &TokenHash,
    ) -> Result<Option<RefreshToken>, StorageError> {
        let select = concat!(
            "SELECT ",
            authorization_columns!(),
            ", expires_at, used_at FROM oauth_refresh_tokens WHERE hash = $1"
        );
        let row = self.secret_row(select, hash.as_str()).await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok(RefreshToken {
                of: authorization(&mut columns)?,
                expires_at: columns.instant()?,
                used_at: columns.optional_instant()?,
            })
        })
        .transpose()
    }

    /// Uses a refresh token that was not used before `first_used_since`, and keeps the next one. False when it was, or
    /// is revoked; nothing is kept then.
    pub async fn use_refresh_token(
        &self,
        hash: &TokenHash,
        first_used_since: Timestamp,
        next: &NewRefreshToken,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        if !touch_grant(&mut write, &next.of, at).await? {
            return Ok(false);
        }
        let used = sqlx::query(
            "UPDATE oauth_refresh_tokens SET used_at = COALESCE(used_at, $2)
             WHERE hash = $1 AND (used_at IS NULL OR used_at >= $3)",
        )
        .bind(hash.as_str())
        .bind(stored(at))
        .bind(stored(first_used_since))
        .execute(write.connection())
        .await?;
        write.exchange(&used, Some(next), at).await
    }
}

impl Write {
    /// Keeps the refresh token that is given for what was `used`, and commits. False when that was nothing; nothing is
    /// kept then.
    pub(super) async fn exchange(
        mut self,
        used: &AnyQueryResult,
        token: Option<&NewRefreshToken>,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        if used.rows_affected() == 0 {
            return Ok(false);
        }
        if let Some(token) = token {
            self.insert_refresh_token(token, at).await?;
        }
        self.commit(CommitPoint::OAUTH).await?;
        Ok(true)
    }

    async fn insert_refresh_token(
        &mut self,
        token: &NewRefreshToken,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        sqlx::query("DELETE FROM oauth_refresh_tokens WHERE expires_at < $1")
            .bind(stored(at))
            .execute(self.connection())
            .await?;
        sqlx::query(
            "INSERT INTO oauth_refresh_tokens (hash, user_id, grant_id, client_id, scopes, resource, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(token.hash.as_str())
        .bind(token.of.user.to_string())
        .bind(token.of.grant.to_string())
        .bind(token.of.client.to_string())
        .bind(token.of.scopes.to_string())
        .bind(token.of.resource.as_str())
        .bind(stored(token.expires_at))
        .execute(self.connection())
        .await?;
        Ok(())
    }
}
