//! What a fact is corrected to: another object, another sentence, or both.

use std::collections::BTreeSet;

use recollect_graph::family;
use recollect_model::{
    Entity, EntityId, EntityKey, EntityKind, Object, SpaceId, Statement, Verdict,
};
use recollect_storage::{GraphRows, NewEntity, StorageError};

use super::{Scope, Touched, bring_up_to_date};
use crate::{EngineError, text};

/// The longest object and sentence of a correction, in characters.
const MAX_OBJECT: usize = 160;
const MAX_FACT: usize = 2_000;

/// The correction of a statement to another object or sentence; what is not given follows from what is.
pub(super) async fn correction(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    statement: &Statement,
    object: Option<String>,
    fact: Option<String>,
) -> Result<Verdict, EngineError> {
    let object = checked("object", object, MAX_OBJECT)?;
    let fact = checked("fact", fact, MAX_FACT)?;
    let former = &statement.proposition.object;
    let right = match (&object, former) {
        (None, former) => former.clone(),
        (Some(value), Object::Value(_)) => Object::Value(value.clone()),
        (Some(name), Object::Entity(former)) => {
            Object::Entity(named(rows, scope, *former, name).await?)
        }
    };
    let fact = match (fact, object) {
        (Some(fact), _) => fact,
        (None, Some(object)) => {
            let names = names_of(rows, scope.space, former).await?;
            let subject = Object::Entity(statement.proposition.subject);
            let subject = names_of(rows, scope.space, &subject).await?;
            let subject = subject.first().map_or("", String::as_str);
            reworded(&statement.fact, &names, &object)
                .unwrap_or_else(|| format!("{subject} {} {object}.", statement.phrase))
        }
        (None, None) => {
            let reason = "is missing: a correction has an object, a fact, or both";
            return Err(EngineError::invalid("object", reason));
        }
    };
    if right == *former && fact == statement.fact {
        return Err(EngineError::invalid("fact", "is what it says already"));
    }
    Ok(Verdict::Corrected {
        object: right,
        fact,
    })
}

/// The entity of that name, which is added where there is none; of the kind of the one whose place it takes.
async fn named(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    like: EntityId,
    name: &str,
) -> Result<EntityId, EngineError> {
    let key = EntityKey::of_name(name);
    let found = rows
        .entities_by_key(scope.space, std::slice::from_ref(&key))
        .await?;
    if let Some(found) = found.first() {
        return Ok(found.canonical());
    }
    let like = rows.entities(scope.space, &[like]).await?;
    let kind = like
        .first()
        .map_or(EntityKind::Thing, |one| match one.kind {
            EntityKind::Owner => EntityKind::Person,
            kind => kind,
        });
    let entity = Entity {
        id: EntityId::new(scope.environment),
        key,
        name: name.to_owned(),
        kind,
        part_of: None,
    };
    let id = entity.id;
    let family = family(&entity.key);
    rows.insert_entities(scope.space, scope.revision, &[NewEntity { entity, family }])
        .await?;
    let touched = Touched {
        entities: BTreeSet::from([id]),
        ..Touched::default()
    };
    bring_up_to_date(rows, scope, touched).await?;
    let settled = rows.entities(scope.space, &[id]).await?;
    Ok(settled.first().map_or(id, Entity::canonical))
}

/// All that an object is called.
async fn names_of(
    rows: &mut GraphRows,
    space: SpaceId,
    object: &Object,
) -> Result<Vec<String>, StorageError> {
    Ok(match object {
        Object::Value(value) => vec![value.clone()],
        Object::Entity(id) => {
            let mut names = rows.entities(space, &[*id]).await?;
            names.extend(rows.members_of(space, &[*id]).await?);
            names.into_iter().map(|entity| entity.name).collect()
        }
    })
}

/// The sentence with another object, where one of the object's names is in it.
fn reworded(fact: &str, names: &[String], object: &str) -> Option<String> {
    let names = names.iter().filter(|name| !name.is_empty());
    let (at, name) = names
        .filter_map(|name| Some((fact.rfind(name.as_str())?, name)))
        .max_by_key(|(at, name)| (*at + name.len(), name.len()))?;
    let (before, after) = (&fact[..at], &fact[at + name.len()..]);
    let is_vowel = object.starts_with(|first: char| "aeiouAEIOU".contains(first));
    let before = match (
        before.strip_suffix(" a "),
        before.strip_suffix(" an "),
        is_vowel,
    ) {
        (Some(before), _, true) => format!("{before} an "),
        (_, Some(before), false) => format!("{before} a "),
        _ => before.to_owned(),
    };
    Some(format!("{before}{object}{after}"))
}

/// A text without white space around it, and that is not too long.
fn checked(
    field: &'static str,
    given: Option<String>,
    limit: usize,
) -> Result<Option<String>, EngineError> {
    let Some(given) = given else { return Ok(None) };
    text::not_blank(field, &given)?;
    text::short(field, &given, limit)?;
    let words: Vec<&str> = given.split_whitespace().collect();
    Ok(Some(words.join(" ")))
}
