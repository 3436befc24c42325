//! Episodes as their owner looks at them: what became of one text, and which texts name an entity.

use recollect_model::{
    Entity, EntityId, Episode, EpisodeId, EpisodeKind, LogStatus, Mention, Passage, RecordedClaim,
    StatementId, Timestamp, UserId,
};

use super::entities::all_names;
use super::{Found, Page, Select};
use crate::columns::{
    claim, claim_columns, entity, entity_columns, episode, episode_columns, mention,
    mention_columns,
};
use crate::removing::not_in_deleted;
use crate::rows::{Columns, read_all};
use crate::{StorageError, Store};

/// A text with what is known of how it was processed, if it was.
#[derive(Debug, Clone, PartialEq)]
pub struct EpisodeDetail {
    /// The text.
    pub episode: Episode,
    /// What the text is.
    pub kind: EpisodeKind,
    /// What became of it.
    pub status: LogStatus,
    /// The order of acceptance within the user.
    pub seq: i64,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// The model that made the vectors; empty before.
    pub embedder: String,
    /// What found the entities and claims; empty before.
    pub extractor: String,
    /// Its passages, in order, without their vectors.
    pub passages: Vec<Passage>,
}

impl Store {
    /// One of the user's episodes, processed or not.
    pub async fn episode(
        &self,
        user: UserId,
        id: EpisodeId,
    ) -> Result<Option<EpisodeDetail>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            episode_columns!(),
            ", episodes.kind, logs.status, episodes.seq, episodes.accepted_at,
             COALESCE(episodes.embedder, ''), COALESCE(episodes.extractor, '')
             FROM episodes CROSS JOIN logs WHERE episodes.user_id = $1 AND episodes.id = $2
             AND logs.user_id = episodes.user_id AND logs.id = episodes.log_id
             AND episodes.space_id",
            not_in_deleted!()
        ))
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let words = self.words(user).await?;
        let mut detail = detail(&mut words.columns(&row))?;
        let rows = sqlx::query(
            "SELECT number, range_start, range_end, speaker_id, is_repetition FROM passages
             WHERE user_id = $1 AND episode_id = $2 ORDER BY number",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_all(&self.reads)
        .await?;
        detail.passages = read_all(&rows, passage)?;
        Ok(Some(detail))
    }

    /// What an episode of the user says, the first `limit` claims, each with the statement that follows from it.
    pub async fn episode_claims(
        &self,
        user: UserId,
        id: EpisodeId,
        limit: u32,
    ) -> Result<Vec<(RecordedClaim, Option<StatementId>)>, StorageError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            claim_columns!(),
            ", claims.statement_id FROM claims JOIN episodes
             ON episodes.user_id = claims.user_id AND episodes.id = claims.episode_id
             WHERE claims.user_id = $1 AND claims.episode_id = $2
             ORDER BY claims.number LIMIT $3"
        ))
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, |columns| {
            let (_, claim) = claim(columns)?;
            Ok((claim, columns.optional_id()?))
        })
    }

    /// Where an episode of the user names entities, the first `limit` places, each with the entity of that name.
    pub async fn episode_mentions(
        &self,
        user: UserId,
        id: EpisodeId,
        limit: u32,
    ) -> Result<Vec<(Mention, Entity)>, StorageError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            mention_columns!(),
            ", ",
            entity_columns!(),
            " FROM mentions JOIN entities
             ON entities.user_id = mentions.user_id AND entities.id = mentions.entity_id
             WHERE mentions.user_id = $1 AND mentions.episode_id = $2
             ORDER BY mentions.passage, mentions.range_start, mentions.entity_id LIMIT $3"
        ))
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        let words = self.words(user).await?;
        words.read_all(&rows, |columns| Ok((mention(columns)?, entity(columns)?)))
    }

    /// The episodes that name one of the user's entities by any of its names; the newest first.
    pub async fn entity_episodes(
        &self,
        user: UserId,
        entity: EntityId,
        page: Page,
    ) -> Result<Found<Episode>, StorageError> {
        let naming = |what: &str| {
            let mut select =
                Select::new("WITH naming AS (SELECT DISTINCT mentions.episode_id AS id FROM (");
            all_names(&mut select, user, entity);
            select.sql(") AS names CROSS JOIN mentions WHERE mentions.entity_id = names.id");
            select.given(" AND mentions.user_id = ", user.to_string());
            select.sql(") SELECT ");
            select.sql(what).sql(" FROM naming");
            select
        };
        let total = naming("COUNT(*)").count(self).await?;
        let mut select = naming(episode_columns!());
        select.sql(" CROSS JOIN episodes WHERE episodes.id = naming.id");
        select.given(" AND episodes.user_id = ", user.to_string());
        select.sql(" ORDER BY episodes.seq DESC");
        select.page(page);
        let words = self.words(user).await?;
        let items = words.read_all(&select.rows(self).await?, episode)?;
        Ok(Found { items, total })
    }
}

/// The episode, its passages still missing.
fn detail(columns: &mut Columns<'_>) -> Result<EpisodeDetail, StorageError> {
    Ok(EpisodeDetail {
        episode: episode(columns)?,
        kind: columns.named(EpisodeKind::from_name)?,
        status: columns.named(LogStatus::from_name)?,
        seq: columns.integer()?,
        accepted_at: columns.instant()?,
        embedder: columns.text()?,
        extractor: columns.text()?,
        passages: Vec::new(),
    })
}

fn passage(columns: &mut Columns<'_>) -> Result<Passage, StorageError> {
    Ok(Passage {
        number: columns.number()?,
        range: columns.range()?,
        speaker: columns.optional_id()?,
        vector: None,
        is_repetition: columns.flag()?,
    })
}
