//! Documents: a text that its session is sent again takes the place of the one before.

use recollect_model::{EpisodeId, EpisodeKind, LogId, SpaceId};

use super::GraphRows;
use super::removal::Touched;
use crate::StorageError;
use crate::rows::Columns;
use crate::sealing::register::{EPISODE_BODY, EPISODE_EXTERNAL_ID, EPISODE_SESSION, LOG_LABELS};

/// A processed document as its session holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldDocument {
    /// The episode it became.
    pub episode: EpisodeId,
    /// The log that followed it.
    pub log: LogId,
    /// The text, verbatim.
    pub body: String,
}

impl GraphRows {
    /// The processed documents of a session of a space, the newest last.
    pub async fn documents(
        &mut self,
        space: SpaceId,
        session: &str,
    ) -> Result<Vec<HeldDocument>, StorageError> {
        let words = self.words();
        let rows = sqlx::query(
            "SELECT id, log_id, body FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND session_id = $3 AND kind = $4
             AND revision IS NOT NULL ORDER BY seq",
        )
        .bind(self.user().to_string())
        .bind(space.to_string())
        .bind(words.seek(EPISODE_SESSION, session))
        .bind(EpisodeKind::Document.as_str())
        .fetch_all(self.connection())
        .await?;
        words.read_all(&rows, held)
    }

    /// The processed texts of a space that have this name outside, the newest last.
    pub async fn versions(
        &mut self,
        space: SpaceId,
        external_id: &str,
    ) -> Result<Vec<HeldDocument>, StorageError> {
        let words = self.words();
        let rows = sqlx::query(
            "SELECT id, log_id, body FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND external_id = $3
             AND revision IS NOT NULL ORDER BY seq",
        )
        .bind(self.user().to_string())
        .bind(space.to_string())
        .bind(words.seek(EPISODE_EXTERNAL_ID, external_id))
        .fetch_all(self.connection())
        .await?;
        words.read_all(&rows, held)
    }

    /// Whether two texts were sent with the same tags and metadata, and are to be forgotten at the same time.
    pub async fn are_kept_alike(&mut self, one: LogId, other: LogId) -> Result<bool, StorageError> {
        let (user, words) = (self.user(), self.words());
        let rows = sqlx::query(
            "SELECT id, labels, expires_at FROM logs WHERE user_id = $1 AND (id = $2 OR id = $3)",
        )
        .bind(user.to_string())
        .bind(one.to_string())
        .bind(other.to_string())
        .fetch_all(self.connection())
        .await?;
        let kept = words.read_all(&rows, |columns| {
            let log: LogId = columns.id()?;
            let labels = columns.optional_sealed(LOG_LABELS, log)?;
            Ok((labels, columns.optional_instant()?))
        })?;
        Ok(matches!(&kept[..], [one, other] if one == other))
    }

    /// Removes a processed document with all that was understood of it; its logs stay and name the log of the text that
    /// stands in its place. What follows from the claims that are left is for the caller to work out.
    pub async fn replace_document(
        &mut self,
        old: EpisodeId,
        by: LogId,
    ) -> Result<Touched, StorageError> {
        let kept = self.kept(old).await?;
        let Some(kept) = kept.filter(|kept| kept.is_processed) else {
            let message = "a document that is not there was replaced";
            return Err(StorageError::internal(message));
        };
        self.keep_version(old, by).await?;
        // The logs are found by what makes them versions of one text.
        let versions = [
            (
                "UPDATE logs SET replaced_by = $4
                 WHERE user_id = $1 AND session_id = $2 AND episode_id = $3",
                &kept.session,
            ),
            (
                "UPDATE logs SET replaced_by = $4
                 WHERE user_id = $1 AND external_id = $2 AND episode_id = $3",
                &kept.external_id,
            ),
        ];
        for (sql, of) in versions {
            let Some(of) = of else { continue };
            sqlx::query(sql)
                .bind(self.user().to_string())
                .bind(of.clone())
                .bind(old.to_string())
                .bind(by.to_string())
                .execute(self.connection())
                .await?;
        }
        let new = "SELECT episode_id FROM logs WHERE user_id = $1 AND id = $2";
        let new = sqlx::query(new)
            .bind(self.user().to_string())
            .bind(by.to_string())
            .fetch_optional(self.connection())
            .await?;
        if let Some(row) = new {
            let new = Columns::of(&row).id()?;
            self.inherit_decisions(old, new).await?;
        }
        let taken = self.remove_episode(old, &kept).await?;
        Ok(taken.touched)
    }

    /// Lets a log follow an episode that has the same text as its own, which goes unless it is part of the graph.
    pub(crate) async fn follow_another(
        &mut self,
        log: LogId,
        own: EpisodeId,
        other: EpisodeId,
    ) -> Result<(), StorageError> {
        sqlx::query("UPDATE logs SET episode_id = $3 WHERE user_id = $1 AND id = $2")
            .bind(self.user().to_string())
            .bind(log.to_string())
            .bind(other.to_string())
            .execute(self.connection())
            .await?;
        if own == other {
            return Ok(());
        }
        let kept = self.kept(own).await?;
        if let Some(kept) = kept.filter(|kept| !kept.is_processed) {
            self.remove_episode(own, &kept).await?;
        }
        Ok(())
    }
}

fn held(columns: &mut Columns<'_>) -> Result<HeldDocument, StorageError> {
    let episode = columns.id()?;
    Ok(HeldDocument {
        episode,
        log: columns.id()?,
        body: columns.sealed(EPISODE_BODY, episode)?,
    })
}
