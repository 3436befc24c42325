//! A passage with all that is known about it while its clauses are read.

use recollect_model::{CharRange, CharText, ReferenceTime};
use recollect_temporal::TimeExpression;

use super::reading::Reading;
use super::referents::Referents;
use crate::EntityRef;

/// An expression of time and the tokens it covers.
#[derive(Debug, Clone)]
pub(super) struct Timed {
    /// What it means.
    pub(super) expression: TimeExpression,
    /// Its tokens.
    pub(super) tokens: std::ops::Range<usize>,
}

/// A passage whose words have been understood, and whose clauses are to be.
pub(super) struct Scene<'p> {
    /// The words.
    pub(super) reading: &'p Reading<'p>,
    /// What they stand for.
    pub(super) referents: &'p Referents,
    /// When they speak of, in order.
    pub(super) times: &'p [Timed],
    /// When the text was said.
    pub(super) reference: ReferenceTime,
    /// Who says "I".
    pub(super) speaker: Option<&'p EntityRef>,
    /// Who is spoken to.
    pub(super) addressee: Option<&'p EntityRef>,
    /// What the owner is called.
    pub(super) owner_name: &'p str,
    /// From characters to bytes and back, in the whole text.
    pub(super) characters: &'p CharText<'p>,
}

impl Scene<'_> {
    /// Whether a token is part of an expression of time.
    pub(super) fn is_time(&self, token: usize) -> bool {
        let after = self.times.partition_point(|time| time.tokens.end <= token);
        self.times
            .get(after)
            .is_some_and(|time| time.tokens.contains(&token))
    }

    /// What an entity is called in a sentence.
    pub(super) fn name_of(&self, entity: &EntityRef) -> String {
        match entity {
            EntityRef::Named(name) => name.clone(),
            EntityRef::Owner if self.owner_name.trim().is_empty() => "The owner".to_owned(),
            EntityRef::Owner => self.owner_name.trim().to_owned(),
            EntityRef::Role { role, of } => format!("{}'s {role}", self.name_of(of)),
        }
    }

    /// Bytes of the passage as characters of the whole text.
    pub(super) fn range(&self, bytes: std::ops::Range<usize>) -> CharRange {
        let start = self.reading.start;
        self.characters
            .range_of_bytes(start + bytes.start..start + bytes.end)
    }

    /// Tokens of the passage as characters of the whole text.
    pub(super) fn range_of(&self, tokens: std::ops::Range<usize>) -> CharRange {
        self.range(self.reading.doc.range_of(tokens))
    }
}
