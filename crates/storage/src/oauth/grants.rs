//! What people allow applications.

use recollect_model::{
    AuditAction, AuditEntry, ClientId, Grant, GrantId, Scopes, Timestamp, TokenHash, UserId,
};

use super::{KEPT_AFTER_US, NewCode};
use crate::faults::CommitPoint;
use crate::rows::{Columns, read_all, stored};
use crate::store::Write;
use crate::{StorageError, Store};

/// A person's answer to an application that asked.
#[derive(Debug, Clone)]
pub struct Consent {
    /// Whose memory.
    pub user: UserId,
    /// The grant's id, if it becomes a new one.
    pub grant: GrantId,
    /// The application.
    pub client: ClientId,
    /// What it asked for and the person was shown.
    pub asked: Scopes,
    /// What of it the person allowed.
    pub allowed: Scopes,
    /// For the trail; nothing is written there when the person was not asked again.
    pub audit: Option<AuditEntry>,
    /// When.
    pub at: Timestamp,
}

/// What a grant allows, and whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The application.
    pub client: ClientId,
    /// Its `client_id` in the protocol.
    pub client_id: String,
    /// What it may do.
    pub scopes: Scopes,
}

impl Store {
    /// What the user grants to this client.
    pub async fn grant_to(
        &self,
        user: UserId,
        client: ClientId,
    ) -> Result<Option<Grant>, StorageError> {
        let grants = self.grants(user).await?;
        Ok(grants.into_iter().find(|grant| grant.client == client))
    }

    /// All that the user grants, newest first.
    pub async fn grants(&self, user: UserId) -> Result<Vec<Grant>, StorageError> {
        let rows = sqlx::query(
            "SELECT g.id, g.client_id, c.name, g.scopes, g.created_at, g.last_used_at
             FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
             WHERE g.user_id = $1 ORDER BY g.created_at DESC, g.id DESC",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns: &mut Columns<'_>| {
            Ok(Grant {
                id: columns.id()?,
                client: columns.id()?,
                name: columns.text()?,
                scopes: columns.id()?,
                created_at: columns.instant()?,
                last_used_at: columns.optional_instant()?,
            })
        })
    }

    /// What a grant allows now, and to which client.
    pub async fn granted(
        &self,
        user: UserId,
        grant: GrantId,
    ) -> Result<Option<Granted>, StorageError> {
        let row = sqlx::query(
            "SELECT g.client_id, COALESCE(c.document_url, c.id), g.scopes
             FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
             WHERE g.user_id = $1 AND g.id = $2",
        )
        .bind(user.to_string())
        .bind(grant.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok(Granted {
                client: columns.id()?,
                client_id: columns.text()?,
                scopes: columns.id()?,
            })
        })
        .transpose()
    }

    /// Keeps what a person allowed, and the code that the application exchanges for it. False when the client is gone.
    pub async fn consent_with_code(
        &self,
        consent: &Consent,
        code: &NewCode,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let Some(grant) = write.consent(consent).await? else {
            return Ok(false);
        };
        write.insert_code(consent, grant, code).await?;
        write.commit(CommitPoint::OAUTH).await?;
        Ok(true)
    }

    /// Keeps what a person allowed, and tells it to the device that waits for it. False when none does.
    pub async fn consent_for_device(
        &self,
        consent: &Consent,
        user_code: &TokenHash,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let Some(grant) = write.consent(consent).await? else {
            return Ok(false);
        };
        let told = sqlx::query(
            "UPDATE oauth_devices SET user_id = $3, grant_id = $4, granted_scopes = $5
             WHERE user_code_hash = $1 AND expires_at > $2 AND is_denied = 0 AND user_id IS NULL AND client_id = $6",
        )
        .bind(user_code.as_str())
        .bind(stored(consent.at))
        .bind(consent.user.to_string())
        .bind(grant.to_string())
        .bind(consent.allowed.to_string())
        .bind(consent.client.to_string())
        .execute(write.connection())
        .await?;
        if told.rows_affected() == 0 {
            return Ok(false);
        }
        write.commit(CommitPoint::OAUTH).await?;
        Ok(true)
    }

    /// Ends a grant and all that follows from it, the keys that go back to it too, and writes it to the trail under the application's name. False when
    /// the user has no such grant.
    pub async fn revoke_grant(
        &self,
        user: UserId,
        grant: GrantId,
        action: AuditAction,
        address: Option<std::net::IpAddr>,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let row = sqlx::query(
            "SELECT c.name FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
             WHERE g.user_id = $1 AND g.id = $2",
        )
        .bind(user.to_string())
        .bind(grant.to_string())
        .fetch_optional(write.connection())
        .await?;
        let Some(row) = row else {
            return Ok(false);
        };
        let entry = AuditEntry {
            action,
            subject: Columns::of(&row).text()?,
            address,
            at,
        };
        write.record_audit(user, &entry).await?;
        let made = "UPDATE api_keys SET revoked_at = $3
             WHERE user_id = $1 AND made_by_grant = $2 AND revoked_at IS NULL
             RETURNING id, name, hint";
        write
            .revoke_made(user, made, &grant.to_string(), &entry)
            .await?;
        let deleted = sqlx::query("DELETE FROM oauth_grants WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(grant.to_string())
            .execute(write.connection())
            .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        write.commit(CommitPoint::OAUTH).await?;
        Ok(true)
    }
}

impl Write {
    /// The grant, changed by the answer: what was not asked about stays, what was is as the person said.
    async fn consent(&mut self, consent: &Consent) -> Result<Option<GrantId>, StorageError> {
        // Whoever adds a grant holds the client's row, so that it is not forgotten meanwhile.
        let client = sqlx::query("UPDATE oauth_clients SET last_used_at = $2 WHERE id = $1")
            .bind(consent.client.to_string())
            .bind(stored(consent.at))
            .execute(self.connection())
            .await?;
        if client.rows_affected() == 0 {
            return Ok(None);
        }
        if let Some(entry) = &consent.audit {
            self.record_audit(consent.user, entry).await?;
        }
        let row =
            sqlx::query("SELECT scopes FROM oauth_grants WHERE user_id = $1 AND client_id = $2")
                .bind(consent.user.to_string())
                .bind(consent.client.to_string())
                .fetch_optional(self.connection())
                .await?;
        let before: Scopes = match row {
            Some(row) => Columns::of(&row).id()?,
            None => Scopes::NONE,
        };
        let kept = before
            .iter()
            .filter(|scope| !consent.asked.contains(*scope));
        let scopes: Scopes = kept.chain(consent.allowed.iter()).collect();
        let row = sqlx::query(
            "INSERT INTO oauth_grants (user_id, id, client_id, scopes, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = $4 RETURNING id",
        )
        .bind(consent.user.to_string())
        .bind(consent.grant.to_string())
        .bind(consent.client.to_string())
        .bind(scopes.to_string())
        .bind(stored(consent.at))
        .fetch_one(self.connection())
        .await?;
        Columns::of(&row).id().map(Some)
    }

    async fn insert_code(
        &mut self,
        consent: &Consent,
        grant: GrantId,
        code: &NewCode,
    ) -> Result<(), StorageError> {
        sqlx::query("DELETE FROM oauth_codes WHERE expires_at < $1")
            .bind(stored(consent.at) - KEPT_AFTER_US)
            .execute(self.connection())
            .await?;
        sqlx::query(
            "INSERT INTO oauth_codes
             (hash, user_id, grant_id, client_id, scopes, resource, redirect_uri, challenge, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(code.hash.as_str())
        .bind(consent.user.to_string())
        .bind(grant.to_string())
        .bind(consent.client.to_string())
        .bind(consent.allowed.to_string())
        .bind(code.resource.as_str())
        .bind(code.redirect_uri.as_str())
        .bind(code.challenge.as_str())
        .bind(stored(code.expires_at))
        .execute(self.connection())
        .await?;
        Ok(())
    }
}
