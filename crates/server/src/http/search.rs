//! `POST /search` and `POST /api/v1/search`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use recollect_engine::{Engine, FoundBy, FoundEpisode, FoundFact, Query, Recollection};
use recollect_model::ReferenceTime;
use serde_json::{Value, json};

use super::caller::{CallingUser, JsonFields};
use super::error::ApiError;
use super::fields::{Fields, within};

const DEFAULT_LIMIT: usize = 10;
const LIMITS: std::ops::RangeInclusive<u64> = 1..=200;

/// What matters for a query, from the caller's spaces only.
pub(crate) async fn recall(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    RawQuery(parameters): RawQuery,
    JsonFields(fields): JsonFields,
) -> Result<Json<Value>, ApiError> {
    let query = query(&engine, &fields, parameters.as_deref())?;
    let found = engine
        .recall(user.0, query)
        .await
        .map_err(ApiError::naming_space)?;
    Ok(Json(rendered(&found)))
}

fn query(engine: &Engine, fields: &Fields, parameters: Option<&str>) -> Result<Query, ApiError> {
    let instant = |name| {
        fields
            .date_time(name)
            .map(|time| time.map(ReferenceTime::instant))
    };
    Ok(Query {
        text: fields.required_text("query")?.to_owned(),
        spaces: fields.spaces()?,
        session: fields
            .text("sessionId")?
            .filter(|session| !session.is_empty())
            .map(str::to_owned),
        limit: fields
            .count("limit", LIMITS)?
            .map_or_else(|| limit_of(parameters), Ok)?,
        reference_time: fields
            .date_time("referenceTime")?
            .unwrap_or_else(|| ReferenceTime::utc(engine.environment().now())),
        from: instant("startTime")?,
        until: instant("endTime")?,
        valid_at: instant("validAt")?,
        include_invalidated: fields.boolean("includeInvalidated")?.unwrap_or(false),
        score_threshold: fields
            .number("scoreThreshold")?
            .map(|threshold| threshold as f32),
        min_results: fields.count("minResults", 0..=*LIMITS.end())?.unwrap_or(0),
    })
}

/// Published clients put `limit` into the query string.
fn limit_of(parameters: Option<&str>) -> Result<usize, ApiError> {
    let value = parameters
        .into_iter()
        .flat_map(|text| text.split('&'))
        .find_map(|pair| pair.strip_prefix("limit="));
    let Some(value) = value else {
        return Ok(DEFAULT_LIMIT);
    };
    within(
        "limit",
        value
            .parse()
            .map_err(|_| ApiError::invalid("limit", "must be a whole number"))?,
        &LIMITS,
    )
}

fn rendered(found: &Recollection) -> Value {
    json!({
        "episodes": found.episodes.iter().map(|hit| hit.episode.body.as_str()).collect::<Vec<_>>(),
        "facts": found.facts.iter().map(fact).collect::<Vec<_>>(),
        "results": found.episodes.iter().map(result).collect::<Vec<_>>(),
    })
}

fn result(hit: &FoundEpisode) -> Value {
    json!({
        "logId": hit.episode.log,
        "episodeUUID": hit.episode.id,
        "text": hit.episode.body,
        "score": hit.score,
        "referenceTime": hit.episode.reference_time.to_string(),
        "source": hit.episode.source,
        "sessionId": hit.episode.session,
        "spaceId": hit.episode.space,
        "passage": { "text": hit.passage, "start": hit.range.start, "end": hit.range.end },
        "lanes": lanes(hit.found_by),
    })
}

fn lanes(by: FoundBy) -> Vec<&'static str> {
    let lanes = [
        (by.words, "words"),
        (by.vectors, "vectors"),
        (by.graph, "graph"),
        (by.time, "time"),
        (by.session, "session"),
    ];
    lanes
        .into_iter()
        .filter_map(|(found, name)| found.then_some(name))
        .collect()
}

fn fact(hit: &FoundFact) -> Value {
    json!({
        "fact": hit.fact,
        "validAt": hit.valid_at,
        "invalidAt": hit.invalid_at,
        "statementId": hit.id,
        "subject": hit.subject,
        "relation": hit.relation,
        "object": hit.object,
        "episodeUUIDs": hit.episodes,
        "spaceId": hit.space,
        "score": hit.score,
    })
}
