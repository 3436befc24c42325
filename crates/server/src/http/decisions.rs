//! `/api/v1/statements` and `/api/v1/decisions`: one fact, and what its owner says of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::{Engine, Judged, Judgement, Sought};
use recollect_model::{Decision, DecisionId, ReferenceTime, SpaceId, Timestamp, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{MemoryRead, MemoryWrite, Permitted};
use super::done::{Done, done};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::kinds::{Kind, date_time, expect, string_schema, text};
use super::origin::ClientAddress;
use super::parameters::Parameters;
use super::statements::StatementReply;

/// One statement.
#[derive(Serialize, ToSchema)]
pub(crate) struct OneStatement {
    statement: StatementReply,
}

const DECISIONS: [&str; 4] = ["dismissed", "ended", "corrected", "pinned"];

fn decision() -> Kind<&'static str> {
    Kind::new(
        |value, name| {
            let decision = DECISIONS.into_iter().find(|decision| value == decision);
            expect(decision, name, &format!("one of {}", DECISIONS.join(", ")))
        },
        || string_schema().enum_values(Some(DECISIONS)),
    )
}

body! {
    /// The body that decides about a fact.
    pub(crate) struct DecisionBody {
        /// `dismissed`: it is wrong. `ended`: it held until `at`. `corrected`: it is otherwise, as `object`, `fact` or both say.
        /// `pinned`: it matters.
        decision: &'static str = decision(),
        /// When it ended, ISO 8601; with `ended`, which needs it.
        at: Option<ReferenceTime> = date_time(),
        /// The name or the value that is right in the place of the object, at most 160 characters; with `corrected`.
        object: Option<String> = text(None),
        /// The right sentence, at most 2,000 characters; with `corrected`. Otherwise it follows from the one that there is.
        fact: Option<String> = text(None),
    }
}

/// Something that was decided about a fact.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Decision)]
pub(crate) struct DecisionReply {
    #[schema(value_type = String, format = "uuid")]
    pub(crate) id: DecisionId,
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    /// `dismissed`, `ended`, `corrected` or `pinned`.
    #[schema(example = "dismissed")]
    decision: &'static str,
    /// The fact as it was told before.
    fact: String,
    /// When it ended, of what was ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// The right sentence, of what was corrected.
    corrected_to: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    decided_at: Timestamp,
}

/// A decision, and what became of the fact.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecidedReply {
    success: bool,
    decision: DecisionReply,
    /// The fact as it stands now; null when it was dismissed.
    statement: Option<StatementReply>,
}

/// What was decided.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecisionList {
    decisions: Vec<DecisionReply>,
}

/// Show a fact
#[utoipa::path(
    get,
    path = "/api/v1/statements/{statement}",
    operation_id = "getStatement",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(("statement" = String, Path, format = "uuid", description = "The statement's id")),
    responses((status = 200, description = "The statement", body = OneStatement), Refusals),
)]
pub(crate) async fn statement(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    statement: Result<Path<String>, PathRejection>,
) -> Result<Json<OneStatement>, ApiError> {
    let id = path_id(statement, Sought::Statement)?;
    let statement = engine.any_statement(caller.user, id).await?.into();
    Ok(Json(OneStatement { statement }))
}

/// Say what is wrong about a fact
///
/// A decision is about what the fact says, not about the row that it is kept in: it stands when the texts are read anew, and
/// when another text says the same. It goes with the last text that says what it is about. The later of two that contradict
/// each other counts.
#[utoipa::path(
    post,
    path = "/api/v1/statements/{statement}/decisions",
    operation_id = "decideStatement",
    tag = "graph",
    security(("bearer" = ["memory:write"])),
    params(("statement" = String, Path, format = "uuid", description = "The statement's id")),
    request_body = DecisionBody,
    responses((status = 201, description = "Decided", body = DecidedReply), Refusals),
)]
pub(crate) async fn decide(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    statement: Result<Path<String>, PathRejection>,
    Sent(body): Sent<DecisionBody>,
) -> Result<(StatusCode, Json<DecidedReply>), ApiError> {
    let judgement = judgement(body)?;
    let id = path_id(statement, Sought::Statement)?;
    let judged = engine.decide(caller.user, id, judgement, address).await?;
    Ok((StatusCode::CREATED, Json(judged.into())))
}

/// List what was decided about facts
#[utoipa::path(
    get,
    path = "/api/v1/decisions",
    operation_id = "listDecisions",
    tag = "graph",
    security(("bearer" = ["memory:read"])),
    params(("spaceId" = Option<String>, Query, format = "uuid", description = "Only this space; all of the caller's otherwise")),
    responses((status = 200, description = "The newest first", body = DecisionList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<DecisionList>, ApiError> {
    let decisions = engine.decisions(caller.user, parameters.space()?).await;
    let decisions = decisions.map_err(ApiError::naming_space)?;
    let decisions = decisions.into_iter().map(DecisionReply::from).collect();
    Ok(Json(DecisionList { decisions }))
}

/// Take a decision about a fact back
///
/// What follows from the texts is told again.
#[utoipa::path(
    delete,
    path = "/api/v1/decisions/{decision}",
    operation_id = "undoDecision",
    tag = "graph",
    security(("bearer" = ["memory:write"])),
    params(("decision" = String, Path, format = "uuid", description = "The decision's id")),
    responses((status = 200, description = "Taken back", body = Done), Refusals),
)]
pub(crate) async fn undo(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    ClientAddress(address): ClientAddress,
    decision: Result<Path<String>, PathRejection>,
) -> Result<Json<Done>, ApiError> {
    let id = path_id(decision, Sought::Decision)?;
    engine.undo_decision(caller.user, id, address).await?;
    Ok(done())
}

/// What a request says of a fact.
fn judgement(body: DecisionBody) -> Result<Judgement, ApiError> {
    Ok(match body.decision {
        "dismissed" => Judgement::Dismiss,
        "pinned" => Judgement::Pin,
        "ended" => Judgement::End(body.at.ok_or(ApiError::missing("at"))?.instant()),
        // "corrected": there is no other.
        _ => Judgement::Correct {
            object: body.object,
            fact: body.fact,
        },
    })
}

impl From<Decision> for DecisionReply {
    fn from(decision: Decision) -> Self {
        let kind = decision.verdict.as_str();
        let (at, corrected_to) = match decision.verdict {
            Verdict::Ended { at } => (Some(at), None),
            Verdict::Corrected { fact, .. } => (None, Some(fact)),
            Verdict::Dismissed | Verdict::Pinned => (None, None),
        };
        Self {
            id: decision.id,
            space_id: decision.space,
            decision: kind,
            fact: decision.fact,
            at,
            corrected_to,
            decided_at: decision.decided_at,
        }
    }
}

impl From<Judged> for DecidedReply {
    fn from(judged: Judged) -> Self {
        Self {
            success: true,
            decision: judged.decision.into(),
            statement: judged.statement.map(StatementReply::from),
        }
    }
}
