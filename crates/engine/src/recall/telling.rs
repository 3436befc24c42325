//! What a search is about to tell, noted so that it is not news when it comes back.

use recollect_model::{LogStatus, UserId};

use super::Recollection;
use crate::repetition::Returned;
use crate::{Engine, EngineError};

impl Recollection {
    /// All that is told by it, in words: first the facts, which are what comes back most.
    fn texts(&self) -> impl Iterator<Item = Returned<'_>> {
        // What is not processed yet must not be taken for a repetition of itself when it is.
        let processed = self.episodes.iter();
        let processed = processed.filter(|found| found.status == LogStatus::Completed);
        let episodes = processed.map(|found| Returned {
            space: found.episode.space,
            text: &found.episode.body,
            said_at: Some(found.episode.reference_time),
        });
        let facts = self.facts.iter().map(|found| Returned {
            space: found.space,
            text: &found.fact,
            said_at: None,
        });
        facts.chain(episodes)
    }
}

impl Engine {
    /// Notes what is about to be returned, so that it is not news when it comes back.
    pub(super) async fn note_told(
        &self,
        user: UserId,
        found: Recollection,
    ) -> Result<Recollection, EngineError> {
        let (told, now) = (self.told.clone(), self.environment.now());
        let noting = tokio::task::spawn_blocking(move || {
            told.note(user, found.texts(), now);
            found
        });
        noting
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))
    }
}
