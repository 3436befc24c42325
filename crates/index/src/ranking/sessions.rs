//! What a passage has from the session it is in: an answer often shares its words with the question before it, and a
//! session that speaks of something speaks of it more than once.

use crate::Weights;
use crate::spread::Spread;

/// What the passages of a session have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionScore {
    /// The best score of its live passages; NaN when it has none.
    pub(super) best: f32,
    /// The best score of its live passages with all but what the session adds.
    pub(super) top: f32,
    /// How many of its live passages something speaks for.
    pub(super) evident: u32,
    /// What it adds to the score of its passages.
    pub(super) addition: f32,
}

impl SessionScore {
    /// A session without passages.
    pub(super) const EMPTY: Self = Self {
        best: f32::NAN,
        top: f32::NEG_INFINITY,
        evident: 0,
        addition: 0.0,
    };

    /// Whether its passages were scored.
    pub(super) fn is_scored(&self) -> bool {
        self.top > f32::NEG_INFINITY
    }

    /// What no passage of the session scores more than.
    pub(super) fn most(&self) -> f32 {
        self.top + self.addition
    }
}

/// How the sessions' best scores and their words are made comparable.
#[derive(Clone, Copy, Default)]
pub(super) struct SessionSpreads {
    pub(super) best: Spread,
    pub(super) words: Spread,
}

impl SessionSpreads {
    /// What a session with such words adds to the score of its passages.
    pub(super) fn addition(&self, session: &SessionScore, words: f32, weights: &Weights) -> f32 {
        let best = match session.best {
            best if best.is_nan() => 0.0,
            best => self.best.standardize(best),
        };
        weights.session_best * best + weights.session_words * self.words.standardize(words)
    }
}
