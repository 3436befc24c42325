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
    /// Another log that waited for the same text: it has failed.
    pub failed: Option<LogId>,
    /// What it bore on.
    pub touched: Touched,
    /// How many claims are gone.
    pub claims: u64,
    /// How many mentions are gone.
    pub mentions: u64,
}

impl Change {
    /// Forgets the text that a log follows, with the log, also one that waits or is being processed; `None` when the user
    /// has no such log. Another log that follows the same text stays, without it; one that waits for it has failed. The space's revision is raised when the
    /// text was processed. What follows from the claims that are left is for the caller to work out. Versions that are kept of
    /// the text go with it.
    pub async fn forget_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        self.forget_versions(log).await?;
        self.remove_log(log).await
    }

    /// The same for a log whose time is over: a text that another log follows, too, is left to that one. `None` also while the
    /// text waits to be processed through this log: that is to be over first.
    pub async fn end_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        let Some((heir, space, episode)) = self.heir(log).await? else {
            return self.forget_log(log).await;
        };
        if self.waits(log).await? {
            return Ok(None);
        }
        sqlx::query(
            "UPDATE episodes SET log_id = $3 WHERE user_id = $1 AND id = $2 AND log_id = $4",
        )
        .bind(self.graph.user().to_string())
        .bind(episode.to_string())
        .bind(heir.to_string())
        .bind(log.to_string())
        .execute(self.graph.connection())
        .await?;
        self.delete_log(log).await?;
        Ok(Some(forgotten(space, log, TakenOut::default())))
    }

    /// The newest other log that follows the text of a log, with its space and the text; `None` where there is none.
    async fn heir(
        &mut self,
        log: LogId,
    ) -> Result<Option<(LogId, SpaceId, EpisodeId)>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT other.id, logs.space_id, logs.episode_id FROM logs CROSS JOIN logs AS other
             WHERE logs.user_id = $1 AND logs.id = $2 AND other.user_id = $1
             AND other.session_id = logs.session_id AND other.episode_id = logs.episode_id
             AND other.id <> logs.id AND EXISTS (SELECT 1 FROM episodes
                 WHERE episodes.user_id = $1 AND episodes.id = logs.episode_id)
             AND logs.space_id",
            not_in_deleted!(),
            " ORDER BY other.seq DESC LIMIT 1"
        ))
        .bind(self.graph.user().to_string())
        .bind(log.to_string())
        .fetch_optional(self.graph.connection())
        .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok((columns.id()?, columns.id()?, columns.id()?))
        })
        .transpose()
    }

    /// Whether a log is in the queue.
    async fn waits(&mut self, log: LogId) -> Result<bool, StorageError> {
        let row = sqlx::query(
            "SELECT queue.seq FROM logs JOIN queue
             ON queue.user_id = logs.user_id AND queue.seq = logs.seq
             WHERE logs.user_id = $1 AND logs.id = $2",
        )
        .bind(self.graph.user().to_string())
        .bind(log.to_string())
        .fetch_optional(self.graph.connection())
        .await?;
        Ok(row.is_some())
    }

    /// Forgets a text as [`forget_log`](Self::forget_log) does, but the versions that are kept of it stay; see
    /// [`leave_versions`](Self::leave_versions). What was decided about it is about the newest version that is there by now.
    pub async fn take_back_log(&mut self, log: LogId) -> Result<Option<Forgotten>, StorageError> {
        self.leave_versions(log).await?;
        self.leave_decisions(log).await?;
        self.remove_log(log).await
    }

    /// Leaves what was decided about the text of a log to the newest version of it.
    async fn leave_decisions(&mut self, log: LogId) -> Result<(), StorageError> {
        let row = sqlx::query(
            "SELECT old.id, newer.id FROM logs CROSS JOIN episodes AS old CROSS JOIN episodes AS newer
             WHERE logs.user_id = $1 AND logs.id = $2
             AND old.user_id = $1 AND old.id = logs.episode_id
             AND newer.user_id = $1 AND newer.space_id = old.space_id
             AND newer.external_id = old.external_id AND newer.seq > old.seq
             ORDER BY newer.seq DESC LIMIT 1",
        )
        .bind(self.graph.user().to_string())
        .bind(log.to_string())
        .fetch_optional(self.graph.connection())
        .await?;
        let Some(row) = row else {
            return Ok(());
        };
        let mut columns = Columns::of(&row);
        let (old, newer) = (columns.id()?, columns.id()?);
        self.graph.inherit_decisions(old, newer).await
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
        self.graph.is_to_be_erased();
        let taken = self.graph.remove_episode(episode, kept).await?;
        self.delete_log(log).await?;
        Ok(Forgotten {
            episode: Some(episode),
            was_processed: kept.is_processed,
            failed: taken.waiting.filter(|waiting| *waiting != log),
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
        failed: None,
        touched: taken.touched,
        claims: taken.claims,
        mentions: taken.mentions,
    }
}
