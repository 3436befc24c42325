//! How things fare, and what they mean.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, RelationName};
use recollect_spacy::Pos;

use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::unnamed::common;
use crate::local::extraction::clauses::common::own_thing;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::parse::reading::Reading;

/// "Sunflowers mean warmth", "the store is doing great", "she does home visits", "Roger agreed to keep the books": verbs of talk
/// and of nothing in particular with what they are about.
pub(super) fn has_matter(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_thing = clause.subject.as_ref().is_some_and(|subject| {
        matches!(reading.tag(subject.phrase.head), "NN" | "NNS") && !clause.is_negated
    });
    let has_object = clause.with_role(Role::Object).next().is_some();
    match clause.predicate.lemma.as_str() {
        "mean" => is_thing && has_object,
        "do" => has_object || is_thing,
        // "My interview went well."
        "go" => is_thing && fares(reading, clause).is_some(),
        "agree" => clause.with_role(Role::Complement).next().is_some(),
        _ => false,
    }
}

/// "Coriander tastes like soap to me": what something is like to the senses.
pub(super) fn alike(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    const SENSES: &[&str] = &["taste", "smell"];
    let verb = clause.predicate.lemma.as_str();
    if !SENSES.contains(&verb) || clause.is_negated {
        return Vec::new();
    }
    let like = clause.with_role(Role::Prepositional).find(|argument| {
        argument
            .preposition
            .as_ref()
            .is_some_and(|like| like.lemma == "like")
    });
    let Some(like) = like else {
        return Vec::new();
    };
    let mut mentions = subject_mentions(context, clause);
    if mentions.is_empty() {
        mentions.extend(common(context, clause));
    }
    let phrase = format!("{verb} like");
    let said = mentions.iter().filter_map(|mention| {
        let thing = thing(context, &like.phrase, &mention.entity)?;
        Some(RelationCandidate::new(
            &mention.entity,
            RelationName::of(&name(&phrase)),
            &phrase,
            thing,
            Aspect::Holds,
        ))
    });
    said.collect()
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
