//! What was known at a time: the statements that follow from the claims recorded until then.

use std::collections::{BTreeMap, BTreeSet};

use recollect_graph::{Spell, ValueKey, deaths, decided_spells, slots_of_deaths};
use recollect_model::{
    EpisodeId, Object, Proposition, RecordedClaim, Slot, SpaceId, Statement, Timestamp, UserId,
};
use recollect_storage::{RecalledStatement, StorageError, Store};

use super::{Entities, counting};

/// Of a statement, the newest so many episodes are told.
const MOST_EPISODES: usize = 20;

/// The statements as they were known at `recorded_at`: some were not, and some held otherwise than they do by what is
/// known now. Each keeps its identifier.
pub(crate) async fn as_known_at(
    store: &Store,
    user: UserId,
    space: SpaceId,
    statements: Vec<RecalledStatement>,
    recorded_at: Timestamp,
) -> Result<Vec<RecalledStatement>, StorageError> {
    let slots: BTreeSet<Slot> = statements
        .iter()
        .map(|one| one.statement.slot.clone())
        .collect();
    let slots: Vec<Slot> = slots.into_iter().collect();
    let claims = store.claims_of_slots(user, space, &slots).await?;
    let (entities, claims) = canonical(store, user, space, claims).await?;
    let said = claims.values().flatten().map(|one| &one.claim.proposition);
    let told: Vec<Slot> = slots_of_deaths(said).into_iter().collect();
    let told = store.claims_of_slots(user, space, &told).await?;
    let (_, told) = canonical(store, user, space, told).await?;
    let known_then = |one: &RecordedClaim| one.recorded_at <= recorded_at;
    let told: Vec<RecordedClaim> = told.into_values().flatten().filter(known_then).collect();
    // What somebody decided holds for what was known before, too.
    let decisions = counting::counting_now(store, user, space).await?;
    let deaths = deaths(decisions.read(told).iter());
    let mut known: BTreeMap<Slot, Vec<Spell>> = claims
        .into_iter()
        .map(|(slot, claims)| {
            let known = claims.into_iter().filter(known_then).collect();
            (slot, decided_spells(known, &deaths, &decisions))
        })
        .collect();
    let mut then = Vec::new();
    for mut recalled in statements {
        let statement = &mut recalled.statement;
        let Some(spells) = known.get_mut(&statement.slot) else {
            continue;
        };
        if statement.recorded_at > recorded_at {
            continue;
        }
        // Statements that say the same are in the order of time, as spells are. One may stand under a name that is another's now.
        let stated = entities.canonical(&statement.proposition);
        let same = |spell: &Spell| says_the_same(&spell.proposition, &stated);
        let Some(at) = spells.iter().position(same) else {
            continue;
        };
        let spell = spells.remove(at);
        recalled.evidence = newest_episodes(&spell);
        statement.phrase = spell.phrase;
        statement.details = spell.details;
        statement.worth = spell.worth;
        statement.fact = spell.fact;
        statement.names = spell.names;
        statement.valid_at = spell.valid_at;
        statement.invalid_at = spell.invalid_at;
        statement.precision = spell.precision;
        statement.closed_by = spell.closed_by;
        statement.decided = spell.decided;
        then.push(recalled);
    }
    store.tell_by_name(user, space, &mut then).await?;
    Ok(then)
}

/// Where a statement stands in the order of time: at its beginning; where only its end is known, at that.
pub(super) fn place_in_time(statement: &Statement) -> Option<Timestamp> {
    statement.valid_at.or(statement.invalid_at)
}

fn says_the_same(one: &Proposition, other: &Proposition) -> bool {
    one.subject == other.subject
        && one.relation == other.relation
        && one.is_negated == other.is_negated
        && ValueKey::of(&one.object) == ValueKey::of(&other.object)
}

fn newest_episodes(spell: &Spell) -> Vec<EpisodeId> {
    let mut seen = BTreeSet::new();
    let episodes = spell.claims.iter().rev().map(|(episode, _)| *episode);
    episodes
        .filter(|episode| seen.insert(*episode))
        .take(MOST_EPISODES)
        .collect()
}

/// Whether a statement held at a time.
pub(crate) fn held_at(recalled: &RecalledStatement, time: Timestamp) -> bool {
    let statement = &recalled.statement;
    statement.valid_at.is_none_or(|from| from <= time)
        && statement.invalid_at.is_none_or(|until| time < until)
}

async fn canonical(
    store: &Store,
    user: UserId,
    space: SpaceId,
    claims: Vec<(Slot, RecordedClaim)>,
) -> Result<(Entities, BTreeMap<Slot, Vec<RecordedClaim>>), StorageError> {
    let mut wanted = BTreeSet::new();
    for (_, recorded) in &claims {
        let Proposition {
            subject,
            object,
            attributed_to,
            ..
        } = &recorded.claim.proposition;
        wanted.insert(*subject);
        wanted.extend(*attributed_to);
        if let Object::Entity(object) = object {
            wanted.insert(*object);
        }
    }
    let ids: Vec<_> = wanted.into_iter().collect();
    let mut entities = store.entities(user, space, &ids).await?;
    let wholes: Vec<_> = entities.iter().filter_map(|one| one.part_of).collect();
    entities.extend(store.entities(user, space, &wholes).await?);
    let entities = Entities::of(entities);
    let mut by_slot: BTreeMap<Slot, Vec<RecordedClaim>> = BTreeMap::new();
    for (slot, mut recorded) in claims {
        recorded.claim.proposition = entities.canonical(&recorded.claim.proposition);
        by_slot.entry(slot).or_default().push(recorded);
    }
    Ok((entities, by_slot))
}
