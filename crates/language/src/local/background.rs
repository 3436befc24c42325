//! Threads for what nobody waits for.
//!
//! They get a core where nothing else wants it: whoever searches or writes now goes first, whatever is being brought in.

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// How far the threads stand back, of 19: beside one that does not, one of them gets a tenth of a core.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets this thread stand back from now on. Elsewhere than on Linux the whole process would, so nothing is done there.
pub(super) fn stand_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!("a thread could not be told to stand back: {error}");
    }
}

/// Threads that stand back, begun as they are needed.
#[derive(Debug)]
pub(super) struct Threads(Option<Runtime>);

impl Threads {
    pub(super) fn new() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread()
            .thread_name("background")
            .on_thread_start(stand_back)
            .build()?;
        Ok(Self(Some(runtime)))
    }

    /// Has one of them do `work`.
    pub(super) fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> JoinHandle<R> {
        match &self.0 {
            Some(runtime) => runtime.spawn_blocking(work),
            None => tokio::task::spawn_blocking(work),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // A runtime that is merely dropped waits for its threads, which asynchronous ones must not.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
