//! On which day something is that somebody has once: "Tomorrow is my mother's birthday", "it's our anniversary on Friday".

use recollect_clauses::{Clause, Phrase, Role};
use recollect_model::Relation;
use recollect_spacy::Dep;

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::common::{common_entity, own_thing};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::constraints::is_event;
use crate::local::extraction::factuality::aspect::aspect_of_being;

/// "Tomorrow is my mother's birthday": on which day something is.
pub(super) fn its_day(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let subject = &clause.subject.as_ref()?.phrase;
    let head = clause.with_role(Role::Attribute).next()?.phrase.head;
    // "It's Tom's birthday on Friday."
    let when = match context.reading.is_any(subject.head, &["it"]) {
        true => day_behind(context, clause, head)?,
        false => subject.clone(),
    };
    let day = date(context, &when).filter(|_| context.is_time(when.head))?;
    let is_occasion = context
        .reading
        .is_any(head, &["birthday", "anniversary", "deadline", "do"]);
    if !(is_occasion || is_event(context, head)) || context.is_time(head) {
        return None;
    }
    let entity = match context.referents.at(head) {
        Some(referent) => referent.entity.clone(),
        None => common_entity(context, clause, head).or_else(|| own_thing(context, head))?,
    };
    Some(RelationCandidate::new(
        &entity,
        Relation::HappenedOn,
        &clause.predicate.lemma,
        day,
        aspect_of_being(clause),
    ))
}

/// The day that is said behind an occasion.
fn day_behind(context: &PassageContext<'_>, clause: &Clause, occasion: usize) -> Option<Phrase> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_day = |token: &usize| {
        let above = reading.head(*token);
        let hangs = |from: usize| from == verb || from == occasion;
        *token > occasion
            && context.is_time(*token)
            && match reading.dep(*token) {
                Dep::Npadvmod => hangs(above),
                Dep::Pobj => reading.is_any(above, &["on"]) && hangs(reading.head(above)),
                _ => false,
            }
    };
    let day = reading.doc.subtree(verb).find(is_day)?;
    Some(reading.phrase(day))
}
