//! How webhooks are delivered, and how many a user may have.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

const MAX_SCHEDULE: usize = 20;
const MAX_WAIT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The limits and the pace of webhooks. `Default` is what the service runs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    /// How many a user may have.
    pub most: u32,
    /// The waits between attempts.
    pub retry_schedule: RetrySchedule,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// The most attempts under way at the same time; a user has a quarter of them at most.
    pub parallel: usize,
    /// How long a webhook may fail, without a single success, before it is disabled.
    pub disable_after: Duration,
    /// How long a secret that was replaced goes on signing beside the new one.
    pub secret_overlap: Duration,
    /// How long deliveries that have ended are kept.
    pub retention: Duration,
    /// Whether a webhook may lead to an address that is not public.
    pub danger_allow_private_addresses: bool,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        const DAY: u64 = 24 * 60 * 60;
        Self {
            most: 20,
            retry_schedule: RetrySchedule::default(),
            timeout: Duration::from_secs(15),
            parallel: 32,
            disable_after: Duration::from_secs(3 * DAY),
            secret_overlap: Duration::from_secs(DAY),
            retention: Duration::from_secs(30 * DAY),
            danger_allow_private_addresses: false,
        }
    }
}

/// The waits after the first failed attempt, the second and so on. After one more there is no further attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrySchedule(Vec<Duration>);

/// A text that is no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at most 20 waits in seconds, each up to 30 days, are expected, such as 5,300,1800")]
pub struct InvalidSchedule;

impl RetrySchedule {
    /// These waits.
    pub const fn new(waits: Vec<Duration>) -> Self {
        Self(waits)
    }

    /// The wait after the `failures`-th failed attempt, from 1.
    pub fn wait(&self, failures: u32) -> Option<Duration> {
        let place = usize::try_from(failures.checked_sub(1)?).ok()?;
        self.0.get(place).copied()
    }
}

impl Default for RetrySchedule {
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h: the example schedule of Standard Webhooks.
    fn default() -> Self {
        let seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400];
        Self(seconds.map(Duration::from_secs).to_vec())
    }
}

impl FromStr for RetrySchedule {
    type Err = InvalidSchedule;

    fn from_str(text: &str) -> Result<Self, InvalidSchedule> {
        if text.trim().is_empty() {
            return Ok(Self(Vec::new()));
        }
        let waits: Vec<Duration> = text.split(',').map(wait).collect::<Result<_, _>>()?;
        if waits.len() > MAX_SCHEDULE {
            return Err(InvalidSchedule);
        }
        Ok(Self(waits))
    }
}

fn wait(text: &str) -> Result<Duration, InvalidSchedule> {
    let seconds: f64 = text.trim().parse().map_err(|_| InvalidSchedule)?;
    let wait = Duration::try_from_secs_f64(seconds).map_err(|_| InvalidSchedule)?;
    (wait <= MAX_WAIT).then_some(wait).ok_or(InvalidSchedule)
}

impl fmt::Display for RetrySchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waits: Vec<String> = self
            .0
            .iter()
            .map(|wait| wait.as_secs_f64().to_string())
            .collect();
        f.write_str(&waits.join(","))
    }
}
