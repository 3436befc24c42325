//! Logs: what became of each text, and the queue of those that nothing became of yet.

use recollect_model::{Log, LogId, QueueState, UserId};
use recollect_storage::{Found, LogFilter, Page, Retried};

use crate::{Engine, EngineError, Sought};

/// The most text that one page of logs may bring along, in characters.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
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

/// So many of a user's newest texts are looked at for words.
const LOOKED_THROUGH: u64 = 5_000;
/// So many at a time.
const LOOKED_THROUGH_AT_ONCE: u32 = 200;

/// The logs of texts that have words.
#[derive(Debug, Clone, PartialEq)]
pub struct LogsSaying {
    /// The logs, the newest first.
    pub logs: Vec<Log>,
    /// Whether there are more.
    pub has_more: bool,
    /// Whether older texts were not looked at.
    pub is_cut: bool,
}

fn says(log: &Log, words: &[String]) -> bool {
    let session = log.session.as_deref().unwrap_or_default();
    let said = format!("{}\n{}\n{session}", log.text, log.source).to_lowercase();
    words.iter().all(|word| said.contains(word.as_str()))
}

impl Engine {
    /// Those of the user's newest logs whose text, source or conversation has each of these words, in any case: a page of them.
    pub async fn logs_saying(
        &self,
        user: UserId,
        filter: &LogFilter,
        words: &str,
        page: Page,
    ) -> Result<LogsSaying, EngineError> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let wanted = usize::try_from(page.offset).unwrap_or(usize::MAX);
        let wanted = wanted.saturating_add(page.limit as usize);
        let mut found: Vec<Log> = Vec::new();
        let mut offset = 0;
        let mut is_cut = false;
        let _turn = self.pages.take(user).await;
        // One more than is shown tells whether there are more.
        while found.len() <= wanted {
            is_cut = offset >= LOOKED_THROUGH;
            if is_cut {
                break;
            }
            let limit = LOOKED_THROUGH_AT_ONCE;
            let looked_at = self
                .store
                .logs(user, filter, Page { offset, limit })
                .await?;
            let (total, count) = (looked_at.total, looked_at.items.len() as u64);
            found.extend(looked_at.items.into_iter().filter(|log| says(log, &words)));
            offset += count;
            if count == 0 || offset >= total {
                break;
            }
        }
        let has_more = found.len() > wanted;
        let skipped = usize::try_from(page.offset).unwrap_or(usize::MAX);
        let logs = found.into_iter().skip(skipped).take(page.limit as usize);
        Ok(LogsSaying {
            logs: logs.collect(),
            has_more,
            is_cut,
        })
    }

    /// The log of one accepted text.
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Log, EngineError> {
        self.store
            .log(user, id)
            .await?
            .ok_or(EngineError::not_found(Sought::Log))
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
        let bytes = self.store.logs_bytes(user, filter, page).await?;
        if bytes > MOST_BYTES {
            return Err(EngineError::invalid(
                "limit",
                format!(
                    "takes in texts of {bytes} bytes, and a page holds at most \
                     {MOST_BYTES}: ask for fewer logs at a time"
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
            Retried::Unknown => Err(EngineError::not_found(Sought::Log)),
        }
    }

    /// The user's queue.
    pub async fn queue(&self, user: UserId) -> Result<QueueState, EngineError> {
        Ok(self.store.queue_state(user).await?)
    }
}
