//! Who and what is named in the same passages.

use recollect_model::{EntityId, EpisodeId, SpaceId, UserId};

use super::Select;
use crate::rows::read_all;
use crate::{StorageError, Store};

/// An entity that a passage names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedIn {
    /// The text of the passage.
    pub episode: EpisodeId,
    /// The passage's number in it.
    pub passage: u32,
    /// The entity, standing for all its names.
    pub entity: EntityId,
}

impl Store {
    /// The passages that name these entities of a space under any of their names, those of the newest texts first; at most
    /// `limit` namings.
    pub async fn namings(
        &self,
        user: UserId,
        space: SpaceId,
        entities: &[EntityId],
        limit: u32,
    ) -> Result<Vec<NamedIn>, StorageError> {
        if entities.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = Select::new("WITH asked (id) AS (VALUES ");
        select.values(entities.iter().map(ToString::to_string));
        select.given(
            "), names AS (SELECT asked.id AS entity, entities.id AS name
             FROM asked CROSS JOIN entities WHERE entities.id = asked.id AND entities.user_id = ",
            user.to_string(),
        );
        select.given(" AND entities.space_id = ", space.to_string());
        select.given(
            " UNION SELECT asked.id, entities.id FROM asked CROSS JOIN entities
             WHERE entities.part_of = asked.id AND entities.user_id = ",
            user.to_string(),
        );
        select.given(" AND entities.space_id = ", space.to_string());
        select.given(
            ") SELECT DISTINCT mentions.episode_id, mentions.passage, names.entity
             FROM names CROSS JOIN mentions
             WHERE mentions.entity_id = names.name AND mentions.user_id = ",
            user.to_string(),
        );
        select.given(
            " ORDER BY mentions.episode_id DESC, mentions.passage, names.entity LIMIT ",
            i64::from(limit),
        );
        read_all(&select.rows(self).await?, |columns| {
            Ok(NamedIn {
                episode: columns.id()?,
                passage: columns.number()?,
                entity: columns.id()?,
            })
        })
    }
}
