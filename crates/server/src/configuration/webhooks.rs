//! What can be set about webhooks.

use std::time::Duration;

use clap::Args;
use recollect_engine::{RetrySchedule, WebhookSettings};
use recollect_outbound::Limits;

/// How webhooks are delivered.
#[derive(Debug, Clone, Args)]
pub struct WebhookOptions {
    /// Let webhooks lead to private addresses: whoever may register one then reaches whatever this machine reaches
    #[arg(
        long,
        env = "RECOLLECT_DANGER_ALLOW_PRIVATE_ADDRESSES",
        value_name = "BOOL",
        num_args = 0..=1,
        default_value_t = false,
        default_missing_value = "true",
        action = clap::ArgAction::Set
    )]
    pub danger_allow_private_addresses: bool,
    /// How long one attempt at a delivery may take, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_WEBHOOK_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 15_000
    )]
    pub webhook_timeout_ms: u64,
    /// The waits after failed attempts at a delivery, in seconds; after one attempt more it is given up
    #[arg(
        long,
        env = "RECOLLECT_WEBHOOK_RETRY_SCHEDULE",
        value_name = "SECONDS",
        default_value_t = RetrySchedule::default()
    )]
    pub webhook_retry_schedule: RetrySchedule,
    /// The most deliveries under way at the same time; one user has a quarter of them at most
    #[arg(
        long,
        env = "RECOLLECT_WEBHOOK_PARALLEL",
        value_name = "N",
        default_value_t = WebhookSettings::default().parallel
    )]
    pub webhook_parallel: usize,
    /// How many webhooks a user may have
    #[arg(
        long,
        env = "RECOLLECT_WEBHOOKS_PER_USER",
        value_name = "N",
        default_value_t = WebhookSettings::default().most
    )]
    pub webhooks_per_user: u32,
}

impl WebhookOptions {
    /// The engine's settings these options give.
    pub fn settings(&self) -> WebhookSettings {
        WebhookSettings {
            most: self.webhooks_per_user,
            retry_schedule: self.webhook_retry_schedule.clone(),
            timeout: self.timeout(),
            parallel: self.webhook_parallel.max(1),
            danger_allow_private_addresses: self.danger_allow_private_addresses,
            ..WebhookSettings::default()
        }
    }

    /// The limits of each request that is sent.
    pub fn limits(&self) -> Limits {
        let limits = Limits::default();
        Limits {
            time: self.timeout(),
            connect_time: limits.connect_time.min(self.timeout()),
            danger_allow_private_addresses: self.danger_allow_private_addresses,
            ..limits
        }
    }

    fn timeout(&self) -> Duration {
        Duration::from_millis(self.webhook_timeout_ms.clamp(1, 300_000))
    }
}
