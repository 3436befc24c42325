//! The audit trail: what was done with an account, for its owner to read.

use recollect_model::{AuditEntry, UserId};

use crate::{Engine, EngineError};

impl Engine {
    /// The user's trail, newest first: at most `limit` entries before the `before`-th, each with its number. The newest
    /// 10,000 are kept.
    pub async fn audit(
        &self,
        user: UserId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<(u64, AuditEntry)>, EngineError> {
        Ok(self.store.audit(user, before, limit).await?)
    }
}
