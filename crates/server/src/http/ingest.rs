//! `POST /ingest` and `POST /api/v1/add`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::LOCATION;
use axum::response::AppendHeaders;
use axum::{Extension, Json};
use recollect_engine::{Accepted, AcceptedAs, Engine, MAX_LABEL, NewText, Operation, TextOptions};
use recollect_model::{EpisodeKind, Labels, LogId, ReferenceTime, SpaceId};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::{Ref, RefOr, Schema};

use super::body::{Body, body};
use super::caller::{JsonFields, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::Fields;
use super::kinds::{
    Kind, date_time, expect, not_blank, object, space, spaces, string, string_schema, text,
    text_like, together,
};
use super::labels::tags;

body! {
    /// A text to remember. Names in snake case are taken too; other fields are kept with the log.
    pub(crate) struct TextBody as TextToRemember {
        /// The text. Lines `Name: words` are turns of that speaker.
        #[example = "I moved to Lyon and started at Airbus."]
        episode_body: String = not_blank(None),
        /// When it was said or written, ISO 8601; without an offset it is UTC.
        #[example = "2025-03-01T09:30:00+01:00"]
        reference_time: ReferenceTime = date_time(),
        /// Where it comes from, in your words.
        #[example = "notes"]
        source: String = not_blank(MAX_LABEL),
        /// The space it goes to; the default space otherwise.
        space_id: Option<SpaceId> = space().or_empty(),
        /// The same as `spaceId`, as a list of one.
        space_ids: Option<Vec<SpaceId>> = spaces(),
        /// The conversation or document it is part of; empty means none.
        session_id: Option<String> = text(MAX_LABEL),
        /// What the text is: `CONVERSATION`, or `DOCUMENT`. A document with a session is a version of one document: it takes
        /// the place of the version before.
        kind as "type": Option<EpisodeKind> = text_kind(),
        /// What you call the text. A text that has this name already in its space is replaced, or left as it is when it says the
        /// same. Empty means none.
        #[example = "notes/lyon.md"]
        external_id: Option<String> = text_like("^$|\\S", 0, MAX_LABEL).or_empty(),
        /// What it is sorted by; at most 50.
        tags: Option<Vec<String>> = tags(),
        /// More about it, as names and values; a text is found by those that are texts, numbers, true or false.
        metadata: Option<Map<String, Value>> = object(),
        /// When it is to be forgotten, ISO 8601; it must lie ahead.
        expires_at: Option<ReferenceTime> = date_time(),
        /// Where the text was; its log shows it.
        #[example = "https://notes.example.com/lyon"]
        source_url as "sourceURL": Option<String> = text(None),
        /// What brought it; its log shows it.
        #[example = "obsidian"]
        integration_slug: Option<String> = text(None),
    }
}

/// What a text is.
pub(crate) struct TextKind;

impl utoipa::PartialSchema for TextKind {
    fn schema() -> RefOr<Schema> {
        let kind = string_schema().enum_values(Some(EpisodeKind::ALL.map(EpisodeKind::as_str)));
        kind.description(Some("What a text is.")).into()
    }
}

impl ToSchema for TextKind {}

fn text_kind() -> Kind<EpisodeKind> {
    Kind::new(
        |value, name| {
            let kind = EpisodeKind::from_name(&string(value, name)?.to_uppercase());
            expect(kind, name, "CONVERSATION or DOCUMENT")
        },
        || Ref::from_schema_name(TextKind::name()),
    )
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
    let body = TextBody::read(&fields)?;
    let space = match together(body.space_id, body.space_ids)[..] {
        [] => None,
        [space] => Some(space),
        _ => {
            return Err(ApiError::invalid(
                "spaceIds",
                "must name one space: a text lives in one; send it again for another",
            ));
        }
    };
    // What is only shown is kept with the log as it was sent.
    let _ = (body.source_url, body.integration_slug);
    let request = fields.without_value("episodeBody");
    Ok(NewText {
        space,
        session: body.session_id,
        source: body.source,
        kind: body.kind.unwrap_or_default(),
        body: body.episode_body,
        reference_time: body.reference_time,
        request,
        more: TextOptions {
            external_id: body.external_id,
            labels: Labels::new(
                body.tags.unwrap_or_default(),
                body.metadata.unwrap_or_default(),
            ),
            expires_at: body.expires_at.map(ReferenceTime::instant),
            ..TextOptions::default()
        },
    })
}
