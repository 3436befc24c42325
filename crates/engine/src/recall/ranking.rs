//! Ranking what is in the indexes and what waits, off the asynchronous threads.

use std::collections::HashSet;

use recollect_index::{IndexQuery, Ranking};
use recollect_model::{EpisodeId, SpaceId, UserId};

use super::indexes::SharedIndex;
use super::waiting::{self, Waits};
use crate::{Engine, EngineError};

/// So many texts are looked up at a time.
const LOOKED_UP: usize = 1_000;

impl Engine {
    /// Ranks; what is taken to wait and is gone by now is forgotten, and makes room for what is there.
    pub(super) async fn rank_there(
        &self,
        user: UserId,
        searched: Vec<(SpaceId, SharedIndex)>,
        waits: Option<Waits>,
        query: IndexQuery,
    ) -> Result<(Ranking, HashSet<EpisodeId>), EngineError> {
        let ranked = self.rank(user, searched.clone(), waits.clone(), query.clone());
        let (ranking, waiting) = ranked.await?;
        let ids: Vec<EpisodeId> = waiting.iter().copied().collect();
        if ids.is_empty() || self.gone(user, &ids).await?.is_empty() {
            return Ok((ranking, waiting));
        }
        // Another node forgot them, and maybe more.
        for (space, _) in &searched {
            for known in self.waiting.known(user, *space).chunks(LOOKED_UP) {
                for episode in self.gone(user, known).await? {
                    self.waiting.forget(user, *space, episode);
                }
            }
        }
        self.rank(user, searched, waits, query).await
    }

    /// Those of these episodes that the user has no more.
    async fn gone(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<HashSet<EpisodeId>, EngineError> {
        let mut gone: HashSet<EpisodeId> = ids.iter().copied().collect();
        for there in self.store.episodes_there(user, ids).await? {
            gone.remove(&there);
        }
        Ok(gone)
    }

    /// Ranks, off the asynchronous threads, when it is the user's turn; with the episodes that are not processed yet.
    async fn rank(
        &self,
        user: UserId,
        searched: Vec<(SpaceId, SharedIndex)>,
        waits: Option<Waits>,
        query: IndexQuery,
    ) -> Result<(Ranking, HashSet<EpisodeId>), EngineError> {
        let spaces: Vec<SpaceId> = searched.iter().map(|(space, _)| *space).collect();
        let mut indexes = Vec::with_capacity(searched.len());
        // In the order of the ids: two searches that lock in different orders could wait for each other for ever.
        for (_, index) in searched {
            indexes.push(index.read_owned().await);
        }
        // Last, so that nobody who has a turn waits for an index.
        let turn = self.rankings.take(user).await;
        let ranking = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let indexes: Vec<_> = indexes.iter().map(|index| &**index).collect();
            let mut ranking = recollect_index::search(&indexes, &query);
            let processed = &ranking.episodes;
            let waiting = waits.map(|waits| waits.ranked(&spaces, &indexes, &query, processed));
            let waiting = waiting.unwrap_or_default();
            let ids = waiting.iter().map(|ranked| ranked.episode).collect();
            waiting::among(&mut ranking.episodes, waiting);
            (ranking, ids)
        });
        ranking
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))
    }
}
