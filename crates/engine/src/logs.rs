//! Logs: what became of a text.

use recollect_model::{Log, LogId, UserId};

use crate::{Engine, EngineError};

impl Engine {
    /// The log of one accepted text.
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Log, EngineError> {
        self.store
            .log(user, id)
            .await?
            .ok_or(EngineError::NotFound { what: "log" })
    }
}
