//! Forgetting an episode: with its text, its log, and everything that was understood of it.

use recollect_model::{EpisodeId, LogId, SpaceId};

use super::Change;
use crate::StorageError;
use crate::graph::{Kept, TakenOut, Touched};
use crate::removing::not_in_deleted;
use crate::rows::Columns;

/// What was forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forgotten {
    /// The space it was in.
    pub space: SpaceId,
    /// The log that followed it, gone with it.
    pub log: LogId,
    /// The episode that is gone; `None` when it was gone before, and only its log was left.
    pub episode: Option<EpisodeId>,
    /// Whether it was part of the graph; otherwise nothing else changes.
    pub was_processed: bool,
    /// What it bore on.
    pub touched: Touched,
    /// How many claims are gone.
    pub claims: u64,
    /// How many mentions are gone.
    pub mentions: u64,
}

impl Change {
    /// Forgets the text that a log follows, with the log, also one that waits or is being processed; `None` when the user
    /// has no such log. Another log that follows the same text stays, without it. The space's revision is raised when the
    /// text was processed. What follows from the claims that are left is for the caller to work out. Versions that are kept of
    /// the text go with it.
    pub async fn forget_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        self.forget_versions(log).await?;
        self.remove_log(log).await
    }

    /// The same, but the versions that are kept of the text stay; see [`leave_versions`](Self::leave_versions).
    pub async fn take_back_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        self.leave_versions(log).await?;
        self.remove_log(log).await
    }

    async fn remove_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT space_id, episode_id FROM logs WHERE user_id = $1 AND id = $2 AND space_id",
            not_in_deleted!()
        ))
        .bind(self.graph.user().to_string())
        .bind(log.to_string())
        .fetch_optional(self.graph.connection())
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let mut columns = Columns::of(&row);
        let (space, episode) = (columns.id()?, columns.id()?);
        match self.graph.kept(episode).await? {
            Some(kept) => self.forget(episode, &kept, log).await.map(Some),
            None => {
                self.delete_log(log).await?;
                let nothing = TakenOut::default();
                Ok(Some(forgotten(space, log, nothing)))
            }
        }
    }

    async fn forget(
        &mut self,
        episode: EpisodeId,
        kept: &Kept,
        log: LogId,
    ) -> Result<Forgotten, StorageError> {
        let taken = self.graph.remove_episode(episode, kept).await?;
        self.delete_log(log).await?;
        Ok(Forgotten {
            episode: Some(episode),
            was_processed: kept.is_processed,
            ..forgotten(kept.space, log, taken)
        })
    }

    /// The foreign key takes its place in the queue along. Answers that were kept may tell of it: they go, too.
    async fn delete_log(&mut self, log: LogId) -> Result<(), StorageError> {
        sqlx::query(
            "UPDATE idempotency_keys SET body = NULL WHERE user_id = $1 AND body IS NOT NULL",
        )
        .bind(self.graph.user().to_string())
        .execute(self.graph.connection())
        .await?;
        sqlx::query("DELETE FROM logs WHERE user_id = $1 AND id = $2")
            .bind(self.graph.user().to_string())
            .bind(log.to_string())
            .execute(self.graph.connection())
            .await?;
        Ok(())
    }
}

fn forgotten(space: SpaceId, log: LogId, taken: TakenOut) -> Forgotten {
    Forgotten {
        space,
        log,
        episode: None,
        was_processed: false,
        touched: taken.touched,
        claims: taken.claims,
        mentions: taken.mentions,
    }
}
