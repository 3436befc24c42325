//! In which sentence of which text statements are said.

use std::collections::{HashMap, HashSet};

use recollect_model::{CharRange, CharText, EntityId, EpisodeId, StatementId, UserId};

use super::answering::Candidate;
use crate::{Engine, EngineError};

/// So many of the best facts are looked at.
const MAX_LOOKED_AT: usize = 20;

/// A sentence is taken to be no longer, in characters.
const MAX_SENTENCE: u32 = 600;

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
    /// Where the best of these statements were said last, of those that are not all that their text says of their subject.
    pub(super) async fn sentence_places(
        &self,
        user: UserId,
        candidates: &[Candidate],
    ) -> Result<HashMap<StatementId, SentencePlace>, EngineError> {
        let subjects: HashMap<StatementId, EntityId> = candidates
            .iter()
            .take(MAX_LOOKED_AT)
            .map(|one| &one.row.statement)
            .map(|statement| (statement.id, statement.proposition.subject))
            .collect();
        let ids: Vec<StatementId> = subjects.keys().copied().collect();
        let mut claims = self.store.claims_of_statements(user, &ids, 1).await?;
        let (mut said, mut several) = (HashSet::new(), HashSet::new());
        for (statement, recorded) in &claims {
            let of = (recorded.episode, subjects.get(statement));
            if !said.insert(of) {
                several.insert(of);
            }
        }
        claims.retain(|(statement, one)| several.contains(&(one.episode, subjects.get(statement))));
        let episodes: HashSet<EpisodeId> = claims.iter().map(|(_, one)| one.episode).collect();
        let episodes: Vec<EpisodeId> = episodes.into_iter().collect();
        let episodes = self.store.episodes(user, &episodes).await?;
        let texts: HashMap<EpisodeId, CharText<'_>> = episodes
            .iter()
            .map(|episode| (episode.id, CharText::new(&episode.body)))
            .collect();
        let places = claims.into_iter().filter_map(|(statement, recorded)| {
            let words = recorded.claim.range.start;
            let place = SentencePlace {
                episode: recorded.episode,
                sentence: sentence_start(texts.get(&recorded.episode)?, words),
                words,
            };
            Some((statement, place))
        });
        Ok(places.collect())
    }
}

/// Where the sentence begins that a character of a text stands in.
fn sentence_start(text: &CharText<'_>, place: u32) -> u32 {
    let from = place.saturating_sub(MAX_SENTENCE);
    let before = CharRange {
        start: from,
        end: place.min(text.len()),
    };
    let (mut start, mut ends) = (from, false);
    for (number, letter) in (from..).zip(text.slice(before).chars()) {
        if ends && letter.is_whitespace() || letter == '\n' {
            start = number;
        }
        ends = matches!(letter, '.' | '!' | '?' | '…');
    }
    start
}
