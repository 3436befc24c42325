//! `POST /search` and `POST /api/v1/search`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use recollect_engine::{
    Earlier, Engine, FoundAnswer, FoundBy, FoundEpisode, FoundFact, Query, Recollection,
};
use recollect_model::{EntityId, EpisodeId, LogId, ReferenceTime, SpaceId, StatementId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Schema;

use super::caller::{JsonFields, MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::{Fields, within};
use super::labels::wanted;
use super::schemas::{ids, wanted_metadata, wanted_tags};
use super::statements::DetailReply;

const DEFAULT_LIMIT: usize = 10;
const LIMITS: std::ops::RangeInclusive<u64> = 1..=200;

/// A question. Names in snake case are taken too; other fields are ignored.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase", as = Query)]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct QueryBody {
    /// A question, or words; 8,192 characters of it are read.
    #[schema(min_length = 1, pattern = "\\S", example = "Where does Anna work?")]
    query: String,
    /// The most episodes, and the most facts; 10 otherwise; may stand in the query string instead.
    #[schema(nullable, minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// Only this space; all of the caller's otherwise.
    #[schema(nullable, format = "uuid")]
    space_id: Option<String>,
    /// Only these spaces.
    #[schema(schema_with = space_ids)]
    space_ids: Option<Vec<String>>,
    /// Only this session.
    #[schema(nullable)]
    session_id: Option<String>,
    /// Only texts with these tags: a list of which one is enough, or an object with `any`, `all` and `none`, each a list.
    #[schema(schema_with = wanted_tags)]
    tags: Option<serde_json::Value>,
    /// Only texts with this metadata: an object with `any`, `all` and `none`, each an object of names and values.
    #[schema(schema_with = wanted_metadata)]
    metadata: Option<serde_json::Value>,
    /// When it is asked: what "last week" is counted from, and what was known; now otherwise.
    #[schema(nullable, format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    reference_time: Option<String>,
    /// Only texts from this time on.
    #[schema(nullable, format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    start_time: Option<String>,
    /// Only texts before this time.
    #[schema(nullable, format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    end_time: Option<String>,
    /// Only facts that held then.
    #[schema(nullable, format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    valid_at: Option<String>,
    /// What was known then: only texts accepted until this time, and the facts that follow from them.
    #[schema(nullable, format = DateTime, example = "2025-03-01T09:30:00+01:00")]
    recorded_at: Option<String>,
    /// Without `validAt`: also facts that no longer hold.
    #[schema(nullable)]
    include_invalidated: Option<bool>,
    /// Leave out texts with a lower score.
    #[schema(nullable)]
    score_threshold: Option<f64>,
    /// Keep at least so many, whatever their score.
    #[schema(nullable, minimum = 0, maximum = 200)]
    min_results: Option<u32>,
    /// Whether the best thirty are put in order once more by the service's reranker, where it has one; otherwise as the service
    /// is set up, which is not to.
    #[schema(nullable)]
    rerank: Option<bool>,
}

fn space_ids() -> Schema {
    ids("Only these spaces.")
}

/// What matters for a question, best first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Found {
    /// What the question asks for, in words, where statements or the words of a text plainly say it; null otherwise.
    answer: Option<Answer>,
    /// The texts, verbatim.
    episodes: Vec<String>,
    facts: Vec<Fact>,
    /// The same texts, with where they come from.
    results: Vec<FoundText>,
    /// Whether a reranker put them in their order.
    reranked: bool,
}

/// The answer to a question.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Answer)]
pub(crate) struct Answer {
    /// A name, a value, a date, a length of time, a number, a list, yes or no.
    #[schema(example = "Lisbon")]
    text: String,
    /// The statements it follows from; none where the words of a text say it by themselves.
    #[schema(value_type = Vec<String>)]
    statement_ids: Vec<StatementId>,
    /// From when it holds, or when it happened; of several statements, where they agree.
    #[schema(value_type = Option<String>, format = DateTime)]
    valid_at: Option<Timestamp>,
    /// Until when it held.
    #[schema(value_type = Option<String>, format = DateTime)]
    invalid_at: Option<Timestamp>,
    /// How sure it is that this is what was asked for, between 0 and 1.
    confidence: f32,
    quote: Quote,
    /// What it was before, the latest first.
    before: Vec<EarlierReply>,
}

/// What was so before what is answered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerBefore)]
pub(crate) struct EarlierReply {
    #[schema(value_type = String, format = "uuid")]
    statement_id: StatementId,
    #[schema(example = "Clara lives in Porto.")]
    fact: String,
    #[schema(value_type = Option<String>, format = DateTime)]
    valid_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    invalid_at: Timestamp,
}

/// The words of a text that say so.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerQuote)]
pub(crate) struct Quote {
    #[schema(value_type = String, format = "uuid")]
    log_id: LogId,
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = String, format = "uuid")]
    episode_uuid: EpisodeId,
    /// Its first character in the text.
    start: u32,
    /// The first character after it.
    end: u32,
    text: String,
}

/// A text that matches.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundText {
    #[schema(value_type = String, format = "uuid")]
    log_id: LogId,
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = String, format = "uuid")]
    episode_uuid: EpisodeId,
    text: String,
    /// How well it matches, between 0 and 1; comparable within one reply.
    score: f32,
    #[schema(format = DateTime)]
    reference_time: String,
    source: String,
    session_id: Option<String>,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    passage: FoundPassage,
    /// What it was found by.
    #[schema(value_type = Vec<String>, example = json!(["words", "vectors"]))]
    lanes: Vec<&'static str>,
    /// How far its processing is: `completed`; `pending` or `processing`, when it is found by its words alone so far;
    /// `failed`, when it is found by nothing else.
    #[schema(example = "completed")]
    status: &'static str,
}

/// The part of a text that matches best.
#[derive(Serialize, ToSchema)]
pub(crate) struct FoundPassage {
    text: String,
    /// Its first character in the text.
    start: u32,
    /// The first character after it.
    end: u32,
}

/// A fact that matches.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fact {
    /// The fact as a sentence.
    fact: String,
    /// The other statements that stand in the sentence too: "Anna likes jazz and blues", "Anna ate and left".
    #[schema(value_type = Vec<String>)]
    together_ids: Vec<StatementId>,
    /// From when it held; null when only its end is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    valid_at: Option<Timestamp>,
    /// Until when it held, once something said so.
    #[schema(value_type = Option<String>, format = DateTime)]
    invalid_at: Option<Timestamp>,
    #[schema(value_type = String, format = "uuid")]
    statement_id: StatementId,
    subject: String,
    #[schema(value_type = String, format = "uuid")]
    subject_id: EntityId,
    /// The relation: `lives_in`, `works_at`, or the text's own phrase.
    #[schema(example = "lives_in")]
    relation: String,
    object: String,
    /// The entity; null for a value.
    #[schema(value_type = Option<String>, format = "uuid")]
    object_id: Option<EntityId>,
    /// With whom, where, for what, how much, in the order of the text.
    details: Vec<DetailReply>,
    /// How much anybody would look for it, from 0 (small talk) to 100.
    #[schema(example = 80)]
    worth: u8,
    /// Whether it is denied.
    is_negated: bool,
    /// How it is meant: `actual`, `planned`, `wished`, `possible`, `required` or `conditional`.
    #[schema(example = "actual")]
    modality: &'static str,
    /// Who says so, when it is not whoever wrote the text.
    attributed_to: Option<String>,
    /// How finely its time is told: `day`, `month`, `year` …
    #[schema(example = "day")]
    precision: Option<&'static str>,
    /// When it was first learned.
    #[schema(value_type = String, format = DateTime)]
    recorded_at: Timestamp,
    /// The newest episodes that say so.
    #[serde(rename = "episodeUUIDs")]
    #[schema(value_type = Vec<String>)]
    episode_uuids: Vec<EpisodeId>,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    score: f32,
}

/// Search the caller's memory
#[utoipa::path(
    post,
    path = "/api/v1/search",
    operation_id = "searchMemory",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(("limit" = Option<u32>, Query, description = "The same as in the body", minimum = 1, maximum = 200)),
    request_body(content = QueryBody, example = json!({ "query": "Where does Anna work?", "limit": 5 })),
    responses((status = 200, description = "What matters, best first", body = Found), Refusals),
)]
pub(crate) async fn recall(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    RawQuery(parameters): RawQuery,
    JsonFields(fields): JsonFields,
) -> Result<Json<Found>, ApiError> {
    let query = query(&engine, &fields, parameters.as_deref())?;
    let found = engine
        .recall(caller.user, query)
        .await
        .map_err(ApiError::naming_space)?;
    Ok(Json(found.into()))
}

fn query(engine: &Engine, fields: &Fields, parameters: Option<&str>) -> Result<Query, ApiError> {
    let instant = |name| fields.bound(name);
    let limit_in_query = limit_of(parameters)?;
    Ok(Query {
        text: fields.required_text("query")?.to_owned(),
        spaces: fields.spaces()?,
        session: fields
            .text("sessionId")?
            .filter(|session| !session.is_empty())
            .map(str::to_owned),
        labels: wanted(fields)?,
        limit: fields.count("limit", LIMITS)?.unwrap_or(limit_in_query),
        reference_time: fields
            .date_time("referenceTime")?
            .unwrap_or_else(|| ReferenceTime::utc(engine.environment().now())),
        from: instant("startTime")?,
        until: instant("endTime")?,
        valid_at: instant("validAt")?,
        recorded_at: instant("recordedAt")?,
        include_invalidated: fields.boolean("includeInvalidated")?.unwrap_or(false),
        tells_together: true,
        score_threshold: fields
            .number("scoreThreshold")?
            .map(|threshold| threshold as f32),
        min_results: fields.count("minResults", 0..=*LIMITS.end())?.unwrap_or(0),
        rerank: fields.boolean("rerank")?,
    })
}

/// Published clients put `limit` into the query string.
fn limit_of(parameters: Option<&str>) -> Result<usize, ApiError> {
    let value = parameters
        .into_iter()
        .flat_map(|text| text.split('&'))
        .find_map(|pair| pair.strip_prefix("limit="))
        .filter(|value| !value.is_empty());
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

impl From<Recollection> for Found {
    fn from(found: Recollection) -> Self {
        let results: Vec<_> = found.episodes.into_iter().map(FoundText::from).collect();
        Self {
            answer: found.answer.map(Answer::from),
            episodes: results.iter().map(|result| result.text.clone()).collect(),
            facts: found.facts.into_iter().map(Fact::from).collect(),
            results,
            reranked: found.reranked,
        }
    }
}

impl From<FoundAnswer> for Answer {
    fn from(found: FoundAnswer) -> Self {
        Self {
            text: found.text,
            statement_ids: found.statements,
            valid_at: found.valid_at,
            invalid_at: found.invalid_at,
            confidence: found.confidence,
            quote: Quote {
                log_id: found.quote.log,
                episode_uuid: found.quote.episode,
                start: found.quote.range.start,
                end: found.quote.range.end,
                text: found.quote.words,
            },
            before: found.before.into_iter().map(EarlierReply::from).collect(),
        }
    }
}

impl From<Earlier> for EarlierReply {
    fn from(earlier: Earlier) -> Self {
        Self {
            statement_id: earlier.id,
            fact: earlier.fact,
            valid_at: earlier.valid_at,
            invalid_at: earlier.invalid_at,
        }
    }
}

impl From<FoundEpisode> for FoundText {
    fn from(hit: FoundEpisode) -> Self {
        Self {
            log_id: hit.episode.log,
            episode_uuid: hit.episode.id,
            text: hit.episode.body,
            score: hit.score,
            reference_time: hit.episode.reference_time.to_string(),
            source: hit.episode.source,
            session_id: hit.episode.session,
            space_id: hit.episode.space,
            passage: FoundPassage {
                text: hit.passage,
                start: hit.range.start,
                end: hit.range.end,
            },
            lanes: lanes(hit.found_by),
            status: hit.status.as_str(),
        }
    }
}

impl From<FoundFact> for Fact {
    fn from(hit: FoundFact) -> Self {
        Self {
            fact: hit.fact,
            together_ids: hit.together,
            valid_at: hit.valid_at,
            invalid_at: hit.invalid_at,
            statement_id: hit.id,
            subject: hit.subject,
            subject_id: hit.subject_id,
            relation: hit.relation.to_string(),
            object: hit.object,
            object_id: hit.object_id,
            details: hit.details.0.into_iter().map(DetailReply::from).collect(),
            worth: hit.worth.get(),
            is_negated: hit.is_negated,
            modality: hit.modality.as_str(),
            attributed_to: hit.attributed_to.map(|(_, name)| name),
            precision: hit.precision.map(|precision| precision.as_str()),
            recorded_at: hit.recorded_at,
            episode_uuids: hit.episodes,
            space_id: hit.space,
            score: hit.score,
        }
    }
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
