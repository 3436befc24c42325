//! `/api/v1/imports`: what a person has elsewhere, brought in, looked at first, followed, stopped, taken back.

mod body;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use recollect_engine::{Engine, EngineError, ImportPreview, Sought};
use recollect_model::{Import, ImportId, SpaceId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{MemoryRead, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::path_id;

pub(crate) use self::body::{Brought, ImportBody};

/// What an import would bring.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportPreview)]
pub(crate) struct PreviewReply {
    /// How the files are read.
    #[schema(value_type = Vec<String>)]
    formats: Vec<&'static str>,
    /// How many texts there are in them.
    found: usize,
    /// How many of them are there already, or an earlier version of them: `replaced` and `unchanged` together.
    known: u64,
    /// How many of them are new.
    added: u64,
    /// How many would take the place of an earlier version.
    replaced: u64,
    /// How many are there already, and say the same.
    unchanged: u64,
    /// Who speaks, the most frequent first.
    speakers: Vec<SpeakerReply>,
    /// When the first was said.
    #[schema(format = DateTime)]
    from: Option<String>,
    /// When the last was said.
    #[schema(format = DateTime)]
    until: Option<String>,
    /// What cannot be brought in, with its place.
    problems: Vec<String>,
}

/// Somebody who speaks in what is brought in.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportSpeaker)]
pub(crate) struct SpeakerReply {
    name: String,
    /// How often.
    texts: usize,
}

/// An import.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportReply {
    #[schema(value_type = String, format = "uuid")]
    id: ImportId,
    /// What it brings: the names of the files.
    name: String,
    /// How it is read.
    #[schema(example = "chatgpt")]
    format: String,
    /// `running`, `completed`, `cancelled`, `interrupted` (it broke off, or its process ended; begun again it brings what is missing)
    /// `undoing` (what it brought is being forgotten) or `undone`.
    #[schema(example = "completed")]
    status: &'static str,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    /// How many texts were found in it.
    found: u64,
    /// How many of them were new.
    added: u64,
    /// How many took the place of an earlier version.
    replaced: u64,
    /// How many were there already.
    unchanged: u64,
    /// How many texts a second it has brought so far, those that were there counted with them.
    #[schema(example = 850.5)]
    per_second: Option<f64>,
    /// How many seconds the rest takes at that, about; while it runs.
    seconds_left: Option<u64>,
    /// What could not be brought in, with its place.
    problems: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<Timestamp>,
}

/// One import.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneImport {
    import: ImportReply,
}

/// Imports, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportList {
    imports: Vec<ImportReply>,
}

/// Bring in what you have elsewhere
///
/// Exports of assistants, chats, mail, notes and other memories, documents and plain text, as files or as the archive that was
/// downloaded; known by their content.
/// The import goes on beside the request: ask how far it is. What it brings has names, so that the same sent again, or a longer
/// export, adds what is missing.
#[utoipa::path(
    post,
    path = "/api/v1/imports",
    operation_id = "beginImport",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    request_body(content = ImportBody, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "What would be brought in, where `dryRun` is `true`", body = PreviewReply),
        (status = 202, description = "It is under way", body = OneImport),
        Refusals,
    ),
)]
pub(crate) async fn begin(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    brought: Brought,
) -> Result<Response, ApiError> {
    if brought.is_dry {
        let preview = engine.preview_import(caller.user, brought.new).await;
        let preview = preview.map_err(ApiError::naming_space)?;
        return Ok(Json(PreviewReply::from(preview)).into_response());
    }
    let import = engine.begin_import(caller.user, brought.new).await;
    let import = ImportReply::at(
        engine.environment().now(),
        import.map_err(ApiError::naming_space)?,
    );
    Ok((StatusCode::ACCEPTED, Json(OneImport { import })).into_response())
}

/// List the imports
#[utoipa::path(
    get,
    path = "/api/v1/imports",
    operation_id = "listImports",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "The newest hundred", body = ImportList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
) -> Result<Json<ImportList>, ApiError> {
    let imports = engine.imports(caller.user).await?;
    let now = engine.environment().now();
    let imports = imports
        .into_iter()
        .map(|import| ImportReply::at(now, import))
        .collect();
    Ok(Json(ImportList { imports }))
}

/// Show how far an import is
#[utoipa::path(
    get,
    path = "/api/v1/imports/{import}",
    operation_id = "getImport",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(("import" = String, Path, format = "uuid", description = "The import's id")),
    responses((status = 200, description = "The import", body = OneImport), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    import: Result<Path<String>, PathRejection>,
) -> Result<Json<OneImport>, ApiError> {
    let import = engine
        .import(caller.user, path_id(import, Sought::Import)?)
        .await;
    one(&engine, import)
}

/// Stop an import
///
/// What it has brought by then stays.
#[utoipa::path(
    post,
    path = "/api/v1/imports/{import}/cancel",
    operation_id = "cancelImport",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    params(("import" = String, Path, format = "uuid", description = "The import's id")),
    responses((status = 200, description = "It is stopped, or had ended", body = OneImport), Refusals),
)]
pub(crate) async fn cancel(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    import: Result<Path<String>, PathRejection>,
) -> Result<Json<OneImport>, ApiError> {
    let import = engine
        .cancel_import(caller.user, path_id(import, Sought::Import)?)
        .await;
    one(&engine, import)
}

/// Take an import back
///
/// All that it brought is forgotten, and nothing else. A version that it took the place of within the last thirty days comes back,
/// where nothing else has taken that place since. The answer comes when it is done; of a large import that takes minutes, and it
/// goes on where nobody waits for the answer, and after a restart: the import is `undoing` until then.
#[utoipa::path(
    delete,
    path = "/api/v1/imports/{import}",
    operation_id = "undoImport",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    params(("import" = String, Path, format = "uuid", description = "The import's id")),
    responses((status = 200, description = "It is undone", body = OneImport), Refusals),
)]
pub(crate) async fn undo(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    import: Result<Path<String>, PathRejection>,
) -> Result<Json<OneImport>, ApiError> {
    let import = engine
        .undo_import(caller.user, path_id(import, Sought::Import)?)
        .await;
    one(&engine, import)
}

fn one(engine: &Engine, import: Result<Import, EngineError>) -> Result<Json<OneImport>, ApiError> {
    let import = ImportReply::at(engine.environment().now(), import?);
    Ok(Json(OneImport { import }))
}

impl ImportReply {
    /// An import as it stands at this instant.
    fn at(now: Timestamp, import: Import) -> Self {
        let pace = import.pace(now);
        Self {
            per_second: pace.map(|pace| (pace.per_second * 10.0).round() / 10.0),
            seconds_left: pace.and_then(|pace| pace.seconds_left),
            id: import.id,
            name: import.name,
            format: import.format,
            status: import.status.as_str(),
            space_id: import.space,
            found: import.found,
            added: import.added,
            replaced: import.replaced,
            unchanged: import.unchanged,
            problems: import.problems,
            started_at: import.started_at,
            ended_at: import.ended_at,
        }
    }
}

impl From<ImportPreview> for PreviewReply {
    fn from(preview: ImportPreview) -> Self {
        let speakers = preview.speakers.into_iter();
        Self {
            formats: preview
                .formats
                .iter()
                .map(|format| format.as_str())
                .collect(),
            found: preview.found,
            known: preview.replaced + preview.unchanged,
            added: preview.added,
            replaced: preview.replaced,
            unchanged: preview.unchanged,
            speakers: speakers
                .map(|(name, texts)| SpeakerReply { name, texts })
                .collect(),
            from: preview.from.map(|time| time.to_string()),
            until: preview.until.map(|time| time.to_string()),
            problems: preview.problems,
        }
    }
}
