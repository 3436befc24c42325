//! Giving a text other words: what was understood of the old ones goes, and the new ones wait to be understood.

use recollect_model::{EpisodeId, LogId, LogStatus, SpaceId, Timestamp};

use super::Change;
use crate::StorageError;
use crate::graph::Touched;
use crate::removing::not_in_deleted;
use crate::retry::{is_outdated, next_seq, queue_again, standing, waiting};
use crate::sealing::register::EPISODE_BODY;

/// What became of a text that was to be given other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edited {
    /// It has them, and waits at the end of the queue; its log and its episode keep their ids.
    Queued {
        /// The space it is in.
        space: SpaceId,
        /// What the old words bore on, where they had been understood.
        touched: Option<Touched>,
    },
    /// It waits or is being processed, through this log or another one of it.
    UnderWay(LogStatus),
    /// A newer version of it waits or stands in its place, and would be replaced.
    Outdated,
    /// The user has no such log, or its text is gone.
    Unknown,
}

impl Change {
    /// The text that a log follows, as it stands in this change; none where the user has no such log, or its text is gone.
    pub async fn text_of(&mut self, log: LogId) -> Result<Option<String>, StorageError> {
        let (user, words) = (self.graph.user(), self.graph.words());
        let rows = sqlx::query(concat!(
            "SELECT episodes.id, episodes.body FROM logs JOIN episodes
             ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
             WHERE logs.user_id = $1 AND logs.id = $2 AND logs.space_id",
            not_in_deleted!()
        ))
        .bind(user.to_string())
        .bind(log.to_string())
        .fetch_all(self.graph.connection())
        .await?;
        let mut bodies = words.read_all(&rows, |columns| {
            let episode: EpisodeId = columns.id()?;
            columns.sealed(EPISODE_BODY, episode)
        })?;
        Ok(bodies.pop())
    }

    /// Gives the text that a log follows another body. The space's revision is raised when the old one had been understood;
    /// what follows from the claims that are left is for the caller to work out.
    pub async fn edit_text(
        &mut self,
        log: LogId,
        body: &str,
        now: Timestamp,
    ) -> Result<Edited, StorageError> {
        let user = self.graph.user();
        let standing = standing(self.graph.connection(), user, log).await?;
        let Some(mut standing) = standing else {
            return Ok(Edited::Unknown);
        };
        if matches!(standing.status, LogStatus::Pending | LogStatus::Processing) {
            return Ok(Edited::UnderWay(standing.status));
        }
        if let Some(status) = waiting(self.graph.connection(), user, &standing).await? {
            return Ok(Edited::UnderWay(status));
        }
        if is_outdated(self.graph.connection(), user, &standing).await? {
            return Ok(Edited::Outdated);
        }
        let episode = standing
            .episode
            .parse()
            .map_err(|_| StorageError::internal("a log names an episode by what is no id"))?;
        let Some(kept) = self.graph.kept(episode).await? else {
            return Ok(Edited::Unknown);
        };
        let touched = match kept.is_processed {
            true => Some(self.graph.withdraw_episode(episode, &kept).await?.touched),
            false => None,
        };
        let Some(seq) = next_seq(self.graph.connection(), user).await? else {
            return Ok(Edited::Unknown);
        };
        self.graph.is_to_be_erased();
        // What the account holds is counted by the bytes of its texts.
        sqlx::query(
            "UPDATE lanes SET bytes = bytes + $3 - (SELECT episodes.size_bytes
             FROM episodes WHERE episodes.user_id = $1 AND episodes.id = $2) WHERE user_id = $1",
        )
        .bind(user.to_string())
        .bind(standing.episode.as_str())
        .bind(body.len() as i64)
        .execute(self.graph.connection())
        .await?;
        sqlx::query(
            "UPDATE episodes SET body = $3, size_bytes = $4, revision = NULL, embedder = NULL, extractor = NULL
             WHERE user_id = $1 AND id = $2",
        )
        .bind(user.to_string())
        .bind(standing.episode.as_str())
        .bind(self.graph.words().seal(EPISODE_BODY, episode, body))
        .bind(body.len() as i64)
        .execute(self.graph.connection())
        .await?;
        sqlx::query(
            "UPDATE idempotency_keys SET body = NULL WHERE user_id = $1 AND body IS NOT NULL",
        )
        .bind(user.to_string())
        .execute(self.graph.connection())
        .await?;
        standing.size_bytes = body.len() as i64;
        queue_again(self.graph.connection(), user, log, &standing, (seq, now)).await?;
        Ok(Edited::Queued {
            space: kept.space,
            touched,
        })
    }
}
