//! Which indexes stay in memory: those that were used last, as many as a budget holds.
//!
//! It decides, and does nothing else: it waits for nobody, reads no clock, and knows neither users nor databases. So
//! a simulation of many nodes (`recollect-bench placement`) decides as the service does.
//!
//! An entry weighs nothing until it is told what it weighs, which is known when it was built. What is heavier than
//! the budget by itself stays while it is the only one: whoever uses it would build it again at once.

use std::hash::Hash;
use std::num::NonZeroUsize;

use lru::LruCache;

/// The most entries, whatever they weigh.
const MAX_ENTRIES: NonZeroUsize = NonZeroUsize::new(10_000).expect("it is not zero");

/// A cache that drops what was used longest ago.
#[derive(Debug)]
pub struct IndexCache<K: Hash + Eq, V> {
    entries: LruCache<K, Weighed<V>>,
    budget_bytes: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Weighed<V> {
    value: V,
    bytes: usize,
}

impl<K: Hash + Eq, V> IndexCache<K, V> {
    /// An empty cache that keeps so many bytes.
    pub fn new(budget_bytes: usize) -> Self {
        Self {
            entries: LruCache::new(MAX_ENTRIES),
            budget_bytes,
            bytes: 0,
        }
    }

    /// What is there under this key, which is used by that.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|entry| &entry.value)
    }

    /// What is there under this key; nothing is used by looking.
    pub fn peek(&self, key: &K) -> Option<&V> {
        self.entries.peek(key).map(|entry| &entry.value)
    }

    /// The same, to be changed.
    pub fn peek_mut(&mut self, key: &K) -> Option<&mut V> {
        self.entries.peek_mut(key).map(|entry| &mut entry.value)
    }

    /// Adds an entry, which weighs nothing yet.
    pub fn add(&mut self, key: K, value: V) {
        let replaced = self.entries.push(key, Weighed { value, bytes: 0 });
        self.bytes -= replaced.map_or(0, |(_, entry)| entry.bytes);
    }

    /// Notes what an entry weighs, and drops those used longest ago until the others fit the budget. An entry that was
    /// dropped in the meantime weighs nothing.
    pub fn weigh(&mut self, key: &K, bytes: usize) {
        if let Some(entry) = self.entries.get_mut(key) {
            self.bytes = self.bytes - entry.bytes + bytes;
            entry.bytes = bytes;
        }
        while self.bytes > self.budget_bytes && self.entries.len() > 1 {
            let dropped = self.entries.pop_lru();
            self.bytes -= dropped.map_or(0, |(_, entry)| entry.bytes);
        }
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &K) {
        let removed = self.entries.pop(key);
        self.bytes -= removed.map_or(0, |entry| entry.bytes);
    }

    /// All entries, the one used last first; none is used by that.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, entry)| (key, &entry.value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What they weigh together.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
