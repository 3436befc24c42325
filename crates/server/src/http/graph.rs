//! `/api/v1/graph`: how two are connected, what happened when, and the whole in a picture.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::{AsOf, Engine, Support, TimelineFilter, Together};
use recollect_model::{EntityId, SpaceId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{MemoryRead, Permitted};
use super::entities::StatementList;
use super::error::{ApiError, Refusals};
use super::parameters::Parameters;
use super::statements::{EntityReply, StatementReply};

const ENTITIES: std::ops::RangeInclusive<u64> = 1..=1_000;

/// A way from one entity to another.
#[derive(Serialize, ToSchema)]
pub(crate) struct PathReply {
    /// Null when nothing connects the two.
    path: Option<WayReply>,
}

/// The entities along a way, both ends included, and the statements that lead from each to the next.
#[derive(Serialize, ToSchema)]
pub(crate) struct WayReply {
    entities: Vec<EntityReply>,
    /// One fewer.
    statements: Vec<StatementReply>,
}

/// A space's graph, as far as it is drawn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverviewReply {
    /// The entities mentioned most, and those that most connects with them, by what belongs together; the largest cluster
    /// first. Which they are does not depend on `validAt`.
    clusters: Vec<ClusterReply>,
    /// What is said between them, the newest first.
    statements: Vec<StatementReply>,
    /// Whether these are all the statements between them; there are 2,000 at most.
    is_complete: bool,
    /// With `together=true`: who is named together in a passage and has no statement between them, the most often first.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<Vec<TogetherReply>>,
}

/// Two that passages name together.
#[derive(Serialize, ToSchema)]
#[schema(as = Together)]
pub(crate) struct TogetherReply {
    #[schema(value_type = String, format = "uuid")]
    from: EntityId,
    #[schema(value_type = String, format = "uuid")]
    to: EntityId,
    /// How many passages name both.
    passages: u32,
}

/// Entities that have more to do with each other than with the rest.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClusterReply {
    /// What the entity in its middle is called.
    name: String,
    /// The most connected first.
    entities: Vec<EntityReply>,
}

/// Find how two entities are connected
#[utoipa::path(
    get,
    path = "/api/v1/graph/path",
    operation_id = "findPath",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("from" = String, Query, format = "uuid", description = "An entity's id"),
        ("to" = String, Query, format = "uuid", description = "Another's, in the same space"),
        ("validAt" = Option<String>, Query, format = DateTime, description = "Only by what held then, ISO 8601"),
    ),
    responses((status = 200, description = "A shortest way, of 6 statements at most", body = PathReply), Refusals),
)]
pub(crate) async fn path(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<PathReply>, ApiError> {
    let entity = |name| {
        let id = parameters.required(name)?.parse::<EntityId>();
        id.map_err(|_| ApiError::invalid(name, "names no entity of yours"))
    };
    let (from, to) = (entity("from")?, entity("to")?);
    let valid_at = valid_at(&parameters)?;
    let way = engine.path(caller.user, from, to, valid_at).await?;
    let path = way.map(|way| WayReply {
        entities: way.entities.into_iter().map(EntityReply::from).collect(),
        statements: way
            .statements
            .into_iter()
            .map(StatementReply::from)
            .collect(),
    });
    Ok(Json(PathReply { path }))
}

/// List what began in a stretch of time
#[utoipa::path(
    get,
    path = "/api/v1/graph/timeline",
    operation_id = "getTimeline",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("spaceId" = Option<String>, Query, format = "uuid", description = "The space; otherwise that of the entity, or the default one"),
        ("from" = Option<String>, Query, format = DateTime, description = "From this time on, ISO 8601"),
        ("until" = Option<String>, Query, format = DateTime, description = "Before this time, ISO 8601"),
        ("entity" = Option<String>, Query, format = "uuid", description = "Only about this entity"),
        ("recordedAt" = Option<String>, Query, format = DateTime, description = "Only what was learned by then, ISO 8601"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
    ),
    responses((status = 200, description = "A page, in the order of time", body = StatementList), Refusals),
)]
pub(crate) async fn timeline(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<StatementList>, ApiError> {
    let entity = parameters.text("entity").map(|id| {
        id.parse()
            .map_err(|_| ApiError::invalid("entity", "names no entity of yours"))
    });
    let filter = TimelineFilter {
        from: parameters.instant("from")?,
        until: parameters.instant("until")?,
        entity: entity.transpose()?,
        recorded_at: parameters.instant("recordedAt")?,
    };
    let page = parameters.page()?;
    let space = match (parameters.space()?, filter.entity) {
        (None, Some(entity)) => engine.entity(caller.user, entity).await?.entity.space,
        _ => drawn_space(&engine, caller.user, &parameters).await?,
    };
    let found = engine
        .timeline(caller.user, space, &filter, page.of())
        .await;
    let found = found.map_err(ApiError::naming_space)?;
    Ok(Json(StatementList::of(page, found)))
}

/// Draw a space's graph
///
/// The entities mentioned most and those that most connects with them, what is said between them, and which of them belong
/// together.
#[utoipa::path(
    get,
    path = "/api/v1/graph/overview",
    operation_id = "getOverview",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(
        ("spaceId" = Option<String>, Query, format = "uuid", description = "The space; the default one otherwise"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "The most entities: 1 to 1000; 100 otherwise"),
        ("validAt" = Option<String>, Query, format = DateTime, description = "As of then, ISO 8601"),
        ("together" = Option<bool>, Query, description = "Also who is named together; false otherwise"),
    ),
    responses((status = 200, description = "The graph", body = OverviewReply), Refusals),
)]
pub(crate) async fn overview(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<OverviewReply>, ApiError> {
    let limit = parameters.count("limit", &ENTITIES)?.unwrap_or(100);
    let valid_at = valid_at(&parameters)?;
    let space = drawn_space(&engine, caller.user, &parameters).await?;
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    let drawn = engine
        .overview(caller.user, space, limit, valid_at, Support::Places)
        .await;
    let drawn = drawn.map_err(ApiError::naming_space)?;
    let together = match parameters.flag("together")? {
        true => Some(engine.named_together(caller.user, space, &drawn).await?),
        false => None,
    };
    let together = together.map(|pairs| pairs.into_iter().map(TogetherReply::from).collect());
    let clusters = drawn.clusters.into_iter().map(|cluster| ClusterReply {
        name: cluster.name,
        entities: cluster
            .entities
            .into_iter()
            .map(EntityReply::from)
            .collect(),
    });
    Ok(Json(OverviewReply {
        clusters: clusters.collect(),
        statements: drawn
            .statements
            .into_iter()
            .map(StatementReply::from)
            .collect(),
        is_complete: drawn.is_complete,
        together,
    }))
}

impl From<Together> for TogetherReply {
    fn from(pair: Together) -> Self {
        Self {
            from: pair.from,
            to: pair.to,
            passages: pair.passages,
        }
    }
}

fn valid_at(parameters: &Parameters) -> Result<AsOf, ApiError> {
    Ok(AsOf {
        valid_at: parameters.instant("validAt")?,
        recorded_at: None,
    })
}

/// The space a request names, or the default one.
async fn drawn_space(
    engine: &Engine,
    user: UserId,
    parameters: &Parameters,
) -> Result<SpaceId, ApiError> {
    if let Some(space) = parameters.space()? {
        return Ok(space);
    }
    let default = engine.default_space(user).await?;
    default
        .map(|space| space.id)
        .ok_or(ApiError::UnknownSpace("spaceId"))
}
