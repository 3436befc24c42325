//! How long the steps of one search take.

use std::time::Duration;

use recollect_model::Environment;

use tracing::Span;

use crate::metrics::{Metrics, SearchStep};
use crate::spans;

/// A search that is measured; one that fails halfway leaves its first steps behind.
pub(super) struct Steps<'a> {
    environment: &'a Environment,
    metrics: &'a Metrics,
    begun: Duration,
    last: Duration,
    whole: Span,
    /// The span of the step that is under way.
    step: Option<Span>,
}

impl<'a> Steps<'a> {
    pub(super) fn begin(environment: &'a Environment, metrics: &'a Metrics) -> Self {
        let begun = environment.elapsed();
        let whole = spans::search();
        let step = spans::search_step(&whole, SearchStep::Question);
        Self {
            environment,
            metrics,
            begun,
            last: begun,
            step: Some(step),
            whole,
        }
    }

    /// This step has ended, which began where the one before it did end.
    pub(super) fn done(&mut self, step: SearchStep) {
        let now = self.environment.elapsed();
        self.metrics.search(step, now.saturating_sub(self.last));
        self.last = now;
        let next = match step {
            SearchStep::Question => Some(SearchStep::Indexes),
            SearchStep::Rank => Some(SearchStep::Read),
            SearchStep::Indexes | SearchStep::Read | SearchStep::Whole => None,
        };
        self.step = None;
        self.step = next.map(|next| spans::search_step(&self.whole, next));
    }

    /// What was done since counts for no step; the ranking begins.
    pub(super) fn pass(&mut self) {
        self.last = self.environment.elapsed();
        self.step = Some(spans::search_step(&self.whole, SearchStep::Rank));
    }

    /// All of it has ended.
    pub(super) fn end(self) {
        let whole = self.last.saturating_sub(self.begun);
        self.metrics.search(SearchStep::Whole, whole);
    }
}
