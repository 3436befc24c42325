//! Keys numbered in the order they are first seen, so that everything else can be kept in plain vectors.

use std::collections::HashMap;
use std::hash::Hash;

/// Gives every key a number, from 0, for good.
#[derive(Debug)]
pub(crate) struct Numbering<K>(HashMap<K, u32>);

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Numbering<K> {
    /// The number of a key, the next one if it has none yet.
    pub(crate) fn number(&mut self, key: K) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(key).or_insert(next)
    }

    /// The number of a key, if it has one.
    pub(crate) fn find(&self, key: &K) -> Option<u32> {
        self.0.get(key).copied()
    }

    /// How many numbers were given.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes it takes, about, without what the keys own elsewhere.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.0.capacity() * (size_of::<(K, u32)>() + 1)
    }
}
