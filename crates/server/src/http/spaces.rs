//! `/api/v1/spaces`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::{Engine, MAX_RETENTION_DAYS, MAX_SPACE_DESCRIPTION, MAX_SPACE_NAME, Sought};
use recollect_model::{Space, SpaceId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{MemoryRead, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::kinds::{count, not_blank, text};
use super::origin::ClientAddress;

body! {
    /// The body that makes a space.
    pub(crate) struct SpaceBody {
        /// No two spaces of one user have the same.
        #[example = "work"]
        name: String = not_blank(MAX_SPACE_NAME),
        /// `null` or `""` takes away the one there is.
        description: Option<String> = text(MAX_SPACE_DESCRIPTION),
        /// For how many days a text is kept after it was accepted; for ever without.
        retention_days: Option<u32> = count(1, MAX_RETENTION_DAYS),
    }
}

body! {
    /// The body that changes a space; what is left out stays.
    pub(crate) struct SpaceChange {
        /// No two spaces of one user have the same.
        #[example = "work"]
        name: Option<String> = not_blank(MAX_SPACE_NAME),
        description: Option<Option<String>> = text(MAX_SPACE_DESCRIPTION),
        /// For how many days a text is kept after it was accepted; `null` for ever. What is older is forgotten within minutes.
        retention_days: Option<Option<u32>> = count(1, MAX_RETENTION_DAYS),
    }
}

/// A space: memories kept apart from those of other spaces.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Space)]
pub(crate) struct SpaceReply {
    #[schema(value_type = String, format = "uuid")]
    id: SpaceId,
    name: String,
    description: Option<String>,
    /// Whether it takes the texts that name no space.
    is_default: bool,
    /// For how many days a text is kept after it was accepted; null for ever.
    retention_days: Option<u32>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

/// All spaces.
#[derive(Serialize, ToSchema)]
pub(crate) struct SpaceList {
    spaces: Vec<SpaceReply>,
}

/// One space.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneSpace {
    space: SpaceReply,
}

/// A space as it is after the change.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedSpace {
    space: SpaceReply,
    success: bool,
}

/// What went with a space.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemovedSpace {
    success: bool,
    deleted: RemovedWithSpace,
}

/// How much went with a space.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemovedWithSpace {
    episodes: u64,
}

/// List the caller's spaces
#[utoipa::path(
    get,
    path = "/api/v1/spaces",
    operation_id = "listSpaces",
    tag = "spaces",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "The default space first, then by age", body = SpaceList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
) -> Result<Json<SpaceList>, ApiError> {
    let spaces = engine.spaces(caller.user).await?;
    let spaces = spaces.into_iter().map(SpaceReply::from).collect();
    Ok(Json(SpaceList { spaces }))
}

/// Create a space
#[utoipa::path(
    post,
    path = "/api/v1/spaces",
    operation_id = "createSpace",
    tag = "spaces",
    security(("bearer" = ["memory:write"])),
    request_body = SpaceBody,
    responses((status = 201, description = "Created", body = ChangedSpace), Refusals),
)]
pub(crate) async fn create(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    Sent(body): Sent<SpaceBody>,
) -> Result<(StatusCode, Json<ChangedSpace>), ApiError> {
    let mut space = engine
        .create_space(caller.user, &body.name, body.description.as_deref())
        .await?;
    if let Some(days) = body.retention_days {
        space = engine.keep_for(caller.user, space.id, Some(days)).await?;
    }
    Ok((StatusCode::CREATED, Json(ChangedSpace::from(space))))
}

/// Show a space
#[utoipa::path(
    get,
    path = "/api/v1/spaces/{space}",
    operation_id = "getSpace",
    tag = "spaces",
    security(("bearer" = ["memory:read"])),
    params(("space" = String, Path, format = "uuid", description = "The space's id")),
    responses((status = 200, description = "The space", body = OneSpace), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    space: Result<Path<String>, PathRejection>,
) -> Result<Json<OneSpace>, ApiError> {
    let space = engine
        .space(caller.user, path_id(space, Sought::Space)?)
        .await?;
    let space = SpaceReply::from(space);
    Ok(Json(OneSpace { space }))
}

/// Rename or describe a space
#[utoipa::path(
    put,
    path = "/api/v1/spaces/{space}",
    operation_id = "updateSpace",
    tag = "spaces",
    security(("bearer" = ["memory:write"])),
    params(("space" = String, Path, format = "uuid", description = "The space's id")),
    request_body = SpaceChange,
    responses((status = 200, description = "Changed; what is left out stays", body = ChangedSpace), Refusals),
)]
pub(crate) async fn update(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    space: Result<Path<String>, PathRejection>,
    Sent(body): Sent<SpaceChange>,
) -> Result<Json<ChangedSpace>, ApiError> {
    let id = path_id(space, Sought::Space)?;
    let description = body.description.map(Option::unwrap_or_default);
    let mut space = engine
        .update_space(
            caller.user,
            id,
            body.name.as_deref(),
            description.as_deref(),
        )
        .await?;
    if let Some(days) = body.retention_days {
        space = engine.keep_for(caller.user, id, days).await?;
    }
    Ok(Json(ChangedSpace::from(space)))
}

/// Delete a space with everything in it
#[utoipa::path(
    delete,
    path = "/api/v1/spaces/{space}",
    operation_id = "deleteSpace",
    tag = "spaces",
    security(("bearer" = ["memory:write"])),
    params(("space" = String, Path, format = "uuid", description = "The space's id")),
    responses((status = 200, description = "Deleted", body = RemovedSpace), Refusals),
)]
pub(crate) async fn delete(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    space: Result<Path<String>, PathRejection>,
) -> Result<Json<RemovedSpace>, ApiError> {
    let id = path_id(space, Sought::Space)?;
    let removed = engine.delete_space(caller.user, id, address).await?;
    Ok(Json(RemovedSpace {
        success: true,
        deleted: RemovedWithSpace {
            episodes: removed.episodes,
        },
    }))
}

impl From<Space> for SpaceReply {
    fn from(space: Space) -> Self {
        Self {
            id: space.id,
            name: space.name,
            description: space.description,
            is_default: space.is_default,
            retention_days: space.retention_days,
            created_at: space.created_at,
            updated_at: space.updated_at,
        }
    }
}

impl From<Space> for ChangedSpace {
    fn from(space: Space) -> Self {
        Self {
            space: space.into(),
            success: true,
        }
    }
}
