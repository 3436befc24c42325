//! Entities as their owner looks at them: by name, by weight, and with their other names.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use recollect_model::{Entity, EntityId, EntityKey, EntityKind, EntityLink, SpaceId, UserId};

use super::{Found, Page, Select};
use crate::columns::{entity, entity_columns};
use crate::graph::{entities, links};
use crate::many::Parameters;
use crate::rows::{Columns, stored_key};
use crate::sealing::Words;
use crate::sealing::register::{ENTITY_KEY, ENTITY_NAME};
use crate::{StorageError, Store};

/// Of what is looked for, this many words count.
const MAX_WORDS: usize = 8;
/// So many entities are looked up in one statement.
const MAX_AT_ONCE: usize = 256;

/// An entity with its weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedEntity {
    /// The space it is in.
    pub space: SpaceId,
    /// The entity.
    pub entity: Entity,
    /// How often texts name it; of one that stands for itself, by any of its names.
    pub mentions: u64,
}

/// An entity with all its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityDetail {
    /// The entity that stands for itself.
    pub listed: ListedEntity,
    /// Its other names, the most mentioned first; each with its own mentions.
    pub aliases: Vec<ListedEntity>,
}

/// Which entities are looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntityFilter {
    /// Each of the first eight of these words begins a word of one of the entity's names. Without any, every entity is
    /// found.
    pub words: String,
    /// What it is.
    pub kind: Option<EntityKind>,
}

/// How often the entity is mentioned by the name it has.
const OWN_MENTIONS: &str = "COALESCE((SELECT CAST(SUM(entity_kinds.mentions) AS BIGINT)
    FROM entity_kinds WHERE entity_kinds.user_id = entities.user_id
    AND entity_kinds.entity_id = entities.id), 0)";

impl Store {
    /// One of the user's entities; of one that is another name, the entity that it is part of.
    pub async fn entity(
        &self,
        user: UserId,
        id: EntityId,
    ) -> Result<Option<EntityDetail>, StorageError> {
        let mut select = Select::new("SELECT ");
        select.sql(OWN_MENTIONS).sql(", entities.space_id, ");
        select.sql(entity_columns!());
        select.sql(" FROM (");
        all_names(&mut select, user, id);
        select.sql(") AS names CROSS JOIN entities WHERE entities.id = names.id");
        select.given(" AND entities.user_id = ", user.to_string());
        select.sql(" ORDER BY 1 DESC, entities.id");
        let rows = select.rows(self).await?;
        let mut aliases = self.words(user).await?.read_all(&rows, listed)?;
        let canonical = aliases
            .iter()
            .position(|name| name.entity.part_of.is_none());
        let Some(mut listed) = canonical.map(|position| aliases.remove(position)) else {
            return Ok(None);
        };
        listed.mentions += aliases.iter().map(|alias| alias.mentions).sum::<u64>();
        Ok(Some(EntityDetail { listed, aliases }))
    }

    /// Those of the user's entities that have these ids and stand for themselves, in the order of the ids.
    pub async fn entity_details(
        &self,
        user: UserId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityDetail>, StorageError> {
        let words = self.words(user).await?;
        let mut found: BTreeMap<EntityId, (Option<ListedEntity>, Vec<ListedEntity>)> =
            BTreeMap::new();
        for part in ids.chunks(MAX_AT_ONCE) {
            let mut select = Select::new("SELECT ");
            select.sql(OWN_MENTIONS).sql(", entities.space_id, ");
            select.sql(entity_columns!()).sql(" FROM (");
            for (column, union) in [("id", ""), ("part_of", " UNION ")] {
                select.sql(union).sql("SELECT entities.id FROM (VALUES ");
                select.values(part.iter().map(ToString::to_string));
                select.sql(") AS asked CROSS JOIN entities WHERE entities.");
                select.sql(column).sql(" = asked.column1");
                select.given(" AND entities.user_id = ", user.to_string());
            }
            select.sql(") AS names CROSS JOIN entities WHERE entities.id = names.id");
            select.given(" AND entities.user_id = ", user.to_string());
            select.in_no_deleted("entities.space_id", user);
            select.sql(" ORDER BY 1 DESC, entities.id");
            for name in words.read_all(&select.rows(self).await?, listed)? {
                let whole = name.entity.part_of.unwrap_or(name.entity.id);
                let (itself, aliases) = found.entry(whole).or_default();
                match name.entity.part_of {
                    None => *itself = Some(name),
                    Some(_) => aliases.push(name),
                }
            }
        }
        let whole = |(itself, aliases): (Option<ListedEntity>, Vec<ListedEntity>)| {
            let mut listed = itself?;
            listed.mentions += aliases.iter().map(|alias| alias.mentions).sum::<u64>();
            Some(EntityDetail { listed, aliases })
        };
        Ok(found.into_values().filter_map(whole).collect())
    }

    /// Those of the space's entities that have these ids, names of others included, in no order.
    pub async fn entities(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<Entity>, StorageError> {
        let scope = [user.to_string(), space.to_string()];
        let rows = self.rows_of(&entities::BY_ID, &scope, ids).await?;
        self.words(user).await?.read_all(&rows, entity)
    }

    /// Those of the space's entities that have these keys, names of others included, in no order.
    pub async fn entities_called(
        &self,
        user: UserId,
        space: SpaceId,
        keys: &[EntityKey],
    ) -> Result<Vec<Entity>, StorageError> {
        let scope = |shared: &mut Parameters| {
            shared.id(user).id(space);
        };
        let words = self.words(user).await?;
        let own = |key: &EntityKey, own: &mut Parameters| {
            own.bind(words.seek(ENTITY_KEY, &stored_key(key.as_str())));
        };
        let rows = self.rows_by(&entities::BY_KEY, keys, scope, own).await?;
        words.read_all(&rows, entity)
    }

    /// The links that one of these is an end of, each once: what makes names one entity, or keeps them apart.
    pub async fn entity_links(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityLink>, StorageError> {
        let asked: HashSet<EntityId> = ids.iter().copied().collect();
        let ids: Vec<EntityId> = asked.iter().copied().collect();
        let scope = [user.to_string(), space.to_string()];
        let of_left = self.rows_of(&links::OF_LEFT, &scope, &ids).await?;
        let of_right = self.rows_of(&links::OF_RIGHT, &scope, &ids).await?;
        links::links_once(&asked, &of_left, &of_right)
    }

    /// The entities that stand for themselves in these of the user's spaces, the most mentioned first.
    pub async fn find_entities(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        filter: &EntityFilter,
        page: Page,
    ) -> Result<Found<ListedEntity>, StorageError> {
        if spaces.is_empty() {
            let items = Vec::new();
            return Ok(Found { items, total: 0 });
        }
        let words = self.words(user).await?;
        let sought = EntityKey::of_name(&filter.words);
        let sought: Vec<&str> = sought.as_str().split(' ').take(MAX_WORDS).collect();
        if sought.iter().any(|word| !word.is_empty()) {
            let named = self.named(user, spaces, &sought, &words).await?;
            return self.listed(user, named, filter.kind, page, &words).await;
        }
        let mut select = with_weights(user, spaces);
        select.sql("SELECT CAST(weighed.mentions AS BIGINT), entities.space_id, ");
        select.sql(entity_columns!());
        // Weighing takes long, counting what was weighed does not.
        select.sql(", COUNT(*) OVER ()");
        among_weighed(&mut select, user, filter.kind);
        select.sql(" ORDER BY weighed.mentions DESC, entities.id");
        select.page(page);
        let found = words.read_all(&select.rows(self).await?, |columns| {
            Ok((listed(columns)?, columns.count()?))
        })?;
        let (items, totals): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let mut total = totals.first().copied().unwrap_or(0);
        // A page without rows has none that could say so.
        if items.is_empty() {
            let mut select = with_weights(user, spaces);
            select.sql("SELECT COUNT(*)");
            among_weighed(&mut select, user, filter.kind);
            total = select.count(self).await?;
        }
        Ok(Found { items, total })
    }

    /// The entities of these spaces that stand for themselves and have a name of which each of these words begins a word. The
    /// database cannot look into keys, which are sealed: they are read, and looked into here.
    async fn named(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        sought: &[&str],
        words: &Words,
    ) -> Result<Vec<Named>, StorageError> {
        let mut select = Select::new(
            "SELECT entities.id, entities.part_of, entities.kind, entities.key, entities.name, ",
        );
        select.sql(OWN_MENTIONS).sql(" FROM (VALUES ");
        select.values(spaces.iter().map(ToString::to_string));
        select.sql(") AS asked CROSS JOIN entities WHERE entities.space_id = asked.column1");
        select.given(" AND entities.user_id = ", user.to_string());
        let begins = |key: &str, word: &str| key.split(' ').any(|own| own.starts_with(word));
        let mut found: HashMap<EntityId, Named> = HashMap::new();
        let rows = select.rows(self).await?;
        let names = words.read_all(&rows, |columns| {
            let (id, whole): (EntityId, Option<EntityId>) = (columns.id()?, columns.optional_id()?);
            let kind = columns.named(EntityKind::from_name)?;
            let key = columns.sought(ENTITY_KEY)?;
            // "Sam's mother" is shown for what has the key of a role.
            let name = EntityKey::of_name(&columns.sealed(ENTITY_NAME, id)?);
            let is_sought = [key.as_str(), name.as_str()]
                .iter()
                .any(|names| sought.iter().all(|word| begins(names, word)));
            Ok((id, whole, kind, is_sought, columns.count()?))
        })?;
        for (id, whole, kind, is_sought, mentions) in names {
            let named = found.entry(whole.unwrap_or(id)).or_default();
            named.mentions += mentions;
            named.is_sought |= is_sought;
            if whole.is_none() {
                named.itself = Some((id, kind));
            }
        }
        let mut found: Vec<Named> = found.into_values().filter(|one| one.is_sought).collect();
        found.sort_by_key(|one| (Reverse(one.mentions), one.itself.map(|(id, _)| id)));
        Ok(found)
    }

    /// A page of what was found by name.
    async fn listed(
        &self,
        user: UserId,
        named: Vec<Named>,
        kind: Option<EntityKind>,
        page: Page,
        words: &Words,
    ) -> Result<Found<ListedEntity>, StorageError> {
        let wanted = named.iter().filter_map(|one| {
            let (id, own) = one.itself?;
            kind.is_none_or(|kind| kind == own)
                .then_some((id, one.mentions))
        });
        let wanted: Vec<(EntityId, u64)> = wanted.collect();
        let total = wanted.len() as u64;
        let offset = usize::try_from(page.offset).unwrap_or(usize::MAX);
        let wanted: Vec<_> = wanted
            .into_iter()
            .skip(offset)
            .take(page.limit as usize)
            .collect();
        let mut items = Vec::with_capacity(wanted.len());
        for part in wanted.chunks(MAX_AT_ONCE) {
            let mut select = Select::new("SELECT 0, entities.space_id, ");
            select.sql(entity_columns!()).sql(" FROM (VALUES ");
            select.values(part.iter().map(|(id, _)| id.to_string()));
            select.sql(") AS asked CROSS JOIN entities WHERE entities.id = asked.column1");
            select.given(" AND entities.user_id = ", user.to_string());
            let found = words.read_all(&select.rows(self).await?, listed)?;
            let mut found: HashMap<EntityId, ListedEntity> = found
                .into_iter()
                .map(|listed| (listed.entity.id, listed))
                .collect();
            items.extend(part.iter().filter_map(|(id, mentions)| {
                let listed = found.remove(id)?;
                let mentions = *mentions;
                Some(ListedEntity { mentions, ..listed })
            }));
        }
        Ok(Found { items, total })
    }
}

/// An entity with all its names, as far as it takes to choose.
#[derive(Default)]
struct Named {
    /// The entity that stands for itself, and what it is.
    itself: Option<(EntityId, EntityKind)>,
    mentions: u64,
    is_sought: bool,
}

/// Selects the ids of the entity that this one is or is part of, and of all that are part of that one.
pub(super) fn all_names(select: &mut Select, user: UserId, id: EntityId) {
    // Each of the two in a SELECT of its own: for an OR, SQLite would walk through all of the user's entities.
    for (column, union) in [("id", ""), ("part_of", " UNION ")] {
        select.sql(union);
        select.sql("SELECT entities.id FROM (SELECT COALESCE(part_of, id) AS id FROM entities");
        select.given(" WHERE user_id = ", user.to_string());
        select.given(" AND id = ", id.to_string());
        select.in_no_deleted("space_id", user);
        select.sql(") AS canonical CROSS JOIN entities WHERE entities.");
        select.sql(column).sql(" = canonical.id");
        select.given(" AND entities.user_id = ", user.to_string());
    }
}

/// Begins a statement with the table `weighed`: the entities that stand for themselves, each with its mentions by any name.
fn with_weights(user: UserId, spaces: &[SpaceId]) -> Select {
    let mut select = Select::new(
        "WITH names AS (SELECT COALESCE(entities.part_of, entities.id) AS canonical_id, ",
    );
    select.sql(OWN_MENTIONS);
    select.sql(" AS mentions FROM (VALUES ");
    select.values(spaces.iter().map(ToString::to_string));
    select.sql(") AS asked CROSS JOIN entities WHERE entities.space_id = asked.column1");
    select.given(" AND entities.user_id = ", user.to_string());
    select.sql(
        "), weighed AS (SELECT canonical_id, SUM(mentions) AS mentions FROM names
         GROUP BY canonical_id) ",
    );
    select
}

fn among_weighed(select: &mut Select, user: UserId, kind: Option<EntityKind>) {
    select.sql(" FROM weighed CROSS JOIN entities WHERE entities.id = weighed.canonical_id");
    select.given(" AND entities.user_id = ", user.to_string());
    if let Some(kind) = kind {
        select.given(" AND entities.kind = ", kind.as_str());
    }
}

fn listed(columns: &mut Columns<'_>) -> Result<ListedEntity, StorageError> {
    Ok(ListedEntity {
        mentions: columns.count()?,
        space: columns.id()?,
        entity: entity(columns)?,
    })
}
