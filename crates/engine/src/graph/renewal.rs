//! Renewing what was understood by another extractor or another embedding model than is in use: in the background, an
//! episode after the other, while searches go on with what there is.
//!
//! What is to be renewed is found by what each episode says it was read with, so the work goes on where it ended
//! after a stop, and several processes that renew at once only do some of it twice. Fresh texts go first.

use recollect_model::UserId;

use crate::{Engine, EngineError};

/// How far a user's memory is renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenewalProgress {
    /// Episodes that were read by what is in use, or by a later version of it on another node.
    pub done: u64,
    /// All that are processed.
    pub total: u64,
}

impl Engine {
    /// How many of the user's episodes were read by the extractor and the embedding model in use, or by later versions.
    pub async fn renewal_progress(&self, user: UserId) -> Result<RenewalProgress, EngineError> {
        let (extractor, embedder) = (self.language.extract.name(), self.language.embed.model());
        let mut progress = RenewalProgress { done: 0, total: 0 };
        for space in self.store.spaces(user).await? {
            for reading in self.store.readings(user, space.id).await? {
                progress.total += reading.episodes;
                if reading.is_at_least(extractor, embedder) {
                    progress.done += reading.episodes;
                }
            }
        }
        Ok(progress)
    }
}
