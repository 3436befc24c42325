//! A passage with all that is known about it while its clauses are read.

use recollect_model::{CharRange, CharText, ReferenceTime};
use recollect_temporal::TimeExpression;

use crate::EntityRef;
use crate::local::extraction::coreference::referents::{Referents, name_of};
use crate::local::extraction::parse::reading::Reading;

/// An expression of time and the tokens it covers.
#[derive(Debug, Clone)]
pub(crate) struct Timed {
    /// What it means.
    pub(crate) expression: TimeExpression,
    /// Its tokens.
    pub(crate) tokens: std::ops::Range<usize>,
}

/// A passage whose words have been understood, and whose clauses are to be.
pub(crate) struct PassageContext<'p> {
    /// The words.
    pub(crate) reading: &'p Reading<'p>,
    /// What they stand for.
    pub(crate) referents: &'p Referents,
    /// When they speak of, in order.
    pub(crate) times: &'p [Timed],
    /// When the text was said.
    pub(crate) reference: ReferenceTime,
    /// Who says "I".
    pub(crate) speaker: Option<&'p EntityRef>,
    /// Who is spoken to.
    pub(crate) addressee: Option<&'p EntityRef>,
    /// Those who speak in the text and before it.
    pub(crate) cast: &'p [EntityRef],
    /// What the owner is called.
    pub(crate) owner_name: &'p str,
    /// From characters to bytes and back, in the whole text.
    pub(crate) characters: &'p CharText<'p>,
}

impl PassageContext<'_> {
    /// Whether a token is part of an expression of time.
    pub(crate) fn is_time(&self, token: usize) -> bool {
        self.time_at(token).is_some()
    }

    /// The expression of time that a token is part of.
    pub(crate) fn time_at(&self, token: usize) -> Option<&Timed> {
        let after = self.times.partition_point(|time| time.tokens.end <= token);
        let time = self.times.get(after);
        time.filter(|time| time.tokens.contains(&token))
    }

    /// Whether a word stands for whoever speaks: "I", "my", "mine".
    pub(crate) fn is_speaker(&self, token: usize) -> bool {
        self.speaker.is_some()
            && (self.reading.is_any(token, &["mine", "ours"])
                || self.referents.at(token).map(|referent| &referent.entity) == self.speaker)
    }

    /// What an entity is called in a sentence.
    pub(crate) fn name_of(&self, entity: &EntityRef) -> String {
        name_of(entity, self.owner_name)
    }

    /// Bytes of the passage as characters of the whole text.
    pub(crate) fn range(&self, bytes: std::ops::Range<usize>) -> CharRange {
        let start = self.reading.start;
        self.characters
            .range_of_bytes(start + bytes.start..start + bytes.end)
    }

    /// Tokens of the passage as characters of the whole text.
    pub(crate) fn range_of(&self, tokens: std::ops::Range<usize>) -> CharRange {
        self.range(self.reading.doc.range_of(tokens))
    }
}
