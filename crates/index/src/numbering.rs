//! Keys numbered in the order they are first seen, so that everything else can be kept in plain vectors.

use std::collections::HashMap;
use std::hash::Hash;

/// Gives every key a number, from 0, for good.
#[derive(Debug)]
pub(crate) struct Numbering<K> {
    numbers: HashMap<K, u32>,
    next: u32,
}

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
            next: 0,
        }
    }
}

impl<K: Eq + Hash> Numbering<K> {
    /// The number of a key, the next one if it has none yet.
    pub(crate) fn number(&mut self, key: K) -> u32 {
        let next = self.next;
        let number = *self.numbers.entry(key).or_insert(next);
        self.next += u32::from(number == next);
        number
    }

    /// The number of a key, if it has one.
    pub(crate) fn find(&self, key: &K) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// The keys by their numbers; none for a number whose key was left out when it was restored.
    pub(crate) fn keys(&self) -> Vec<Option<&K>> {
        let mut keys = vec![None; self.next as usize];
        for (key, &number) in &self.numbers {
            keys[number as usize] = Some(key);
        }
        keys
    }

    /// The numbering in which these keys have their places as numbers; a place without a key is given to none.
    pub(crate) fn restored(keys: Vec<Option<K>>) -> Self {
        let next = keys.len() as u32;
        let numbered = (0..).zip(keys);
        Self {
            numbers: numbered
                .filter_map(|(number, key)| Some((key?, number)))
                .collect(),
            next,
        }
    }

    /// The bytes it takes, about, without what the keys own elsewhere.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.numbers.capacity() * (size_of::<(K, u32)>() + 1)
    }
}
