//! The keys that access tokens are signed with, and the people of an outside issuer.

use recollect_model::{AuditEntry, SigningKey, Timestamp, UserId};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::register::{OUTSIDE_SUBJECT, SIGNING_SEED};
use crate::{StorageError, Store};

impl Store {
    /// The keys, newest first.
    pub async fn signing_keys(&self) -> Result<Vec<SigningKey>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, created_at, seed FROM oauth_signing_keys ORDER BY created_at DESC, id DESC",
        )
        .fetch_all(&self.reads)
        .await?;
        let words = self.service_words();
        words.read_all(&rows, |columns: &mut Columns<'_>| {
            let (id, created_at) = (columns.id()?, columns.instant()?);
            let seed = columns.optional_sealed_bytes(SIGNING_SEED, id)?;
            let seed = seed.unwrap_or_default();
            let seed = seed.try_into();
            Ok(SigningKey {
                id,
                created_at,
                seed: seed.map_err(|_| unreadable("a key of 32 bytes", "another"))?,
            })
        })
    }

    /// Adds a key, and forgets those that were made before `kept_since`.
    pub async fn insert_signing_key(
        &self,
        key: &SigningKey,
        kept_since: Timestamp,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query("DELETE FROM oauth_signing_keys WHERE created_at < $1")
            .bind(stored(kept_since))
            .execute(write.connection())
            .await?;
        sqlx::query("INSERT INTO oauth_signing_keys (id, seed, created_at) VALUES ($1, $2, $3)")
            .bind(key.id.to_string())
            .bind(
                self.service_words()
                    .seal_bytes(SIGNING_SEED, key.id, key.seed.to_vec()),
            )
            .bind(stored(key.created_at))
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::OAUTH).await
    }

    /// Whose account the subject of an outside issuer uses.
    pub async fn outside_user(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<UserId>, StorageError> {
        let row = sqlx::query(
            "SELECT user_id FROM outside_identities WHERE issuer = $1 AND subject = $2",
        )
        .bind(issuer)
        .bind(self.service_words().seek(OUTSIDE_SUBJECT, subject))
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| Columns::of(&row).id()).transpose()
    }

    /// Ties the subject of an outside issuer to an account and adds an entry to its trail, unless it is tied to one.
    pub async fn tie_outside_user(
        &self,
        user: UserId,
        issuer: &str,
        subject: &str,
        entry: &AuditEntry,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        let tied = sqlx::query(
            "INSERT INTO outside_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (issuer, subject) DO NOTHING",
        )
        .bind(issuer)
        .bind(self.service_words().seek(OUTSIDE_SUBJECT, subject))
        .bind(user.to_string())
        .bind(stored(entry.at))
        .execute(write.connection())
        .await?;
        if tied.rows_affected() == 1 {
            write.record_audit(user, entry).await?;
        }
        write.commit(CommitPoint::OAUTH).await
    }
}
