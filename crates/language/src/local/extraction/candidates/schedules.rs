//! What is set for a day, or moved to another: "the wedding is set for 12 June", "I pushed my appointment to Friday".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, Relation, RelationName};

use crate::EntityRef;
use crate::lexicon::role;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::common::{common_entity, own_thing};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::objects::ObjectCandidate;

/// How it is said that something takes place on a day of every week.
const ON: &str = "be on";

/// How it is said that something takes place at an hour.
const AT: &str = "be at";

/// How it is said that something is moved to another day.
const MOVING: &[&str] = &[
    "move",
    "reschedule",
    "postpone",
    "push",
    "push back",
    "shift",
    "delay",
    "bring forward",
    "change",
    "move up",
    "move back",
    "put off",
    "put back",
    "slide",
    "slip",
    "bump",
];

/// How it is said that something is set for a day.
const SETTING: &[&str] = &[
    "set",
    "schedule",
    "plan",
    "fix",
    "arrange",
    "book",
    "confirm",
    "pencil in",
];

/// When something is now, of which a clause says that it was moved.
pub(crate) fn moved(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let verb = clause.predicate.lemma.as_str();
    // "Our wedding is set for 12 June."
    let is_set = clause.is_passive && SETTING.contains(&verb);
    if !(MOVING.contains(&verb) || is_set) || clause.is_negated {
        return None;
    }
    let object = clause.with_role(Role::Object).next();
    // "The deadline moved to 20 January."
    let moved = match object.filter(|_| !clause.is_passive) {
        Some(object) => object.phrase.head,
        None => clause.subject.as_ref()?.phrase.head,
    };
    let day = clause
        .arguments
        .iter()
        .filter(|argument| {
            let preposition = argument.preposition.as_ref();
            preposition.is_some_and(|preposition| {
                matches!(preposition.lemma.as_str(), "to" | "until" | "till")
                    || is_set && matches!(preposition.lemma.as_str(), "for" | "on")
            })
        })
        .find_map(|argument| date(context, &argument.phrase))?;
    // "Standup moves from 9:00 to 9:30": of no day.
    let words = context.reading.words(day.tokens.clone());
    let is_hour = words
        .chars()
        .all(|c| c.is_ascii_digit() || ":. ".contains(c));
    let entity = match context.referents.at(moved) {
        Some(referent) => referent.entity.clone(),
        None => common_entity(context, clause, moved).or_else(|| own_thing(context, moved))?,
    };
    let is_living = match &entity {
        EntityRef::Owner => true,
        EntityRef::Role { role: noun, .. } => role(noun).is_some(),
        EntityRef::Named(name) => name.strip_prefix("the ").and_then(role).is_some(),
    };
    if is_living {
        return None;
    }
    // "our weekly sync": on every such day.
    let comes_back = context.reading.doc.children(moved).any(|child| {
        context.reading.is_any(
            child,
            &["weekly", "regular", "recurring", "fortnightly", "biweekly"],
        )
    });
    if is_hour {
        let at = RelationName::of(&name(AT));
        let hour = ObjectCandidate::value(words.trim(), day.head);
        return Some(RelationCandidate::new(
            &entity,
            at,
            AT,
            hour,
            Aspect::Begins,
        ));
    }
    if comes_back {
        let on = RelationName::of(&name(ON));
        return Some(RelationCandidate::new(&entity, on, ON, day, Aspect::Begins));
    }
    let happens = RelationCandidate::new(&entity, Relation::HappenedOn, "be", day, Aspect::Begins);
    Some(happens)
}
