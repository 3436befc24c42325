//! Pronouns of the third person, and where they stand.

use recollect_spacy::Pos;

use crate::EntityRef;
use crate::local::extraction::parse::reading::Reading;

/// Which pronoun it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pronoun {
    /// "he", "him", "his".
    He,
    /// "she", "her".
    She,
    /// "it", "its".
    It,
    /// "they", "them", "their".
    They,
}

/// Where a pronoun stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PronounPlace<'p> {
    /// Which it is.
    pub(crate) pronoun: Pronoun,
    /// The passage.
    pub(crate) passage: usize,
    /// The verbs, each with its passage, whose subject it is not.
    pub(crate) apart: &'p [(usize, usize)],
    /// Whom it is not.
    pub(crate) other_than: Option<&'p EntityRef>,
    /// Whether something was done to what it stands for.
    pub(crate) is_done_to: bool,
    /// Whether it stands in the question that the passage ends with.
    pub(crate) is_asked: bool,
    /// Whether it is said when it was born.
    pub(crate) is_born: bool,
}

/// Whether a word stands in the question that a passage ends with.
pub(super) fn is_asked(reading: &Reading<'_>, token: usize) -> bool {
    let asks = (0..reading.doc.tokens.len())
        .rev()
        .find(|last| reading.pos(*last) != Pos::Space)
        .filter(|last| reading.is_any(*last, &["?"]));
    asks.is_some_and(|mark| reading.doc.sentence_of(mark).contains(&token))
}

/// "Put Hank down. Rick came. Buried him by the lilacs": whom somebody buried is whoever is dead, of which nothing is known here.
pub(super) fn is_buried(reading: &Reading<'_>, token: usize) -> bool {
    reading.is_any(
        reading.head(token),
        &["buried", "cremated", "bury", "cremate"],
    )
}
