//! `POST /ingest` and `POST /api/v1/add`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::response::AppendHeaders;
use recollect_engine::{Engine, NewText};
use recollect_model::{EpisodeKind, LogId};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{JsonFields, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::Fields;

/// A text to remember. Names in snake case are taken too; other fields are kept with the log.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase", as = TextToRemember)]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct TextBody {
    /// The text. Lines `Name: words` are turns of that speaker.
    #[schema(
        min_length = 1,
        pattern = "\\S",
        example = "I moved to Lyon and started at Airbus."
    )]
    episode_body: String,
    /// When it was said or written, ISO 8601; without an offset it is UTC.
    #[schema(format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    reference_time: String,
    /// Where it comes from, in your words.
    #[schema(min_length = 1, max_length = 512, pattern = "\\S", example = "notes")]
    source: String,
    /// The space it goes to; the default space otherwise.
    #[schema(nullable, format = "uuid")]
    space_id: Option<String>,
    /// The conversation or document it is part of; empty means none.
    #[schema(nullable, max_length = 512)]
    session_id: Option<String>,
    /// What the text is: `CONVERSATION`, or `DOCUMENT`. A document with a session is a version of one document: it takes
    /// the place of the version before.
    #[schema(nullable, example = "CONVERSATION")]
    r#type: Option<TextKind>,
}

/// What a text is.
#[derive(ToSchema)]
#[schema(rename_all = "UPPERCASE")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) enum TextKind {
    Conversation,
    Document,
}

/// The text is on disk and waits for its turn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accepted {
    success: bool,
    /// The log that follows the text.
    #[schema(value_type = String, format = "uuid")]
    id: LogId,
    /// The same.
    #[schema(value_type = String, format = "uuid")]
    queue_id: LogId,
    /// The same.
    #[schema(value_type = String, format = "uuid")]
    log_id: LogId,
}

/// Accept a text
///
/// The answer comes when the text is on disk. Processing follows, in order, in the caller's queue.
#[utoipa::path(
    post,
    path = "/api/v1/add",
    operation_id = "addText",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    request_body = TextBody,
    responses(
        (status = 200, description = "Accepted", body = Accepted, headers(("Location" = String, description = "The log's path"))),
        Refusals,
    ),
)]
pub(crate) async fn accept(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    JsonFields(fields): JsonFields,
) -> Result<
    (
        AppendHeaders<[(axum::http::HeaderName, String); 1]>,
        Json<Accepted>,
    ),
    ApiError,
> {
    let accepted = engine.accept(caller.user, new_text(fields)?).await;
    let log = accepted.map_err(ApiError::naming_space)?;
    let location = AppendHeaders([(LOCATION, format!("/api/v1/logs/{log}"))]);
    let reply = Accepted {
        success: true,
        id: log,
        queue_id: log,
        log_id: log,
    };
    Ok((location, Json(reply)))
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
    let request = fields.without_value("episodeBody");
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
