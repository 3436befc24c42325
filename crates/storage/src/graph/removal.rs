//! Taking a processed episode out of the graph, with everything that was understood of it.

use std::collections::{BTreeMap, BTreeSet};

use recollect_model::{
    EntityId, EntityKind, EpisodeId, LogId, Revision, Slot, SpaceId, StatementId,
};
use sqlx::any::AnyRow;

use super::{GraphRows, Removed};
use crate::StorageError;
use crate::lanes::fail_without_text;
use crate::rows::Columns;
use crate::sealing::register::CLAIM_SLOT;

/// What an episode bore on before it was forgotten, renewed or replaced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touched {
    /// The slots of the claims that are gone: what follows from the rest is to be worked out anew.
    pub slots: BTreeSet<Slot>,
    /// The entities that the mentions, claims and links that are gone named: some may be left without any.
    pub entities: BTreeSet<EntityId>,
}

/// What an episode is to whoever takes something from it.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) space: SpaceId,
    pub(crate) log: LogId,
    pub(crate) session: Option<String>,
    pub(crate) external_id: Option<String>,
    pub(crate) is_processed: bool,
    /// Its place in the order: that of its place in the queue, where it waits.
    pub(crate) seq: i64,
}

/// What was taken out of the graph.
#[derive(Debug, Default)]
pub(crate) struct TakenOut {
    pub(crate) touched: Touched,
    pub(crate) claims: u64,
    pub(crate) mentions: u64,
    /// The log that waited for it to be processed.
    pub(crate) waiting: Option<LogId>,
}

impl GraphRows {
    /// One of the user's episodes, processed or not.
    pub(crate) async fn kept(&mut self, episode: EpisodeId) -> Result<Option<Kept>, StorageError> {
        let sql = "SELECT space_id, log_id, session_id, external_id,
             CASE WHEN revision IS NULL THEN 0 ELSE 1 END, seq
             FROM episodes WHERE user_id = $1 AND id = $2";
        let rows = self.of_episode(sql, episode).await?;
        let kept = |row| {
            let mut columns = Columns::of(row);
            Ok(Kept {
                space: columns.id()?,
                log: columns.id()?,
                // As they are stored: rows are found by them.
                session: columns.optional_text()?,
                external_id: columns.optional_text()?,
                is_processed: columns.flag()?,
                seq: columns.integer()?,
            })
        };
        rows.first().map(kept).transpose()
    }

    /// Removes an episode with all that was understood of it, and tells the indexes of its space if it was processed. A log
    /// that waits to have it processed has failed.
    pub(crate) async fn remove_episode(
        &mut self,
        episode: EpisodeId,
        kept: &Kept,
    ) -> Result<TakenOut, StorageError> {
        let mut taken = match kept.is_processed {
            true => self.withdraw_episode(episode, kept).await?,
            false => TakenOut::default(),
        };
        taken.waiting = self.end_waiting(episode, kept.seq).await?;
        for sql in [
            "UPDATE lanes SET texts = texts - 1, bytes = bytes - (SELECT episodes.size_bytes
             FROM episodes WHERE episodes.user_id = $1 AND episodes.id = $2) WHERE user_id = $1
             AND EXISTS (SELECT 1 FROM episodes WHERE episodes.user_id = $1 AND episodes.id = $2)",
            "DELETE FROM episodes WHERE user_id = $1 AND id = $2",
        ] {
            self.of_episode(sql, episode).await?;
        }
        Ok(taken)
    }

    /// Ends what waits at a place of the queue for an episode that goes: nothing can come of it. The log that did.
    async fn end_waiting(
        &mut self,
        episode: EpisodeId,
        seq: i64,
    ) -> Result<Option<LogId>, StorageError> {
        let row = sqlx::query(
            "DELETE FROM queue WHERE user_id = $1 AND seq = $2 AND episode_id = $3 RETURNING log_id",
        )
        .bind(self.user().to_string())
        .bind(seq)
        .bind(episode.to_string())
        .fetch_optional(self.connection())
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let log = Columns::of(&row).id()?;
        let (user, words) = (self.user(), self.words());
        fail_without_text(self.connection(), (user, &words), log, None).await?;
        Ok(Some(log))
    }

    /// Takes a processed episode out of the graph, and tells the indexes of its space; its text stays.
    pub(crate) async fn withdraw_episode(
        &mut self,
        episode: EpisodeId,
        kept: &Kept,
    ) -> Result<TakenOut, StorageError> {
        let revision = self.advance_space(kept.space).await?;
        let revision =
            revision.ok_or_else(|| StorageError::internal("an episode without its space"))?;
        let gone = [episode.to_string()];
        self.record_removals(kept.space, revision, Removed::Episode, &gone)
            .await?;
        self.take_out(episode, kept.space, revision).await
    }

    /// Takes out all that was understood of a processed episode. The statements that lose a claim by it carry the
    /// revision, so that indexes read their evidence anew.
    pub(crate) async fn take_out(
        &mut self,
        episode: EpisodeId,
        space: SpaceId,
        revision: Revision,
    ) -> Result<TakenOut, StorageError> {
        let mut taken = TakenOut::default();
        let sql = "SELECT entity_id, kind FROM mentions WHERE user_id = $1 AND episode_id = $2";
        let mut kinds: BTreeMap<(EntityId, EntityKind), i64> = BTreeMap::new();
        for row in self.of_episode(sql, episode).await? {
            let mut columns = Columns::of(&row);
            let (entity, kind) = (columns.id()?, columns.named(EntityKind::from_name)?);
            taken.touched.entities.insert(entity);
            taken.mentions += 1;
            *kinds.entry((entity, kind)).or_default() += 1;
        }
        self.discount_mentions(kinds).await?;
        let sql = "SELECT left_id, right_id FROM entity_links
             WHERE user_id = $1 AND episode_id = $2";
        for row in self.of_episode(sql, episode).await? {
            let mut columns = Columns::of(&row);
            taken.touched.entities.insert(columns.id()?);
            taken.touched.entities.insert(columns.id()?);
        }
        let sql = "SELECT slot, subject_id, object_entity_id, attributed_to, statement_id
             FROM claims WHERE user_id = $1 AND episode_id = $2";
        let mut losing = BTreeSet::new();
        let words = self.words();
        for row in self.of_episode(sql, episode).await? {
            losing.extend(taken.claim(&mut words.columns(&row))?);
        }
        let losing: Vec<StatementId> = losing.into_iter().collect();
        self.touch_statements(space, revision, &losing).await?;
        for sql in [
            "DELETE FROM mentions WHERE user_id = $1 AND episode_id = $2",
            "DELETE FROM claims WHERE user_id = $1 AND episode_id = $2",
            "DELETE FROM entity_links WHERE user_id = $1 AND episode_id = $2",
            "DELETE FROM passages WHERE user_id = $1 AND episode_id = $2",
        ] {
            self.of_episode(sql, episode).await?;
        }
        Ok(taken)
    }

    /// Runs a statement about one episode: `$1` is the user, `$2` the episode.
    async fn of_episode(
        &mut self,
        sql: &'static str,
        episode: EpisodeId,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query(sql)
            .bind(self.user().to_string())
            .bind(episode.to_string())
            .fetch_all(self.connection())
            .await
    }
}

impl TakenOut {
    /// Counts a claim in; returns the statement that loses it.
    fn claim(&mut self, columns: &mut Columns<'_>) -> Result<Option<StatementId>, StorageError> {
        self.claims += 1;
        self.touched.slots.insert(Slot(columns.sought(CLAIM_SLOT)?));
        let entities = &mut self.touched.entities;
        entities.insert(columns.id()?);
        entities.extend(columns.optional_id::<EntityId>()?);
        entities.extend(columns.optional_id::<EntityId>()?);
        columns.optional_id()
    }
}
