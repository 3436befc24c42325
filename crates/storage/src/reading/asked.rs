//! What somebody asked for about names and facts, and what of the graph the texts with some labels support: for
//! handing all of it out, and taking it in again.

use std::collections::{HashMap, HashSet};

use recollect_model::{
    DecisionId, EntityId, EntityKind, EntityLink, EpisodeId, ImportId, LabelFilter, SpaceId, UserId,
};

use super::Select;
use crate::columns::{link, link_columns};
use crate::many::Rows;
use crate::rows::read_all;
use crate::sealing::register::LOG_EXTERNAL_ID;
use crate::{StorageError, Store};

/// So many are looked up in one statement.
const MAX_AT_ONCE: usize = 256;

const NAMED: Rows = Rows {
    before: "SELECT logs.external_id, logs.episode_id, logs.import_id FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN logs WHERE logs.user_id = asked.column1
            AND logs.external_id = asked.column3 AND logs.space_id = asked.column2
            AND logs.replaced_by IS NULL",
};

/// A text that is there under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedText {
    /// The name.
    pub name: String,
    /// Its episode.
    pub episode: EpisodeId,
    /// The import that brought it.
    pub import: Option<ImportId>,
}

impl Store {
    /// What somebody asked for about two names of a space each: that they are one, or are not, or that one is called so.
    pub async fn asked_links(
        &self,
        user: UserId,
    ) -> Result<Vec<(SpaceId, EntityLink)>, StorageError> {
        let mut select = Select::new("SELECT entity_links.space_id, ");
        select.sql(link_columns!()).sql(" FROM entity_links");
        select.given(" WHERE entity_links.user_id = ", user.to_string());
        select.in_no_deleted("entity_links.space_id", user);
        select.sql(" AND entity_links.episode_id IS NULL ORDER BY 1, 2, 3");
        read_all(&select.rows(self).await?, |columns| {
            Ok((columns.id()?, link(columns)?))
        })
    }

    /// What somebody said that entities are.
    pub async fn asked_kinds(
        &self,
        user: UserId,
    ) -> Result<Vec<(SpaceId, EntityId, EntityKind)>, StorageError> {
        let mut select = Select::new("SELECT space_id, id, asked_kind FROM entities");
        select.given(" WHERE user_id = ", user.to_string());
        select.in_no_deleted("space_id", user);
        select.sql(" AND asked_kind IS NOT NULL ORDER BY 1, 2");
        read_all(&select.rows(self).await?, |columns| {
            Ok((
                columns.id()?,
                columns.id()?,
                columns.named(EntityKind::from_name)?,
            ))
        })
    }

    /// The texts that say what was decided about, of each decision.
    pub async fn texts_of_decisions(
        &self,
        user: UserId,
    ) -> Result<HashMap<DecisionId, Vec<EpisodeId>>, StorageError> {
        let mut select = Select::new("SELECT decision_id, episode_id FROM decision_episodes");
        select.given(" WHERE user_id = ", user.to_string());
        select.sql(" ORDER BY decision_id, episode_id");
        let mut texts: HashMap<DecisionId, Vec<EpisodeId>> = HashMap::new();
        let rows = select.rows(self).await?;
        for (decision, episode) in read_all(&rows, |columns| Ok((columns.id()?, columns.id()?)))? {
            texts.entry(decision).or_default().push(episode);
        }
        Ok(texts)
    }

    /// The texts of a space that have these names, as they stand.
    pub async fn texts_named(
        &self,
        user: UserId,
        space: SpaceId,
        names: &[String],
    ) -> Result<Vec<NamedText>, StorageError> {
        let words = self.words(user).await?;
        let mut connection = self.reads.take().await?;
        let rows = NAMED.run(
            &mut connection,
            names,
            |shared| {
                shared.id(user).id(space);
            },
            |name, own| {
                own.bind(words.seek(LOG_EXTERNAL_ID, name));
            },
        );
        words.read_all(&rows.await?, |columns| {
            Ok(NamedText {
                name: columns.sought(LOG_EXTERNAL_ID)?,
                episode: columns.id()?,
                import: columns.optional_id()?,
            })
        })
    }

    /// Those of these episodes whose texts meet the filter.
    pub async fn labelled_among(
        &self,
        user: UserId,
        episodes: &[EpisodeId],
        filter: &LabelFilter,
    ) -> Result<HashSet<EpisodeId>, StorageError> {
        let words = self.words(user).await?;
        let mut found = HashSet::new();
        for part in episodes.chunks(MAX_AT_ONCE) {
            let mut select = Select::new("SELECT logs.episode_id FROM (VALUES ");
            select.values(part.iter().map(ToString::to_string));
            select.sql(") AS asked CROSS JOIN episodes CROSS JOIN logs");
            select.given(" WHERE episodes.user_id = ", user.to_string());
            select.sql(" AND episodes.id = asked.column1 AND logs.user_id = episodes.user_id");
            select.sql(" AND logs.id = episodes.log_id");
            select.labelled(&words, filter);
            let rows = select.rows(self).await?;
            found.extend(read_all(&rows, |columns| columns.id::<EpisodeId>())?);
        }
        Ok(found)
    }

    /// Those of these entities that are named, themselves, by texts that meet the filter.
    pub async fn named_by_labelled(
        &self,
        user: UserId,
        entities: &[EntityId],
        filter: &LabelFilter,
    ) -> Result<HashSet<EntityId>, StorageError> {
        let words = self.words(user).await?;
        let mut found = HashSet::new();
        for part in entities.chunks(MAX_AT_ONCE) {
            let mut select = Select::new("SELECT DISTINCT mentions.entity_id FROM (VALUES ");
            select.values(part.iter().map(ToString::to_string));
            select.sql(") AS asked CROSS JOIN mentions CROSS JOIN episodes CROSS JOIN logs");
            select.given(" WHERE mentions.user_id = ", user.to_string());
            select.sql(" AND mentions.entity_id = asked.column1");
            select.sql(LOG_OF_MENTION);
            select.labelled(&words, filter);
            let rows = select.rows(self).await?;
            found.extend(read_all(&rows, |columns| columns.id::<EntityId>())?);
        }
        Ok(found)
    }
}

/// With the tables `mentions`, `episodes` and `logs`: the log of a mention's text.
pub(super) const LOG_OF_MENTION: &str = " AND episodes.user_id = mentions.user_id
    AND episodes.id = mentions.episode_id AND logs.user_id = episodes.user_id
    AND logs.id = episodes.log_id";
