//! What happens: texts are taken in, understood in order, and found again. No HTTP here.
//!
//! [`Engine`] is the one value the outside holds. It is built once, from a [`Store`], a [`Language`] and an
//! [`Environment`], starts its two background tasks (group commit and the lanes' workers), and is stopped with
//! [`Engine::stop`]. Every method takes the user on whose behalf it acts, and touches nothing of anybody else's.

mod accounts;
mod error;
mod ingest;
mod lanes;
mod logs;
mod recall;
mod settings;
mod spaces;
mod text;

use std::fmt;
use std::sync::Arc;

use recollect_language::{Embed, Extract};
use recollect_model::Environment;
use recollect_storage::Store;
use tokio::sync::{Mutex, Notify, Semaphore};
use tokio::task::JoinHandle;

pub use accounts::create_api_key;
pub use error::EngineError;
pub use ingest::NewText;
pub use lanes::{Lanes, Outcome, Step, Understood};
pub use recall::{FoundBy, FoundEpisode, FoundFact, Query, Recollection};
pub use settings::Settings;
pub use spaces::RemovedSpace;

use ingest::GroupCommit;
use recall::Indexes;

/// The two doors to language understanding; each may be local or a provider's. Cheap to clone.
#[derive(Clone)]
pub struct Language {
    /// Turns texts into vectors.
    pub embed: Arc<dyn Embed>,
    /// Turns texts into entities and statements.
    pub extract: Arc<dyn Extract>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Language({}, {})",
            self.embed.model(),
            self.extract.name()
        )
    }
}

/// The service without its door.
#[derive(Debug)]
pub struct Engine {
    store: Store,
    language: Language,
    environment: Environment,
    settings: Arc<Settings>,
    group_commit: GroupCommit,
    indexes: Indexes,
    /// How many searches may rank at the same time.
    rankings: Arc<Semaphore>,
    wake: Arc<Notify>,
    stop: Arc<Notify>,
    serving: Mutex<Option<JoinHandle<()>>>,
}

impl Engine {
    /// An engine that accepts and answers, and processes nothing until [`start`](Self::start). Needs a Tokio runtime.
    pub fn new(
        store: Store,
        language: Language,
        environment: Environment,
        settings: Settings,
    ) -> Self {
        let settings = Arc::new(settings);
        Self {
            group_commit: GroupCommit::start(store.clone()),
            indexes: Indexes::new(
                store.clone(),
                language.embed.clone(),
                settings.index_memory_bytes,
            ),
            rankings: Arc::new(Semaphore::new(2 * cores())),
            store,
            language,
            environment,
            settings,
            wake: Arc::new(Notify::new()),
            stop: Arc::new(Notify::new()),
            serving: Mutex::new(None),
        }
    }

    /// Starts processing what waits and what will come.
    pub async fn start(&self) {
        let lanes = self.lanes();
        let task = tokio::spawn(lanes::serve(lanes, self.wake.clone(), self.stop.clone()));
        *self.serving.lock().await = Some(task);
    }

    /// Stops processing after the batches in hand; what was accepted stays queued.
    pub async fn stop(&self) {
        self.stop.notify_one();
        if let Some(task) = self.serving.lock().await.take() {
            // The task ends by itself; a panic inside it was already reported.
            let _ = task.await;
        }
    }

    /// The queue, for a worker that is driven by hand.
    pub fn lanes(&self) -> Lanes {
        Lanes {
            store: self.store.clone(),
            language: self.language.clone(),
            environment: self.environment.clone(),
            settings: self.settings.clone(),
        }
    }

    /// The clock and the dice the engine was given.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}
