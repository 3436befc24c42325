//! Slots: which claims bear on each other.
//!
//! The claims of one slot are all that is looked at to say what held when, so a slot must hold every claim that can
//! end another one of it, and should hold no more. Modality and attribution are part of it: what somebody plans, or
//! what Sam says, stands beside what is so and ends none of it. Whether a claim is denied is not: a denial ends what
//! it denies.
//!
//! - A relation with one object at a time: subject and relation.
//! - One with one object at a time that holds in both directions (to be married): the relation alone, because the
//!   claim that ends a marriage may name either of the two first. All marriages of a space share a slot; the timeline
//!   looks at those that have somebody in common.
//! - One of which an object has one subject at a time, an office: relation and object.
//! - The day of something, of a death or an event: subject and relation, because the day is not always told, and may
//!   be corrected.
//! - One with an opposite (likes, dislikes): subject, the pair, object.
//! - Any other: subject, relation, object.
//!
//! What is planned, wished or possible may be several things at once: there even relations with one object at a time
//! have the object in their slot.

use std::fmt::Write;

use recollect_model::{
    EntityId, EntityKey, Modality, Object, Proposition, Relation, RelationDefinition, Slot,
};

/// The relation of whoever died to the day.
const DEATH: Relation = Relation::DiedOn;

/// What of a value is part of a slot, in characters: a database's index takes no key of any length.
const MAX_VALUE_CHARACTERS: usize = 120;
/// What of a relation's name is, in characters.
const MAX_RELATION_CHARACTERS: usize = 160;

/// What is said of a subject, as it is compared: values in lower case, their white space single.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum ValueKey {
    /// An entity.
    Entity(EntityId),
    /// A value in words.
    Words(String),
}

impl ValueKey {
    /// The key of an object.
    pub fn of(object: &Object) -> Self {
        match object {
            Object::Entity(entity) => Self::Entity(*entity),
            Object::Value(words) => Self::Words(
                words
                    .split_whitespace()
                    .map(str::to_lowercase)
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
        }
    }
}

/// The slot of a proposition, whose entities stand for themselves and whose direction is settled
/// ([`proposition_of`]).
pub fn slot_of(proposition: &Proposition) -> Slot {
    let known = definition_of(proposition);
    let name = proposition.relation.as_str();
    let name = known
        .and_then(|known| known.opposite)
        .map_or(name, |opposite| opposite.name().min(name));
    let mut slot: String = name.chars().take(MAX_RELATION_CHARACTERS).collect();
    let is_exclusive = excludes_others(proposition) || is_of_a_day(proposition);
    let is_office = is_office(proposition);
    let has_no_subject = is_exclusive && known.is_some_and(|known| known.is_symmetric) || is_office;
    if !has_no_subject {
        push(&mut slot, 's', proposition.subject);
    }
    if !is_exclusive {
        match ValueKey::of(&proposition.object) {
            ValueKey::Entity(entity) => push(&mut slot, 'o', entity),
            ValueKey::Words(words) => {
                slot.push_str("|v");
                slot.extend(words.chars().take(MAX_VALUE_CHARACTERS));
            }
        }
    }
    if proposition.modality != Modality::Actual {
        slot.push_str("|m");
        slot.push_str(proposition.modality.as_str());
    }
    if let Some(speaker) = proposition.attributed_to {
        push(&mut slot, 'a', speaker);
    }
    Slot(slot)
}

/// The proposition with every name replaced by the entity it stands for, and in the direction that its relation has:
/// of a relation that holds in both, the owner comes first, or else whose key is smaller.
pub fn proposition_of<'a>(
    said: &Proposition,
    canonical: impl Fn(EntityId) -> EntityId,
    key: impl Fn(EntityId) -> Option<&'a EntityKey>,
) -> Proposition {
    let mut proposition = said.clone();
    proposition.subject = canonical(said.subject);
    proposition.attributed_to = said.attributed_to.map(&canonical);
    if let Object::Entity(object) = said.object {
        let object = canonical(object);
        proposition.object = Object::Entity(object);
        let is_symmetric = definition_of(said).is_some_and(|known| known.is_symmetric);
        let rank = |entity| key(entity).map(|key| (!key.is_owner(), key));
        if is_symmetric && rank(object) < rank(proposition.subject) {
            proposition.object = Object::Entity(proposition.subject);
            proposition.subject = object;
        }
    }
    proposition
}

/// Whether another object of the same relation ends this one.
pub(crate) fn excludes_others(proposition: &Proposition) -> bool {
    proposition.modality == Modality::Actual && proposition.relation.is_exclusive()
}

/// Whether another subject with the same object ends this one.
pub(crate) fn is_office(proposition: &Proposition) -> bool {
    proposition.modality == Modality::Actual
        && definition_of(proposition).is_some_and(|known| known.has_one_subject)
        && matches!(proposition.object, Object::Entity(_))
}

/// Whether it says on which day something was, whatever day that is.
fn is_of_a_day(proposition: &Proposition) -> bool {
    matches!(
        proposition.relation.known(),
        Some(DEATH | Relation::HappenedOn)
    )
}

/// Whether it says that somebody died, as a fact.
pub(crate) fn is_death(proposition: &Proposition) -> bool {
    proposition.modality == Modality::Actual
        && proposition.attributed_to.is_none()
        && proposition.relation == DEATH
}

/// The slot of what is said of somebody's death.
pub(crate) fn slot_of_death(entity: EntityId) -> Slot {
    slot_of(&Proposition {
        subject: entity,
        relation: DEATH.into(),
        object: Object::Value(String::new()),
        is_negated: false,
        modality: Modality::Actual,
        attributed_to: None,
    })
}

/// Whether a slot is that of somebody's death.
pub fn is_slot_of_death(slot: &Slot) -> bool {
    slot.0
        .strip_prefix(DEATH.name())
        .is_some_and(|rest| rest.starts_with("|s"))
}

/// What the catalogue says of a proposition's relation; nothing of an open one.
pub(crate) fn definition_of(proposition: &Proposition) -> Option<&'static RelationDefinition> {
    Some(proposition.relation.known()?.definition())
}

fn push(slot: &mut String, part: char, entity: EntityId) {
    write!(slot, "|{part}{:032x}", entity.as_u128()).expect("writing to a string cannot fail");
}
