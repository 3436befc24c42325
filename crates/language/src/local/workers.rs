//! A fixed number of workers for work that keeps a core busy.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::LanguageError;

/// Workers, each with a tool that one piece of work at a time may use.
///
/// Work waits in the order it came. Work that has begun goes on when its caller loses interest; work that waits
/// is withdrawn.
#[derive(Debug)]
pub(super) struct Workers<T> {
    free: Arc<Semaphore>,
    tools: Arc<Mutex<Vec<T>>>,
    count: usize,
}

impl<T: Send + 'static> Workers<T> {
    /// One worker for each tool.
    pub(super) fn new(tools: Vec<T>) -> Self {
        let count = tools.len();
        Self {
            free: Arc::new(Semaphore::new(count)),
            tools: Arc::new(Mutex::new(tools)),
            count,
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Has the next free worker do `work` on a blocking thread.
    pub(super) async fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce(&T) -> R + Send + 'static,
    ) -> Result<R, LanguageError> {
        let gone = || LanguageError::retry("the local models are shutting down");
        let permit = Arc::clone(&self.free)
            .acquire_owned()
            .await
            .map_err(|_| gone())?;
        let tool = self
            .tools
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let held = Held {
            tool,
            tools: Arc::clone(&self.tools),
            _permit: permit,
        };
        let done = tokio::task::spawn_blocking(move || held.tool.as_ref().map(work));
        match done.await {
            Ok(result) => result.ok_or_else(gone),
            Err(error) if error.is_panic() => Err(LanguageError::give_up(
                "reading the text failed in an unforeseen way",
            )),
            Err(_) => Err(gone()),
        }
    }
}

/// A tool on loan; it goes back, and the next in line gets on, even when the work panics.
struct Held<T> {
    tool: Option<T>,
    tools: Arc<Mutex<Vec<T>>>,
    _permit: OwnedSemaphorePermit,
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        self.tools
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(self.tool.take());
    }
}
