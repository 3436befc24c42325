//! The circuit breaker: a provider that failed is left alone for a while.
//!
//! After a failure that is the provider's own, every request fails at once until a time is over. Then one request is
//! let through to see; the others go on failing until it is back. Each failure in a row doubles the time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::failure::Failure;

/// How long a provider is left alone after its first failure, and at most.
const REST: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(300));

/// How long others wait for the request that sees whether the provider is back.
const PROBING: Duration = Duration::from_secs(5);

/// The state of one provider.
#[derive(Debug, Default)]
pub(super) struct Circuit(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    rests_until: Option<Instant>,
    is_probing: bool,
}

impl Circuit {
    /// Lets a request through, or says how long the provider rests.
    pub(super) fn enter(&self) -> Result<Pass<'_>, Failure> {
        let mut state = self.state();
        let Some(until) = state.rests_until else {
            return Ok(self.pass(false));
        };
        let left = until.saturating_duration_since(Instant::now());
        if left > Duration::ZERO {
            return Err(Failure::Resting(left));
        }
        if state.is_probing {
            return Err(Failure::Resting(PROBING));
        }
        state.is_probing = true;
        Ok(self.pass(true))
    }

    fn pass(&self, is_probe: bool) -> Pass<'_> {
        Pass {
            circuit: self,
            is_probe,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leave to ask the provider.
#[derive(Debug)]
pub(super) struct Pass<'a> {
    circuit: &'a Circuit,
    is_probe: bool,
}

impl Pass<'_> {
    /// Whether this request is to see whether the provider is back: one attempt is enough.
    pub(super) fn is_probe(&self) -> bool {
        self.is_probe
    }

    /// How long the provider rests now, because another request failed meanwhile.
    pub(super) fn rest(&self) -> Option<Duration> {
        let left = self
            .circuit
            .state()
            .rests_until?
            .saturating_duration_since(Instant::now());
        (left > Duration::ZERO).then_some(left)
    }

    /// The provider answered.
    pub(super) fn succeed(self) {
        *self.circuit.state() = State::default();
    }

    /// The provider failed: it rests, at least for as long as it asked.
    pub(super) fn fail(self, after: Option<Duration>) {
        let mut state = self.circuit.state();
        let (first, most) = REST;
        let doubled = first.saturating_mul(2_u32.saturating_pow(state.failures.min(16)));
        let rest = doubled.min(most).max(after.unwrap_or_default());
        // Those that were under way together fail together, and count once.
        if self.is_probe || state.rests_until.is_none() {
            state.failures = state.failures.saturating_add(1);
        }
        let until = Instant::now() + rest;
        state.rests_until = Some(state.rests_until.map_or(until, |before| before.max(until)));
    }
}

impl Drop for Pass<'_> {
    /// Whoever loses interest leaves the probe to the next.
    fn drop(&mut self) {
        if self.is_probe {
            self.circuit.state().is_probing = false;
        }
    }
}
