//! Texts that are read side by side, a slice of each at a time.
//!
//! As many threads read as there are cores. One that has read for a while lets go of its core between two passages when
//! others wait, and waits behind them: a short text is read within moments, however long the others are. Long texts are
//! begun only a few at a time, because what is read of a text is held until it is done.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::background::Threads;
use crate::LanguageError;

/// How long one text is read while others wait.
const SLICE: Duration = Duration::from_millis(20);
/// A longer text is a long one, in bytes.
const LONG: usize = 32 * 1024;
/// The long texts that are begun at a time, for each core.
const LONG_A_CORE: usize = 2;

/// The cores that read.
#[derive(Debug)]
pub(super) struct Readers {
    cores: Arc<Semaphore>,
    long: Arc<Semaphore>,
    /// Whose threads read, where they are not those of whoever asks.
    threads: Option<Threads>,
}

/// A text's hold on a core.
pub(super) struct Turn {
    cores: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
    began: Instant,
    runtime: Handle,
}

impl Readers {
    pub(super) fn new(cores: NonZeroUsize) -> Self {
        Self {
            cores: Arc::new(Semaphore::new(cores.get())),
            long: Arc::new(Semaphore::new(LONG_A_CORE * cores.get())),
            threads: None,
        }
    }

    /// The same, by these threads.
    pub(super) fn on(threads: Threads, cores: NonZeroUsize) -> Self {
        Self {
            threads: Some(threads),
            ..Self::new(cores)
        }
    }

    /// Reads a text of so many bytes on a thread that may be kept busy. What has not begun is withdrawn when the caller loses
    /// interest; what has begun is read to its end.
    pub(super) async fn read<R: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&mut Turn) -> R + Send + 'static,
    ) -> Result<R, LanguageError> {
        let gone = || LanguageError::retry("the local models are shutting down");
        let long = match bytes > LONG {
            true => Some(self.long.clone().acquire_owned().await),
            false => None,
        };
        let long = long.transpose().map_err(|_| gone())?;
        let held = self.cores.clone().acquire_owned().await;
        let mut turn = Turn {
            held: Some(held.map_err(|_| gone())?),
            cores: self.cores.clone(),
            began: Instant::now(),
            runtime: Handle::current(),
        };
        let reading = move || {
            let _long = long;
            turn.began = Instant::now();
            work(&mut turn)
        };
        let reading = match &self.threads {
            Some(threads) => threads.run(reading),
            None => tokio::task::spawn_blocking(reading),
        };
        reading.await.map_err(|error| match error.is_panic() {
            true => LanguageError::give_up("reading the text failed in an unforeseen way"),
            false => gone(),
        })
    }
}

impl Turn {
    /// Lets others read who wait, when this text was read for a while.
    pub(super) fn pause(&mut self) {
        if self.began.elapsed() < SLICE {
            return;
        }
        // Given back first: whoever waits is before this text.
        self.held = None;
        let again = self.runtime.block_on(self.cores.clone().acquire_owned());
        // Nobody closes it; without a hold the text would be read all the same.
        self.held = again.ok();
        self.began = Instant::now();
    }
}
