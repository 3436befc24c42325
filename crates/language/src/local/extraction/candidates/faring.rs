//! How things fare, and what they mean.

use recollect_clauses::{Clause, Role};

use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::parse::reading::Reading;

/// "Sunflowers mean warmth", "the store is doing great": verbs of talk that tell something of a thing.
pub(super) fn tells_of_thing(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_noun = clause.subject.as_ref().is_some_and(|subject| {
        matches!(reading.tag(subject.phrase.head), "NN" | "NNS") && !clause.is_negated
    });
    let has_object = clause.with_role(Role::Object).next().is_some();
    let is_told = match clause.predicate.lemma.as_str() {
        "mean" => has_object,
        "do" => !has_object,
        _ => false,
    };
    is_noun && is_told
}

/// "The store is doing great": how something fares.
pub(super) fn how_it_does(
    reading: &Reading<'_>,
    clause: &Clause,
    subject: &SubjectMention,
) -> Option<ObjectCandidate> {
    const WELL: &[&str] = &[
        "great", "well", "good", "fine", "better", "amazing", "awesome", "badly", "poorly", "okay",
    ];
    let speaks = reading.is_any(subject.head, &["i", "we", "you", "u"]);
    let how = clause
        .with_role(Role::Adverbial)
        .map(|argument| argument.phrase.head)
        .find(|how| reading.is_any(*how, WELL))
        .filter(|_| clause.predicate.lemma == "do" && !speaks)?;
    Some(ObjectCandidate::value(reading.lower(how), how))
}
