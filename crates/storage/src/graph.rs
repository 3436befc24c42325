//! Entities and statements, as a settlement looks them up and adds to them.

use std::collections::HashMap;

use recollect_model::{
    Entity, EntityKey, EntityKind, Object, Revision, SpaceId, Statement, StatementId, StatementKey,
};
use sqlx::any::AnyRow;

use crate::many::{Parameters, Rows};
use crate::rows::{Columns, stored, stored_key};
use crate::{Settlement, StorageError};

const ENTITIES: Rows = Rows {
    before: "INSERT INTO entities (user_id, space_id, revision, id, key, name, kind) VALUES ",
    shared: 3,
    own: 4,
    after: "",
};

const STATEMENTS: Rows = Rows {
    before: "INSERT INTO statements (user_id, space_id, revision, id, key, subject_id, relation,
             object_entity_id, object_value, fact, valid_at, invalid_at, recorded_at) VALUES ",
    shared: 3,
    own: 10,
    after: "",
};

const ENTITIES_BY_KEY: Rows = Rows {
    before: "SELECT entities.id, entities.key, entities.name, entities.kind FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities WHERE entities.user_id = asked.column1
            AND entities.space_id = asked.column2 AND entities.key = asked.column3",
};

const STATEMENTS_BY_KEY: Rows = Rows {
    before: "SELECT statements.id, statements.key FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN statements WHERE statements.user_id = asked.column1
            AND statements.space_id = asked.column2 AND statements.key = asked.column3",
};

impl Settlement {
    /// Which of the keys are entities of the space already.
    pub async fn entities_by_key(
        &mut self,
        space: SpaceId,
        keys: &[EntityKey],
    ) -> Result<Vec<Entity>, StorageError> {
        let asked = by_stored_key(keys, EntityKey::as_str);
        let rows = self.rows_by_key(&ENTITIES_BY_KEY, space, &asked);
        let mut entities = Vec::new();
        for row in rows.await? {
            let mut columns = Columns::of(&row);
            let id = columns.id()?;
            let Some(key) = asked.get(&columns.text()?) else {
                continue;
            };
            entities.push(Entity {
                id,
                key: (*key).clone(),
                name: columns.text()?,
                kind: columns.named(EntityKind::from_name)?,
            });
        }
        Ok(entities)
    }

    /// Which of the keys are statements of the space already, with their ids.
    pub async fn statements_by_key(
        &mut self,
        space: SpaceId,
        keys: &[StatementKey],
    ) -> Result<Vec<(StatementKey, StatementId)>, StorageError> {
        let asked = by_stored_key(keys, StatementKey::as_str);
        let rows = self.rows_by_key(&STATEMENTS_BY_KEY, space, &asked);
        let mut statements = Vec::new();
        for row in rows.await? {
            let mut columns = Columns::of(&row);
            let id = columns.id()?;
            if let Some(key) = asked.get(&columns.text()?) {
                statements.push(((*key).clone(), id));
            }
        }
        Ok(statements)
    }

    /// Adds entities whose keys the space does not have yet, at the revision that
    /// [`advance_space`](Self::advance_space) gave.
    pub async fn insert_entities(
        &mut self,
        space: SpaceId,
        revision: Revision,
        entities: &[Entity],
    ) -> Result<(), StorageError> {
        let user = self.user();
        ENTITIES
            .run(
                self.connection(),
                entities,
                |shared| {
                    shared.id(user).id(space).bind(revision.0);
                },
                |entity, own| {
                    own.id(entity.id).bind(stored_key(entity.key.as_str()));
                    own.bind(entity.name.as_str());
                    own.bind(entity.kind.as_str());
                },
            )
            .await?;
        Ok(())
    }

    /// Adds statements whose keys the space does not have yet, at the revision that
    /// [`advance_space`](Self::advance_space) gave.
    pub async fn insert_statements(
        &mut self,
        space: SpaceId,
        revision: Revision,
        statements: &[Statement],
    ) -> Result<(), StorageError> {
        let user = self.user();
        STATEMENTS
            .run(
                self.connection(),
                statements,
                |shared| {
                    shared.id(user).id(space).bind(revision.0);
                },
                |statement, own| {
                    let (entity, value) = match &statement.object {
                        Object::Entity(entity) => (Some(entity.to_string()), None),
                        Object::Value(value) => (None, Some(value.as_str())),
                    };
                    own.id(statement.id);
                    own.bind(stored_key(statement.key().as_str()));
                    own.id(statement.subject);
                    own.bind(statement.relation.as_str());
                    own.bind(entity).bind(value);
                    own.bind(statement.fact.as_str());
                    own.bind(stored(statement.valid_at));
                    own.bind(statement.invalid_at.map(stored));
                    own.bind(stored(statement.recorded_at));
                },
            )
            .await?;
        Ok(())
    }

    async fn rows_by_key<K>(
        &mut self,
        select: &Rows,
        space: SpaceId,
        asked: &HashMap<String, &K>,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let user = self.user();
        let keys: Vec<&str> = asked.keys().map(String::as_str).collect();
        let scope = |shared: &mut Parameters| {
            shared.id(user).id(space);
        };
        let key = |key: &&str, own: &mut Parameters| {
            own.bind(*key);
        };
        select.run(self.connection(), &keys, scope, key).await
    }
}

fn by_stored_key<K>(keys: &[K], text: fn(&K) -> &str) -> HashMap<String, &K> {
    let stored = |key| (stored_key(text(key)), key);
    keys.iter().map(stored).collect()
}
