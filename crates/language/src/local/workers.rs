//! A fixed number of workers for work that keeps a core busy.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinSet};

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

impl<T: Send + 'static> Workers<T> {
    /// Has them do `work` on all of these, at most `turn` in one go: what it makes of each, in order.
    pub(super) async fn run_all<I, R, W>(
        self: &Arc<Self>,
        items: Vec<I>,
        turn: usize,
        work: W,
    ) -> Result<Vec<R>, LanguageError>
    where
        I: Send + 'static,
        R: Clone + Send + 'static,
        W: Fn(&T, Vec<I>) -> Result<Vec<R>, LanguageError> + Send + Sync + 'static,
    {
        let mut done = vec![Vec::new(); items.len().div_ceil(turn)];
        let mut running = JoinSet::new();
        let mut items = items.into_iter();
        let work = Arc::new(work);
        for number in 0..done.len() {
            // No more at once than there are workers, so that the turns of many callers alternate.
            if running.len() == self.count {
                place(&mut done, running.join_next().await)?;
            }
            let items: Vec<I> = items.by_ref().take(turn).collect();
            let (workers, work) = (Arc::clone(self), Arc::clone(&work));
            running.spawn(async move {
                let made = workers.run(move |tool| work(tool, items)).await??;
                Ok((number, made))
            });
        }
        while !running.is_empty() {
            place(&mut done, running.join_next().await)?;
        }
        Ok(done.into_iter().flatten().collect())
    }
}

type Turn<R> = Result<(usize, Vec<R>), LanguageError>;

fn place<R>(
    done: &mut [Vec<R>],
    turn: Option<Result<Turn<R>, JoinError>>,
) -> Result<(), LanguageError> {
    let stopped = || LanguageError::retry("a local model was stopped before it answered");
    let (number, made) = turn.ok_or_else(stopped)?.map_err(|_| stopped())??;
    done[number] = made;
    Ok(())
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
