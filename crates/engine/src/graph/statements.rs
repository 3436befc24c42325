//! What held when: the statements of a slot are worked out anew from all its claims, and what differs is stored.
//! Claims that belong to another slot by now are moved there first.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use recollect_graph::{
    ClaimPlace, Death, Decisions, Spell, deaths, decided_spells, is_slot_of_death, reconcile,
    slot_of, slots_of_deaths,
};
use recollect_model::{
    Entity, EntityId, EpisodeId, EventKind, NewEvent, RecordedClaim, Slot, Statement, StatementId,
};
use recollect_storage::{GraphRows, StorageError};

use super::{Entities, Followed, MAX_CLAIMS_AT_ONCE, Scope, counting};

/// Works out the statements of these slots, and says what became of them.
pub(super) async fn bring_up_to_date(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<Followed, StorageError> {
    if slots.is_empty() {
        return Ok(Followed::default());
    }
    let mut placed = Placed::new(rows, scope).await?;
    placed.take_in(rows, scope, slots).await?;
    let of_the_dead = slots_of_the_dead(rows, scope, &placed.slots).await?;
    placed.take_in(rows, scope, &of_the_dead).await?;
    store(rows, scope, placed).await
}

/// Works out the statements of some of the slots that a change left for later. Whoever dies by that is left for later, too.
pub(super) async fn bring_part_up_to_date(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<Followed, StorageError> {
    let mut placed = Placed::new(rows, scope).await?;
    placed.take_in(rows, scope, slots).await?;
    if placed.moves_a_death() {
        let dead = names_of_the_dead(rows, scope, &placed.slots).await?;
        rows.leave_for_later(scope.space, scope.revision, &dead)
            .await?;
    }
    store(rows, scope, placed).await
}

/// Claims in the slots that they belong to by what is called how, and decided, now.
struct Placed {
    slots: BTreeSet<Slot>,
    claims: Vec<(Slot, RecordedClaim)>,
    entities: Entities,
    decisions: Decisions,
    /// Those that are stored in another slot: by episode and number, with the slot they belong to and the other.
    moves: Vec<(EpisodeId, u32, Slot)>,
    left: BTreeSet<Slot>,
}

impl Placed {
    async fn new(rows: &mut GraphRows, scope: Scope<'_>) -> Result<Self, StorageError> {
        Ok(Self {
            slots: BTreeSet::new(),
            claims: Vec::new(),
            entities: Entities::default(),
            decisions: counting::counting(rows, scope.space).await?,
            moves: Vec::new(),
            left: BTreeSet::new(),
        })
    }

    /// Takes in all claims of these slots, and of those that some of them belong to.
    async fn take_in(
        &mut self,
        rows: &mut GraphRows,
        scope: Scope<'_>,
        slots: &BTreeSet<Slot>,
    ) -> Result<(), StorageError> {
        let mut new: Vec<Slot> = slots.difference(&self.slots).cloned().collect();
        while !new.is_empty() {
            let claims = rows.claims_of_slots(scope.space, &new).await?;
            self.slots.extend(new.drain(..));
            let said = claims.iter().map(|(_, one)| &one.claim.proposition);
            self.entities.read(rows, scope.space, said).await?;
            for (slot, mut recorded) in claims {
                let proposition = self.entities.canonical(&recorded.claim.proposition);
                let belongs = self.decisions.slot_of(&proposition);
                recorded.claim.proposition = proposition;
                if belongs != slot {
                    self.moves
                        .push((recorded.episode, recorded.number, belongs.clone()));
                    self.left.insert(slot);
                    if self.slots.insert(belongs.clone()) {
                        new.push(belongs.clone());
                    }
                }
                self.claims.push((belongs, recorded));
            }
        }
        Ok(())
    }

    /// Whether what is said of somebody's death is said of somebody else now.
    fn moves_a_death(&self) -> bool {
        self.left.iter().any(is_slot_of_death)
            || self
                .moves
                .iter()
                .any(|(.., belongs)| is_slot_of_death(belongs))
    }
}

/// Stores in which slots the claims are, and what differs of the statements that follow from them.
async fn store(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    placed: Placed,
) -> Result<Followed, StorageError> {
    let Placed {
        slots,
        claims,
        mut entities,
        decisions,
        moves,
        ..
    } = placed;
    rows.move_claims(scope.space, &moves).await?;
    let asked: Vec<Slot> = slots.into_iter().collect();
    let stored = rows.statements_of_slots(scope.space, &asked).await?;
    let stated = stored.iter().map(|one| &one.proposition);
    entities.read(rows, scope.space, stated).await?;
    let said = claims.iter().map(|(_, one)| &one.claim.proposition);
    let slots_of_deaths = slots_of_deaths(said);
    let deaths = told_deaths(rows, scope, slots_of_deaths, &decisions).await?;
    let mut by_slot: BTreeMap<Slot, (Vec<RecordedClaim>, Vec<Statement>)> = BTreeMap::new();
    for (slot, recorded) in claims {
        by_slot.entry(slot).or_default().0.push(recorded);
    }
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
    differs.store(rows, scope).await
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

/// The slots of everything that is said of those whose deaths are told in these slots, or were. Where that is too much for one
/// transaction it is left for later.
async fn slots_of_the_dead(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<BTreeSet<Slot>, StorageError> {
    let dead = names_of_the_dead(rows, scope, slots).await?;
    if rows
        .are_named_by_more(scope.space, &dead, MAX_CLAIMS_AT_ONCE)
        .await?
    {
        rows.leave_for_later(scope.space, scope.revision, &dead)
            .await?;
        return Ok(BTreeSet::new());
    }
    let about = rows.slots_about(scope.space, &dead).await?;
    Ok(about.into_iter().collect())
}

/// All names of those whose deaths are told in these slots, or were.
async fn names_of_the_dead(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    slots: &BTreeSet<Slot>,
) -> Result<Vec<EntityId>, StorageError> {
    let told: Vec<Slot> = slots
        .iter()
        .filter(|slot| is_slot_of_death(slot))
        .cloned()
        .collect();
    if told.is_empty() {
        return Ok(Vec::new());
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
    Ok(all.into_iter().collect())
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
    async fn store(self, rows: &mut GraphRows, scope: Scope<'_>) -> Result<Followed, StorageError> {
        rows.put_statements(scope.space, scope.revision, &self.put)
            .await?;
        let support: Vec<_> = self
            .support
            .into_iter()
            .map(|((episode, number), statement)| (episode, number, Some(statement)))
            .collect();
        rows.support(scope.space, scope.revision, &support).await?;
        // Last: a claim that pointed at a statement that goes points at another by now.
        rows.remove_statements(scope.space, scope.revision, &self.removed)
            .await?;
        let events: Vec<NewEvent> = self
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
            closed: self.closed.len(),
            removed: self.removed,
            orphans: 0,
        })
    }

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
