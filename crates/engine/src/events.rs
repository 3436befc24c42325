//! What happened to a user's memory, for whoever follows it.

use recollect_model::{Event, LogId, LogStatus, UserId};

use crate::{Engine, EngineError};

impl Engine {
    /// The user's events after the one of this number, at most `limit`, in their order. The newest 10,000 are kept.
    pub async fn events(
        &self,
        user: UserId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Event>, EngineError> {
        Ok(self.store.events(user, after, limit).await?)
    }

    /// The number of the newest of the user's events; 0 when there is none.
    pub async fn last_event(&self, user: UserId) -> Result<u64, EngineError> {
        Ok(self.store.last_event(user).await?)
    }

    /// Those of the user's texts that wait or are being processed, in their order, at most `limit`.
    pub async fn unfinished(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<(LogId, LogStatus)>, EngineError> {
        Ok(self.store.unfinished(user, limit).await?)
    }
}
