//! What a search looks at: the indexes of its spaces, what waits beside them, and which of their texts it leaves out.

use std::collections::HashSet;
use std::sync::Arc;

use recollect_model::{EpisodeId, LabelFilter, SpaceId, UserId};

use super::Query;
use super::indexes::SharedIndex;
use super::waiting::Waits;
use crate::{Engine, EngineError, Sought};

/// What is there to be searched.
pub(super) struct Searched {
    /// What waits to be processed; `None` when nothing does.
    pub(super) waits: Option<Waits>,
    /// The up-to-date indexes, in the order of their spaces' ids.
    pub(super) indexes: Vec<(SpaceId, SharedIndex)>,
    /// The texts whose time is over; `None` when there are none, as mostly.
    pub(super) over: Option<Arc<HashSet<EpisodeId>>>,
}

impl Engine {
    /// What is there of the spaces the query names, or of all of the caller's.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] for a space.
    pub(super) async fn searched(
        &self,
        user: UserId,
        query: &Query,
    ) -> Result<Searched, EngineError> {
        // Before the indexes: what is processed between the two is in both, and not in none.
        let waits = self.waiting.fresh(user).await?;
        let indexes = self.searched_indexes(user, query).await?;
        let over = self.over(user).await?;
        Ok(Searched {
            waits,
            indexes,
            over,
        })
    }

    /// The episodes of the searched spaces that meet the filter; `None` when all do.
    pub(super) async fn labelled(
        &self,
        user: UserId,
        searched: &[(SpaceId, SharedIndex)],
        filter: &LabelFilter,
    ) -> Result<Option<Arc<HashSet<EpisodeId>>>, EngineError> {
        if filter.is_empty() {
            return Ok(None);
        }
        let mut only = HashSet::new();
        for (space, _) in searched {
            only.extend(self.store.labelled_episodes(user, *space, filter).await?);
        }
        Ok(Some(Arc::new(only)))
    }

    /// The user's episodes whose time is over; `None` when there are none, as mostly.
    async fn over(&self, user: UserId) -> Result<Option<Arc<HashSet<EpisodeId>>>, EngineError> {
        let over = self.episodes_over(user).await?;
        Ok((!over.is_empty()).then(|| Arc::new(over.into_iter().collect())))
    }

    /// The up-to-date indexes of the spaces the query names, or of all of the caller's, in the order of their ids.
    async fn searched_indexes(
        &self,
        user: UserId,
        query: &Query,
    ) -> Result<Vec<(SpaceId, SharedIndex)>, EngineError> {
        let named = !query.spaces.is_empty();
        let mut spaces = match named {
            true => query.spaces.clone(),
            false => self
                .store
                .spaces(user)
                .await?
                .iter()
                .map(|space| space.id)
                .collect(),
        };
        spaces.sort_unstable();
        spaces.dedup();
        let mut indexes = Vec::with_capacity(spaces.len());
        for space in spaces {
            match self.indexes.fresh(user, space).await? {
                Some(index) => indexes.push((space, index)),
                None if named => {
                    return Err(EngineError::not_found(Sought::Space));
                }
                // It was deleted since the list was read.
                None => {}
            }
        }
        Ok(indexes)
    }
}
