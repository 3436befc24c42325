//! `GET /healthz`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::Engine;
use serde_json::{Value, json};

use super::error::ApiError;

/// 200 once requests can be taken, 503 while the database does not answer.
pub(crate) async fn show(State(engine): State<Arc<Engine>>) -> Result<Json<Value>, ApiError> {
    engine.check_health().await?;
    Ok(Json(json!({ "status": "ok" })))
}
