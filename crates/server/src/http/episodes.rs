//! `/api/v1/episodes/{episode}`: a text with what was understood of it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use recollect_engine::{Engine, KnownStatement, Sought};
use recollect_model::{EntityId, EpisodeId, LogId, RecordedClaim, SpaceId, StatementId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::parameters::Parameters;
use super::statements::StatementReply;

/// A text with what was understood of it. Ranges count characters of the text.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneEpisode {
    episode: EpisodeReply,
    /// What it says: the statements it supports, each with the words that say it.
    facts: Vec<Said>,
    /// Whom and what it names.
    mentions: Vec<MentionReply>,
}

/// A text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Episode)]
pub(crate) struct EpisodeReply {
    #[schema(value_type = String, format = "uuid")]
    id: EpisodeId,
    #[schema(value_type = String, format = "uuid")]
    log_id: LogId,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    session_id: Option<String>,
    source: String,
    /// `CONVERSATION` or `DOCUMENT`.
    r#type: &'static str,
    text: String,
    /// When it was said or written.
    #[schema(format = DateTime)]
    reference_time: String,
    /// When it was accepted.
    #[schema(value_type = String, format = DateTime)]
    recorded_at: Timestamp,
    /// `pending`, `processing`, `completed` or `failed`, as in its log.
    #[schema(example = "completed")]
    status: &'static str,
    /// What found the facts in it; empty as long as it was not read.
    #[schema(example = "local/2")]
    extractor: String,
    /// The model that made its vectors; empty as long as it was not read.
    embedder: String,
}

/// Something a text says.
#[derive(Serialize, ToSchema)]
pub(crate) struct Said {
    /// The first character of the words that say it.
    start: u32,
    /// The first character after them.
    end: u32,
    statement: StatementReply,
}

/// A place where a text names somebody or something.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MentionReply {
    #[schema(value_type = String, format = "uuid")]
    entity_id: EntityId,
    name: String,
    /// What it is taken for here.
    kind: &'static str,
    start: u32,
    end: u32,
}

/// What a text says, a part of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EpisodeFacts {
    facts: Vec<Said>,
    /// How much it says altogether.
    total_count: usize,
    /// Whether there is more after this.
    has_more: bool,
}

/// List what a text says
#[utoipa::path(
    get,
    path = "/api/v1/episodes/{episode}/facts",
    operation_id = "listEpisodeFacts",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(
        ("episode" = String, Path, format = "uuid", description = "The episode's id"),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 1_000_000, description = "From 1"),
        ("offset" = Option<u64>, Query, maximum = 1_000_000_000, description = "How many to pass over; goes before `page`"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
    ),
    responses((status = 200, description = "The statements it supports, each with the words that say it", body = EpisodeFacts), Refusals),
)]
pub(crate) async fn facts(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    episode: Result<Path<String>, PathRejection>,
    parameters: Parameters,
) -> Result<Json<EpisodeFacts>, ApiError> {
    let part = parameters.part()?.of();
    let episode = path_id(episode, Sought::Episode)?;
    let reading = engine.episode(caller.user, episode).await?;
    let facts = said(&reading.claims, reading.statements);
    let total_count = facts.len();
    let before = usize::try_from(part.offset).unwrap_or(usize::MAX);
    let facts: Vec<Said> = facts
        .into_iter()
        .skip(before)
        .take(part.limit as usize)
        .collect();
    Ok(Json(EpisodeFacts {
        has_more: before.saturating_add(facts.len()) < total_count,
        facts,
        total_count,
    }))
}

/// The claims of a text with the statements that follow from them.
fn said(
    claims: &[(RecordedClaim, Option<StatementId>)],
    statements: Vec<KnownStatement>,
) -> Vec<Said> {
    let statements: HashMap<StatementId, KnownStatement> = statements
        .into_iter()
        .map(|known| (known.statement.id, known))
        .collect();
    let said = claims.iter().filter_map(|(recorded, statement)| {
        Some(Said {
            start: recorded.claim.range.start,
            end: recorded.claim.range.end,
            statement: statements.get(&(*statement)?)?.clone().into(),
        })
    });
    said.collect()
}

/// Show a text with what was understood of it
#[utoipa::path(
    get,
    path = "/api/v1/episodes/{episode}",
    operation_id = "getEpisode",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(("episode" = String, Path, format = "uuid", description = "The episode's id")),
    responses((status = 200, description = "The episode", body = OneEpisode), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    episode: Result<Path<String>, PathRejection>,
) -> Result<Json<OneEpisode>, ApiError> {
    let reading = engine
        .episode(caller.user, path_id(episode, Sought::Episode)?)
        .await?;
    let mentions = reading.mentions.into_iter();
    Ok(Json(OneEpisode {
        facts: said(&reading.claims, reading.statements),
        mentions: mentions
            .map(|(mention, entity)| MentionReply {
                entity_id: entity.canonical(),
                name: entity.name,
                kind: mention.kind.as_str(),
                start: mention.range.start,
                end: mention.range.end,
            })
            .collect(),
        episode: EpisodeReply {
            id: reading.episode.id,
            log_id: reading.episode.log,
            space_id: reading.episode.space,
            session_id: reading.episode.session,
            source: reading.episode.source,
            r#type: reading.kind.as_str(),
            text: reading.episode.body,
            reference_time: reading.episode.reference_time.to_string(),
            recorded_at: reading.accepted_at,
            status: reading.status.as_str(),
            extractor: reading.extractor,
            embedder: reading.embedder,
        },
    }))
}
