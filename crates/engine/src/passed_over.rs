//! Passages that were passed over because they only repeated what a text says that goes now, or gets other words. It
//! is theirs to say from then on: their texts are read anew in the background, as what another extractor has read is.
//!
//! A passage is found by its sentences: one of them is a sentence of the text, or a fact of it as it was told. What
//! repeats several facts that were told in one sentence is not found.

use recollect_language::passages;
use recollect_model::{CharRange, CharText, EpisodeId, LogId, UserId};
use recollect_storage::{StorageError, Store};

use crate::repetition::{Incoming, Returned, Said};

/// So many passages of a space are looked at, those of the newest texts first.
const MAX_PASSAGES: u32 = 1_000;
/// So much of what a text says is looked at.
const MAX_CLAIMS: u32 = 500;

/// The passages, by their numbers, that repeat what the text of this log asserts.
pub(crate) async fn passed_over(
    store: &Store,
    user: UserId,
    log: LogId,
) -> Result<Vec<(EpisodeId, u32)>, StorageError> {
    let Some(log) = store.log(user, log).await? else {
        return Ok(Vec::new());
    };
    let Some(episode) = log.episode else {
        return Ok(Vec::new());
    };
    let mut passed = store.passed_over(user, log.space, MAX_PASSAGES).await?;
    passed.retain(|(of, ..)| *of != episode);
    if passed.is_empty() {
        return Ok(Vec::new());
    }
    let Some(said) = said(store, user, episode).await? else {
        return Ok(Vec::new());
    };
    let mut ids: Vec<EpisodeId> = passed.iter().map(|(of, ..)| *of).collect();
    ids.dedup();
    let mut repeating = Vec::new();
    for text in store.episodes(user, &ids).await? {
        let cut = passages(&text.body);
        let characters = CharText::new(&text.body);
        let incoming = Incoming {
            space: log.space,
            body: &text.body,
            passages: &cut,
            said_at: text.reference_time,
            accepted_at: log.accepted_at,
        };
        let of_text = passed.iter().filter(|(of, ..)| *of == text.id);
        repeating.extend(of_text.filter_map(|(of, number, range)| {
            let passage = cut.iter().find(|passage| passage.range == *range)?;
            let content = characters.slice(passage.content);
            said.is_in(&incoming, passage, content)
                .then_some((*of, *number))
        }));
    }
    Ok(repeating)
}

/// What a text asserts: its passages that repeat nothing themselves, and its facts.
async fn said(
    store: &Store,
    user: UserId,
    episode: EpisodeId,
) -> Result<Option<Said>, StorageError> {
    let Some(read) = store.episode(user, episode).await? else {
        return Ok(None);
    };
    let claims = store.episode_claims(user, episode, MAX_CLAIMS).await?;
    let text = CharText::new(&read.episode.body);
    let asserting = read.passages.iter().filter(|one| !one.is_repetition);
    let ranges: Vec<CharRange> = asserting.map(|one| one.range).collect();
    let words = ranges.iter().map(|range| Returned {
        space: read.episode.space,
        text: text.slice(*range),
        said_at: Some(read.episode.reference_time),
    });
    let facts = claims.iter().map(|(recorded, _)| Returned {
        space: read.episode.space,
        text: &recorded.claim.fact,
        said_at: None,
    });
    Ok(Some(Said::by(words.chain(facts))))
}
