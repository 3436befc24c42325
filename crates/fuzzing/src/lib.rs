//! Inputs that readers of foreign bytes do not expect, made of inputs that they do.
//!
//! [`Inputs`] gives the seeds as they are, then mutations of them without end. They follow from the reader's name,
//! the seeds and what the reader made of the inputs before, and from nothing else: what fails once fails again, at
//! the same number. There is no coverage to be had on stable Rust without code that is not safe; what stands in for
//! it is the outcome. An input that led to an outcome that none had before becomes a seed.
//!
//! It ends after a time: [`SECONDS`] of each reader where that is set, a moment otherwise. An input that takes longer
//! than [`MAX_SECONDS`] fails the test, as one that panics does; which it was is told with its number.

mod mutation;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::mutation::Mutation;

/// The variable that says for how many seconds each reader is fed.
pub const SECONDS: &str = "RECOLLECT_TEST_FUZZ_SECONDS";
/// The longest that a reader may take for one input.
pub const MAX_SECONDS: u64 = 20;
/// For how long a reader is fed otherwise.
const A_MOMENT: Duration = Duration::from_millis(500);
/// So many seeds are kept.
const MAX_SEEDS: usize = 2_000;
/// So many mutations make an input of a seed.
const MAX_MUTATIONS: usize = 5;
/// So much of an input that failed is told.
const MAX_TOLD_BYTES: usize = 4_000;

/// The inputs of one reader.
pub struct Inputs {
    name: String,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    max_bytes: usize,
    rng: SmallRng,
    /// Those that are known, as hashes.
    outcomes: HashSet<u64>,
    given: u64,
    current: Vec<u8>,
    budget: Duration,
    begun: Instant,
    given_at: Instant,
}

impl Inputs {
    /// Inputs for the reader of this name, which reads the seeds without complaint.
    pub fn of<Seed: AsRef<[u8]>>(name: &str, seeds: impl IntoIterator<Item = Seed>) -> Self {
        let seeds: Vec<Vec<u8>> = seeds
            .into_iter()
            .map(|seed| seed.as_ref().to_vec())
            .collect();
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let begun = Instant::now();
        Self {
            rng: SmallRng::seed_from_u64(hash(&name)),
            name: name.to_owned(),
            seeds,
            words: Vec::new(),
            max_bytes: 4 * 1024,
            outcomes: HashSet::new(),
            given: 0,
            current: Vec::new(),
            budget: budget(),
            begun,
            given_at: begun,
        }
    }

    /// Words that mean something to the reader.
    #[must_use]
    pub fn with_words<Word: AsRef<[u8]>>(mut self, words: impl IntoIterator<Item = Word>) -> Self {
        let words = words.into_iter();
        self.words.extend(words.map(|word| word.as_ref().to_vec()));
        self
    }

    /// No input but a seed is longer than so many bytes.
    #[must_use]
    pub fn of_at_most(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// The reader is one of so many that share the time of one.
    #[must_use]
    pub fn sharing(mut self, readers: u32) -> Self {
        self.budget /= readers;
        self
    }

    /// The next input, until the time is over. Every seed is given, whatever the time.
    pub fn give(&mut self) -> Option<Vec<u8>> {
        let took = self.given_at.elapsed();
        assert!(
            self.given == 0 || took < Duration::from_secs(MAX_SECONDS),
            "it took {took:?}"
        );
        let number = usize::try_from(self.given).unwrap_or(usize::MAX);
        self.current = match self.seeds.get(number) {
            Some(seed) => seed.clone(),
            None if self.begun.elapsed() >= self.budget => return None,
            None => self.mutated(),
        };
        self.given += 1;
        self.given_at = Instant::now();
        Some(self.current.clone())
    }

    /// What the reader made of the last input: little enough that most are alike, and enough to tell what is new.
    pub fn note(&mut self, outcome: &impl Hash) {
        let is_new = self.outcomes.insert(hash(outcome));
        if is_new && self.seeds.len() < MAX_SEEDS && self.current.len() <= self.max_bytes {
            // What was a seed already is one twice then, which does no harm.
            self.seeds.push(self.current.clone());
        }
    }

    /// Feeds a reader until the time is over; what it returns is the outcome.
    pub fn feed<Outcome: Hash>(mut self, mut read: impl FnMut(&[u8]) -> Outcome) {
        while let Some(input) = self.give() {
            let outcome = read(&input);
            self.note(&outcome);
        }
    }

    fn mutated(&mut self) -> Vec<u8> {
        let chosen = self.rng.random_range(0..self.seeds.len());
        let mut bytes = self.seeds[chosen].clone();
        for _ in 0..self.rng.random_range(1..=MAX_MUTATIONS) {
            let mutation = Mutation {
                seeds: &self.seeds,
                words: &self.words,
                max_bytes: self.max_bytes,
            };
            mutation.apply(&mut bytes, &mut self.rng);
        }
        bytes
    }
}

impl Drop for Inputs {
    /// Tells how many there were, or which one failed.
    fn drop(&mut self) {
        let Self { name, given, .. } = self;
        if std::thread::panicking() {
            let told = &self.current[..self.current.len().min(MAX_TOLD_BYTES)];
            eprintln!("{name}: input {given} failed: \"{}\"", told.escape_ascii());
        } else {
            let outcomes = self.outcomes.len();
            eprintln!("fed: {given:>10} inputs, {outcomes:>6} outcomes: {name}");
        }
    }
}

/// For how long each reader is fed.
fn budget() -> Duration {
    let seconds = std::env::var(SECONDS).ok();
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    seconds.map_or(A_MOMENT, Duration::from_secs)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
