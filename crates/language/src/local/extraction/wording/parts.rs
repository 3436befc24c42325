//! Parts of a fact that do not stand where the others do: what tells which subject is meant, how often, who gets something.

use recollect_clauses::Clause;
use recollect_model::{Detail, DetailRole, Relation};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::role;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::common::complement;
use crate::local::extraction::clauses::context::PassageContext;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// " to Lisbon", of "our flight to Lisbon leaves at six": what tells which of somebody's own is meant.
pub(super) fn which(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> Option<String> {
    let reading = context.reading;
    let head = clause.subject.as_ref()?.phrase.head;
    let EntityRef::Role { role: noun, .. } = &candidate.subject else {
        return None;
    };
    let is_own = reading.pos(head) == Pos::Noun
        && role(noun).is_none()
        && noun.ends_with(reading.lower(head));
    let preposition = reading.child(head, Dep::Prep).filter(|to| {
        is_own && reading.is_any(*to, &["to", "of", "at", "in", "with", "for", "from"])
    })?;
    complement(context, preposition)
}

/// "Ann", of "teaches Ann the organ".
pub(super) fn receiver<'s>(
    base: &str,
    object: &str,
    statement: &'s ExtractedStatement,
) -> Option<&'s Detail> {
    // "gave Tom a watch for his birthday"
    let is_first = TELLING.contains(&base) || base == "give" && object.contains(" for ");
    let mut details = statement.details.0.iter().filter(|_| is_first);
    details.find(|detail| detail.role == DetailRole::Recipient && detail.words.starts_with("to "))
}

/// "usually", of "usually gets up at six": how often, in one word that stands before the verb.
pub(super) fn usually<'s>(base: &str, statement: &'s ExtractedStatement) -> Option<&'s Detail> {
    const BEFORE: &[&str] = &[
        "usually",
        "often",
        "regularly",
        "occasionally",
        "sometimes",
        "frequently",
    ];
    let mut details = statement.details.0.iter().filter(|_| verb_of(base) != "be");
    details.find(|detail| {
        detail.role == DetailRole::Frequency && BEFORE.contains(&detail.words.as_str())
    })
}

/// The verb of a verb phrase.
pub(super) fn verb_of(base: &str) -> &str {
    base.split(' ').next().unwrap_or(base)
}

/// Verbs after which whoever is told or given something stands before it.
const TELLING: &[&str] = &["teach", "owe", "cost", "tell", "wish"];

/// "Nadia had the baby", "I have a twin sister": whose child or kin somebody is only by being theirs.
pub(super) fn own_kin(candidate: &RelationCandidate) -> Option<&str> {
    let ExtractedObject::Entity(EntityRef::Role { role, of }) = &candidate.thing.object else {
        return None;
    };
    let is_kin = matches!(
        candidate.relation.known(),
        Some(Relation::ParentOf | Relation::SiblingOf | Relation::RelativeOf)
    );
    (is_kin && **of == candidate.subject && candidate.phrase == "have").then_some(role)
}
