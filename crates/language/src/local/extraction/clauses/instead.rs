//! What a clause says of something else than its object: what is not taken, and what is said in passing.

use recollect_clauses::Argument;
use recollect_model::{Detail, DetailRole};

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{About, thing};
use crate::local::extraction::parse::reading::Reading;

/// "uses Postgres instead of MongoDB": what is not used.
pub(super) fn instead_of(
    context: &PassageContext<'_>,
    about: About<'_>,
    argument: &Argument,
) -> Option<Detail> {
    let reading = context.reading;
    let of = argument.preposition.as_ref()?.token;
    let is_instead = reading.is_any(of, &["of"])
        && of
            .checked_sub(1)
            .is_some_and(|instead| reading.is_any(instead, &["instead"]));
    if !is_instead {
        return None;
    }
    let text = thing(context, &argument.phrase, about.subject)?.words;
    Some(Detail {
        role: DetailRole::Other,
        words: format!("instead of {text}"),
        text,
    })
}

/// "for future reference": what says nothing of what is said.
pub(super) fn is_in_passing(reading: &Reading<'_>, argument: &Argument) -> bool {
    let noun = reading.lower(argument.phrase.head);
    argument
        .preposition
        .as_ref()
        .is_some_and(|preposition| IN_PASSING.contains(&(preposition.lemma.as_str(), noun)))
}

/// What is said in passing, by preposition and noun.
const IN_PASSING: &[(&str, &str)] = &[
    ("for", "reference"),
    ("for", "record"),
    ("for", "context"),
    ("for", "information"),
    ("for", "clarity"),
    ("for", "example"),
    ("for", "instance"),
    ("in", "passing"),
    ("on", "note"),
];
