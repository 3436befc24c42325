//! The requests under way: all of them, and each caller's.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use recollect_model::UserId;

/// All requests under way. Counting takes no lock.
#[derive(Debug)]
pub(super) struct Everybody {
    under_way: Arc<AtomicUsize>,
    most: usize,
}

/// A place among all requests under way, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place(Arc<AtomicUsize>);

impl Everybody {
    pub(super) fn new(most: usize) -> Self {
        Self {
            under_way: Arc::default(),
            most: most.max(1),
        }
    }

    /// A place, unless all are taken.
    pub(super) fn enter(&self) -> Option<Place> {
        let before = self.under_way.fetch_add(1, Ordering::Relaxed);
        let place = Place(self.under_way.clone());
        (before < self.most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is under way of each of many: of each caller, of each network address. Two do not wait for each other but by chance,
/// and then for a moment. Cheap to clone.
#[derive(Debug, Clone)]
pub(in crate::http) struct Each<K: Eq + Hash> {
    under_way: Arc<DashMap<K, usize>>,
    most: usize,
}

/// A place among what is under way of one, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct PlaceOf<K: Eq + Hash> {
    under_way: Arc<DashMap<K, usize>>,
    key: K,
}

/// A place among a caller's.
pub(crate) type CallerPlace = PlaceOf<UserId>;

impl<K: Eq + Hash + Clone> Each<K> {
    /// So many of each; no limit when 0.
    pub(in crate::http) fn new(most: usize) -> Self {
        Self {
            under_way: Arc::default(),
            most,
        }
    }

    /// A place for this one, unless all of theirs are taken.
    pub(in crate::http) fn enter(&self, key: K) -> Option<PlaceOf<K>> {
        let mut count = self.under_way.entry(key.clone()).or_default();
        if self.most > 0 && *count >= self.most {
            return None;
        }
        *count += 1;
        drop(count);
        Some(PlaceOf {
            under_way: self.under_way.clone(),
            key,
        })
    }
}

impl<K: Eq + Hash> Drop for PlaceOf<K> {
    fn drop(&mut self) {
        if let Some(mut count) = self.under_way.get_mut(&self.key) {
            *count -= 1;
        }
        self.under_way.remove_if(&self.key, |_, count| *count == 0);
    }
}
