//! What a passage has from the session it is in: an answer often shares its words with the question before it, and a
//! session that speaks of something speaks of it more than once.

use crate::Weights;
use crate::spread::Sums;

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

    /// What no passage of the session scores more than.
    pub(super) fn most(&self) -> f32 {
        self.top + self.addition
    }
}

/// Works out what each session of each space adds to the score of its passages; `words` are the scores by the words that
/// are said in it.
pub(super) fn add_up(spaces: &mut [Vec<SessionScore>], words: &[Vec<f32>], weights: &Weights) {
    // A session without passages has no best one, and counts in neither spread.
    let live = || {
        let both = spaces.iter().zip(words);
        let each = both.flat_map(|(sessions, words)| sessions.iter().zip(words));
        each.filter(|(session, _)| !session.best.is_nan())
    };
    let best_spread = Sums::of(live().map(|(session, _)| session.best)).spread();
    let words_spread = Sums::of(live().map(|(_, &words)| words)).spread();
    for (sessions, words) in spaces.iter_mut().zip(words) {
        for (session, &words) in sessions.iter_mut().zip(words) {
            let best = match session.best {
                best if best.is_nan() => 0.0,
                best => best_spread.standardize(best),
            };
            session.addition = weights.session_best * best
                + weights.session_words * words_spread.standardize(words);
        }
    }
}
