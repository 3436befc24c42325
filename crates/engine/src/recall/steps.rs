//! How long the steps of one search take.

use std::time::Duration;

use recollect_model::Environment;

use crate::metrics::{Metrics, SearchStep};

/// A search that is measured; one that fails halfway leaves its first steps behind.
pub(super) struct Steps<'a> {
    environment: &'a Environment,
    metrics: &'a Metrics,
    begun: Duration,
    last: Duration,
}

impl<'a> Steps<'a> {
    pub(super) fn begin(environment: &'a Environment, metrics: &'a Metrics) -> Self {
        let begun = environment.elapsed();
        Self {
            environment,
            metrics,
            begun,
            last: begun,
        }
    }

    /// This step has ended, which began where the one before it did end.
    pub(super) fn done(&mut self, step: SearchStep) {
        let now = self.environment.elapsed();
        self.metrics.search(step, now.saturating_sub(self.last));
        self.last = now;
    }

    /// What was done since counts for no step.
    pub(super) fn pass(&mut self) {
        self.last = self.environment.elapsed();
    }

    /// All of it has ended.
    pub(super) fn end(self) {
        let whole = self.last.saturating_sub(self.begun);
        self.metrics.search(SearchStep::Whole, whole);
    }
}
