//! `POST /search` and `POST /api/v1/search`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use recollect_engine::{
    Earlier, Engine, FoundAnswer, FoundBy, FoundEpisode, FoundFact, Query, Recollection,
};
use recollect_model::{
    EntityId, EpisodeId, LabelFilter, LogId, ReferenceTime, SpaceId, StatementId, Timestamp,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::kinds::{
    boolean, count, counted, date_time, not_blank, number, space, spaces, text, time_bound,
    together,
};
use super::labels::{both, wanted_metadata, wanted_tags};
use super::statements::DetailReply;

const DEFAULT_LIMIT: usize = 10;
const MAX_LIMIT: u32 = 200;

body! {
    /// A question. Names in snake case are taken too; other fields are ignored.
    pub(crate) struct QueryBody as Query {
        /// A question, or words; 8,192 characters of it are read.
        #[example = "Where does Anna work?"]
        query: String = not_blank(None),
        /// The most episodes, and the most facts; 10 otherwise; may stand in the query string instead.
        limit: Option<u32> = count(1, MAX_LIMIT),
        /// Only this space; all of the caller's otherwise.
        space_id: Option<SpaceId> = space().or_empty(),
        /// Only these spaces.
        space_ids: Option<Vec<SpaceId>> = spaces(),
        /// Only this session.
        session_id: Option<String> = text(None).or_empty(),
        /// Only texts with these tags: a list of which one is enough, or an object with `any`, `all` and `none`, each a list.
        tags: Option<LabelFilter> = wanted_tags(),
        /// Only texts with this metadata: an object with `any`, `all` and `none`, each an object of names and values; a list of values means one of them.
        metadata: Option<LabelFilter> = wanted_metadata(),
        /// When it is asked: what "last week" is counted from, and what was known; now otherwise.
        #[example = "2025-03-01T09:30:00+01:00"]
        reference_time: Option<ReferenceTime> = date_time(),
        /// Only texts from this time on.
        #[example = "2025-03-01T09:30:00+01:00"]
        start_time: Option<Timestamp> = time_bound(),
        /// Only texts before this time.
        #[example = "2025-03-01T09:30:00+01:00"]
        end_time: Option<Timestamp> = time_bound(),
        /// Only facts that held then.
        #[example = "2025-03-01T09:30:00+01:00"]
        valid_at: Option<Timestamp> = time_bound(),
        /// What was known then: only texts accepted until this time, and the facts that follow from them.
        #[example = "2025-03-01T09:30:00+01:00"]
        recorded_at: Option<Timestamp> = time_bound(),
        /// Without `validAt`: also facts that no longer hold.
        include_invalidated: Option<bool> = boolean(),
        /// Leave out texts with a lower score.
        score_threshold: Option<f64> = number(),
        /// Keep at least so many, whatever their score.
        min_results: Option<u32> = count(0, MAX_LIMIT),
        /// Whether the best thirty are put in order once more by the service's reranker, where it has one; otherwise as the service
        /// is set up, which is not to.
        rerank: Option<bool> = boolean(),
    }
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
    Sent(body): Sent<QueryBody>,
) -> Result<Json<Found>, ApiError> {
    let query = query(&engine, body, limit_of(parameters.as_deref())?);
    let found = engine
        .recall(caller.user, query)
        .await
        .map_err(ApiError::naming_space)?;
    Ok(Json(found.into()))
}

fn query(engine: &Engine, body: QueryBody, limit_in_query: usize) -> Query {
    let many = |count: u32| count as usize;
    Query {
        text: body.query,
        spaces: together(body.space_id, body.space_ids),
        session: body.session_id,
        labels: both(body.tags, body.metadata),
        limit: body.limit.map_or(limit_in_query, many),
        reference_time: body
            .reference_time
            .unwrap_or_else(|| ReferenceTime::utc(engine.environment().now())),
        from: body.start_time,
        until: body.end_time,
        valid_at: body.valid_at,
        recorded_at: body.recorded_at,
        include_invalidated: body.include_invalidated.unwrap_or(false),
        tells_together: true,
        score_threshold: body.score_threshold.map(|threshold| threshold as f32),
        min_results: body.min_results.map_or(0, many),
        rerank: body.rerank,
    }
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
    counted("limit", value, &(1..=MAX_LIMIT.into()))
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
