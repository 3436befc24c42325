//! Imports whose texts are being accepted by this node.
//!
//! What they bring is searched for by its words as soon as it is accepted, and that is what whoever brings it waits
//! for. So processing it waits as well: it would take the cores and the database's one writer from accepting. After a
//! minute without a pause it goes on all the same, so that nobody's imports are held up by what others bring.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// How long processing stands back at most.
const MAX_STANDING_BACK: Duration = Duration::from_secs(60);

/// The imports that are being accepted. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Bringing {
    state: Arc<Mutex<State>>,
    /// Told when the last of them has ended.
    wake: Arc<Notify>,
}

#[derive(Debug, Default)]
struct State {
    imports: usize,
    /// Since when there is one, in the time of the process.
    since: Duration,
}

/// One import that is being accepted, for as long as this is held.
#[derive(Debug)]
pub(crate) struct Brought(Bringing);

impl Bringing {
    pub(crate) fn new(wake: Arc<Notify>) -> Self {
        Self {
            state: Arc::default(),
            wake,
        }
    }

    /// Another one begins, now in the time of the process.
    pub(crate) fn begin(&self, now: Duration) -> Brought {
        let mut state = self.lock();
        if state.imports == 0 {
            state.since = now;
        }
        state.imports += 1;
        Brought(self.clone())
    }

    /// Whether what imports brought is to wait.
    pub(crate) fn comes_first(&self, now: Duration) -> bool {
        let state = self.lock();
        state.imports > 0 && now < state.since + MAX_STANDING_BACK
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Brought {
    fn drop(&mut self) {
        let is_last = {
            let mut state = self.0.lock();
            state.imports -= 1;
            state.imports == 0
        };
        if is_last {
            self.0.wake.notify_one();
        }
    }
}
