//! How often something may happen to each of many: a thin face of `governor` (GCRA), with the time of the
//! environment.
//!
//! Where several nodes serve together, each remembers what it has counted lately, so that the others can take it off
//! what they allow.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
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
/// After so long a pause what was counted before does not matter to other nodes any more.
const PAUSE: Duration = Duration::from_secs(60);
/// What is less than this part of what may come at once is not told to them: it changes little, and costs as much.
const TOLD_PART: u32 = 16;

/// A count for each key; no limit at all when none was asked for.
pub(super) struct Rate<K: Hash + Eq + Clone>(Option<Counted<K>>);

struct Counted<K: Hash + Eq + Clone> {
    limiter: RateLimiter<K, DashMapStateStore<K>, Time, NoOpMiddleware<Duration>>,
    time: Time,
    burst: u32,
    counts: AtomicU32,
    /// What was counted of each key, to be told to the other nodes; none where there are no others.
    streaks: Option<Mutex<HashMap<K, Streak>>>,
}

/// What was counted without a pause.
#[derive(Debug, Clone, Copy)]
struct Streak {
    counted: u32,
    last: Duration,
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
            streaks: None,
        }))
    }

    /// The same, with what is counted remembered, to be told to other nodes.
    pub(super) fn shared(self) -> Self {
        Self(self.0.map(|counted| Counted {
            streaks: Some(Mutex::default()),
            ..counted
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
            })?;
        counted.remember(key);
        Ok(())
    }

    /// What was counted of each key that matters to other nodes.
    pub(super) fn counted(&self) -> Vec<(K, u32)> {
        let Some((counted, streaks)) = self.0.as_ref().and_then(Counted::streaks) else {
            return Vec::new();
        };
        let now = counted.time.now();
        let mut streaks = streaks.lock().unwrap_or_else(PoisonError::into_inner);
        streaks.retain(|_, streak| now.saturating_sub(streak.last) < PAUSE);
        let matters = streaks
            .iter()
            .filter(|(_, streak)| streak.counted.saturating_mul(TOLD_PART) >= counted.burst);
        matters
            .map(|(key, streak)| (key.clone(), streak.counted))
            .collect()
    }

    /// Takes what another node has counted of a key off what is allowed here.
    pub(super) fn take(&self, key: &K, many: u32) {
        if let Some(counted) = &self.0 {
            let taken = (0..many.min(counted.burst)).map(|_| counted.limiter.check_key(key));
            taken.take_while(Result::is_ok).for_each(drop);
        }
    }
}

impl<K: Hash + Eq + Clone> Counted<K> {
    fn streaks(&self) -> Option<(&Self, &Mutex<HashMap<K, Streak>>)> {
        Some((self, self.streaks.as_ref()?))
    }

    fn remember(&self, key: &K) {
        let Some((_, streaks)) = self.streaks() else {
            return;
        };
        let last = self.time.now();
        let mut streaks = streaks.lock().unwrap_or_else(PoisonError::into_inner);
        let streak = streaks
            .entry(key.clone())
            .or_insert(Streak { counted: 0, last });
        streak.counted = streak.counted.saturating_add(1);
        streak.last = last;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use recollect_model::{Environment, ManualClock, SeededEntropy, Timestamp};

    use super::Rate;
    use crate::http::error::Limit;

    #[test]
    fn a_clock_that_is_set_back_an_hour_makes_nobody_wait_for_it() {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
        let rate = Rate::a_minute(6, &environment);
        assert!(rate.count(&"anna").is_ok());
        clock.set_ms(-3_600_000);
        let Err(Limit::Rate { wait, .. }) = rate.count(&"anna") else {
            panic!("one may come at once, and it came");
        };
        assert_eq!(wait, Duration::from_secs(10));
        clock.advance_ms(10_000);
        assert!(rate.count(&"anna").is_ok());
    }
}
