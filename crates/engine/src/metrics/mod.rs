//! What can be measured of the service, for whoever watches it.
//!
//! Everything here is a count, a time or a size of all users together: no label holds what belongs to somebody. Names
//! and units follow the conventions of Prometheus. Counting takes no lock that anybody holds for long, and asks the
//! database nothing; what only the database knows is read when somebody looks, once in a few seconds at most.

mod gauges;
mod labels;

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use recollect_storage::StorageError;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::Engine;

use gauges::Gauges;
use labels::Label;
pub(crate) use labels::{DeliveryOutcome, IndexUse, ProcessingStep, SearchStep, TextOutcome};

/// For how long what the database said is told again.
const VITALS_HOLD: Duration = Duration::from_secs(5);
/// How long the database is waited for.
const LOOKING: Duration = Duration::from_secs(5);
/// From half a millisecond to half a minute.
const SHORT: [f64; 14] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0,
];
/// From ten milliseconds to a day.
const LONG: [f64; 12] = [
    0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0, 3_600.0, 86_400.0,
];

type Times = Family<Label, Histogram, fn() -> Histogram>;
type Counts = Family<Label, Counter>;

/// Everything that is counted by the engine.
#[derive(Debug)]
pub(crate) struct Metrics {
    accepted: Counter,
    tried: Counts,
    completion: Histogram,
    processing: Times,
    search: Times,
    index_uses: Counts,
    deliveries: Counts,
    delivery: Histogram,
    /// Sizes that are set when somebody looks.
    gauges: Gauges,
    looked_at: Mutex<Option<Duration>>,
}

impl Default for Metrics {
    fn default() -> Self {
        let metrics = Self {
            accepted: Counter::default(),
            tried: Family::default(),
            completion: Histogram::new(LONG),
            processing: Family::new_with_constructor(short),
            search: Family::new_with_constructor(short),
            index_uses: Family::default(),
            deliveries: Family::default(),
            delivery: Histogram::new(SHORT),
            gauges: Gauges::default(),
            looked_at: Mutex::default(),
        };
        metrics.begin();
        metrics
    }
}

fn short() -> Histogram {
    Histogram::new(SHORT)
}

impl Metrics {
    /// Every series is there from the start: what has not happened yet is 0, not unknown.
    fn begin(&self) {
        for step in ProcessingStep::ALL {
            drop(self.processing.get_or_create(&step.label()));
        }
        for step in SearchStep::ALL {
            drop(self.search.get_or_create(&step.label()));
        }
        for outcome in TextOutcome::ALL {
            drop(self.tried.get_or_create(&outcome.label()));
        }
        for outcome in DeliveryOutcome::ALL {
            drop(self.deliveries.get_or_create(&outcome.label()));
        }
        for state in IndexUse::ALL {
            drop(self.index_uses.get_or_create(&state.label()));
        }
    }

    pub(crate) fn accepted(&self) {
        self.accepted.inc();
    }

    /// A text was tried.
    pub(crate) fn tried(&self, outcome: TextOutcome) {
        self.tried.get_or_create(&outcome.label()).inc();
    }

    /// How long a text took from its acceptance to the end of its processing.
    pub(crate) fn completed_after(&self, seconds: f64) {
        self.completion.observe(seconds.max(0.0));
    }

    pub(crate) fn processing(&self, step: ProcessingStep, took: Duration) {
        let times = self.processing.get_or_create(&step.label());
        times.observe(took.as_secs_f64());
    }

    pub(crate) fn search(&self, step: SearchStep, took: Duration) {
        let times = self.search.get_or_create(&step.label());
        times.observe(took.as_secs_f64());
    }

    pub(crate) fn index_used(&self, state: IndexUse) {
        self.index_uses.get_or_create(&state.label()).inc();
    }

    pub(crate) fn delivery(&self, outcome: DeliveryOutcome, took: Duration) {
        self.deliveries.get_or_create(&outcome.label()).inc();
        self.delivery.observe(took.as_secs_f64());
    }

    fn register(&self, registry: &mut Registry) {
        let seconds = || Unit::Seconds;
        registry.register(
            "texts_accepted",
            "Texts that were accepted: they are on disk",
            self.accepted.clone(),
        );
        registry.register(
            "texts_processed",
            "Texts that were tried, by what became of them",
            self.tried.clone(),
        );
        registry.register_with_unit(
            "text_completion",
            "From a text's acceptance to its being searchable",
            seconds(),
            self.completion.clone(),
        );
        registry.register_with_unit(
            "processing_step",
            "How long a step of processing took: reading a text, the vectors of a batch, its transaction",
            seconds(),
            self.processing.clone(),
        );
        registry.register_with_unit(
            "search_step",
            "How long a step of a search took; whole is all of them together",
            seconds(),
            self.search.clone(),
        );
        registry.register(
            "index_uses",
            "Indexes that a search asked for, by what they had to be brought up to",
            self.index_uses.clone(),
        );
        registry.register(
            "webhook_attempts",
            "Attempts at deliveries to webhooks, by what became of them",
            self.deliveries.clone(),
        );
        registry.register_with_unit(
            "webhook_attempt",
            "How long an attempt at a delivery took",
            seconds(),
            self.delivery.clone(),
        );
        self.gauges.register(registry);
    }
}

impl Engine {
    /// Puts what the engine counts into a registry, under the registry's prefix.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.metrics.register(registry);
        let texts = |text: &str| text.to_owned();
        let info = [
            ("version", texts(env!("CARGO_PKG_VERSION"))),
            ("database", texts(self.store.engine_name())),
            ("embedder", texts(self.language.embed.model())),
            ("extractor", texts(self.language.extract.name())),
        ];
        registry.register(
            "build",
            "What runs: its version, the kind of database, what understands texts",
            Info::new(info.to_vec()),
        );
    }

    /// Brings what is only known by looking up to date; the database is asked once in a few seconds at most, however many
    /// look.
    pub async fn measure(&self) {
        let gauges = &self.metrics.gauges;
        gauges.set_indexes(self.indexes.size(), self.settings.index_memory_bytes);
        gauges.set_connections(self.store.connections());
        self.look_at_database().await;
        gauges.set_trouble(self.store.trouble());
    }

    async fn look_at_database(&self) {
        let mut looked_at = self.metrics.looked_at.lock().await;
        let elapsed = self.environment.elapsed();
        if looked_at.is_some_and(|at| elapsed.saturating_sub(at) < VITALS_HOLD) {
            return;
        }
        let gauges = &self.metrics.gauges;
        let looking = async {
            let now = self.environment.now();
            let backlog = self.store.backlog(now).await?;
            let age = backlog.oldest_since.map(|since| now.duration_since(since));
            gauges.set_backlog(&backlog, age.map_or(0.0, |age| age.as_secs_f64()));
            gauges.set_room(self.store.room().await?);
            Ok::<(), StorageError>(())
        };
        let is_up = match timeout(LOOKING, looking).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!("the database cannot be measured: {error}");
                false
            }
            Err(_) => {
                tracing::warn!("the database cannot be measured: it did not answer in time");
                false
            }
        };
        gauges.set_up(is_up);
        *looked_at = Some(self.environment.elapsed());
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
