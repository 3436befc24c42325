//! `GET /api/v1/logs/{logId}`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::Engine;
use recollect_model::Log;
use serde_json::{Map, Value, json};

use super::caller::CallingUser;
use super::error::ApiError;
use super::fields::path_id;

/// One log of the caller.
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    log: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let log = engine.log(user.0, path_id(log, "log")?).await?;
    Ok(Json(json!({ "log": rendered(&log) })))
}

fn rendered(log: &Log) -> Value {
    let mut data: Map<String, Value> = serde_json::from_str(&log.request).unwrap_or_default();
    data.insert("episodeBody".to_owned(), Value::String(log.text.clone()));
    json!({
        "id": log.id,
        "source": log.source,
        "ingestText": log.text,
        "time": log.accepted_at,
        "processedAt": log.processed_at,
        "episodeUUID": log.episode,
        "status": log.status.as_str(),
        "error": log.error,
        "sourceURL": null,
        "integrationSlug": null,
        "data": data,
        "referenceTime": log.reference_time.to_string(),
        "spaceId": log.space,
        "sessionId": log.session,
    })
}
