//! Decisions: what a person says of a fact that their texts gave.
//!
//! A decision is about what a fact says (whom, which relation, what), not about the row that it is kept in, so it
//! stands when the texts are read anew, and when another text says the same again.

use jiff::Timestamp;

use crate::{DecisionId, Object, Proposition, SpaceId};

/// What somebody decided about a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its identifier.
    pub id: DecisionId,
    /// The space whose facts it is about.
    pub space: SpaceId,
    /// What is decided about, with the entities by the names that it was told of; `None` while the texts name one of them
    /// no more.
    pub about: Option<Proposition>,
    /// What was decided.
    pub verdict: Verdict,
    /// The fact as it was told when it was decided about.
    pub fact: String,
    /// When it was decided.
    pub decided_at: Timestamp,
}

/// What can be decided about a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is wrong, and is told no more.
    Dismissed,
    /// It held until then.
    Ended {
        /// Until when; this instant excluded.
        at: Timestamp,
    },
    /// It is otherwise than the texts say.
    Corrected {
        /// What is right, in the place of the object.
        object: Object,
        /// The fact as a sentence.
        fact: String,
    },
    /// It matters, and is told before others.
    Pinned,
}

impl Verdict {
    /// The name that the interface and the database use.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Dismissed => "dismissed",
            Self::Ended { .. } => "ended",
            Self::Corrected { .. } => "corrected",
            Self::Pinned => "pinned",
        }
    }

    /// Whether it says what is so, in the place of the texts: one fact has one such decision at a time.
    pub const fn is_about_truth(&self) -> bool {
        matches!(self, Self::Dismissed | Self::Corrected { .. })
    }
}
