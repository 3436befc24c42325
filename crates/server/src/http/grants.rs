//! `GET /api/v1/grants` and `DELETE /api/v1/grants/{grant}`: connected applications.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::{Engine, Sought};
use recollect_model::{Grant, GrantId, Scope, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{Account, Permitted};
use super::done::{Done, done};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::origin::ClientAddress;

/// An application that the caller connected.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Grant)]
pub(crate) struct GrantReply {
    #[schema(value_type = String, format = "uuid")]
    id: GrantId,
    /// What the application calls itself.
    name: String,
    /// What it may do.
    scopes: Vec<&'static str>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it last presented or fetched a token, to the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
}

/// The connected applications.
#[derive(Serialize, ToSchema)]
pub(crate) struct GrantsReply {
    grants: Vec<GrantReply>,
}

impl From<Grant> for GrantReply {
    fn from(grant: Grant) -> Self {
        Self {
            id: grant.id,
            name: grant.name,
            scopes: grant.scopes.iter().map(Scope::as_str).collect(),
            created_at: grant.created_at,
            last_used_at: grant.last_used_at,
        }
    }
}

/// List the connected applications
#[utoipa::path(
    get,
    path = "/api/v1/grants",
    operation_id = "listGrants",
    tag = "account",
    security(("bearer" = ["account"])),
    responses((status = 200, description = "The applications, the last connected first", body = GrantsReply), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
) -> Result<Json<GrantsReply>, ApiError> {
    let grants = engine.grants(caller.user).await?;
    let grants = grants.into_iter().map(GrantReply::from).collect();
    Ok(Json(GrantsReply { grants }))
}

/// Disconnect an application
///
/// Every token it has opens nothing any more.
#[utoipa::path(
    delete,
    path = "/api/v1/grants/{grant}",
    operation_id = "revokeGrant",
    tag = "account",
    security(("bearer" = ["account"])),
    params(("grant" = String, Path, description = "The grant's id")),
    responses((status = 200, description = "It is disconnected", body = Done), Refusals),
)]
pub(crate) async fn revoke(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
    ClientAddress(address): ClientAddress,
    grant: Result<Path<String>, PathRejection>,
) -> Result<Json<Done>, ApiError> {
    let grant = path_id(grant, Sought::Grant)?;
    engine.revoke_grant(caller.user, grant, address).await?;
    Ok(done())
}
