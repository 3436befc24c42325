//! Where in which text statements are said.

use std::collections::HashMap;

use recollect_model::{EpisodeId, StatementId, UserId};

use super::answering::Candidate;
use crate::{Engine, EngineError};

/// So many of the best facts are looked at.
const MAX_LOOKED_AT: usize = 40;

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The text.
    pub(super) episode: EpisodeId,
    /// Where the words begin that say it, in characters of the text.
    pub(super) words: u32,
}

impl Engine {
    /// Where the best of these statements were said last.
    pub(super) async fn places(
        &self,
        user: UserId,
        candidates: &[Candidate],
    ) -> Result<HashMap<StatementId, Place>, EngineError> {
        let best = candidates.iter().take(MAX_LOOKED_AT);
        let ids: Vec<StatementId> = best.map(|one| one.row.statement.id).collect();
        let places = self.store.places_of_statements(user, &ids).await?;
        let places = places.into_iter().map(|(statement, (episode, range))| {
            let words = range.start;
            (statement, Place { episode, words })
        });
        Ok(places.collect())
    }
}
