//! Connected applications, as the person who connected them sees them.

use std::net::IpAddr;

use recollect_model::{AuditAction, Grant, GrantId, UserId};

use crate::{Engine, EngineError, Sought};

impl Engine {
    /// What the user grants to applications, newest first.
    pub async fn grants(&self, user: UserId) -> Result<Vec<Grant>, EngineError> {
        self.write_uses().await?;
        Ok(self.store.grants(user).await?)
    }

    /// Ends a grant: every token that came of it opens nothing any more.
    pub async fn revoke_grant(
        &self,
        user: UserId,
        grant: GrantId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let now = self.environment.now();
        let is_ended = self
            .store
            .revoke_grant(user, grant, AuditAction::AccessRevoked, address, now)
            .await?;
        if is_ended {
            tracing::info!(%user, %grant, "grant revoked");
            Ok(())
        } else {
            Err(EngineError::not_found(Sought::Grant))
        }
    }
}
