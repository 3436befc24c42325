//! How things fare, and what they mean.

use recollect_clauses::{Clause, Role, Tense};
use recollect_spacy::Pos;

use crate::local::extraction::clauses::common::own_thing;
use crate::local::extraction::clauses::context::PassageContext;
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
        // "My interview went well."
        "go" => fares(reading, clause).is_some(),
        _ => false,
    };
    is_noun && is_told
}

/// "great" of "the store is doing great", "well" of "my interview went well".
fn fares(reading: &Reading<'_>, clause: &Clause) -> Option<usize> {
    const WELL: &[&str] = &[
        "great",
        "well",
        "good",
        "fine",
        "better",
        "amazing",
        "awesome",
        "badly",
        "poorly",
        "okay",
        "smoothly",
        "perfectly",
        "terribly",
    ];
    let is_done = match clause.predicate.lemma.as_str() {
        "do" => true,
        "go" => clause.tense == Tense::Past,
        _ => false,
    };
    clause
        .with_role(Role::Adverbial)
        .map(|argument| argument.phrase.head)
        .find(|how| is_done && reading.is_any(*how, WELL))
}

/// Whose a thing is that fared somehow: "my interview", of "my interview went well".
pub(super) fn own_faring(context: &PassageContext<'_>, clause: &Clause) -> Option<SubjectMention> {
    fares(context.reading, clause)?;
    let head = clause.subject.as_ref()?.phrase.head;
    let entity = own_thing(context, head).filter(|_| context.reading.pos(head) == Pos::Noun)?;
    Some(SubjectMention { entity, head })
}

/// "The store is doing great": how something fares.
pub(super) fn how_it_does(
    reading: &Reading<'_>,
    clause: &Clause,
    subject: &SubjectMention,
) -> Option<ObjectCandidate> {
    let speaks = reading.is_any(subject.head, &["i", "we", "you", "u"]);
    let how = fares(reading, clause).filter(|_| !speaks)?;
    Some(ObjectCandidate::value(reading.lower(how), how))
}
