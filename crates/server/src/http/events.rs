//! `GET /api/v1/events`: what happened to the caller's memory, in order.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::Engine;
use recollect_model::{EpisodeId, Event, LogId, SpaceId, StatementId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::parameters::Parameters;

const LIMITS: std::ops::RangeInclusive<u64> = 1..=1_000;
const DEFAULT_LIMIT: usize = 100;

/// What happened, in order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventList {
    events: Vec<EventReply>,
    /// Whether there may be more after the last one.
    has_more: bool,
}

/// Something that happened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Event)]
pub(crate) struct EventReply {
    /// Its place in the order: from 1, without gaps.
    sequence: u64,
    /// `episode.completed`, `episode.failed`, `episode.deleted` or `statement.invalidated`.
    #[schema(example = "statement.invalidated")]
    r#type: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    /// The log of the text that it happened to.
    #[schema(value_type = Option<String>, format = "uuid")]
    log_id: Option<LogId>,
    /// The episode that it happened to, or that ended the statement.
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = Option<String>, format = "uuid")]
    episode: Option<EpisodeId>,
    /// The statement that ended.
    #[schema(value_type = Option<String>, format = "uuid")]
    statement_id: Option<StatementId>,
}

/// Follow what happens to the caller's memory
///
/// Ask again with the last `sequence` seen. The newest 10,000 events are kept.
#[utoipa::path(
    get,
    path = "/api/v1/events",
    operation_id = "listEvents",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(
        ("after" = Option<u64>, Query, minimum = 0, maximum = 9_223_372_036_854_775_807_i64, description = "The last sequence seen; 0 otherwise"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 100 otherwise"),
    ),
    responses((status = 200, description = "The events after it", body = EventList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<EventList>, ApiError> {
    let after = parameters
        .count("after", &(0..=i64::MAX.unsigned_abs()))?
        .unwrap_or(0);
    let limit = parameters.count("limit", &LIMITS)?.unwrap_or(DEFAULT_LIMIT);
    let wanted = u32::try_from(limit).unwrap_or(u32::MAX);
    let events = engine.events(caller.user, after as u64, wanted).await?;
    Ok(Json(EventList {
        has_more: events.len() == limit,
        events: events.into_iter().map(EventReply::from).collect(),
    }))
}

impl From<Event> for EventReply {
    fn from(told: Event) -> Self {
        Self {
            sequence: told.sequence,
            r#type: told.event.kind.as_str(),
            created_at: told.event.at,
            space_id: told.event.space,
            log_id: told.event.log,
            episode: told.event.episode,
            statement_id: told.event.statement,
        }
    }
}
