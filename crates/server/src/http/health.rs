//! `GET /healthz`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::Engine;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorReply};

/// Whether requests can be taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
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
