//! Which names are one entity: everything that bears on the entities that changed is read, resolved at once, and what
//! differs is stored; the claims about names that stand for another entity now are to move to its slots.

use std::collections::{BTreeMap, BTreeSet};

use recollect_graph::{Known, Resolved, family, may_be_shortened, resolve};
use recollect_model::{Entity, EntityId, EntityKind, EntityLink, Slot, SpaceId};
use recollect_storage::{GraphRows, StorageError};

use super::{Extent, MAX_CLAIMS_AT_ONCE, Scope, counting};

/// Names around a change that are looked at; what is further away stays as it is.
const MOST_AROUND: usize = 5_000;

/// Resolves the names around these entities. Returns the slots whose claims came, went or are about another by it.
pub(super) async fn bring_up_to_date(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    entities: &BTreeSet<EntityId>,
    extent: Extent,
) -> Result<BTreeSet<Slot>, StorageError> {
    if entities.is_empty() {
        return Ok(BTreeSet::new());
    }
    let (known, links) = around(rows, scope.space, entities).await?;
    let changed = changed(&known, &resolve(&known, &links));
    if changed.is_empty() {
        return Ok(BTreeSet::new());
    }
    let entities: Vec<Entity> = changed.iter().map(|(entity, _)| entity.clone()).collect();
    rows.update_entities(scope.space, scope.revision, &entities)
        .await?;
    let moved: Vec<EntityId> = changed
        .into_iter()
        .filter_map(|(entity, stands_for_another)| stands_for_another.then_some(entity.id))
        .collect();
    slots_about(rows, scope, &moved, extent).await
}

/// The entities that links and families connect with these, with the votes on their kinds, and the links.
async fn around(
    rows: &mut GraphRows,
    space: SpaceId,
    entities: &BTreeSet<EntityId>,
) -> Result<(Vec<Known>, Vec<EntityLink>), StorageError> {
    let mut around: BTreeMap<EntityId, Known> = BTreeMap::new();
    let mut links = Vec::new();
    let mut families: BTreeSet<String> = BTreeSet::new();
    let ids: Vec<EntityId> = entities.iter().copied().collect();
    let mut new = rows.entities(space, &ids).await?;
    while !new.is_empty() {
        let ids: Vec<EntityId> = new.iter().map(|entity| entity.id).collect();
        let new_links = rows.links_of(space, &ids).await?;
        let mut wanted: BTreeSet<EntityId> = new.iter().map(Entity::canonical).collect();
        wanted.extend(new_links.iter().flat_map(|link| [link.left, link.right]));
        links.extend(new_links);
        let known = with_votes(rows, space, new).await?;
        let new_families: BTreeSet<String> = known
            .iter()
            .filter(|known| may_be_called_otherwise(known))
            .filter_map(|known| family(&known.entity.key))
            .filter(|family| families.insert(family.clone()))
            .collect();
        around.extend(known.into_iter().map(|known| (known.entity.id, known)));
        let new_families: Vec<String> = new_families.into_iter().collect();
        let wanted: Vec<EntityId> = wanted
            .into_iter()
            .filter(|id| !around.contains_key(id))
            .collect();
        let mut found: BTreeMap<EntityId, Entity> = BTreeMap::new();
        for entity in rows.entities_in_families(space, &new_families).await? {
            found.insert(entity.id, entity);
        }
        for entity in rows.entities(space, &wanted).await? {
            found.insert(entity.id, entity);
        }
        found.retain(|id, _| !around.contains_key(id));
        if around.len() + found.len() > MOST_AROUND {
            let user = rows.user();
            tracing::warn!(%user, %space, "more than {MOST_AROUND} names bear on each other; some are left as they are");
            break;
        }
        new = found.into_values().collect();
    }
    Ok((around.into_values().collect(), links))
}

/// Whether shorter or fuller names may mean the same: those of persons, the roles that persons have, and what organisations are called
/// by the first word.
fn may_be_called_otherwise(known: &Known) -> bool {
    let is_of = |kind: EntityKind| {
        known.entity.kind == kind || known.votes.iter().any(|(voted, _)| *voted == kind)
    };
    let key = &known.entity.key;
    is_of(EntityKind::Person)
        || key.role().is_some()
        || is_of(EntityKind::Organization) && may_be_shortened(key)
}

async fn with_votes(
    rows: &mut GraphRows,
    space: SpaceId,
    entities: Vec<Entity>,
) -> Result<Vec<Known>, StorageError> {
    let ids: Vec<EntityId> = entities.iter().map(|entity| entity.id).collect();
    let mut votes: BTreeMap<EntityId, Vec<(EntityKind, u64)>> = BTreeMap::new();
    for (id, kind, count) in rows.kind_votes(space, &ids).await? {
        votes.entry(id).or_default().push((kind, count));
    }
    let known = entities.into_iter().map(|entity| Known {
        votes: votes.remove(&entity.id).unwrap_or_default(),
        entity,
    });
    Ok(known.collect())
}

/// The entities that are not what is stored of them, as they are, with whether they stand for another than before.
fn changed(known: &[Known], resolved: &[Resolved]) -> Vec<(Entity, bool)> {
    let stored: BTreeMap<EntityId, &Entity> = known
        .iter()
        .map(|known| (known.entity.id, &known.entity))
        .collect();
    let changed = resolved.iter().filter_map(|resolved| {
        let stored = *stored.get(&resolved.id)?;
        let entity = Entity {
            kind: resolved.kind,
            part_of: resolved.part_of.map(|(canonical, _)| canonical),
            ..stored.clone()
        };
        let stands_for_another = entity.part_of != stored.part_of;
        (entity != *stored).then_some((entity, stands_for_another))
    });
    changed.collect()
}

/// The slots of all claims that these names bear on, and of what was decided about them. Where these are too many for one
/// transaction they are left for later.
async fn slots_about(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    entities: &[EntityId],
    extent: Extent,
) -> Result<BTreeSet<Slot>, StorageError> {
    if entities.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut about = counting::subjects_by(rows, scope.space, entities).await?;
    about.extend(entities);
    if extent == Extent::Parts
        && rows
            .are_named_by_more(scope.space, &about, MAX_CLAIMS_AT_ONCE)
            .await?
    {
        rows.leave_for_later(scope.space, scope.revision, &about)
            .await?;
        return Ok(BTreeSet::new());
    }
    // Where somebody lives is one slot, whatever the place is called: what is said in it changes all the same.
    let slots = rows.slots_about(scope.space, &about).await?;
    Ok(slots.into_iter().collect())
}
