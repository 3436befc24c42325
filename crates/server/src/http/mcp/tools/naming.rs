//! `memory_update_entity`: what somebody or something is called, and what it is.

use recollect_engine::{Engine, EngineError, EntityUpdate, ListedEntity, Sought};
use recollect_model::{EntityId, EntityKind, SpaceId, UserId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::facts::{Named, described, is_owner, named};
use super::{Asker, Effect, MemoryTool, ToolError};
use crate::http::mcp::answer::Told;

pub(super) struct UpdateEntity;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// Whom or what: the id of an entity, or its whole name where only one is called so.
    #[serde(alias = "entityId", alias = "entity_id", alias = "id")]
    entity: String,
    /// What it is called from now on; an empty text takes back what was said before.
    #[schemars(length(max = 160))]
    name: Option<String>,
    /// What it is; an empty text takes back what was said before.
    #[schemars(extend("enum" = ["person", "organization", "place", "event", "work", "product", "animal", "date", "quantity", "thing", ""]))]
    kind: Option<String>,
    /// Where another one has that name: whether the two are one and the same, and become one.
    merge: Option<bool>,
}

impl MemoryTool for UpdateEntity {
    const NAME: &'static str = "memory_update_entity";
    const TITLE: &'static str = "Rename somebody or something";
    const DESCRIPTION: &'static str = "Gives a person, place, organization or thing another name, or says what it is; both stand whatever later texts say. The name it had goes on meaning it, and its facts are told with the new one. Use it when the user says that memory spells a name wrong or takes a person for a place: find the entity with memory_entities first; with merge also when memory knows one person or thing under two names. What the user is called is changed with their account, by no tool. For a fact that is wrong use memory_correct_fact.";
    const EFFECT: Effect = Effect::Adds;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, address, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let update = update(&arguments)?;
        let entity = the_one(engine, user, &[], &arguments.entity).await?;
        let before = engine.entity(user, entity).await.map_err(refusal)?.entity;
        if before.entity.kind == EntityKind::Owner && update.name.is_some() {
            return Err(of_the_account());
        }
        let updated = engine.update_entity(user, entity, &update, address).await;
        let changed = match (updated, &update.name) {
            (Err(EngineError::Conflict { reason }), Some(Some(name))) => {
                let other = the_one(engine, user, &[before.space], name).await?;
                if !arguments.merge.unwrap_or(false) {
                    return Err(is_anothers(&reason, other));
                }
                engine.merge_entities(user, entity, other, address).await?;
                engine.update_entity(user, entity, &update, address).await?
            }
            (updated, _) => updated.map_err(refusal)?,
        };
        let structured =
            json!({ "success": true, "entityId": changed.entity.entity.id.to_string() });
        let now = described(&changed.entity);
        let takes_back = [update.name.is_some(), update.kind.is_some()]
            == [update.name == Some(None), update.kind == Some(None)];
        let is_nothing_new = takes_back && described(&before) == now;
        Ok(Told {
            text: match is_nothing_new {
                true => format!("There was nothing to take back: it is known as {now}."),
                false => format!("Noted. It is known so now: {now}."),
            },
            structured: Some(structured),
        })
    }
}

fn update(arguments: &Arguments) -> Result<EntityUpdate, ToolError> {
    let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let kind = |name: &str| {
        let kind = EntityKind::from_name(&name.to_lowercase());
        kind.ok_or_else(|| {
            ToolError(format!(
                "{name:?} is no kind: use person, organization, place, event, work, product, animal, date, quantity or thing"
            ))
        })
    };
    let update = EntityUpdate {
        name: arguments.name.as_deref().map(given),
        kind: match arguments.kind.as_deref().map(given) {
            Some(Some(name)) => Some(Some(kind(&name)?)),
            Some(None) => Some(None),
            None => None,
        },
    };
    match (&update.name, &update.kind) {
        (None, None) => Err(ToolError("name or kind is missing".to_owned())),
        _ => Ok(update),
    }
}

fn is_anothers(reason: &str, other: EntityId) -> ToolError {
    ToolError(format!(
        "{reason} (entity {other}). Ask the user whether both are the same: if so, call this again with merge true, which the page of the entity can undo; if not, use another name."
    ))
}

fn of_the_account() -> ToolError {
    ToolError(
        "what the user is called is changed on the page Account, or by a program with PUT /api/v1/me; no tool does it"
            .to_owned(),
    )
}

fn refusal(error: EngineError) -> ToolError {
    match error {
        EngineError::NotFound {
            what: Sought::Entity,
        } => ToolError("entity not found: memory_entities lists the ids".to_owned()),
        error => error.into(),
    }
}

/// The one entity of an id, or of a name that no other has in these spaces.
async fn the_one(
    engine: &Engine,
    user: UserId,
    spaces: &[SpaceId],
    name: &str,
) -> Result<EntityId, ToolError> {
    if let Ok(id) = name.trim().parse() {
        return Ok(id);
    }
    let Named { meant, .. } = named(engine, user, spaces, name).await?;
    // In each space there is the user, who is one and the same.
    if is_owner(name) {
        let one = meant.first().ok_or_else(of_the_account)?;
        return Ok(one.entity.id);
    }
    let is_called_so =
        |one: &&ListedEntity| one.entity.name.to_lowercase() == name.trim().to_lowercase();
    let called_so: Vec<&ListedEntity> = meant.iter().filter(is_called_so).collect();
    match called_so[..] {
        [one] => Ok(one.entity.id),
        [] => Err(ToolError(format!(
            "nobody and nothing is called {name:?}: memory_entities lists the names with their ids"
        ))),
        _ => Err(ToolError(format!(
            "several are called {name:?}: name one by the id that memory_entities shows"
        ))),
    }
}
