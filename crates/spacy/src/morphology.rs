//! The morphological features that the lemmatizer goes by.

use crate::labels::Pos;

/// What of a token's morphological features decides whether it is a dictionary form already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Morphology {
    is_singular: bool,
    has_number: bool,
    is_infinitive: bool,
    is_finite: bool,
    is_present: bool,
    is_positive: bool,
}

impl Morphology {
    /// Reads features such as `Number=Sing|Person=3`; `_` stands for none.
    pub(crate) fn read(features: &str) -> Morphology {
        let has = |feature: &str| features.split('|').any(|candidate| candidate == feature);
        Morphology {
            is_singular: has("Number=Sing"),
            has_number: features
                .split('|')
                .any(|feature| feature.starts_with("Number=")),
            is_infinitive: has("VerbForm=Inf"),
            is_finite: has("VerbForm=Fin"),
            is_present: has("Tense=Pres"),
            is_positive: has("Degree=Pos"),
        }
    }

    /// Whether a word of this part of speech needs no lemmatising but lower case.
    pub(crate) fn is_base_form(self, pos: Pos) -> bool {
        let is_base_verb =
            pos == Pos::Verb && self.is_finite && self.is_present && !self.has_number;
        pos == Pos::Noun && self.is_singular
            || is_base_verb
            || self.is_infinitive
            || self.is_positive
    }
}
