//! Logs: what became of each text, and the queue of those that nothing became of yet.

use recollect_model::{Log, LogId, QueueState, UserId};
use recollect_storage::{Found, LogFilter, Page, Retried};

use crate::{Engine, EngineError};

/// The most text that one page of logs may bring along, in characters.
const MOST_CHARACTERS: u64 = 16 * 1024 * 1024;
/// The most sources that a list of logs names.
const MOST_SOURCES: u32 = 1_000;

/// A page of a user's logs.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundLogs {
    /// The logs, the newest first.
    pub logs: Found<Log>,
    /// What the user's texts name as their sources, whatever was asked for; the first thousand.
    pub sources: Vec<String>,
}

impl Engine {
    /// The log of one accepted text.
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Log, EngineError> {
        self.store
            .log(user, id)
            .await?
            .ok_or(EngineError::NotFound { what: "log" })
    }

    /// Those of the user's logs that are asked for, the newest first.
    pub async fn logs(
        &self,
        user: UserId,
        filter: &LogFilter,
        page: Page,
    ) -> Result<FoundLogs, EngineError> {
        if let Some(space) = filter.space {
            self.space(user, space).await?;
        }
        let _turn = self.pages.take(user).await;
        let characters = self.store.logs_characters(user, filter, page).await?;
        if characters > MOST_CHARACTERS {
            return Err(EngineError::invalid(
                "limit",
                format!(
                    "takes in texts of {characters} characters, and a page holds at most \
                     {MOST_CHARACTERS}: ask for fewer logs at a time"
                ),
            ));
        }
        Ok(FoundLogs {
            logs: self.store.logs(user, filter, page).await?,
            sources: self.store.sources(user, MOST_SOURCES).await?,
        })
    }

    /// Tries a text again that has failed: it waits at the end of the user's queue. Its log as it is then.
    pub async fn retry(&self, user: UserId, id: LogId) -> Result<Log, EngineError> {
        let conflict = |reason| Err(EngineError::Conflict { reason });
        match self.store.retry(user, id, self.environment.now()).await? {
            Retried::Queued => {
                tracing::info!(log = %id, %user, "queued again");
                self.wake.notify_one();
                self.log(user, id).await
            }
            Retried::NotFailed(status) => conflict(format!(
                "the text is {status}; only one that has failed can be tried again"
            )),
            Retried::Outdated => conflict(
                "a newer version of this document was accepted since, and would be replaced"
                    .to_owned(),
            ),
            Retried::Unknown => Err(EngineError::NotFound { what: "log" }),
        }
    }

    /// The user's queue.
    pub async fn queue(&self, user: UserId) -> Result<QueueState, EngineError> {
        Ok(self.store.queue_state(user).await?)
    }
}
