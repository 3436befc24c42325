//! The requests under way: all of them, and each caller's.

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

/// The requests under way of each caller. Two callers do not wait for each other but by chance, and then for a moment.
#[derive(Debug)]
pub(super) struct Callers {
    under_way: Arc<DashMap<UserId, usize>>,
    most: usize,
}

/// A place among a caller's requests under way, given back when it is dropped.
#[derive(Debug)]
pub(super) struct CallerPlace {
    under_way: Arc<DashMap<UserId, usize>>,
    user: UserId,
}

impl Callers {
    pub(super) fn new(most: usize) -> Self {
        Self {
            under_way: Arc::default(),
            most: most.max(1),
        }
    }

    /// A place for this caller, unless all of theirs are taken.
    pub(super) fn enter(&self, user: UserId) -> Option<CallerPlace> {
        let mut count = self.under_way.entry(user).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(count);
        Some(CallerPlace {
            under_way: self.under_way.clone(),
            user,
        })
    }
}

impl Drop for CallerPlace {
    fn drop(&mut self) {
        if let Some(mut count) = self.under_way.get_mut(&self.user) {
            *count -= 1;
        }
        self.under_way.remove_if(&self.user, |_, count| *count == 0);
    }
}
