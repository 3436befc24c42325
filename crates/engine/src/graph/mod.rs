//! The graph of a space: kept in step with what the texts say, read, and put right by hand.
//!
//! Texts leave claims and links between names ([`claims`]); everything else follows from them and is worked out anew
//! around what changed: which names are one entity ([`identities`]), and what held when ([`statements`]).

pub(crate) mod claims;
mod corrections;
mod counting;
pub(crate) mod decisions;
mod drawn;
mod edit;
mod events;
mod identities;
pub(crate) mod known;
pub(crate) mod later;
mod names;
pub(crate) mod naming;
mod network;
mod reading;
mod renewal;
pub(crate) mod restoring;
pub(crate) mod sentences;
mod statements;
mod together;

pub use decisions::{Judged, Judgement};
pub use edit::{NoDigest, TextDigest};
pub use naming::EntityUpdate;
pub use network::{ClusterView, EntityPath, Near, Neighbourhood, Overview, Support};
pub use reading::{Alias, EntityView, EpisodeView, KnownStatement, Quote, Source};
pub use renewal::RenewalProgress;
pub use together::Together;

use std::collections::{BTreeMap, BTreeSet};

use recollect_graph::{family, proposition_of};
use recollect_model::{
    Entity, EntityId, EntityKind, Environment, Object, Proposition, Revision, Slot, SpaceId,
    StatementId,
};
use recollect_storage::{GraphRows, StorageError};

/// The space that changes, the revision that the change gives it, and what new things are made of.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) space: SpaceId,
    pub(crate) revision: Revision,
    pub(crate) environment: &'a Environment,
}

/// What of a graph is to be worked out anew.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// Entities that came, or whose links or kinds may have changed.
    pub(crate) entities: BTreeSet<EntityId>,
    /// Slots that gained or lost a claim.
    pub(crate) slots: BTreeSet<Slot>,
}

/// What became of a space's statements.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// How many are closed now and were not before.
    pub(crate) closed: usize,
    /// Those that nothing supports any more.
    pub(crate) removed: Vec<StatementId>,
    /// How many entities went because nothing names them any more.
    pub(crate) orphans: usize,
}

/// A change that bears on more claims is carried out in parts.
const MAX_CLAIMS_AT_ONCE: usize = 256;

/// Whether what bears on very many claims may be left for later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All of it is worked out now: names go, and what is said under them must be said under others at once.
    Whole,
    /// It may.
    Parts,
}

/// Works out anew which names are one entity and what held when, around what changed, and stores what differs.
/// Says what became of the statements.
pub(crate) async fn bring_up_to_date(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    touched: Touched,
) -> Result<Followed, StorageError> {
    follow(rows, scope, touched, Extent::Parts).await
}

async fn follow(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    touched: Touched,
    extent: Extent,
) -> Result<Followed, StorageError> {
    let mut slots = touched.slots;
    slots.extend(identities::bring_up_to_date(rows, scope, &touched.entities, extent).await?);
    statements::bring_up_to_date(rows, scope, &slots).await
}

/// The same after something was taken out: entities that nothing names any more go first. Whoever they might have been
/// taken for is looked at again, too: without an Anna Jones, Anna is Anna Smith.
pub(crate) async fn follow_removal(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    mut touched: Touched,
) -> Result<Followed, StorageError> {
    let named: Vec<EntityId> = touched.entities.iter().copied().collect();
    let orphans = rows.orphans(scope.space, &named).await?;
    if !orphans.is_empty() {
        let families: BTreeSet<String> = rows
            .entities(scope.space, &orphans)
            .await?
            .iter()
            .filter_map(|orphan| family(&orphan.key))
            .collect();
        let families: Vec<String> = families.into_iter().collect();
        let mut left_behind = rows.members_of(scope.space, &orphans).await?;
        left_behind.extend(rows.entities_in_families(scope.space, &families).await?);
        touched
            .entities
            .extend(left_behind.iter().map(|one| one.id));
        for orphan in &orphans {
            touched.entities.remove(orphan);
        }
        rows.remove_entities(scope.space, scope.revision, &orphans)
            .await?;
    }
    let extent = match orphans.is_empty() {
        true => Extent::Parts,
        false => Extent::Whole,
    };
    let followed = follow(rows, scope, touched, extent).await?;
    Ok(Followed {
        orphans: orphans.len(),
        ..followed
    })
}

/// The entities that propositions name and those they stand for, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Entities(BTreeMap<EntityId, Entity>);

impl Entities {
    /// Reads all that these propositions name.
    pub(crate) async fn named_in<'a>(
        rows: &mut GraphRows,
        space: SpaceId,
        propositions: impl Iterator<Item = &'a Proposition>,
    ) -> Result<Self, StorageError> {
        let mut entities = Self::default();
        entities.read(rows, space, propositions).await?;
        Ok(entities)
    }

    /// Reads those of what these propositions name that are not known yet.
    async fn read<'a>(
        &mut self,
        rows: &mut GraphRows,
        space: SpaceId,
        propositions: impl Iterator<Item = &'a Proposition>,
    ) -> Result<(), StorageError> {
        let mut wanted: BTreeSet<EntityId> = BTreeSet::new();
        for proposition in propositions {
            wanted.insert(proposition.subject);
            wanted.extend(proposition.attributed_to);
            if let Object::Entity(object) = proposition.object {
                wanted.insert(object);
            }
        }
        wanted.retain(|id| !self.0.contains_key(id));
        while !wanted.is_empty() {
            let ids: Vec<EntityId> = std::mem::take(&mut wanted).into_iter().collect();
            for entity in rows.entities(space, &ids).await? {
                wanted.extend(entity.part_of);
                self.0.insert(entity.id, entity);
            }
            wanted.retain(|id| !self.0.contains_key(id));
        }
        Ok(())
    }

    pub(crate) fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().map(|one| (one.id, one)).collect())
    }

    /// What an entity is stored as, and what the one that it stands for is.
    pub(crate) fn kinds(&self, id: EntityId) -> impl Iterator<Item = EntityKind> {
        let entity = self.0.get(&id);
        let whole = entity.and_then(|entity| self.0.get(&entity.canonical()));
        [entity, whole].into_iter().flatten().map(|one| one.kind)
    }

    /// The proposition with the entities that its names stand for.
    pub(crate) fn canonical(&self, said: &Proposition) -> Proposition {
        let canonical = |id| self.0.get(&id).map_or(id, Entity::canonical);
        proposition_of(said, canonical, |id| self.0.get(&id).map(|one| &one.key))
    }
}
