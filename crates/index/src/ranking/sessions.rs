//! What a passage has from the session it is in: an answer often shares its words with the question before it, and a
//! session that speaks of something speaks of it more than once.

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
