//! Last days: "My last day at Bosch is Friday", "Tom's last working day is 31 March".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, ObjectType, Relation};
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::objects::thing;
use crate::local::extraction::constraints::suits;
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::mentions::roles::possessor;

/// When somebody's last day is, and where they work until then.
pub(crate) fn last_day(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    last_day_of(context, clause).unwrap_or_default()
}

fn last_day_of(context: &PassageContext<'_>, clause: &Clause) -> Option<Vec<RelationCandidate>> {
    let reading = context.reading;
    let head = clause.subject.as_ref()?.phrase.head;
    let last = reading.child(head, Dep::Amod).filter(|last| {
        reading.is_any(head, &["day"]) && reading.is_any(*last, &["last", "final"])
    })?;
    let owner = &context.referents.at(possessor(reading, head)?)?.entity;
    let said = clause
        .arguments
        .iter()
        .filter(|argument| matches!(argument.role, Role::Attribute | Role::Time));
    let day = said
        .chain(clause.with_role(Role::Prepositional))
        .find_map(|argument| date(context, &argument.phrase))?;
    let own = EntityRef::Role {
        role: reading.words(last..head + 1).to_lowercase(),
        of: Box::new(owner.clone()),
    };
    let aspect = aspect_of_being(clause);
    let named = RelationCandidate::new(&own, Relation::HappenedOn, "be", day, aspect);
    let place = reading
        .child(head, Dep::Prep)
        .filter(|at| reading.is_any(*at, &["at", "with"]))
        .and_then(|at| reading.child(at, Dep::Pobj))
        .and_then(|place| thing(context, &reading.phrase(place), owner))
        .filter(|place| suits(context, place, ObjectType::Organization));
    let leaves = place.map(|place| {
        RelationCandidate::new(owner, Relation::WorksAt, "last day at", place, Aspect::Ends)
    });
    Some(std::iter::once(named).chain(leaves).collect())
}
