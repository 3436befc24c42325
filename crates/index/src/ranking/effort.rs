//! How much of the spaces a search reads.

use crate::vectors::SKETCHED_FROM;

/// Up to how many passages every vector is read, and how many are read of more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// In spaces of so many passages together every one is compared in full.
    pub all_up_to: usize,
    /// In larger ones so many of those are that are best by their sketches, with their neighbours; more where more is asked
    /// for.
    pub compared: usize,
    /// And so many of the statements that have words of the question are followed.
    pub statements: usize,
}

/// So many passages are compared in full for each one that is asked for, at least.
const COMPARED_FOR_EACH: usize = 20;

impl Default for Effort {
    /// Chosen so that the first ten are those of the exact ranking (`docs/ranking.md` has the figures).
    fn default() -> Self {
        Self {
            all_up_to: SKETCHED_FROM,
            compared: 2_000,
            statements: 4_000,
        }
    }
}

impl Effort {
    pub(super) fn is_by_sketches(self, passages: usize) -> bool {
        passages > self.all_up_to
    }

    /// How many passages are compared in full where so many are asked for.
    pub(super) fn compared(self, limit: usize) -> usize {
        self.compared.max(limit.saturating_mul(COMPARED_FOR_EACH))
    }
}
