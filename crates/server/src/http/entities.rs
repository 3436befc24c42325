//! `/api/v1/entities`: whom and what the texts speak of.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::{
    AsOf, Engine, EntityFilter, EntityUpdate, EntityView, Found, KnownStatement, Sought,
    StatementFilter,
};
use recollect_model::{EntityId, EntityKind, EpisodeId, LogId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::body::{Sent, body};
use super::caller::{MemoryRead, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::kinds::{Kind, entity, expect, string_schema, text};
use super::origin::ClientAddress;
use super::parameters::{PageOf, Parameters};
use super::statements::{EntityReply, PageReply, StatementReply};

const DEPTHS: std::ops::RangeInclusive<u64> = 1..=4;
const NEIGHBOURS: std::ops::RangeInclusive<u64> = 1..=500;

/// What an entity is.
pub(crate) struct KindName;

impl utoipa::PartialSchema for KindName {
    fn schema() -> RefOr<Schema> {
        let kind = string_schema().enum_values(Some(EntityKind::ALL.map(EntityKind::as_str)));
        kind.description(Some("What an entity is.")).into()
    }
}

impl ToSchema for KindName {}

fn entity_kind() -> Kind<EntityKind> {
    Kind::new(
        |value, name| {
            let kind = value.as_str().and_then(EntityKind::from_name);
            expect(kind, name, "a kind of entity")
        },
        <KindName as utoipa::PartialSchema>::schema,
    )
}

/// A page of entities.
#[derive(Serialize, ToSchema)]
pub(crate) struct EntityList {
    entities: Vec<EntityReply>,
    #[serde(flatten)]
    page: PageReply,
}

/// Another name of an entity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Alias {
    #[schema(value_type = String, format = "uuid")]
    id: EntityId,
    name: String,
    mentions: u64,
    /// What makes it a name of this entity: `asked`, `stated`, `role`, `same role`, `fuller name` or `short form`.
    #[schema(example = "short form")]
    because: &'static str,
    /// The episode that says so.
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = Option<String>, format = "uuid")]
    episode: Option<EpisodeId>,
}

/// One entity under all its names.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneEntity {
    entity: EntityReply,
    aliases: Vec<Alias>,
}

/// A page of statements, in the order of the time they held.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatementList {
    statements: Vec<StatementReply>,
    #[serde(flatten)]
    page: PageReply,
}

/// A page of episodes.
#[derive(Serialize, ToSchema)]
pub(crate) struct NamingEpisodeList {
    episodes: Vec<NamingEpisode>,
    #[serde(flatten)]
    page: PageReply,
}

/// An episode that names an entity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NamingEpisode {
    #[schema(value_type = String, format = "uuid")]
    id: EpisodeId,
    #[schema(value_type = String, format = "uuid")]
    log_id: LogId,
    text: String,
    source: String,
    session_id: Option<String>,
    /// When it was said or written.
    #[schema(format = DateTime)]
    reference_time: String,
}

/// Who and what is near an entity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Neighbours {
    /// The entity itself.
    entity: EntityReply,
    /// Those near it, the nearest first.
    entities: Vec<Near>,
    /// What is said among all of them.
    statements: Vec<StatementReply>,
    /// Whether that is all; otherwise there was more than may be read at a time.
    is_complete: bool,
}

/// An entity with its distance.
#[derive(Serialize, ToSchema)]
pub(crate) struct Near {
    #[serde(flatten)]
    entity: EntityReply,
    /// How many statements away it is.
    distance: usize,
}

body! {
    /// The body that renames an entity, or says what it is.
    pub(crate) struct EntityChange {
        /// At most 160 characters; null for the name that the texts give.
        name: Option<Option<String>> = text(None),
        /// What it is, such as `person`; null for what the texts make of it.
        kind: Option<Option<EntityKind>> = entity_kind(),
    }
}

body! {
    /// The body that makes two entities one.
    pub(crate) struct MergeBody {
        /// The entity, or one of its names, that is the same.
        other: EntityId = entity(),
    }
}

body! {
    /// The body that lets a name stand for itself.
    pub(crate) struct SplitBody {
        /// One of the entity's other names, by its id.
        alias: EntityId = entity(),
    }
}

/// List entities
///
/// The most mentioned first. Every word of `query` must begin a word of one of an entity's names.
#[utoipa::path(
    get,
    path = "/api/v1/entities",
    operation_id = "listEntities",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("query" = Option<String>, Query, description = "Words of a name"),
        ("kind" = inline(Option<KindName>), Query, description = "Only this kind, such as `person`"),
        ("spaceId" = Option<String>, Query, format = "uuid", description = "Only this space; all of the caller's otherwise"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
    ),
    responses((status = 200, description = "A page", body = EntityList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<EntityList>, ApiError> {
    let filter = EntityFilter {
        words: parameters.text("query").unwrap_or_default().to_owned(),
        kind: parameters.read("kind", &entity_kind())?,
    };
    let spaces: Vec<_> = parameters.space()?.into_iter().collect();
    let page = parameters.page()?;
    let found = engine
        .entities(caller.user, &spaces, &filter, page.of())
        .await;
    let found = found.map_err(ApiError::naming_space)?;
    Ok(Json(EntityList {
        page: page.reply(found.total),
        entities: found.items.into_iter().map(EntityReply::from).collect(),
    }))
}

/// Show an entity under all its names
///
/// Asked for by the id of another name, it is the entity that the name is one of.
#[utoipa::path(
    get,
    path = "/api/v1/entities/{entity}",
    operation_id = "getEntity",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(("entity" = String, Path, format = "uuid", description = "The entity's id")),
    responses((status = 200, description = "The entity", body = OneEntity), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    entity: Result<Path<String>, PathRejection>,
) -> Result<Json<OneEntity>, ApiError> {
    let view = engine
        .entity(caller.user, path_id(entity, Sought::Entity)?)
        .await?;
    Ok(Json(view.into()))
}

/// List what is said of an entity
#[utoipa::path(
    get,
    path = "/api/v1/entities/{entity}/statements",
    operation_id = "listEntityStatements",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("entity" = String, Path, format = "uuid", description = "The entity's id"),
        ("relation" = Option<String>, Query, description = "Only this relation, such as `lives_in`"),
        ("validAt" = Option<String>, Query, format = DateTime, description = "Only what held then, ISO 8601"),
        ("recordedAt" = Option<String>, Query, format = DateTime, description = "What was known then, ISO 8601"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
    ),
    responses((status = 200, description = "A page, by the time they held", body = StatementList), Refusals),
)]
pub(crate) async fn statements(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    entity: Result<Path<String>, PathRejection>,
    parameters: Parameters,
) -> Result<Json<StatementList>, ApiError> {
    let filter = StatementFilter {
        relation: parameters.text("relation").map(str::to_owned),
        as_of: parameters.as_of()?,
        ..StatementFilter::default()
    };
    let (id, page) = (path_id(entity, Sought::Entity)?, parameters.page()?);
    let found = engine
        .entity_statements(caller.user, id, &filter, page.of())
        .await?;
    Ok(Json(StatementList::of(page, found)))
}

/// List the episodes that name an entity
///
/// The newest first.
#[utoipa::path(
    get,
    path = "/api/v1/entities/{entity}/episodes",
    operation_id = "listEntityEpisodes",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("entity" = String, Path, format = "uuid", description = "The entity's id"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
    ),
    responses((status = 200, description = "A page", body = NamingEpisodeList), Refusals),
)]
pub(crate) async fn episodes(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    entity: Result<Path<String>, PathRejection>,
    parameters: Parameters,
) -> Result<Json<NamingEpisodeList>, ApiError> {
    let (id, page) = (path_id(entity, Sought::Entity)?, parameters.page()?);
    let found = engine.entity_episodes(caller.user, id, page.of()).await?;
    let episodes = found.items.into_iter().map(|episode| NamingEpisode {
        id: episode.id,
        log_id: episode.log,
        text: episode.body,
        source: episode.source,
        session_id: episode.session,
        reference_time: episode.reference_time.to_string(),
    });
    Ok(Json(NamingEpisodeList {
        episodes: episodes.collect(),
        page: page.reply(found.total),
    }))
}

/// Show who and what is near an entity
#[utoipa::path(
    get,
    path = "/api/v1/entities/{entity}/neighbors",
    operation_id = "listEntityNeighbors",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("entity" = String, Path, format = "uuid", description = "The entity's id"),
        ("depth" = Option<u64>, Query, minimum = 1, maximum = 4, description = "So many statements away: 1 to 4; 1 otherwise"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 500, description = "The most entities: 1 to 500; 50 otherwise"),
        ("validAt" = Option<String>, Query, format = DateTime, description = "Only by what held then, ISO 8601"),
    ),
    responses((status = 200, description = "The neighbourhood", body = Neighbours), Refusals),
)]
pub(crate) async fn neighbors(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    entity: Result<Path<String>, PathRejection>,
    parameters: Parameters,
) -> Result<Json<Neighbours>, ApiError> {
    let id = path_id(entity, Sought::Entity)?;
    let depth = parameters.count("depth", &DEPTHS)?.unwrap_or(1);
    let limit = parameters.count("limit", &NEIGHBOURS)?.unwrap_or(50);
    let as_of = AsOf {
        valid_at: parameters.instant("validAt")?,
        recorded_at: None,
    };
    let near = engine
        .neighbours(caller.user, id, depth, limit, as_of)
        .await?;
    let entities = near.entities.into_iter().map(|near| Near {
        entity: near.entity.into(),
        distance: near.distance,
    });
    Ok(Json(Neighbours {
        entity: near.entity.into(),
        entities: entities.collect(),
        statements: near
            .statements
            .into_iter()
            .map(StatementReply::from)
            .collect(),
        is_complete: near.is_complete,
    }))
}

/// Rename an entity, or say what it is
///
/// It stands whatever later texts say. The name that it had goes on meaning it, and its facts are told with the new one.
#[utoipa::path(
    put,
    path = "/api/v1/entities/{entity}",
    operation_id = "updateEntity",
    tag = "graph",
    security(("bearer" = ["memory:write"])),
    params(("entity" = String, Path, format = "uuid", description = "The entity's id")),
    request_body = EntityChange,
    responses((status = 200, description = "Changed; what is left out stays, and null takes back what was said", body = OneEntity), Refusals),
)]
pub(crate) async fn update(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    entity: Result<Path<String>, PathRejection>,
    Sent(body): Sent<EntityChange>,
) -> Result<Json<OneEntity>, ApiError> {
    let update = EntityUpdate {
        name: body.name,
        kind: body.kind,
    };
    let id = path_id(entity, Sought::Entity)?;
    let changed = engine.update_entity(caller.user, id, &update, address);
    Ok(Json(changed.await?.into()))
}

/// Make two entities one
///
/// It can be taken back by splitting.
#[utoipa::path(
    post,
    path = "/api/v1/entities/{entity}/merge",
    operation_id = "mergeEntities",
    tag = "graph",
    security(("bearer" = ["memory:write"])),
    params(("entity" = String, Path, format = "uuid", description = "The entity's id")),
    request_body = MergeBody,
    responses((status = 200, description = "The entity that they are now", body = OneEntity), Refusals),
)]
pub(crate) async fn merge(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    entity: Result<Path<String>, PathRejection>,
    Sent(MergeBody { other }): Sent<MergeBody>,
) -> Result<Json<OneEntity>, ApiError> {
    let entity = path_id(entity, Sought::Entity)?;
    let merged = engine.merge_entities(caller.user, entity, other, address);
    Ok(Json(merged.await?.into()))
}

/// Let one of an entity's names stand for itself
///
/// It stays so, whatever later texts suggest, until the two are merged.
#[utoipa::path(
    post,
    path = "/api/v1/entities/{entity}/split",
    operation_id = "splitEntity",
    tag = "graph",
    security(("bearer" = ["memory:write"])),
    params(("entity" = String, Path, format = "uuid", description = "The entity's id")),
    request_body = SplitBody,
    responses((status = 200, description = "The entity that the name is now", body = OneEntity), Refusals),
)]
pub(crate) async fn split(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    entity: Result<Path<String>, PathRejection>,
    Sent(SplitBody { alias }): Sent<SplitBody>,
) -> Result<Json<OneEntity>, ApiError> {
    let entity = path_id(entity, Sought::Entity)?;
    let apart = engine.split_entity(caller.user, entity, alias, address);
    Ok(Json(apart.await?.into()))
}

impl From<EntityView> for OneEntity {
    fn from(view: EntityView) -> Self {
        let aliases = view.aliases.into_iter().map(|alias| Alias {
            id: alias.entity.entity.id,
            name: alias.entity.entity.name,
            mentions: alias.entity.mentions,
            because: alias.because,
            episode: alias.episode,
        });
        Self {
            aliases: aliases.collect(),
            entity: view.entity.into(),
        }
    }
}

impl StatementList {
    /// A page of what was found.
    pub(crate) fn of(page: PageOf, found: Found<KnownStatement>) -> Self {
        Self {
            page: page.reply(found.total),
            statements: found.items.into_iter().map(StatementReply::from).collect(),
        }
    }
}
