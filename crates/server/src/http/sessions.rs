//! `/api/v1/sessions`: the browsers in which the caller is logged in.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::{Engine, Sought};
use recollect_model::{Credential, SessionId, Timestamp, browser_name};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{Account, Permitted};
use super::done::{Done, done};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::origin::ClientAddress;

/// A browser in which the caller is logged in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub(crate) struct SessionReply {
    #[schema(value_type = String, format = "uuid")]
    id: SessionId,
    /// What the browser calls itself.
    agent: String,
    /// The same in a few words: the browser and the system, as far as they are known.
    #[schema(example = "Firefox on Linux")]
    name: String,
    /// How its person logged in: `magic_link` or `passkey`.
    method: &'static str,
    /// The network address of the login.
    #[schema(value_type = Option<String>)]
    address: Option<IpAddr>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// To the minute.
    #[schema(value_type = String, format = DateTime)]
    last_used_at: Timestamp,
    /// When it ends unless it is used before.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Whether it is the one that asks.
    is_current: bool,
}

/// All sessions that have not ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionList {
    sessions: Vec<SessionReply>,
}

/// List the caller's sessions
#[utoipa::path(
    get,
    path = "/api/v1/sessions",
    operation_id = "listSessions",
    tag = "account",
    security(("bearer" = ["account"])),
    responses((status = 200, description = "The last used first", body = SessionList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
) -> Result<Json<SessionList>, ApiError> {
    let sessions = engine.sessions(caller.user).await?;
    let reply = |session: recollect_model::Session| SessionReply {
        is_current: caller.credential == Credential::Session(session.id),
        id: session.id,
        name: browser_name(&session.agent),
        agent: session.agent,
        method: session.method.as_str(),
        address: session.address,
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        expires_at: session.expires_at,
    };
    let sessions = sessions.into_iter().map(reply).collect();
    Ok(Json(SessionList { sessions }))
}

/// End a session
///
/// Its browser is logged out from now on.
#[utoipa::path(
    delete,
    path = "/api/v1/sessions/{session}",
    operation_id = "endSession",
    tag = "account",
    security(("bearer" = ["account"])),
    params(("session" = String, Path, description = "The session's id")),
    responses((status = 200, description = "Ended", body = Done), Refusals),
)]
pub(crate) async fn end(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
    ClientAddress(address): ClientAddress,
    session: Result<Path<String>, PathRejection>,
) -> Result<Json<Done>, ApiError> {
    let session = path_id(session, Sought::Session)?;
    engine.end_session(caller.user, session, address).await?;
    Ok(done())
}
