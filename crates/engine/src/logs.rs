//! Logs: what became of each text, and the queue of those that nothing became of yet.

use std::sync::Arc;

use recollect_model::{EpisodeId, Log, LogId, QueueState, UserId};
use recollect_storage::{Found, LogFilter, Page, Retried};

use crate::{Engine, EngineError, Sought};

/// The most text that one page of logs may bring along, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// The most sources that a list of logs names.
const MAX_SOURCES: u32 = 1_000;

/// So many of a user's newest texts are looked at for words.
const LOOKED_THROUGH: u64 = 5_000;
/// So many at a time, of so many bytes.
const LOOKED_THROUGH_AT_ONCE: u32 = 200;
const MAX_BYTES_AT_ONCE: u64 = 4 * 1024 * 1024;

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

/// Those of the logs that have each of these words.
async fn saying(logs: Vec<Log>, words: Arc<[String]>) -> Result<Vec<Log>, EngineError> {
    let reading = tokio::task::spawn_blocking(move || {
        let logs = logs.into_iter().filter(|log| says(log, &words));
        logs.collect()
    });
    reading
        .await
        .map_err(|error| EngineError::Internal(error.to_string()))
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
        let words: Arc<[String]> = words.split_whitespace().map(str::to_lowercase).collect();
        let wanted = page.limit as usize;
        let (mut logs, mut passed) = (Vec::new(), 0);
        let (mut offset, mut is_cut) = (0, false);
        let filter = &self.still_kept(user, filter).await?;
        let _turn = self.pages.take(user).await;
        // One more than is shown tells whether there are more.
        while logs.len() <= wanted {
            is_cut = offset >= LOOKED_THROUGH;
            if is_cut {
                break;
            }
            let limit = LOOKED_THROUGH_AT_ONCE;
            let next = Page { offset, limit };
            let found = self
                .store
                .logs_within(user, filter, next, MAX_BYTES_AT_ONCE)
                .await?;
            let (total, count) = (found.total, found.items.len() as u64);
            for log in saying(found.items, words.clone()).await? {
                match passed < page.offset {
                    true => passed += 1,
                    false => logs.push(log),
                }
            }
            offset += count;
            if count == 0 || offset >= total {
                break;
            }
        }
        let has_more = logs.len() > wanted;
        logs.truncate(wanted);
        Ok(LogsSaying {
            logs,
            has_more,
            is_cut,
        })
    }

    /// The log of one accepted text.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Log, EngineError> {
        let now = self.environment.now();
        let log = self.store.log(user, id).await?;
        log.filter(|log| !log.is_over(now))
            .ok_or(EngineError::not_found(Sought::Log))
    }

    /// As many of the user's logs that are asked for, the newest first, as fit on one page with their texts: fewer than asked for where
    /// these are long, and one at least. For whoever shows the beginnings of texts and goes on where the page ends.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] for the space of the filter.
    pub async fn newest_logs(
        &self,
        user: UserId,
        filter: &LogFilter,
        page: Page,
    ) -> Result<Found<Log>, EngineError> {
        if let Some(space) = filter.space {
            self.space(user, space).await?;
        }
        let filter = self.still_kept(user, filter).await?;
        let _turn = self.pages.take(user).await;
        Ok(self
            .store
            .logs_within(user, &filter, page, MAX_BYTES)
            .await?)
    }

    /// The episodes whose texts' own time is over, though they are not forgotten yet; nobody is shown them any more.
    pub(crate) async fn episodes_over(&self, user: UserId) -> Result<Vec<EpisodeId>, EngineError> {
        let now = self.environment.now();
        let over = self.store.texts_over(user, now).await?;
        Ok(over.into_iter().map(|(_, episode)| episode).collect())
    }

    /// The same filter, without texts whose own time is over.
    async fn still_kept(&self, user: UserId, filter: &LogFilter) -> Result<LogFilter, EngineError> {
        let over = self.episodes_over(user).await?;
        Ok(LogFilter {
            // Mostly there are none, and a list need not look.
            kept_at: (!over.is_empty()).then(|| self.environment.now()),
            ..filter.clone()
        })
    }

    /// What the user's texts name as their sources; the first thousand.
    pub async fn sources(&self, user: UserId) -> Result<Vec<String>, EngineError> {
        Ok(self.store.sources(user, MAX_SOURCES).await?)
    }

    /// Tries a text again that has failed: it waits at the end of the user's queue. Its log as it is then.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`]; [`EngineError::Conflict`] for a text that has not failed.
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
                "a newer version of this text was accepted since, and would be replaced".to_owned(),
            ),
            Retried::Unknown => Err(EngineError::not_found(Sought::Log)),
        }
    }

    /// The user's queue.
    pub async fn queue(&self, user: UserId) -> Result<QueueState, EngineError> {
        Ok(self.store.queue_state(user).await?)
    }
}
