//! `GET /livez`, `GET /readyz` and `GET /healthz`: how the service is, for whoever watches it.
//!
//! The process lives as long as it answers at all. It is ready while its database can be read and written, which is
//! tried, at most once a second however many ask. `/healthz` says what it always said: whether the database answers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use recollect_engine::{Engine, Readiness};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorReply};

/// Whether requests can be taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the service can do its work.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ready {
    /// `ok` or `unavailable`.
    #[schema(example = "ok")]
    status: &'static str,
    /// What was tried.
    checks: Checks,
}

/// What was tried: `ok`, `failing`, or `unknown` where it was not reached.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checks {
    #[schema(example = "ok")]
    database_read: &'static str,
    #[schema(example = "ok")]
    database_write: &'static str,
}

/// Tell whether the service can take requests
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "checkHealth",
    tag = "service",
    security(()),
    responses(
        (status = 200, description = "It can", body = Health),
        (status = 503, description = "The database does not answer", body = ErrorReply),
    ),
)]
pub(crate) async fn show(State(engine): State<Arc<Engine>>) -> Result<Json<Health>, ApiError> {
    engine.check_health().await?;
    Ok(Json(Health { status: "ok" }))
}

/// Tell whether the process lives
///
/// Whoever restarts processes asks this: a database that is out of reach is no reason to.
#[utoipa::path(
    get,
    path = "/livez",
    operation_id = "checkLife",
    tag = "service",
    security(()),
    responses((status = 200, description = "It does", body = Health)),
)]
pub(crate) async fn live() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Tell whether the service can do its work
///
/// The database is read and written, at most once a second. Whoever sends requests to one of several nodes asks this.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "checkReadiness",
    tag = "service",
    security(()),
    responses(
        (status = 200, description = "It can", body = Ready),
        (
            status = 503,
            description = "It cannot; `checks` says what fails, the server's log why",
            body = Ready,
            example = json!({ "status": "unavailable", "checks": { "databaseRead": "ok", "databaseWrite": "failing" } }),
        ),
    ),
)]
pub(crate) async fn ready(State(engine): State<Arc<Engine>>) -> Response {
    let (code, status, database_read, database_write) = match engine.readiness().await {
        Readiness::Ready => (StatusCode::OK, "ok", "ok", "ok"),
        Readiness::NoReads => (
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "failing",
            "unknown",
        ),
        Readiness::NoWrites => (
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "ok",
            "failing",
        ),
    };
    let checks = Checks {
        database_read,
        database_write,
    };
    let mut response = (code, Json(Ready { status, checks })).into_response();
    let headers = response.headers_mut();
    headers.insert(
        CACHE_CONTROL,
        axum::http::HeaderValue::from_static("no-store"),
    );
    if code != StatusCode::OK {
        headers.insert(RETRY_AFTER, axum::http::HeaderValue::from_static("1"));
    }
    response
}
