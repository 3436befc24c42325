//! When credentials were last used.

use recollect_model::{ApiKeyId, GrantId, SessionId, Timestamp, UserId};

use crate::faults::CommitPoint;
use crate::rows::stored;
use crate::{StorageError, Store};

/// The last use of one credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Of an API key.
    Key {
        /// Whose.
        user: UserId,
        /// Which.
        key: ApiKeyId,
        /// When.
        at: Timestamp,
    },
    /// Of an access token that a person granted to an application.
    Grant {
        /// Whose.
        user: UserId,
        /// By which grant.
        grant: GrantId,
        /// When.
        at: Timestamp,
    },
    /// Of a session, which lives on by it.
    Session {
        /// Whose.
        user: UserId,
        /// Which.
        session: SessionId,
        /// When.
        at: Timestamp,
        /// When it ends now, unless it is used again.
        until: Timestamp,
    },
}

impl Store {
    /// Notes uses, each by its owner and credential, in one transaction. What is gone meanwhile stays gone; a later use
    /// that is known already stays known.
    pub async fn record_uses(&self, uses: &[Use]) -> Result<(), StorageError> {
        if uses.is_empty() {
            return Ok(());
        }
        let mut write = self.begin().await?;
        for one in uses {
            match *one {
                Use::Key { user, key, at } => {
                    sqlx::query(
                        "UPDATE api_keys SET last_used_at = $3 WHERE user_id = $1 AND id = $2
                         AND (last_used_at IS NULL OR last_used_at < $3)",
                    )
                    .bind(user.to_string())
                    .bind(key.to_string())
                    .bind(stored(at))
                    .execute(write.connection())
                    .await?;
                }
                Use::Grant { user, grant, at } => {
                    sqlx::query(
                        "UPDATE oauth_grants SET last_used_at = $3 WHERE user_id = $1 AND id = $2
                         AND (last_used_at IS NULL OR last_used_at < $3)",
                    )
                    .bind(user.to_string())
                    .bind(grant.to_string())
                    .bind(stored(at))
                    .execute(write.connection())
                    .await?;
                }
                Use::Session {
                    user,
                    session,
                    at,
                    until,
                } => {
                    sqlx::query(
                        "UPDATE sessions SET last_used_at = $3, expires_at = $4
                         WHERE user_id = $1 AND id = $2 AND last_used_at < $3",
                    )
                    .bind(user.to_string())
                    .bind(session.to_string())
                    .bind(stored(at))
                    .bind(stored(until))
                    .execute(write.connection())
                    .await?;
                }
            }
        }
        write.commit(CommitPoint::USES).await
    }
}
