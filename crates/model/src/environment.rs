//! Time and randomness, passed in: what is kept and what is answered depends on no other clock and no other dice.
//! Elsewhere only deadlines and pauses are measured, which no result shows.

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// The present instant, UTC, to the microsecond. It may jump in either direction: somebody sets the clock.
    fn now(&self) -> Timestamp;

    /// The time since a fixed moment of this process. It never goes back and never jumps, and says nothing to another
    /// process: for how long ago something was, and for how long to wait.
    fn elapsed(&self) -> Duration;
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

    /// The time since a fixed moment of this process, whatever is done to the clock.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
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

    fn elapsed(&self) -> Duration {
        static BEGINNING: OnceLock<Instant> = OnceLock::new();
        BEGINNING.get_or_init(Instant::now).elapsed()
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
pub struct ManualClock {
    /// In microseconds since 1970.
    now: AtomicI64,
    /// In microseconds.
    elapsed: AtomicU64,
}

impl ManualClock {
    /// A clock that stands at `start`.
    pub fn new(start: Timestamp) -> Self {
        Self {
            now: AtomicI64::new(start.as_microsecond()),
            elapsed: AtomicU64::new(0),
        }
    }

    /// Lets time pass.
    pub fn advance_ms(&self, milliseconds: i64) {
        self.set_ms(milliseconds);
        let passed = u64::try_from(milliseconds).unwrap_or(0);
        self.elapsed.fetch_add(passed * 1_000, Ordering::SeqCst);
    }

    /// Sets the clock by so much, forward or back, as a person or a time server does; no time passes.
    pub fn set_ms(&self, milliseconds: i64) {
        self.now.fetch_add(milliseconds * 1_000, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        let now = self.now.load(Ordering::SeqCst);
        Timestamp::from_microsecond(now).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.elapsed.load(Ordering::SeqCst))
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
