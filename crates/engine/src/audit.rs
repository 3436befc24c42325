//! The audit trail: what was done with an account, for its owner to read.

use std::net::IpAddr;

use recollect_model::{AuditAction, AuditEntry, UserId};

use crate::{Engine, EngineError};

impl Engine {
    /// Adds to the user's trail what was done and changed nothing that is kept with it.
    pub async fn record_act(
        &self,
        user: UserId,
        action: AuditAction,
        subject: String,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let entry = AuditEntry {
            action,
            subject,
            address,
            at: self.environment.now(),
        };
        Ok(self.store.record_audit(user, &entry).await?)
    }

    /// The user's trail, newest first: at most `limit` entries before the `before`-th, each with its number. Of each
    /// kind the newest 1,000 are kept.
    pub async fn audit(
        &self,
        user: UserId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<(u64, AuditEntry)>, EngineError> {
        Ok(self.store.audit(user, before, limit).await?)
    }
}
