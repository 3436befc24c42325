//! `/api/v1/logs` and `/api/v1/queue`: what became of each text, and what waits.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::{Engine, LogFilter, Sought, TextDigest};
use recollect_model::{
    EpisodeId, ImportId, Log, LogId, LogStatus, QueuePlace, QueueState, SpaceId, Timestamp,
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{MemoryRead, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::kinds::{not_blank, text_digest};
use super::labels::wanted_by;
use super::origin::ClientAddress;
use super::parameters::Parameters;

/// The names that the text has in a request.
const TEXT_NAMES: [&str; 2] = ["episodeBody", "episode_body"];

/// What became of one text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Log)]
pub(crate) struct LogReply {
    #[schema(value_type = String, format = "uuid")]
    id: LogId,
    /// What the caller named as the source.
    source: String,
    /// The text, verbatim; empty once it is gone and only its log is left.
    ingest_text: String,
    /// When it was accepted.
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    /// When processing ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    processed_at: Option<Timestamp>,
    /// The episode that the text became, as long as it is there.
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = Option<String>, format = "uuid")]
    episode_uuid: Option<EpisodeId>,
    /// `pending`, `processing`, `completed` or `failed`.
    #[schema(example = "completed")]
    status: &'static str,
    /// Why it failed, or why it is being tried again.
    error: Option<String>,
    /// How the text was read, where there is something to say: that no fact was understood in it, that it repeats what
    /// the service has just told, that a provider was out of reach, that a newer version of the document took its place.
    note: Option<String>,
    /// The log of the newer version of the document that took its place.
    #[schema(value_type = Option<String>, format = "uuid")]
    replaced_by: Option<LogId>,
    /// Where it stands in the caller's queue, while it waits or is being processed.
    queue: Option<QueuePlaceReply>,
    /// Where the text was, as it was sent.
    #[serde(rename = "sourceURL")]
    source_url: Option<String>,
    /// What brought it, as it was sent.
    integration_slug: Option<String>,
    /// The request as it was sent; without the text once that is gone.
    data: Map<String, Value>,
    /// When it was said or written.
    #[schema(format = DateTime)]
    reference_time: String,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    session_id: Option<String>,
    /// What whoever sent it calls it.
    external_id: Option<String>,
    tags: Vec<String>,
    #[schema(value_type = Object)]
    metadata: Map<String, Value>,
    /// The import that brought it.
    #[schema(value_type = Option<String>, format = "uuid")]
    import_id: Option<ImportId>,
    /// When it is forgotten; null where nobody said.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
}

/// A place in a queue.
#[derive(Serialize, ToSchema)]
#[schema(as = QueuePlace)]
pub(crate) struct QueuePlaceReply {
    /// From 1, the text that is processed next or now.
    position: u64,
    /// How many texts are in the queue.
    depth: u64,
}

/// One log.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneLog {
    log: LogReply,
}

/// Logs, the newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogList {
    logs: Vec<LogReply>,
    /// The logs of the whole list.
    total_count: u64,
    /// From 1.
    page: u64,
    /// The most logs on a page.
    limit: u64,
    /// Whether there are more after these.
    has_more: bool,
    /// The `offset` of the rest, where there are more: a page of long texts has fewer logs than were asked for.
    next_offset: Option<u64>,
    /// What the caller's texts name as their sources, whatever was asked for; the first thousand.
    available_sources: Vec<String>,
}

/// List what became of the texts
///
/// The newest first. A page brings along at most 16 MiB of text, and one log at least: where the logs asked for have more, it has
/// fewer of them, `hasMore` is true, and `nextOffset` says where the rest begins.
#[utoipa::path(
    get,
    path = "/api/v1/logs",
    operation_id = "listLogs",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("offset" = Option<u64>, Query, maximum = 1_000_000_000, description = "How many logs to pass over; goes before `page`"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
        ("status" = Option<String>, Query, pattern = "^(pending|processing|completed|failed|PENDING|PROCESSING|COMPLETED|FAILED)?$", description = "`pending`, `processing`, `completed` or `failed`, in either case"),
        ("source" = Option<String>, Query, description = "Only texts of this source"),
        ("sessionId" = Option<String>, Query, description = "Only texts of this session"),
        ("spaceId" = Option<String>, Query, format = "uuid", description = "Only texts of this space"),
        ("externalId" = Option<String>, Query, description = "Only texts that were sent with this name"),
        ("importId" = Option<String>, Query, format = "uuid", description = "Only texts of this import"),
        ("tags" = Option<String>, Query, description = "Only texts with at least one of these tags, with commas between them"),
        ("allTags" = Option<String>, Query, description = "Only texts with all of these tags"),
        ("noTags" = Option<String>, Query, description = "Only texts with none of these tags"),
        ("metadata" = Option<String>, Query, description = "JSON: an object with `any`, `all` or `none`, each an object of names and values"),
        ("startDate" = Option<String>, Query, pattern = "^([+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}.*)?$", description = "Only texts accepted from this date or date-time on, ISO 8601; also `startTime`"),
        ("endDate" = Option<String>, Query, pattern = "^([+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}.*)?$", description = "Only texts accepted until the end of this date, or before this date-time, ISO 8601; also `endTime`"),
    ),
    responses((status = 200, description = "The logs", body = LogList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<LogList>, ApiError> {
    let part = parameters.part()?.of();
    let filter = wanted(&parameters)?;
    if let Some(import) = filter.import {
        engine.import(caller.user, import).await?;
    }
    let found = engine.newest_logs(caller.user, &filter, part).await;
    let found = found.map_err(ApiError::naming_space)?;
    let limit = u64::from(part.limit);
    let next = part.offset + found.items.len() as u64;
    let has_more = next < found.total;
    Ok(Json(LogList {
        total_count: found.total,
        page: part.offset / limit + 1,
        limit,
        has_more,
        next_offset: has_more.then_some(next),
        logs: found.items.into_iter().map(LogReply::from).collect(),
        available_sources: engine.sources(caller.user).await?,
    }))
}

fn wanted(parameters: &Parameters) -> Result<LogFilter, ApiError> {
    const STATUSES: &str = "must be pending, processing, completed or failed";
    let status = parameters.text("status").map(|name| {
        let status = LogStatus::from_name(&name.to_lowercase());
        status.ok_or_else(|| ApiError::invalid("status", STATUSES))
    });
    Ok(LogFilter {
        status: status.transpose()?,
        source: parameters.text("source").map(str::to_owned),
        session: parameters.text("sessionId").map(str::to_owned),
        space: parameters.space()?,
        from: match parameters.since_date("startDate")? {
            Some(from) => Some(from),
            None => parameters.since_date("startTime")?,
        },
        until: match parameters.until_date("endDate")? {
            Some(until) => Some(until),
            None => parameters.until_date("endTime")?,
        },
        external_id: parameters.text("externalId").map(str::to_owned),
        import: parameters.id("importId", Sought::Import)?,
        labels: wanted_by(parameters)?,
        ..LogFilter::default()
    })
}

/// Show what became of a text
#[utoipa::path(
    get,
    path = "/api/v1/logs/{log}",
    operation_id = "getLog",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(("log" = String, Path, format = "uuid", description = "The log's id, as the text's acceptance gave it")),
    responses((status = 200, description = "The log", body = OneLog), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    log: Result<Path<String>, PathRejection>,
) -> Result<Json<OneLog>, ApiError> {
    let log = engine.log(caller.user, path_id(log, Sought::Log)?).await?;
    let log = LogReply::from(log);
    Ok(Json(OneLog { log }))
}

/// A text that is tried again.
#[derive(Serialize, ToSchema)]
pub(crate) struct RetriedReply {
    success: bool,
    log: LogReply,
}

/// Try a text again that has failed
///
/// It waits at the end of the caller's queue; its episode keeps its id. A log that has not failed is refused, and so is a
/// document of which a newer version was accepted since.
#[utoipa::path(
    post,
    path = "/api/v1/logs/{log}/retry",
    operation_id = "retryText",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    params(("log" = String, Path, format = "uuid", description = "The log's id")),
    responses((status = 200, description = "It waits again", body = RetriedReply), Refusals),
)]
pub(crate) async fn retry(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    log: Result<Path<String>, PathRejection>,
) -> Result<Json<RetriedReply>, ApiError> {
    let log = engine
        .retry(caller.user, path_id(log, Sought::Log)?)
        .await?;
    Ok(Json(RetriedReply {
        success: true,
        log: log.into(),
    }))
}

/// The caller's queue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Queue)]
pub(crate) struct QueueReply {
    /// How many texts wait or are being processed.
    depth: u64,
    /// How many of them are being processed.
    processing: u64,
    /// Since when the first one waits that is not being processed.
    #[schema(value_type = Option<String>, format = DateTime)]
    oldest_waiting_since: Option<Timestamp>,
    /// When it is tried again, if an attempt at it has failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
}

/// Show how much waits to be processed
#[utoipa::path(
    get,
    path = "/api/v1/queue",
    operation_id = "getQueue",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "The caller's queue", body = QueueReply), Refusals),
)]
pub(crate) async fn queue(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
) -> Result<Json<QueueReply>, ApiError> {
    Ok(Json(engine.queue(caller.user).await?.into()))
}

/// What was forgotten.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForgottenReply {
    success: bool,
    deleted: ForgottenCounts,
}

/// How much was forgotten.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForgottenCounts {
    /// The text's episode; 0 when the text was gone before, and only its log was left.
    episodes: u64,
    /// Statements that only it supported.
    statements: u64,
    /// Entities that nothing else names.
    entities: u64,
}

/// Forget a text
///
/// Its log, its episode, and all that only it supported are gone; what only it had ended holds again.
#[utoipa::path(
    delete,
    path = "/api/v1/logs/{log}",
    operation_id = "forgetText",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    params(("log" = String, Path, format = "uuid", description = "The log's id")),
    responses((status = 200, description = "Forgotten", body = ForgottenReply), Refusals),
)]
pub(crate) async fn delete(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    log: Result<Path<String>, PathRejection>,
) -> Result<Json<ForgottenReply>, ApiError> {
    let log = path_id(log, Sought::Log)?;
    let forgotten = engine.forget(caller.user, log, address).await?;
    Ok(Json(ForgottenReply {
        success: true,
        deleted: ForgottenCounts {
            episodes: forgotten.episodes,
            statements: forgotten.statements,
            entities: forgotten.entities,
        },
    }))
}

body! {
    /// The body that gives a text other words.
    pub(crate) struct EditBody {
        /// The new text.
        #[example = "Clara lives in Porto."]
        episode_body: String = not_blank(None),
        /// The SHA-256 of the words that are to be replaced, in UTF-8 and written in hexadecimal: when the text has other words
        /// by now, nothing is changed and the answer is a conflict.
        replaces: Option<TextDigest> = text_digest(),
    }
}

/// Give a text other words
///
/// The old ones go with all that they did, and the new ones are understood as if they had just come. The log, the episode, its
/// time and its source stay, and so does what was decided about facts.
#[utoipa::path(
    put,
    path = "/api/v1/logs/{log}",
    operation_id = "editLog",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    params(("log" = String, Path, format = "uuid", description = "The log's id")),
    request_body = EditBody,
    responses((status = 200, description = "It waits in the queue", body = RetriedReply), Refusals),
)]
pub(crate) async fn edit(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    log: Result<Path<String>, PathRejection>,
    Sent(body): Sent<EditBody>,
) -> Result<Json<RetriedReply>, ApiError> {
    let log = path_id(log, Sought::Log)?;
    let log = engine
        .edit(
            caller.user,
            log,
            (body.replaces, &body.episode_body),
            address,
        )
        .await?;
    Ok(Json(RetriedReply {
        success: true,
        log: log.into(),
    }))
}

impl From<Log> for LogReply {
    fn from(log: Log) -> Self {
        let note = note(&log);
        let data = data(&log);
        Self {
            id: log.id,
            source: log.source,
            ingest_text: log.text,
            time: log.accepted_at,
            processed_at: log.processed_at,
            episode_uuid: log.episode,
            status: log.status.as_str(),
            error: log.error,
            note,
            replaced_by: log.replaced_by,
            queue: log.queue.map(QueuePlaceReply::from),
            source_url: sent(&data, ["sourceURL", "sourceUrl", "source_url"]),
            integration_slug: sent(
                &data,
                ["integrationSlug", "integration_slug", "integration"],
            ),
            data,
            reference_time: log.reference_time.to_string(),
            space_id: log.space,
            session_id: log.session,
            external_id: log.external_id,
            tags: log.labels.tags,
            metadata: log.labels.metadata,
            import_id: log.import,
            expires_at: log.expires_at,
        }
    }
}

/// What was sent with the text by one of these names.
fn sent<const N: usize>(data: &Map<String, Value>, names: [&str; N]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| data.get(*name));
    values.find_map(Value::as_str).map(str::to_owned)
}

/// What there is to say of a text: how it was read, or why it is not there any more.
fn note(log: &Log) -> Option<String> {
    match log.replaced_by {
        Some(by) => Some(format!(
            "replaced by the newer version of the document that log {by} follows"
        )),
        None if log.text.is_empty() => {
            Some("forgotten with another log of the same text".to_owned())
        }
        None => log.note.clone(),
    }
}

/// The request as it was sent: its text is kept apart and put back where it was.
fn data(log: &Log) -> Map<String, Value> {
    let mut data: Map<String, Value> = serde_json::from_str(&log.request).unwrap_or_default();
    if log.text.is_empty() {
        return data;
    }
    let text = Value::String(log.text.clone());
    let named = TEXT_NAMES.iter().find(|name| data.contains_key(**name));
    data.insert((*named.unwrap_or(&TEXT_NAMES[0])).to_owned(), text);
    data
}

impl From<QueuePlace> for QueuePlaceReply {
    fn from(place: QueuePlace) -> Self {
        Self {
            position: place.position,
            depth: place.depth,
        }
    }
}

impl From<QueueState> for QueueReply {
    fn from(queue: QueueState) -> Self {
        Self {
            depth: queue.depth,
            processing: queue.processing,
            oldest_waiting_since: queue.oldest_waiting_since,
            next_attempt_at: queue.next_attempt_at,
        }
    }
}
