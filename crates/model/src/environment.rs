//! Time and randomness, passed in: nothing else in the workspace reads the clock or rolls dice.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// The present instant, UTC, to the microsecond.
    fn now(&self) -> Timestamp;
}

/// Rolls the dice.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The clock and the dice of one process.
#[derive(Clone)]
pub struct Environment {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl Environment {
    /// The real ones: the system's clock and the operating system's random source.
    pub fn system() -> Self {
        Self::new(Arc::new(SystemClock), Arc::new(OsEntropy))
    }

    /// An environment of these two.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        Self { clock, entropy }
    }

    /// The present instant.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// `N` random bytes.
    pub fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.entropy.fill(&mut bytes);
        bytes
    }

    /// A new UUID, version 7.
    pub(crate) fn uuid(&self) -> Uuid {
        let milliseconds = u64::try_from(self.now().as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(milliseconds, &self.random()).into_uuid()
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Environment")
    }
}

/// The system's clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock"
    )]
    fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}

/// The operating system's random source.
#[derive(Debug, Clone, Copy)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that rolls the dice"
    )]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system has a random source");
    }
}

/// A clock that stands still until it is moved, for tests and simulations.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that stands at `start`.
    pub fn new(start: Timestamp) -> Self {
        Self(AtomicI64::new(start.as_microsecond()))
    }

    /// Moves the clock forward.
    pub fn advance_ms(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds * 1_000, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// Random bytes that a seed determines (SHA-256 in counter mode), for tests and simulations.
#[derive(Debug)]
pub struct SeededEntropy {
    seed: u64,
    counter: AtomicU64,
}

impl SeededEntropy {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            counter: AtomicU64::new(0),
        }
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let counter = self.counter.fetch_add(1, Ordering::SeqCst);
            let mut hash = Sha256::new();
            hash.update(self.seed.to_le_bytes());
            hash.update(counter.to_le_bytes());
            chunk.copy_from_slice(&hash.finalize()[..chunk.len()]);
        }
    }
}
