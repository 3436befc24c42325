//! In which sentence of which text statements are said.

use std::collections::{BTreeSet, HashMap};

use recollect_model::{EpisodeId, StatementId, UserId};

use super::answering::Candidate;
use crate::{Engine, EngineError};

/// So many of the best facts are looked at.
const MAX_LOOKED_AT: usize = 40;

/// A sentence, and a place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SentencePlace {
    /// The text.
    pub(super) episode: EpisodeId,
    /// Where the sentence begins, in characters of the text.
    pub(super) sentence: u32,
    /// Where the words begin that say it, in characters of the text.
    pub(super) words: u32,
}

impl Engine {
    /// Where the best of these statements were said last.
    pub(super) async fn sentence_places(
        &self,
        user: UserId,
        candidates: &[Candidate],
    ) -> Result<HashMap<StatementId, SentencePlace>, EngineError> {
        let ids: Vec<StatementId> = candidates
            .iter()
            .take(MAX_LOOKED_AT)
            .map(|one| one.row.statement.id)
            .collect();
        let claims = self.store.claims_of_statements(user, &ids, 1).await?;
        let episodes: BTreeSet<EpisodeId> = claims.iter().map(|(_, one)| one.episode).collect();
        let episodes: Vec<EpisodeId> = episodes.into_iter().collect();
        let bodies: HashMap<EpisodeId, String> = self
            .store
            .episodes(user, &episodes)
            .await?
            .into_iter()
            .map(|episode| (episode.id, episode.body))
            .collect();
        let places = claims.into_iter().filter_map(|(statement, recorded)| {
            let words = recorded.claim.range.start;
            let place = SentencePlace {
                episode: recorded.episode,
                sentence: sentence_start(bodies.get(&recorded.episode)?, words),
                words,
            };
            Some((statement, place))
        });
        Ok(places.collect())
    }
}

/// Where the sentence begins that a character of a text stands in.
fn sentence_start(body: &str, place: u32) -> u32 {
    let (mut start, mut ends) = (0, false);
    for (number, letter) in (0..)
        .zip(body.chars())
        .take_while(|(number, _)| *number <= place)
    {
        if ends && letter.is_whitespace() || letter == '\n' {
            start = number;
        }
        ends = matches!(letter, '.' | '!' | '?' | '…');
    }
    start
}
