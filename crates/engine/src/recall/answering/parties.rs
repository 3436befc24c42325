//! Whom a question is about: the entities of a space that its names and roles stand for.

use std::collections::{BTreeSet, HashMap};

use recollect_language::{
    AskedTime, EntityRef, Hole, QuestionPattern, may_be_meant_by, relation_of_role,
};
use recollect_model::{Entity, EntityId, EntityKey, Object, Relation, SpaceId, UserId};
use recollect_storage::{Page, RecalledStatement, Side, StatementFilter};

use super::super::SharedIndex;
use crate::{Engine, EngineError};

/// Of whom stands in a relation to somebody, so many are looked at.
const MAX_RELATED: u32 = 50;
/// "My sister's boss's dog".
const MAX_DEPTH: usize = 4;
/// Roles that any pet has.
const GENERAL_PETS: &[&str] = &["pet", "animal"];

/// Whom the parts of a question stand for in one space; each with all names, so that any of them is known by it.
#[derive(Debug, Default)]
pub(super) struct Parties {
    /// One for each that the question is about; empty where nobody is called so.
    pub(super) about: Vec<BTreeSet<EntityId>>,
    pub(super) itself: BTreeSet<EntityId>,
    pub(super) among: BTreeSet<EntityId>,
    /// What whom it is about, and what it is itself, are called best; none where it is only referred to by a role.
    pub(super) names: Vec<String>,
}

/// Which of those in a role are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    /// The one that is in it now, if there is but one.
    Only,
    /// Everybody who is in it now.
    Holding,
    /// Everybody who ever was.
    Ever,
}

impl Parties {
    pub(super) fn all(&self) -> impl Iterator<Item = EntityId> {
        let about = self.about.iter().flatten();
        about.chain(&self.itself).chain(&self.among).copied()
    }

    /// Whether somebody is asked about whom nobody knows.
    pub(super) fn is_unknown(&self) -> bool {
        self.about.iter().any(BTreeSet::is_empty)
    }
}

impl Engine {
    /// Whom a question is about in a space.
    pub(super) async fn parties(
        &self,
        user: UserId,
        space: SpaceId,
        index: &SharedIndex,
        pattern: &QuestionPattern,
    ) -> Result<Parties, EngineError> {
        let place = Place { user, space, index };
        let mut parties = Parties::default();
        for one in &pattern.about {
            parties.about.push(self.stands_for(&place, one).await?);
        }
        if let Some(itself) = &pattern.itself {
            parties.itself = self.by_role(&place, itself).await?;
        }
        if let Some(among) = &pattern.among {
            parties.among = match among {
                EntityRef::Role { role, of } => {
                    self.related(&place, role, of, Which::Holding).await?
                }
                other => self.stands_for(&place, other).await?,
            };
        }
        if pattern.hole == Hole::Name
            && let [EntityRef::Role { role, of }] = &pattern.about[..]
        {
            // "What are my pets called?", "What was my parrot called?"
            let which = match pattern.time {
                AskedTime::Now => Which::Holding,
                _ => Which::Ever,
            };
            let called = self.related(&place, role, of, which).await?;
            parties.about[0].extend(called);
        }
        let named: Vec<EntityId> = match parties.itself.is_empty() {
            true => parties.about.iter().flatten().copied().collect(),
            false => parties.itself.iter().copied().collect(),
        };
        parties.names = self.proper_names(&place, &named).await?;
        Ok(parties)
    }

    /// The entities that a name or a role stands for, under all their names.
    async fn stands_for(
        &self,
        place: &Place<'_>,
        party: &EntityRef,
    ) -> Result<BTreeSet<EntityId>, EngineError> {
        match party {
            EntityRef::Owner => self.keyed(place, &[EntityKey::owner()]).await,
            EntityRef::Named(name) => {
                let found = self.keyed(place, &[EntityKey::of_name(name)]).await?;
                if !found.is_empty() {
                    return Ok(found);
                }
                let index = place.index.read().await;
                let called = index.called(name);
                Ok(index.under_all_names(&called).into_iter().collect())
            }
            EntityRef::Role { role, of } => {
                let found = self.by_role(place, party).await?;
                match found.is_empty() {
                    false => Ok(found),
                    true => Box::pin(self.related(place, role, of, Which::Only)).await,
                }
            }
        }
    }

    /// The entities that texts speak of by this role.
    async fn by_role(
        &self,
        place: &Place<'_>,
        party: &EntityRef,
    ) -> Result<BTreeSet<EntityId>, EngineError> {
        let EntityRef::Role { role, of } = party else {
            return Box::pin(self.stands_for(place, party)).await;
        };
        if depth(of) > MAX_DEPTH {
            return Ok(BTreeSet::new());
        }
        let of = Box::pin(self.stands_for(place, of)).await?;
        let of: Vec<EntityId> = of.into_iter().collect();
        let known = self.store.entities(place.user, place.space, &of).await?;
        let keys: Vec<EntityKey> = known
            .iter()
            .map(|entity| EntityKey::of_role(role, &entity.key))
            .collect();
        self.keyed(place, &keys).await
    }

    async fn keyed(
        &self,
        place: &Place<'_>,
        keys: &[EntityKey],
    ) -> Result<BTreeSet<EntityId>, EngineError> {
        let called = self.store.entities_called(place.user, place.space, keys);
        let called: Vec<EntityId> = called.await?.iter().map(Entity::canonical).collect();
        let index = place.index.read().await;
        let all = index.under_all_names(&called).into_iter();
        // The index may not know one that no text names.
        Ok(all.chain(called.iter().copied()).collect())
    }

    /// Whoever has a role to somebody by the relation that the role makes of them: of one's sisters, those that are called
    /// so, where the texts tell.
    async fn related(
        &self,
        place: &Place<'_>,
        role: &str,
        of: &EntityRef,
        which: Which,
    ) -> Result<BTreeSet<EntityId>, EngineError> {
        let Some((relation, is_object)) = relation_of_role(role) else {
            return Ok(BTreeSet::new());
        };
        if depth(of) > MAX_DEPTH {
            return Ok(BTreeSet::new());
        }
        let of = Box::pin(self.stands_for(place, of)).await?;
        let is_symmetric = relation.definition().is_symmetric;
        let filter = StatementFilter {
            side: match (is_symmetric, is_object) {
                (true, _) => Side::Either,
                (false, true) => Side::Subject,
                (false, false) => Side::Object,
            },
            relation: Some(relation.name().to_owned()),
            ..StatementFilter::default()
        };
        let mut found: HashMap<EntityId, Vec<RecalledStatement>> = HashMap::new();
        for &one in &of {
            let page = Page::first(MAX_RELATED);
            let (user, space) = (place.user, place.space);
            let statements = self
                .store
                .entity_statements(user, space, one, &filter, page);
            for row in statements.await?.items {
                let said = &row.statement.proposition;
                let has_ended = row.statement.invalid_at.is_some();
                if said.is_negated || has_ended && which != Which::Ever {
                    continue;
                }
                let Object::Entity(object) = said.object else {
                    continue;
                };
                let other = if of.contains(&said.subject) {
                    object
                } else {
                    said.subject
                };
                found.entry(other).or_default().push(row);
            }
        }
        keep_who_is_meant(&mut found, role, relation);
        // "My sister" of several is none of them for certain.
        if which == Which::Only && found.len() > 1 {
            return Ok(BTreeSet::new());
        }
        let found: Vec<EntityId> = found.into_keys().collect();
        let index = place.index.read().await;
        let all = index.under_all_names(&found).into_iter();
        Ok(all.chain(found.iter().copied()).collect())
    }

    /// What these are called, without roles and the owner's "I".
    async fn proper_names(
        &self,
        place: &Place<'_>,
        ids: &[EntityId],
    ) -> Result<Vec<String>, EngineError> {
        let entities = self.store.entities(place.user, place.space, ids).await?;
        let is_name = |entity: &&Entity| entity.key.role().is_none() && !entity.key.is_owner();
        let mut names: Vec<&Entity> = entities.iter().filter(is_name).collect();
        // The name that stands for all comes first.
        names.sort_by_key(|entity| (entity.part_of.is_some(), entity.id));
        Ok(names
            .into_iter()
            .map(|entity| entity.name.clone())
            .collect())
    }
}

/// Of those who are told of by a relation, the ones that a role means.
fn keep_who_is_meant(
    found: &mut HashMap<EntityId, Vec<RecalledStatement>>,
    role: &str,
    relation: Relation,
) {
    let words_of = |row: &RecalledStatement| -> Vec<String> {
        let fact = row.statement.fact.to_lowercase();
        let words = fact.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
        words.map(str::to_owned).collect()
    };
    let says_role = |rows: &Vec<RecalledStatement>| {
        let mut words = rows.iter().flat_map(words_of);
        words.any(|word| word == role)
    };
    let may_be_meant = |rows: &Vec<RecalledStatement>| {
        let mut told = rows.iter().flat_map(words_of);
        told.all(|word| {
            relation_of_role(&word).is_none_or(|(of, _)| of != relation)
                || may_be_meant_by(&word, role)
        })
    };
    // Of whom only a brother is told, nobody is a sister.
    found.retain(|_, rows| says_role(rows) || may_be_meant(rows));
    // A hamster is not what the parrot is called; who is a sibling may be meant by "brother".
    let is_one_sort = relation == Relation::HasPet && !GENERAL_PETS.contains(&role);
    if is_one_sort || found.values().any(says_role) {
        found.retain(|_, rows| says_role(rows));
    }
}

struct Place<'a> {
    user: UserId,
    space: SpaceId,
    index: &'a SharedIndex,
}

fn depth(party: &EntityRef) -> usize {
    let mut depth = 0;
    let mut party = party;
    while let EntityRef::Role { of, .. } = party {
        depth += 1;
        party = of;
    }
    depth
}
