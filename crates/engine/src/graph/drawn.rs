//! Which entities of a space a picture shows: whom the texts speak of most, and whom most connects with these. The most
//! mentioned alone are often of one kind, towns and firms, between which nothing is said.

use std::collections::{BTreeSet, HashMap};

use recollect_model::{EntityId, Object, SpaceId, UserId};
use recollect_storage::{AsOf, EntityFilter, ListedEntity, Page};

use crate::{Engine, EngineError};

/// The most entities of a picture, and the most among which its entities are chosen.
const MOST_ENTITIES_DRAWN: u32 = 1_000;
/// For each entity that is shown, so many are looked at.
const LOOKED_AT: u32 = 10;
/// One in so many is there because it is mentioned most.
const SHARE_OF_THE_MOST_MENTIONED: usize = 3;
/// The most statements by which the others are chosen, the newest.
const MOST_STATEMENTS: u32 = 2_000;

impl Engine {
    /// How many statements connect each of these entities, at most 1,000, with any other of the space.
    pub async fn connection_counts(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
        as_of: AsOf,
    ) -> Result<HashMap<EntityId, u64>, EngineError> {
        let counts = self
            .store
            .connection_counts(user, space, ids, as_of)
            .await?;
        Ok(counts.into_iter().collect())
    }

    /// The entities that a picture of the space shows, at most so many, the most mentioned first.
    pub(super) async fn drawn(
        &self,
        user: UserId,
        space: SpaceId,
        most: u32,
    ) -> Result<Vec<ListedEntity>, EngineError> {
        let most = most.clamp(1, MOST_ENTITIES_DRAWN);
        let looked_at = Page::first(most.saturating_mul(LOOKED_AT).min(MOST_ENTITIES_DRAWN));
        let (spaces, all) = ([space], EntityFilter::default());
        let found = self.store.find_entities(user, &spaces, &all, looked_at);
        let found = found.await?.items;
        let most = most as usize;
        if found.len() <= most {
            return Ok(found);
        }
        let ids: Vec<EntityId> = found.iter().map(|listed| listed.entity.id).collect();
        let first = &ids[..most.div_ceil(SHARE_OF_THE_MOST_MENTIONED)];
        let any = AsOf::default();
        let around = self
            .store
            .neighbourhood(user, space, first, any, MOST_STATEMENTS)
            .await?;
        let pairs = around
            .iter()
            .filter_map(|one| match one.proposition.object {
                Object::Entity(object) => Some((one.proposition.subject, object)),
                Object::Value(_) => None,
            });
        let chosen = chosen(&ids, first, pairs, most);
        let is_chosen = |listed: &ListedEntity| chosen.contains(&listed.entity.id);
        Ok(found.into_iter().filter(is_chosen).collect())
    }
}

/// The first, then those that most connects with them, then the others in their order, until they are so many.
fn chosen(
    ids: &[EntityId],
    first: &[EntityId],
    pairs: impl Iterator<Item = (EntityId, EntityId)>,
    most: usize,
) -> BTreeSet<EntityId> {
    let mut chosen: BTreeSet<EntityId> = first.iter().copied().collect();
    let mut connected: HashMap<EntityId, usize> = HashMap::new();
    for (subject, object) in pairs {
        for (one, other) in [(subject, object), (object, subject)] {
            if chosen.contains(&one) && !chosen.contains(&other) {
                *connected.entry(other).or_default() += 1;
            }
        }
    }
    let mut others: Vec<&EntityId> = ids[first.len()..].iter().collect();
    // The sort is stable: among equals the more mentioned stay first.
    others.sort_by_key(|id| std::cmp::Reverse(connected.get(id).copied().unwrap_or_default()));
    chosen.extend(others.into_iter().take(most - first.len()));
    chosen
}
