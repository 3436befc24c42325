//! How often something may happen to each of many: a thin face of `governor` (GCRA), with the time of the environment.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use recollect_model::Environment;

use crate::http::error::Limit;

/// After so many counts, what has been quiet long enough is forgotten: the memory held follows who came lately.
const FORGET_EVERY: u32 = 1_024;
/// The part of a minute's count that may come at once.
const BURST_OF_A_MINUTE: u32 = 6;

/// A count for each key; no limit at all when none was asked for.
pub(super) struct Rate<K: Hash + Eq + Clone>(Option<Counted<K>>);

struct Counted<K: Hash + Eq + Clone> {
    limiter: RateLimiter<K, DashMapStateStore<K>, Time, NoOpMiddleware<Duration>>,
    time: Time,
    burst: u32,
    counts: AtomicU32,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    /// So many a minute, a sixth of them at once.
    pub(super) fn a_minute(many: u32, environment: &Environment) -> Self {
        let burst = many.div_ceil(BURST_OF_A_MINUTE);
        Self::of(Duration::from_secs(60), many, burst, environment)
    }

    /// So many within a time, all of them at once if need be.
    pub(super) fn within(window: Duration, many: u32, environment: &Environment) -> Self {
        Self::of(window, many, many, environment)
    }

    fn of(window: Duration, many: u32, burst: u32, environment: &Environment) -> Self {
        let Some(burst) = NonZeroU32::new(burst) else {
            return Self(None);
        };
        let each = (window / many).max(Duration::from_nanos(1));
        let quota = Quota::with_period(each).map(|quota| quota.allow_burst(burst));
        let time = Time(environment.clone());
        Self(quota.map(|quota| Counted {
            limiter: RateLimiter::dashmap_with_clock(quota, time.clone()),
            time,
            burst: burst.get(),
            counts: AtomicU32::new(0),
        }))
    }

    /// Counts one for this key.
    ///
    /// # Errors
    ///
    /// [`Limit::Rate`], with how long to wait, when there were too many.
    pub(super) fn count(&self, key: &K) -> Result<(), Limit> {
        let Some(counted) = &self.0 else {
            return Ok(());
        };
        if counted.counts.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            counted.limiter.retain_recent();
        }
        counted
            .limiter
            .check_key(key)
            .map_err(|refused| Limit::Rate {
                wait: refused.wait_time_from(counted.time.now()),
                burst: counted.burst,
            })
    }
}

impl<K: Hash + Eq + Clone> fmt::Debug for Rate<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rate")
    }
}

/// The environment's time that never goes back: a clock that is set would let nobody in, or everybody.
#[derive(Clone)]
struct Time(Environment);

impl Clock for Time {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
