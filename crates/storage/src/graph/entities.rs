//! Entities: every name and role, and which of them are part of which.

use std::collections::HashMap;

use recollect_model::{Entity, EntityId, EntityKey, EntityKind, Revision, SpaceId};

use super::{GraphRows, Removed, bind_id};
use crate::StorageError;
use crate::columns::{entity, entity_columns};
use crate::many::{Parameters, Rows};
use crate::rows::{read_all, stored_key};
use crate::sealing::register::{ENTITY_FAMILY, ENTITY_KEY, ENTITY_NAME};

/// An entity that a space does not have yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntity {
    /// The entity.
    pub entity: Entity,
    /// What its name has in common with other forms of it, such as "mel" of "Mel" and "Melanie": entities are found by
    /// it, and it says no more.
    pub family: Option<String>,
}

pub(crate) const BY_KEY: Rows = Rows {
    before: concat!("SELECT ", entity_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.key = asked.column3",
};

pub(crate) const BY_ID: Rows = Rows {
    before: concat!("SELECT ", entity_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.id = asked.column3",
};

const MEMBERS: Rows = Rows {
    before: concat!("SELECT ", entity_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.part_of = asked.column3",
};

const BY_FAMILY: Rows = Rows {
    before: concat!("SELECT ", entity_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.family = asked.column3",
};

const INSERT: Rows = Rows {
    before: "INSERT INTO entities
             (user_id, space_id, revision, id, key, name, kind, part_of, family) VALUES ",
    shared: 3,
    own: 6,
    after: "",
};

const UPDATE: Rows = Rows {
    before: "UPDATE entities SET revision = changed.column3, name = changed.column5,
             kind = changed.column6, part_of = changed.column7 FROM (VALUES ",
    shared: 3,
    own: 4,
    after: ") AS changed WHERE entities.user_id = changed.column1
            AND entities.space_id = changed.column2 AND entities.id = changed.column4",
};

const DELETE: Rows = Rows {
    before: "DELETE FROM entities WHERE (user_id, space_id, id) IN (SELECT asked.column1, asked.column2, asked.column3
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked) RETURNING id",
};

const ORPHANS: Rows = Rows {
    before: "SELECT entities.id FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.id = asked.column3
            AND entities.asked_kind IS NULL
            AND NOT EXISTS (SELECT 1 FROM decisions WHERE decisions.user_id = entities.user_id
                AND decisions.space_id = entities.space_id
                AND decisions.new_key = entities.key)
            AND NOT EXISTS (SELECT 1 FROM mentions WHERE mentions.user_id = entities.user_id
                AND mentions.entity_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.subject_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.object_entity_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.attributed_to = entities.id)
            AND NOT EXISTS (SELECT 1 FROM entity_links
                WHERE entity_links.user_id = entities.user_id
                AND entity_links.left_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM entity_links
                WHERE entity_links.user_id = entities.user_id
                AND entity_links.right_id = entities.id)",
};

const VOTES: Rows = Rows {
    before: "SELECT entity_kinds.entity_id, entity_kinds.kind, entity_kinds.mentions
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities CROSS JOIN entity_kinds
            WHERE entities.user_id = asked.column1 AND entities.space_id = asked.column2
            AND entities.id = asked.column3 AND entity_kinds.user_id = entities.user_id
            AND entity_kinds.entity_id = entities.id AND entity_kinds.mentions > 0",
};

const ASKED_KINDS: Rows = Rows {
    before: "SELECT entities.id, entities.asked_kind, 1000000000000 FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities
            WHERE entities.user_id = asked.column1 AND entities.space_id = asked.column2
            AND entities.id = asked.column3 AND entities.asked_kind IS NOT NULL",
};

/// Those that no text names: a link or a kind that somebody asked for may still keep them.
const UNSPOKEN: Rows = Rows {
    before: "SELECT entities.id FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.id = asked.column3
            AND NOT EXISTS (SELECT 1 FROM mentions WHERE mentions.user_id = entities.user_id
                AND mentions.entity_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.subject_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.object_entity_id = entities.id)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.user_id = entities.user_id
                AND claims.attributed_to = entities.id)
            AND NOT EXISTS (SELECT 1 FROM decisions WHERE decisions.user_id = entities.user_id
                AND decisions.space_id = entities.space_id
                AND decisions.new_key = entities.key)",
};

const RELEASE: Rows = Rows {
    before: "UPDATE entities SET asked_kind = NULL WHERE (user_id, space_id, id) IN (SELECT asked.column1, asked.column2, asked.column3
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked)",
};

const RELEASE_LEFT: Rows = Rows {
    before: "DELETE FROM entity_links WHERE episode_id IS NULL AND (user_id, space_id, left_id) IN (SELECT asked.column1, asked.column2, asked.column3
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked)",
};

const RELEASE_RIGHT: Rows = Rows {
    before: "DELETE FROM entity_links WHERE episode_id IS NULL AND (user_id, space_id, right_id) IN (SELECT asked.column1, asked.column2, asked.column3
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked)",
};

impl GraphRows {
    /// Which of these no text names, whatever somebody asked for about them.
    pub async fn unspoken(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityId>, StorageError> {
        let rows = self.run(&UNSPOKEN, space, ids, bind_id).await?;
        read_all(&rows, |columns| columns.id())
    }

    /// The entities about which somebody asked for something: what they are, what they are called, or who is the same.
    pub async fn asked_about(&mut self, space: SpaceId) -> Result<Vec<EntityId>, StorageError> {
        let user = self.user();
        let rows = sqlx::query(
            "SELECT id FROM entities
             WHERE user_id = $1 AND space_id = $2 AND asked_kind IS NOT NULL
             UNION SELECT left_id FROM entity_links
             WHERE user_id = $1 AND space_id = $2 AND episode_id IS NULL
             UNION SELECT right_id FROM entity_links
             WHERE user_id = $1 AND space_id = $2 AND episode_id IS NULL",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .fetch_all(self.connection())
        .await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Whether a text of the space waits that nothing was understood of yet: it may name whom no other does.
    pub async fn has_unread(&mut self, space: SpaceId) -> Result<bool, StorageError> {
        let user = self.user();
        let row = sqlx::query(
            "SELECT queue.seq FROM queue CROSS JOIN episodes
             WHERE queue.user_id = $1 AND episodes.user_id = $1 AND episodes.id = queue.episode_id
             AND episodes.space_id = $2 AND episodes.revision IS NULL LIMIT 1",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .fetch_optional(self.connection())
        .await?;
        Ok(row.is_some())
    }

    /// Forgets what somebody asked for about these: their kinds, and what joins them with others or keeps them apart.
    pub async fn release_entities(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<(), StorageError> {
        for statement in [&RELEASE, &RELEASE_LEFT, &RELEASE_RIGHT] {
            self.run(statement, space, ids, bind_id).await?;
        }
        Ok(())
    }
}

impl GraphRows {
    /// Which of the keys are entities of the space already.
    pub async fn entities_by_key(
        &mut self,
        space: SpaceId,
        keys: &[EntityKey],
    ) -> Result<Vec<Entity>, StorageError> {
        let asked: HashMap<String, &EntityKey> = keys
            .iter()
            .map(|key| (stored_key(key.as_str()), key))
            .collect();
        let words = self.words();
        let sought: Vec<String> = asked
            .keys()
            .map(|key| words.seek(ENTITY_KEY, key))
            .collect();
        let rows = self.run(&BY_KEY, space, &sought, bind_text).await?;
        let mut entities = words.read_all(&rows, entity)?;
        for entity in &mut entities {
            if let Some(key) = asked.get(entity.key.as_str()) {
                entity.key = (*key).clone();
            }
        }
        Ok(entities)
    }

    /// Those of the space's entities that have these ids.
    pub async fn entities(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<Entity>, StorageError> {
        let rows = self.run(&BY_ID, space, ids, bind_id).await?;
        self.words().read_all(&rows, entity)
    }

    /// The entities that are other names of one of these.
    pub async fn members_of(
        &mut self,
        space: SpaceId,
        canonical: &[EntityId],
    ) -> Result<Vec<Entity>, StorageError> {
        let rows = self.run(&MEMBERS, space, canonical, bind_id).await?;
        self.words().read_all(&rows, entity)
    }

    /// The entities of these families, as they were given to [`insert_entities`](Self::insert_entities); each family
    /// is to be named once.
    pub async fn entities_in_families(
        &mut self,
        space: SpaceId,
        families: &[String],
    ) -> Result<Vec<Entity>, StorageError> {
        let words = self.words();
        let sought = |family: &String| words.seek(ENTITY_FAMILY, &stored_key(family));
        let sought: Vec<String> = families.iter().map(sought).collect();
        let rows = self.run(&BY_FAMILY, space, &sought, bind_text).await?;
        words.read_all(&rows, entity)
    }

    /// Adds entities whose keys the space does not have yet.
    pub async fn insert_entities(
        &mut self,
        space: SpaceId,
        revision: Revision,
        entities: &[NewEntity],
    ) -> Result<(), StorageError> {
        let words = self.words();
        let new = |new: &NewEntity, own: &mut Parameters| {
            let entity = &new.entity;
            let family = new.family.as_deref().map(stored_key);
            own.id(entity.id);
            own.bind(words.seek(ENTITY_KEY, &stored_key(entity.key.as_str())));
            own.bind(words.seal(ENTITY_NAME, entity.id, &entity.name));
            own.bind(entity.kind.as_str());
            own.optional_id(entity.part_of);
            own.bind(words.seek_optional(ENTITY_FAMILY, family.as_deref()));
        };
        self.run_at(&INSERT, (space, revision), entities, new)
            .await?;
        Ok(())
    }

    /// Changes the name, the kind and what they are part of; the rest of an entity never changes.
    pub async fn update_entities(
        &mut self,
        space: SpaceId,
        revision: Revision,
        entities: &[Entity],
    ) -> Result<(), StorageError> {
        let words = self.words();
        let changed = |entity: &Entity, own: &mut Parameters| {
            own.id(entity.id);
            own.bind(words.seal(ENTITY_NAME, entity.id, &entity.name));
            own.bind(entity.kind.as_str()).optional_id(entity.part_of);
        };
        self.run_at(&UPDATE, (space, revision), entities, changed)
            .await?;
        Ok(())
    }

    /// Removes those of the space's entities that have these ids.
    pub async fn remove_entities(
        &mut self,
        space: SpaceId,
        revision: Revision,
        ids: &[EntityId],
    ) -> Result<(), StorageError> {
        let rows = self.run(&DELETE, space, ids, bind_id).await?;
        let removed = read_all(&rows, |columns| columns.text())?;
        self.record_removals(space, revision, Removed::Entity, &removed)
            .await
    }

    /// Which of these no text names any more: no mention of them is left, no claim and no link.
    pub async fn orphans(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityId>, StorageError> {
        let rows = self.run(&ORPHANS, space, ids, bind_id).await?;
        read_all(&rows, |columns| columns.id())
    }

    /// How many mentions take each of these to be of which kind; what somebody said that it is outweighs them all.
    pub async fn kind_votes(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<(EntityId, EntityKind, u64)>, StorageError> {
        let mut rows = self.run(&VOTES, space, ids, bind_id).await?;
        rows.extend(self.run(&ASKED_KINDS, space, ids, bind_id).await?);
        read_all(&rows, |columns| {
            Ok((
                columns.id()?,
                columns.named(EntityKind::from_name)?,
                columns.count()?,
            ))
        })
    }
}

fn bind_text<T: AsRef<str>>(text: &T, own: &mut Parameters) {
    own.bind(text.as_ref());
}
