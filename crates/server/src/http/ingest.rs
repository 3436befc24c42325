//! `POST /ingest` and `POST /api/v1/add`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use recollect_engine::{Engine, NewText};
use recollect_model::EpisodeKind;
use serde_json::json;

use super::caller::{CallingUser, JsonFields};
use super::error::ApiError;
use super::fields::Fields;

/// Accepts a text durably and answers with the id of the log that follows it.
pub(crate) async fn accept(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    JsonFields(fields): JsonFields,
) -> Result<Response, ApiError> {
    let accepted = engine.accept(user.0, new_text(fields)?).await;
    let log = accepted.map_err(ApiError::naming_space)?;
    let location = format!("/api/v1/logs/{log}");
    let body = json!({ "success": true, "id": log, "queueId": log, "logId": log });
    Ok(([(LOCATION, location)], Json(body)).into_response())
}

fn new_text(fields: Fields) -> Result<NewText, ApiError> {
    let body = fields.required_text("episodeBody")?.to_owned();
    let reference_time = fields
        .date_time("referenceTime")?
        .ok_or(ApiError::missing("referenceTime"))?;
    let source = fields.required_text("source")?.to_owned();
    let kind = match fields.text("type")? {
        None => EpisodeKind::default(),
        Some(name) => EpisodeKind::from_name(&name.to_uppercase())
            .ok_or_else(|| ApiError::invalid("type", "must be CONVERSATION or DOCUMENT"))?,
    };
    let space = match fields.spaces()?[..] {
        [] => None,
        [space] => Some(space),
        _ => {
            return Err(ApiError::invalid(
                "spaceIds",
                "must name one space: a text lives in one; send it again for another",
            ));
        }
    };
    let session = fields.text("sessionId")?.map(str::to_owned);
    let request = fields.without("episodeBody");
    Ok(NewText {
        space,
        session,
        source,
        kind,
        body,
        reference_time,
        request,
    })
}
