//! Who says what a clause says.

use recollect_clauses::{AttributionKind, Clause};
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::lexicon::{is_occupation, role};
use crate::local::extraction::clauses::common::common_entity;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::factuality::wishes::wanted_by;

/// Who says what a clause says, when it is not the speaker: `None` where nobody can be named for it.
pub(crate) fn source(context: &PassageContext<'_>, clause: &Clause) -> Option<Option<EntityRef>> {
    let Some(attribution) = &clause.attribution else {
        let wanting = wanted_by(context.reading, clause);
        let somebody = wanting.and_then(|wanting| context.referents.at(wanting));
        let other = somebody.filter(|other| Some(&other.entity) != context.speaker);
        return Some(other.map(|other| other.entity.clone()));
    };
    // "Don't forget that Anna is allergic to nuts."
    let is_forgotten = context.reading.lemma(attribution.verb) == "forget";
    if attribution.kind == AttributionKind::Known && attribution.is_negated == is_forgotten {
        return Some(None);
    }
    // "Tell her I love her curry": whoever speaks says it.
    let is_message = attribution.source.is_none()
        && matches!(
            context.reading.lemma(attribution.verb).as_str(),
            "tell" | "remind"
        )
        && context.reading.tag(attribution.verb) == "VB"
        && context
            .reading
            .child(attribution.verb, Dep::Nsubj)
            .is_none()
        && clause
            .subject
            .as_ref()
            .is_some_and(|subject| context.is_speaker(subject.phrase.head));
    if is_message {
        return Some(None);
    }
    let head = match &attribution.source {
        Some(source) => source.head,
        // "Raj told me": a name that the parser takes for an adverb.
        None => context
            .reading
            .doc
            .children(attribution.verb)
            .find(|child| *child < attribution.verb && context.reading.name_at(*child).is_some())?,
    };
    let source = match context.referents.at(head) {
        Some(referent) => referent.entity.clone(),
        None => unnamed(context, clause, head)?,
    };
    let source = &source;
    // "You said you live in Bonn": they should know.
    let is_of_itself = Some(source) == context.addressee
        && clause
            .subject
            .as_ref()
            .and_then(|subject| context.referents.at(subject.phrase.head))
            .is_some_and(|subject| subject.entity == *source);
    if is_of_itself {
        return Some(None);
    }
    // A text that tells of its owner tells what they say as what is so, as a text of their own does.
    let is_owner = context.reading.tells_of_owner && *source == EntityRef::Owner;
    Some((Some(source) != context.speaker && !is_owner).then(|| source.clone()))
}

/// "The vet said", "my teacher said": somebody without a name.
fn unnamed(context: &PassageContext<'_>, clause: &Clause, head: usize) -> Option<EntityRef> {
    let reading = context.reading;
    let noun = reading.lemma(head);
    let is_one = reading.tag(head) == "NN" && (role(&noun).is_some() || is_occupation(&noun));
    is_one
        .then(|| common_entity(context, clause, head))
        .flatten()
}
