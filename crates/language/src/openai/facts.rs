//! Facts as sentences that a person can read, put together from the relation and the text's own words.

use recollect_model::{Nature, Relation, RelationName};

use super::reply::Truth;
use crate::lexicon::conjugation::{participle, past, third_person};

/// What a sentence is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact<'a> {
    pub(super) subject: &'a str,
    /// The relation.
    pub(super) relation: &'a RelationName,
    /// The relation in the text's words.
    pub(super) phrase: &'a str,
    pub(super) object: &'a str,
    pub(super) truth: Truth,
    /// The words that say it.
    pub(super) evidence: &'a str,
}

/// The sentence.
pub(super) fn sentence(fact: Fact<'_>) -> String {
    let Fact {
        subject, object, ..
    } = fact;
    let words = match predicate(fact) {
        Some(predicate) if predicate.contains("{}") => {
            format!("{subject} {}", predicate.replace("{}", object))
        }
        Some(predicate) => format!("{subject} {predicate} {object}"),
        // What cannot be put into another form stays as it was said.
        None if fact.truth != Truth::Is => format!("{subject}: \"{}\"", fact.evidence),
        None => format!("{subject} {} {object}", said_of_speaker(fact.phrase)),
    };
    let mut sentence = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !sentence.ends_with(['.', '!', '?', '"']) {
        sentence.push('.');
    }
    sentence
}

/// The verb with what belongs to it, of a known relation.
fn predicate(fact: Fact<'_>) -> Option<String> {
    if let Some(kind) = fact.relation.favorite_kind() {
        let kind = kind.replace('_', " ");
        let has = conjugated("have", false, fact.truth);
        return Some(format!("{has} the favorite {kind}"));
    }
    let relation = fact.relation.known()?;
    let wording = relation.definition().wording;
    let is_past = relation.nature() == Nature::Event
        || matches!(relation, Relation::BornIn | Relation::BornOn);
    let (verb, rest) = wording.split_once(' ').unwrap_or((wording, ""));
    Some(format!("{} {rest}", conjugated(verb, is_past, fact.truth)))
}

/// A verb in dictionary form, said of somebody; what `is_past` happened or is told in the past.
fn conjugated(verb: &str, is_past: bool, truth: Truth) -> String {
    let told = if is_past {
        past(verb)
    } else {
        third_person(verb)
    };
    match truth {
        Truth::Is => told,
        Truth::IsNot if verb == "be" => format!("{told} not"),
        Truth::IsNot if is_past => format!("has not {}", participle(verb)),
        Truth::IsNot => format!("does not {verb}"),
        Truth::Was if is_past => told,
        Truth::Was => format!("used to {verb}"),
        Truth::Planned => format!("is going to {verb}"),
        Truth::Wished => format!("would like to {verb}"),
        Truth::Possible => format!("may {verb}"),
        Truth::Required => format!("is to {verb}"),
        Truth::Conditional => format!("would {verb}"),
    }
}

/// The text's words for a relation, when whoever said "I" gets a name.
fn said_of_speaker(phrase: &str) -> String {
    let mut words = phrase.split_whitespace();
    let first = match words.next().map(str::to_lowercase).as_deref() {
        Some("am" | "'m" | "are") => "is",
        Some("have" | "'ve") => "has",
        Some("was" | "were") => "was",
        _ => return phrase.to_owned(),
    };
    [first]
        .into_iter()
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
