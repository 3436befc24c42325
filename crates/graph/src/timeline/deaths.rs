//! Deaths: what ends when somebody dies.
//!
//! Whatever the dead had or was ends: a home, an employer, a taste. So does what others are to them by being alive: a
//! husband, a pet, a boss. What happened stays, and so does kin.

use std::collections::{BTreeMap, BTreeSet};

use recollect_model::{
    EntityId, EpisodeId, Nature, Object, Proposition, RecordedClaim, Relation, Slot, Timestamp,
};

use super::Spell;
use crate::slot::{is_death, slot_of_death};

/// Relations to somebody that end with the death of that one.
const TO_THE_LIVING: &[Relation] = &[
    Relation::HasPet,
    Relation::MarriedTo,
    Relation::EngagedTo,
    Relation::InRelationshipWith,
    Relation::FriendOf,
    Relation::ColleagueOf,
    Relation::ManagedBy,
    Relation::Knows,
];

/// That somebody died.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Death {
    /// Who, the entity that stands for itself.
    pub entity: EntityId,
    /// When, at the latest.
    pub at: Timestamp,
    /// The text that says so.
    pub episode: EpisodeId,
}

/// The slots in which the deaths of all that these propositions name are told.
pub fn slots_of_deaths<'a>(propositions: impl Iterator<Item = &'a Proposition>) -> BTreeSet<Slot> {
    let named = propositions.flat_map(|proposition| {
        let object = match proposition.object {
            Object::Entity(object) => Some(object),
            Object::Value(_) => None,
        };
        [Some(proposition.subject), object].into_iter().flatten()
    });
    named.map(slot_of_death).collect()
}

/// The deaths that claims tell, whose entities stand for themselves. What is denied later was no death.
pub fn deaths<'a>(claims: impl Iterator<Item = &'a RecordedClaim>) -> Vec<Death> {
    let mut told: BTreeMap<EntityId, Vec<&RecordedClaim>> = BTreeMap::new();
    for claim in claims.filter(|claim| is_death(&claim.claim.proposition)) {
        told.entry(claim.claim.proposition.subject)
            .or_default()
            .push(claim);
    }
    told.into_iter()
        .filter_map(|(entity, claims)| death(entity, &claims))
        .collect()
}

/// When somebody died, by all that is said of it: as the finest of the claims with a time tells, or else before it was
/// first spoken of.
fn death(entity: EntityId, claims: &[&RecordedClaim]) -> Option<Death> {
    let order = |claim: &RecordedClaim| (claim.said_at, claim.episode, claim.number);
    let last = claims.iter().max_by_key(|claim| order(claim))?;
    if last.claim.proposition.is_negated {
        return None;
    }
    let affirmed = || {
        claims
            .iter()
            .filter(|claim| !claim.claim.proposition.is_negated)
    };
    let dated = affirmed()
        .filter(|claim| claim.claim.from.is_some())
        .min_by_key(|claim| (claim.claim.precision, order(claim)));
    let told = dated.or_else(|| affirmed().min_by_key(|claim| order(claim)))?;
    Some(Death {
        entity,
        at: told.claim.from.unwrap_or(told.said_at),
        episode: told.episode,
    })
}

/// Ends what held when somebody it is about died.
pub(super) fn end(spell: &mut Spell, deaths: &[Death]) {
    let proposition = &spell.proposition;
    // An open relation may tell what happened: that stays.
    if proposition.relation.nature() != Some(Nature::State) {
        return;
    }
    let is_of = |death: &&Death| {
        proposition.subject == death.entity
            || proposition.object == Object::Entity(death.entity)
                && proposition
                    .relation
                    .known()
                    .is_some_and(|known| TO_THE_LIVING.contains(&known))
    };
    let Some(first) = deaths.iter().filter(is_of).min_by_key(|death| death.at) else {
        return;
    };
    let began_before = spell.valid_at.is_none_or(|from| from < first.at);
    if began_before && spell.invalid_at.is_none_or(|until| first.at < until) {
        spell.invalid_at = Some(first.at);
        spell.closed_by = Some(first.episode);
    }
}
