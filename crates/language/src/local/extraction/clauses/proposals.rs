//! "Let's go to the market": what whoever speaks would like to do with others.

use recollect_clauses::Clause;

use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Whether a clause proposes to do something together.
pub(crate) fn is_proposed(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    clause
        .subject
        .as_ref()
        .is_some_and(|subject| reading.is_let_us(subject.phrase.head))
        && !clause.is_negated
        && !TALK.contains(verb)
}

/// Verbs of which a proposal is a turn of phrase: "let's see", "let's face it", "let's keep in touch".
static TALK: WordList = WordList::new(
    "say see suppose assume pretend imagine talk hope face be do keep get start begin catch chat know make call find \
     take stay stick just put move look try hear think focus leave speak hang",
);
