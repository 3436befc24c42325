//! Facts told by what their entities are called now.

use std::collections::{BTreeSet, HashMap};

use recollect_model::{Called, EntityId, EntityKind, NamedPlaces, SpaceId, UserId};

use super::RecalledStatement;
use crate::many::Rows;
use crate::sealing::register::ENTITY_NAME;
use crate::{StorageError, Store};

/// What the entities are called that these are names of.
const CALLED: Rows = Rows {
    before: "SELECT asked.column3, wholes.id, wholes.kind, wholes.name FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entities AS names CROSS JOIN entities AS wholes
            WHERE names.user_id = asked.column1 AND names.space_id = asked.column2
            AND names.id = asked.column3
            AND wholes.user_id = names.user_id AND wholes.space_id = names.space_id
            AND wholes.id = COALESCE(names.part_of, names.id)",
};

impl Store {
    /// Puts the present names into the sentences of these statements of a space.
    pub async fn tell_by_name(
        &self,
        user: UserId,
        space: SpaceId,
        found: &mut [RecalledStatement],
    ) -> Result<(), StorageError> {
        let facts = found.iter_mut().map(|recalled| {
            let statement = &mut recalled.statement;
            (&mut statement.fact, &mut statement.names)
        });
        self.tell_facts(user, space, facts.collect()).await
    }

    /// Puts the present names into sentences of a space, which name nothing to be told otherwise then.
    pub(super) async fn tell_facts(
        &self,
        user: UserId,
        space: SpaceId,
        mut facts: Vec<(&mut String, &mut NamedPlaces)>,
    ) -> Result<(), StorageError> {
        let named: BTreeSet<EntityId> = facts
            .iter()
            .flat_map(|(_, names)| &names.0)
            .map(|place| place.entity)
            .collect();
        let named: Vec<EntityId> = named.into_iter().collect();
        let called = self.called(user, space, &named).await?;
        for (fact, names) in &mut facts {
            let told = names.told(fact, |entity| called.get(&entity).cloned());
            **fact = told;
            **names = NamedPlaces::default();
        }
        Ok(())
    }

    /// What these are called now, each under the name that stands for all of its own.
    async fn called(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<HashMap<EntityId, Called>, StorageError> {
        let scope = [user.to_string(), space.to_string()];
        let rows = self.rows_of(&CALLED, &scope, ids).await?;
        let called = self.words(user).await?.read_all(&rows, |columns| {
            let (asked, entity) = (columns.id()?, columns.id()?);
            let kind = columns.named(EntityKind::from_name)?;
            let name = columns.sealed(ENTITY_NAME, entity)?;
            Ok((asked, Called { entity, name, kind }))
        })?;
        Ok(called.into_iter().collect())
    }
}
