//! What a person can set about the engine, and how much of anything it takes.

mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use recollect_storage::Quotas;

use crate::Registration;
use crate::oauth::OutsideIssuer;

pub use webhooks::{InvalidSchedule, RetrySchedule, WebhookSettings};

/// The engine's limits and pace. `Default` is what the service runs with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The longest text accepted, in bytes of UTF-8.
    pub max_text_bytes: usize,
    /// The most episodes of one user processed before another user's turn.
    pub lane_batch: usize,
    /// The most users whose episodes are processed at the same time.
    pub lanes: usize,
    /// How long a worker's hold on a lane lasts unless it is renewed.
    pub lease: Duration,
    /// How long one step of understanding may take (a text's extraction, the vectors of a hundred passages) before it
    /// counts as hung.
    pub processing_deadline: Duration,
    /// How often an episode is tried before it is given up.
    pub max_attempts: u32,
    /// The wait before the second try; it doubles with each further one, up to 5 minutes.
    pub first_backoff: Duration,
    /// The longest an idle node waits before it looks for work that another node accepted.
    pub poll: Duration,
    /// The memory that search indexes of spaces not in use may hold, in bytes.
    pub index_memory_bytes: usize,
    /// How much every account may keep and send.
    pub quotas: Quotas,
    /// Where search indexes are kept as files, so that the first search after a start need not build them; nowhere without it.
    pub index_directory: Option<PathBuf>,
    /// Whether the reranker, where there is one, looks at searches that do not say.
    pub rerank: bool,
    /// An index of fewer passages is built so quickly that it is not worth a file.
    pub index_file_passages: usize,
    /// Who may create an account by logging in for the first time.
    pub registration: Registration,
    /// How long ago a person may have logged in who takes everything along, gives others access, or leaves; any time without it.
    pub fresh_login: Option<Duration>,
    /// A session ends when it was not used for so long.
    pub session: Duration,
    /// What is delivered to webhooks, and how.
    pub webhooks: WebhookSettings,
    /// How old a key becomes before access tokens are signed with a new one.
    pub token_key_age: Duration,
    /// Who else may issue tokens for this service.
    pub outside_issuer: Option<Arc<OutsideIssuer>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_text_bytes: 1024 * 1024,
            lane_batch: 64,
            lanes: 32,
            lease: Duration::from_secs(15),
            processing_deadline: Duration::from_secs(120),
            max_attempts: 6,
            first_backoff: Duration::from_secs(1),
            poll: Duration::from_secs(1),
            index_memory_bytes: 1024 * 1024 * 1024,
            quotas: Quotas::default(),
            index_directory: None,
            rerank: false,
            index_file_passages: 1_000,
            registration: Registration::Open,
            fresh_login: Some(Duration::from_secs(15 * 60)),
            session: Duration::from_secs(30 * 24 * 60 * 60),
            webhooks: WebhookSettings::default(),
            token_key_age: Duration::from_secs(30 * 24 * 60 * 60),
            outside_issuer: None,
        }
    }
}

impl Settings {
    /// The wait after the `attempts`-th failed try (from 1): exponential from `first_backoff`, at most 5 minutes.
    pub(crate) fn backoff(&self, attempts: u32) -> Duration {
        let factor = 2_u32.saturating_pow(attempts.saturating_sub(1).min(16));
        self.first_backoff
            .saturating_mul(factor)
            .min(Duration::from_secs(300))
    }
}
