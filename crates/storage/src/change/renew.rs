//! Renewing an episode: what was understood of it makes way for what is understood of it now.

use recollect_model::{CharRange, EpisodeId, Revision, SpaceId};

use super::Change;
use crate::StorageError;
use crate::graph::{EpisodeGraph, ReadEpisode, Touched};
use crate::renewals::EpisodeToRenew;
use crate::rows::read_all;
use crate::sealing::register::LOG_NOTE;

/// What made way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The space the episode is in.
    pub space: SpaceId,
    /// What it bore on before.
    pub touched: Touched,
}

impl Change {
    /// Lets these passages assert what they say, which only repeated something until now: their texts are to be renewed.
    pub async fn count_passages(
        &mut self,
        passages: &[(EpisodeId, u32)],
    ) -> Result<(), StorageError> {
        let user = self.graph.user().to_string();
        for (episode, number) in passages {
            sqlx::query(
                "UPDATE passages SET is_repetition = 0
                 WHERE user_id = $1 AND episode_id = $2 AND number = $3",
            )
            .bind(user.as_str())
            .bind(episode.to_string())
            .bind(i64::from(*number))
            .execute(self.graph.connection())
            .await?;
            // No extractor is called so.
            sqlx::query(
                "UPDATE episodes SET extractor = 'none'
                 WHERE user_id = $1 AND id = $2 AND revision IS NOT NULL",
            )
            .bind(user.as_str())
            .bind(episode.to_string())
            .execute(self.graph.connection())
            .await?;
        }
        Ok(())
    }

    /// Whether an episode is still what was read to be renewed: with the same words, understood as then, and with these
    /// passages that only repeat something. Otherwise what was read is not what it says.
    pub async fn is_as_read(
        &mut self,
        read: &EpisodeToRenew,
        repeating: &[CharRange],
    ) -> Result<bool, StorageError> {
        let user = self.graph.user().to_string();
        let as_read = sqlx::query(
            "SELECT id FROM episodes WHERE user_id = $1 AND id = $2 AND seq = $3
             AND revision = $4 AND extractor = $5 AND embedder = $6",
        )
        .bind(user.as_str())
        .bind(read.id.to_string())
        .bind(read.seq)
        .bind(read.revision.0)
        .bind(read.extractor.as_str())
        .bind(read.embedder.as_str())
        .fetch_optional(self.graph.connection())
        .await?;
        if as_read.is_none() {
            return Ok(false);
        }
        let rows = sqlx::query(
            "SELECT range_start, range_end FROM passages
             WHERE user_id = $1 AND episode_id = $2 AND is_repetition <> 0",
        )
        .bind(user)
        .bind(read.id.to_string())
        .fetch_all(self.graph.connection())
        .await?;
        let still: Vec<CharRange> = read_all(&rows, |columns| columns.range())?;
        Ok(repeating.iter().all(|range| still.contains(range)))
    }

    /// Puts a graph in the place of what was understood of an episode, at the revision that
    /// [`advance_space`](crate::GraphRows::advance_space) gave its space; `None` when the user has no such episode (any
    /// more), or it is not processed yet. What follows from the claims then is for the caller to work out.
    ///
    /// # Errors
    ///
    /// [`StorageError::Internal`] also when the episode's space was not advanced.
    pub async fn replace_episode_graph(
        &mut self,
        episode: EpisodeId,
        revision: Revision,
        graph: &EpisodeGraph,
    ) -> Result<Option<Replaced>, StorageError> {
        let kept = self.graph.kept(episode).await?;
        let Some(kept) = kept.filter(|kept| kept.is_processed) else {
            return Ok(None);
        };
        let space = kept.space;
        if !self.graph.has_advanced(space, revision) {
            let message = "an episode was renewed in a space that was not advanced";
            return Err(StorageError::internal(message));
        }
        let taken = self.graph.take_out(episode, space, revision).await?;
        let read = ReadEpisode {
            id: episode,
            space,
            revision,
            graph,
        };
        self.graph.write_episodes(&[read]).await?;
        let words = self.graph.words();
        sqlx::query("UPDATE logs SET note = $3 WHERE user_id = $1 AND id = $2")
            .bind(self.graph.user().to_string())
            .bind(kept.log.to_string())
            .bind(words.seal_optional(LOG_NOTE, kept.log, graph.note.as_deref()))
            .execute(self.graph.connection())
            .await?;
        Ok(Some(Replaced {
            space,
            touched: taken.touched,
        }))
    }
}
