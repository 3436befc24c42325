//! Where something is that there is: "There's a spare key under the blue pot".

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{EntityKind, Modality, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{is_light, is_thin, kind_of_noun, life_of};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::thing;
use crate::local::extraction::factuality::aspect::aspect_of_being;

/// Where things are.
const PLACES: &[&str] = &[
    "under", "in", "on", "at", "behind", "beside", "above", "below", "inside", "near", "next to",
    "opposite", "outside", "between",
];

/// The most words of what there is.
const MAX_WORDS: usize = 4;

/// What a clause with "there is" says of the one thing that there is in some place.
pub(super) fn candidates(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Option<RelationCandidate> {
    let is_plain = clause.tense == Tense::Present
        && clause.modality == Modality::Actual
        && !clause.is_negated
        && clause.predicate.lemma == "be";
    let noun = clause.with_role(Role::Attribute).next()?.phrase.head;
    let subject = the_one(context, noun).filter(|_| is_plain)?;
    let place = clause
        .with_role(Role::Prepositional)
        .find(|argument| is_place(context, argument))?;
    let preposition = &place.preposition.as_ref()?.lemma;
    let found = thing(context, &place.phrase, &subject)?;
    let phrase = format!("be {preposition}");
    Some(RelationCandidate::new(
        &subject,
        RelationName::of(&name(&phrase)),
        &phrase,
        found,
        aspect_of_being(clause),
    ))
}

/// "the spare key" of "a spare key": one thing that can be touched.
fn the_one(context: &PassageContext<'_>, noun: usize) -> Option<EntityRef> {
    let reading = context.reading;
    let lemma = reading.lemma(noun);
    let article = reading.child(noun, Dep::Det)?;
    let is_one = reading.tag(noun) == "NN"
        && reading.pos(noun) == Pos::Noun
        && reading.is_any(article, &["a", "an"])
        && article < noun
        && life_of(&lemma).is_none()
        && !matches!(
            kind_of_noun(&lemma),
            Some(EntityKind::Person | EntityKind::Animal | EntityKind::Event)
        )
        && !(is_light(&lemma) || is_thin(&lemma));
    let words = reading.words(article + 1..noun + 1).trim().to_lowercase();
    let is_short = words.split_whitespace().count() <= MAX_WORDS;
    (is_one && is_short).then(|| EntityRef::Named(format!("the {words}")))
}

/// Whether an argument says in which place: one that is known to whoever speaks.
fn is_place(context: &PassageContext<'_>, argument: &Argument) -> bool {
    let reading = context.reading;
    let head = argument.phrase.head;
    let preposition = argument.preposition.as_ref();
    preposition.is_some_and(|preposition| PLACES.contains(&preposition.lemma.as_str()))
        && !context.is_time(head)
        && matches!(reading.pos(head), Pos::Noun | Pos::Propn)
        && (reading.is_definite(head)
            || reading.child(head, Dep::Poss).is_some()
            || reading.name_at(head).is_some())
}
