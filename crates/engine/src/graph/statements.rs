//! What held when: the statements of a slot are worked out anew from all its claims, and what differs is stored.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use recollect_graph::{
    ClaimPlace, Death, Decisions, Spell, deaths, decided_spells, is_slot_of_death, reconcile,
    slot_of, slots_of_deaths,
};
use recollect_model::{
    Entity, EntityId, EpisodeId, EventKind, NewEvent, RecordedClaim, Slot, Statement, StatementId,
};
use recollect_storage::{GraphRows, StorageError};

use super::{Entities, Followed, Scope, counting};

/// Works out the statements of these slots, and says what became of them.
pub(super) async fn bring_up_to_date(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<Followed, StorageError> {
    if slots.is_empty() {
        return Ok(Followed::default());
    }
    let mut slots = slots.clone();
    slots.extend(slots_of_the_dead(rows, scope, &slots).await?);
    let asked: Vec<Slot> = slots.into_iter().collect();
    let claims = rows.claims_of_slots(scope.space, &asked).await?;
    let stored = rows.statements_of_slots(scope.space, &asked).await?;
    let said = claims.iter().map(|(_, one)| &one.claim.proposition);
    let stated = stored.iter().map(|one| &one.proposition);
    let entities = Entities::named_in(rows, scope.space, said.chain(stated)).await?;
    let mut by_slot: BTreeMap<Slot, (Vec<RecordedClaim>, Vec<Statement>)> = BTreeMap::new();
    for (slot, mut recorded) in claims {
        recorded.claim.proposition = entities.canonical(&recorded.claim.proposition);
        by_slot.entry(slot).or_default().0.push(recorded);
    }
    let said = by_slot.values().flat_map(|(claims, _)| claims);
    let slots_of_deaths = slots_of_deaths(said.map(|one| &one.claim.proposition));
    let decisions = counting::counting(rows, scope.space).await?;
    let deaths = told_deaths(rows, scope, slots_of_deaths, &decisions).await?;
    for statement in stored {
        // What is stored about a name that stands for somebody else now goes on under that one.
        let slot = slot_of(&entities.canonical(&statement.proposition));
        by_slot.entry(slot).or_default().1.push(statement);
    }
    let mut differs = Differs::default();
    for (slot, (claims, stored)) in by_slot {
        let spells = decided_spells(claims, &deaths, &decisions);
        differs.take_in(&slot, &spells, &stored, &entities, scope);
    }
    rows.put_statements(scope.space, scope.revision, &differs.put)
        .await?;
    let support: Vec<_> = differs
        .support
        .into_iter()
        .map(|((episode, number), statement)| (episode, number, Some(statement)))
        .collect();
    rows.support(scope.space, scope.revision, &support).await?;
    // Last: a claim that pointed at a statement that goes points at another by now.
    rows.remove_statements(scope.space, scope.revision, &differs.removed)
        .await?;
    let events: Vec<NewEvent> = differs
        .closed
        .iter()
        .map(|&(statement, episode)| NewEvent {
            kind: EventKind::StatementInvalidated,
            space: scope.space,
            log: None,
            episode: Some(episode),
            statement: Some(statement),
            at: scope.environment.now(),
        })
        .collect();
    rows.record_events(&events).await?;
    Ok(Followed {
        closed: differs.closed.len(),
        removed: differs.removed,
        orphans: 0,
    })
}

/// The deaths that the claims of these slots tell.
async fn told_deaths(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: BTreeSet<Slot>,
    decisions: &Decisions,
) -> Result<Vec<Death>, StorageError> {
    let slots: Vec<Slot> = slots.into_iter().collect();
    let mut told = rows.claims_of_slots(scope.space, &slots).await?;
    let said = told.iter().map(|(_, one)| &one.claim.proposition);
    let entities = Entities::named_in(rows, scope.space, said).await?;
    for (_, recorded) in &mut told {
        recorded.claim.proposition = entities.canonical(&recorded.claim.proposition);
    }
    let told = told.into_iter().map(|(_, recorded)| recorded).collect();
    Ok(deaths(decisions.read(told).iter()))
}

/// The slots of everything that is said of those whose deaths are told in these slots, or were.
async fn slots_of_the_dead(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<BTreeSet<Slot>, StorageError> {
    let told: Vec<Slot> = slots
        .iter()
        .filter(|slot| is_slot_of_death(slot))
        .cloned()
        .collect();
    if told.is_empty() {
        return Ok(BTreeSet::new());
    }
    let claims = rows.claims_of_slots(scope.space, &told).await?;
    let stored = rows.statements_of_slots(scope.space, &told).await?;
    let said = claims.iter().map(|(_, one)| &one.claim.proposition);
    let named: BTreeSet<EntityId> = said
        .chain(stored.iter().map(|one| &one.proposition))
        .map(|proposition| proposition.subject)
        .collect();
    let named: Vec<EntityId> = named.into_iter().collect();
    let mut all: BTreeSet<EntityId> = named.iter().copied().collect();
    let wholes = rows.entities(scope.space, &named).await?;
    let wholes: Vec<EntityId> = wholes.iter().map(Entity::canonical).collect();
    all.extend(wholes.iter().copied());
    all.extend(
        rows.members_of(scope.space, &wholes)
            .await?
            .iter()
            .map(|one| one.id),
    );
    let all: Vec<EntityId> = all.into_iter().collect();
    let about = rows.claims_about(scope.space, &all).await?;
    Ok(about.into_iter().map(|(slot, _)| slot).collect())
}

/// What is to be stored, of all slots together.
#[derive(Default)]
struct Differs {
    put: Vec<Statement>,
    removed: Vec<StatementId>,
    support: Vec<(ClaimPlace, StatementId)>,
    closed: Vec<(StatementId, EpisodeId)>,
}

impl Differs {
    fn take_in(
        &mut self,
        slot: &Slot,
        spells: &[Spell],
        stored: &[Statement],
        entities: &Entities,
        scope: Scope<'_>,
    ) {
        let new_id = || StatementId::new(scope.environment);
        let renamed: Vec<Statement> = stored
            .iter()
            .map(|one| Statement {
                proposition: entities.canonical(&one.proposition),
                ..one.clone()
            })
            .collect();
        let reconciled = reconcile(slot, spells, &renamed, new_id);
        let settled: HashSet<StatementId> = reconciled
            .put
            .iter()
            .map(|put| put.id)
            .chain(reconciled.removed.iter().copied())
            .collect();
        // What only its names have changed of is the same as before, and stored otherwise.
        self.put.extend(
            renamed
                .into_iter()
                .zip(stored)
                .filter(|(now, before)| now != *before && !settled.contains(&now.id))
                .map(|(now, _)| now),
        );
        self.put.extend(reconciled.put);
        self.removed.extend(reconciled.removed);
        self.support.extend(reconciled.support);
        self.closed.extend(reconciled.closed);
    }
}
