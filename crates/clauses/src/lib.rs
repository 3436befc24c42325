//! What the clauses of an English text say, read from its dependency parse.
//!
//! [`clauses`] gives one [`Clause`] for every predicate, verbs, copulas and what nouns say of each other
//! (appositions, possessors, names, titles): its subject and arguments, each with what is coordinated in it, whether
//! it is denied, how it is meant, when, and who says so. Subjects that English leaves out are filled in where grammar
//! tells them: of coordinated verbs, relative and participial clauses, infinitives. [`tuples`] puts the same clauses
//! into the words of open extraction: a relation and what it relates.
//!
//! Everything points into the text: tokens of the parse, bytes of the text. What is filled in says so ([`Origin`]).
//!
//! It knows grammar and a few dozen verbs, not the world: it resolves no pronouns and no times, does not know that
//! "wed" and "married" are one, and asserts nothing. It is as right as the parse is. The dependency scheme is that of
//! `ClearNLP`, the clause types follow Del Corro and Gemulla's `ClausIE` (2013), the implicative verbs Karttunen
//! (1971).
//!
//! Any parse is taken, also one that no parser gives: nothing panics or recurses, and time is in proportion to the
//! number of tokens. What no writer reaches is cut off: more than 256 children of a token, 64 arguments, 32
//! coordinated members.

mod arguments;
mod auxiliaries;
mod clause;
mod clefts;
mod describe;
mod government;
mod implicatives;
mod kinds;
mod meaning;
mod nominal;
mod phrase;
mod questions;
mod reading;
mod spelling;
mod subject;
mod tree;
mod tuples;
mod words;

use recollect_spacy::Doc;

pub use clause::{
    Argument, Attribution, AttributionKind, Clause, Form, Kind, MEMBERS_MAX, Markers, Origin,
    Phrase, Predicate, Preposition, Role, Tense,
};
pub use spelling::chat_spellings;
pub use tuples::{Tuple, tuples};

/// What every predicate of the text says, in the order of the predicates. `doc` is the parse of `text`.
pub fn clauses(text: &str, doc: &Doc) -> Vec<Clause> {
    clauses_of(&tree::Tree::new(text, doc))
}

fn clauses_of(tree: &tree::Tree<'_>) -> Vec<Clause> {
    let mut reading = reading::Reading::of(tree);
    reading.read_nouns();
    reading.sorted()
}
