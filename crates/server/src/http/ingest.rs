//! `POST /ingest` and `POST /api/v1/add`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::LOCATION;
use axum::response::AppendHeaders;
use axum::{Extension, Json};
use recollect_engine::{Accepted, AcceptedAs, Engine, NewText, Operation, TextOptions};
use recollect_model::{EpisodeKind, LogId, ReferenceTime};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{JsonFields, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::Fields;
use super::labels::labels;
use super::schemas::tags;

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
    /// What you call the text. A text that has this name already in its space is replaced, or left as it is when it says the
    /// same. Empty means none.
    #[schema(
        nullable,
        max_length = 512,
        pattern = "^$|\\S",
        example = "notes/lyon.md"
    )]
    external_id: Option<String>,
    /// What it is sorted by; at most 50.
    #[schema(schema_with = tags)]
    tags: Option<Vec<String>>,
    /// More about it, as names and values; a text is found by those that are texts, numbers, true or false.
    #[schema(nullable, value_type = Option<Object>, example = json!({ "mood": "glad" }))]
    metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// When it is to be forgotten, ISO 8601; it must lie ahead.
    #[schema(nullable, format = DateTime)]
    expires_at: Option<String>,
    /// Where the text was; its log shows it.
    #[schema(
        rename = "sourceURL",
        nullable,
        example = "https://notes.example.com/lyon"
    )]
    source_url: Option<String>,
    /// What brought it; its log shows it.
    #[schema(nullable, example = "obsidian")]
    integration_slug: Option<String>,
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
#[schema(as = Accepted)]
pub(crate) struct AcceptedReply {
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
    /// `added`; with an `externalId` also `replaced`, or `unchanged`: then the log is that of the text that is there.
    #[schema(example = "added")]
    status: &'static str,
    /// The log of the text whose place it takes.
    #[schema(value_type = Option<String>, format = "uuid")]
    replaces: Option<LogId>,
}

/// The request that this one is when it is sent again: its key gives what its texts are called by.
#[derive(Debug, Clone)]
pub(crate) struct KeyedRequest(pub(crate) String);

impl KeyedRequest {
    /// What the identifiers of a text of the request follow from.
    pub(super) fn operation(keyed: Option<&Self>, number: usize) -> Option<Operation> {
        let request = keyed?.0.clone();
        Some(Operation { request, number })
    }
}

/// Accept a text
///
/// The answer comes when the text is on disk. Processing follows, in order, in the caller's queue. Sent again with the same
/// `Idempotency-Key` within a day, it is the same text, and answered as before.
#[utoipa::path(
    post,
    path = "/api/v1/add",
    operation_id = "addText",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    request_body = TextBody,
    responses(
        (status = 200, description = "Accepted", body = AcceptedReply, headers(("Location" = String, description = "The log's path"))),
        Refusals,
    ),
)]
pub(crate) async fn accept(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    keyed: Option<Extension<KeyedRequest>>,
    JsonFields(fields): JsonFields,
) -> Result<
    (
        AppendHeaders<[(axum::http::HeaderName, String); 1]>,
        Json<AcceptedReply>,
    ),
    ApiError,
> {
    let mut text = new_text(fields)?;
    text.more.operation = KeyedRequest::operation(keyed.as_deref(), 0);
    let accepted = engine.accept_version(caller.user, text).await;
    let Accepted { log, as_what } = accepted.map_err(ApiError::naming_space)?;
    let location = AppendHeaders([(LOCATION, format!("/api/v1/logs/{log}"))]);
    let reply = AcceptedReply {
        success: true,
        id: log,
        queue_id: log,
        log_id: log,
        status: as_what.as_str(),
        replaces: replaced(as_what),
    };
    Ok((location, Json(reply)))
}

/// The log of the text whose place is taken.
pub(super) fn replaced(as_what: AcceptedAs) -> Option<LogId> {
    match as_what {
        AcceptedAs::Replacing(log) => Some(log),
        AcceptedAs::Added | AcceptedAs::Unchanged => None,
    }
}

pub(super) fn new_text(fields: Fields) -> Result<NewText, ApiError> {
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
    let external_id = fields.text("externalId")?.filter(|name| !name.is_empty());
    let more = TextOptions {
        external_id: external_id.map(str::to_owned),
        labels: labels(&fields)?,
        expires_at: fields.date_time("expiresAt")?.map(ReferenceTime::instant),
        ..TextOptions::default()
    };
    // They are kept with the log as they were sent.
    for shown in ["sourceURL", "integrationSlug"] {
        fields.text(shown)?;
    }
    let request = fields.without_value("episodeBody");
    Ok(NewText {
        space,
        session,
        source,
        kind,
        body,
        reference_time,
        request,
        more,
    })
}
