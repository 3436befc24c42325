//! Who is named together: in one passage, without a statement between the two.

use std::collections::{BTreeMap, BTreeSet};

use recollect_model::{EntityId, EntityKind, Object, SpaceId, UserId};

use super::Overview;
use crate::{Engine, EngineError};

/// So many namings are looked at, those of the newest texts first.
const MAX_NAMINGS: u32 = 20_000;
/// What names more than so many at once is a list, and says nothing of any two.
const MAX_OF_PASSAGE: usize = 8;
/// So many pairs are told for each entity, at most.
const PAIRS_PER_ENTITY: usize = 3;

/// Two that passages name together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Together {
    /// One of them, the one with the smaller id.
    pub from: EntityId,
    /// The other.
    pub to: EntityId,
    /// How many passages name both.
    pub passages: u32,
}

impl Engine {
    /// Who of an overview is named together and has no statement between them, the most often named first. The owner is
    /// named with everybody, and left out.
    pub async fn named_together(
        &self,
        user: UserId,
        space: SpaceId,
        overview: &Overview,
    ) -> Result<Vec<Together>, EngineError> {
        let entities = overview
            .clusters
            .iter()
            .flat_map(|cluster| &cluster.entities);
        let others = entities.filter(|listed| listed.entity.kind != EntityKind::Owner);
        let ids: Vec<EntityId> = others.map(|listed| listed.entity.id).collect();
        let namings = self.store.namings(user, space, &ids, MAX_NAMINGS).await?;
        let mut counts: BTreeMap<(EntityId, EntityId), u32> = BTreeMap::new();
        let same_passage = |one: &recollect_storage::NamedIn,
                            other: &recollect_storage::NamedIn| {
            (one.episode, one.passage) == (other.episode, other.passage)
        };
        for passage in namings.chunk_by(same_passage) {
            if passage.len() > MAX_OF_PASSAGE {
                continue;
            }
            for (place, one) in passage.iter().enumerate() {
                for other in &passage[place + 1..] {
                    *counts.entry(pair(one.entity, other.entity)).or_default() += 1;
                }
            }
        }
        let connected: BTreeSet<(EntityId, EntityId)> = overview
            .statements
            .iter()
            .filter_map(|known| match known.statement.proposition.object {
                Object::Entity(object) => Some(pair(known.statement.proposition.subject, object)),
                Object::Value(_) => None,
            })
            .collect();
        counts.retain(|pair, _| !connected.contains(pair));
        let mut pairs: Vec<Together> = counts
            .into_iter()
            .map(|((from, to), passages)| Together { from, to, passages })
            .collect();
        pairs.sort_by_key(|one| (std::cmp::Reverse(one.passages), one.from, one.to));
        pairs.truncate(PAIRS_PER_ENTITY * ids.len());
        Ok(pairs)
    }
}

fn pair(one: EntityId, other: EntityId) -> (EntityId, EntityId) {
    (one.min(other), one.max(other))
}
