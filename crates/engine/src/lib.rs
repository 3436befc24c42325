//! What happens: texts are taken in, understood in order, and found again. No HTTP here.
//!
//! [`Engine`] is the one value the outside holds. It is built once, from a [`Store`], a [`Language`] and an
//! [`Environment`], starts its background tasks (group commit, the lanes' workers, the deliveries' and the
//! housekeeping), and is stopped with [`Engine::stop`]. Every method takes the user on whose behalf it acts, and
//! touches nothing of anybody else's.

mod accounts;
mod audit;
mod bringing;
mod context;
mod erasing;
mod error;
mod events;
mod export;
mod exported;
mod forget;
mod graph;
mod housekeeping;
mod idempotency;
mod imports;
mod ingest;
mod keys;
mod lanes;
mod limit_counts;
mod logins;
mod logs;
mod markers;
mod metrics;
pub mod oauth;
mod passed_over;
mod passkeys;
mod people;
mod quotas;
mod recall;
mod registration;
mod repetition;
mod restoring;
mod serving;
mod settings;
mod spaces;
mod spans;
mod text;
mod turns;
mod understood;
mod webhooks;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use recollect_language::local::{ExtractiveReader, OnnxReranker};
use recollect_language::{Embed, Extract};
use recollect_model::Environment;
use recollect_outbound::Exchange;
use recollect_storage::Store;
use tokio::sync::{Mutex, Notify, Semaphore};
use tokio::task::JoinHandle;

pub use accounts::{MAX_OTHER_NAMES, MAX_PERSON_NAME, PersonUpdate, Readiness};
pub use context::{Context, ContextPart, ContextQuery, ContextTopic};
pub use error::{EngineError, Sought};
pub use export::{ExportFrom, ExportPart};
pub use exported::{ExportedDecision, ExportedName, FactReference, NameReference, ObjectReference};
pub use forget::ForgottenText;
pub use graph::{
    Alias, ClusterView, EntityPath, EntityUpdate, EntityView, EpisodeView, Judged, Judgement,
    KnownStatement, Near, Neighbourhood, NoDigest, Overview, Quote, RenewalProgress, Source,
    Support, TextDigest, Together,
};
pub use idempotency::{KeyedEnd, SAID_EVERY};
pub use imports::{
    ImportColumns, ImportEncoding, ImportFile, ImportFormat, ImportPreview, LargeArchive,
    NewImport, PackedFile, PdfReader, PdfText, Piece, PieceSizes, cut_file, paths_beside, pdf_text,
};
pub use ingest::{
    Accepted, AcceptedAs, MAX_LABEL, MAX_TAG, MAX_TAGS, NewText, Operation, TextOptions,
};
pub use keys::{MAX_KEY_NAME, NewKey, create_api_key, list_api_keys, revoke_api_key};
pub use lanes::{Lanes, Renewing, Step};
pub use logins::{LoggedIn, OfferedLink, Visitor};
pub use logs::LogsSaying;
pub use markers::{Forgettable, Markers};
pub use passkeys::{PasskeyAnswer, PasskeyQuestion};
pub use people::PersonNow;
pub use quotas::{accounts_overview, delete_account_of, suspend_account};
pub use recall::{
    AnswerQuote, Earlier, FoundAnswer, FoundBy, FoundEpisode, FoundFact, IndexCache, Query,
    Recollection,
};
pub use recollect_graph::Because;
pub use recollect_language::role_called;
pub use recollect_outbound::MAX_URL_BYTES;
pub use recollect_storage::{
    AccountOverview, AsOf, EntityFilter, Found, GivenAnswer, Keyed, LimitCount, ListedEntity,
    LogFilter, Page, Quotas, Side, StatementFilter, TimelineFilter, Usage,
};
pub use registration::{InvalidRegistration, Registration};
pub use settings::{InvalidSchedule, RetrySchedule, Settings, WebhookSettings};
pub use spaces::{
    MAX_RETENTION_DAYS, MAX_SPACE_DESCRIPTION, MAX_SPACE_NAME, Placement, RemovedSpace,
};
pub use spans::SPANS;
pub use understood::{Outcome, Understood};
pub use webhooks::{Deliveries, DeliveryStep, MAX_WEBHOOK_DESCRIPTION, NewWebhook, WebhookUpdate};

use bringing::Bringing;
use housekeeping::Uses;
use ingest::GroupCommit;
use metrics::Metrics;
use quotas::Suspensions;
use recall::{Indexes, Waiting};
use repetition::Told;
use turns::Turns;
use webhooks::delivering::Delivering;

/// The doors to language understanding; the first two may be local or a provider's. Cheap to clone.
#[derive(Clone)]
pub struct Language {
    /// Turns texts into vectors.
    pub embed: Arc<dyn Embed>,
    /// Turns texts into entities and statements.
    pub extract: Arc<dyn Extract>,
    /// Judges what a search found once more, where there is such a model.
    pub rerank: Option<Arc<OnnxReranker>>,
    /// Reads answers out of the best texts, where there is such a model.
    pub read: Option<Arc<ExtractiveReader>>,
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

/// Of the memory for search indexes, so large a part may be taken in addition by the words of what waits to be processed.
const WAITING_PART: usize = 4;
/// So many characters tell the language of a text.
const LOOKED_AT_FOR_LANGUAGE: usize = 2_000;

/// The service without its door.
#[derive(Debug)]
pub struct Engine {
    store: Store,
    language: Language,
    environment: Environment,
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    group_commit: GroupCommit,
    indexes: Indexes,
    /// The words of what is not processed yet.
    waiting: Waiting,
    /// How many searches of one user may be under way.
    searches: Turns,
    /// How many of them may keep a core busy.
    rankings: Turns,
    /// How many pages of texts may be read at the same time.
    pages: Turns,
    /// One index is built ahead of a search at a time.
    preparing: Semaphore,
    /// What was told to whom lately.
    told: Arc<Told>,
    /// The credentials used since that was last written down.
    uses: Arc<Uses>,
    /// Whose accounts are suspended.
    suspensions: Suspensions,
    /// Who typed wrong codes for devices lately.
    guesses: oauth::Guesses,
    /// What the last probe found, and when, in the time of the process.
    readiness: Mutex<Option<(Duration, Readiness)>>,
    /// The imports that are being accepted.
    bringing: Bringing,
    wake: Arc<Notify>,
    stop: Arc<Notify>,
    serving: Mutex<Option<JoinHandle<()>>>,
    housekeeping: Mutex<Option<JoinHandle<()>>>,
    delivering: Delivering,
    /// Through which documents of applications are read.
    documents: oauth::Documents,
    /// What reads the PDF files of imports.
    read_pdf: Option<PdfReader>,
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
        let metrics = Arc::<Metrics>::default();
        let wake = Arc::new(Notify::new());
        Self {
            group_commit: GroupCommit::start(store.clone(), settings.quotas),
            indexes: Indexes::new(
                store.clone(),
                language.embed.clone(),
                &settings,
                metrics.clone(),
            ),
            waiting: Waiting::new(
                store.clone(),
                environment.clone(),
                settings.index_memory_bytes / WAITING_PART,
            ),
            metrics,
            searches: Turns::new(usize::MAX, 2 * cores()),
            // Nobody has all of them.
            rankings: Turns::new(2 * cores(), 2 * cores() - 1),
            pages: Turns::new(2 * cores(), cores()),
            preparing: Semaphore::new(1),
            store,
            language,
            environment,
            told: Arc::new(Told::default()),
            uses: Arc::new(Uses::new(settings.session)),
            settings,
            suspensions: Suspensions::default(),
            guesses: oauth::Guesses::default(),
            readiness: Mutex::default(),
            bringing: Bringing::new(wake.clone()),
            wake,
            stop: Arc::new(Notify::new()),
            serving: Mutex::new(None),
            housekeeping: Mutex::new(None),
            delivering: Delivering::default(),
            documents: oauth::Documents::default(),
            read_pdf: None,
        }
    }

    /// The engine with a door to the outside, through which webhooks are delivered; without one they wait.
    #[must_use]
    pub fn with_door(mut self, door: Arc<dyn Exchange>) -> Self {
        self.delivering.door = Some(door);
        self
    }

    /// The engine with a door through which documents of applications are read; without one they are not. See
    /// [`oauth::document_limits`].
    #[must_use]
    pub fn with_document_door(mut self, door: Arc<dyn Exchange>) -> Self {
        self.documents.door = Some(door);
        self
    }

    /// The engine with what reads PDF files; without it they are refused.
    #[must_use]
    pub fn with_pdf_reader(mut self, reader: PdfReader) -> Self {
        self.read_pdf = Some(reader);
        self
    }

    /// Starts processing and delivering what waits and what will come.
    pub async fn start(&self) {
        let lanes = self.lanes();
        let task = tokio::spawn(serving::serve(lanes, self.wake.clone(), self.stop.clone()));
        *self.serving.lock().await = Some(task);
        let house = housekeeping::House {
            store: self.store.clone(),
            environment: self.environment.clone(),
            uses: self.uses.clone(),
            later: self.later(),
            forgetting: self.forgetting(),
            indexes: self.indexes.clone(),
            waiting: self.waiting.clone(),
        };
        *self.housekeeping.lock().await = Some(tokio::spawn(house.keep()));
        if let Some(deliveries) = self.outbox() {
            self.delivering.start(deliveries).await;
        }
    }

    /// Stops after the batches and the deliveries in hand; what was accepted stays queued.
    pub async fn stop(&self) {
        self.stop.notify_one();
        let processing = async {
            if let Some(task) = self.serving.lock().await.take() {
                // The task ends by itself; a panic inside it was already reported.
                let _ = task.await;
            }
        };
        tokio::join!(processing, self.delivering.stop());
        if let Some(task) = self.housekeeping.lock().await.take() {
            task.abort();
        }
        if let Err(error) = self.keep_indexes().await {
            tracing::warn!("indexes are not kept as files: {error}");
        }
        if let Err(error) = self.write_uses().await {
            tracing::warn!("when credentials were last used is not written down: {error}");
        }
    }

    /// What is to be delivered, for a worker that is driven by hand; none without a door to the outside.
    pub fn outbox(&self) -> Option<Deliveries> {
        let door = self.delivering.door.clone()?;
        Some(Deliveries {
            store: self.store.clone(),
            door,
            environment: self.environment.clone(),
            settings: self.settings.clone(),
            metrics: self.metrics.clone(),
        })
    }

    /// The queue, for a worker that is driven by hand.
    pub fn lanes(&self) -> Lanes {
        Lanes {
            store: self.store.clone(),
            language: self.language.clone(),
            environment: self.environment.clone(),
            settings: self.settings.clone(),
            told: self.told.clone(),
            metrics: self.metrics.clone(),
            events_written: self.delivering.woken.clone(),
            bringing: self.bringing.clone(),
        }
    }

    /// Whether what a text says would be understood, by its language; it is kept and found either way.
    pub fn understands(&self, text: &str) -> bool {
        let beginning: String = text.chars().take(LOOKED_AT_FOR_LANGUAGE).collect();
        self.language.extract.understands(&beginning)
    }

    /// The clock and the dice the engine was given.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}
