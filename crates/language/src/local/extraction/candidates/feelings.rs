//! What somebody feels: "I felt lonely after the move", "she feels better".

use recollect_clauses::{Clause, Phrase, Role, Tense};
use recollect_model::{Aspect, Modality, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::qualities::quality;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::factuality::aspect::aspect_of_being;

/// What somebody feels, or felt.
pub(super) fn felt(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<RelationCandidate> {
    // What somebody felt is over.
    let aspect = if clause.tense == Tense::Past {
        Aspect::Happens
    } else {
        aspect_of_being(clause)
    };
    // "I felt lonely after the move" says when.
    let is_placed = aspect == Aspect::Happens
        && clause
            .arguments
            .iter()
            .any(|argument| matches!(argument.role, Role::Prepositional | Role::Time));
    let alone = context.reading.is_any(phrase.head, &["alone"]);
    let is_word = matches!(context.reading.pos(phrase.head), Pos::Adj | Pos::Adv);
    let thing = quality(context, mention, phrase).or_else(|| {
        (alone || is_placed && is_word)
            .then(|| ObjectCandidate::value(context.reading.lower(phrase.head), phrase.head))
    })?;
    // "I felt tiny and in awe of the universe."
    let mut thing = thing;
    if let Some(with) = context.reading.child(phrase.head, Dep::Conj)
        && context.reading.pos(with) == Pos::Adp
        && let ExtractedObject::Value(value) = &thing.object
        && let Some(more) = spelled_for(
            context,
            context.reading.doc.subtree_range(with),
            &mention.entity,
        )
    {
        thing.words = format!("{} and {more}", thing.words);
        thing.object = ExtractedObject::Value(format!("{value} and {more}"));
    }
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&clause.predicate.lemma),
        &clause.predicate.lemma,
        thing,
        aspect,
    ))
}

/// "can't get enough of dinosaurs".
pub(super) fn enough_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let enough = clause.with_role(Role::Object).next()?.phrase.head;
    let of = reading.child(enough, Dep::Prep).filter(|of| {
        clause.predicate.lemma == "get"
            && clause.is_negated
            && reading.has_modal(clause)
            && reading.is_any(enough, &["enough"])
            && reading.is_any(*of, &["of"])
    })?;
    let liked = reading.phrase(reading.child(of, Dep::Pobj)?);
    let found = thing(context, &liked, &mention.entity)?;
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        Relation::Likes,
        "like",
        found,
        Aspect::Holds,
    );
    candidate.denies_itself = true;
    candidate.meant = Some(Modality::Actual);
    Some(candidate)
}
