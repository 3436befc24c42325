//! `GET /api/v1/context`: what an assistant should know, as text that is ready to use.

use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::{ContextQuery, Engine};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{MemoryRead, Permitted};
use super::error::{ApiError, Refusals};
use super::mcp::rendered;
use super::parameters::Parameters;
use super::statements::StatementReply;

const TOKENS: RangeInclusive<u64> = 200..=20_000;

/// A context, ready to use.
#[derive(Serialize, ToSchema)]
#[schema(as = Context)]
pub(crate) struct ContextReply {
    /// For a model to read: a line for each fact, with its source.
    #[schema(
        example = "The user:\n- is called Nora\n\nWho the user is:\n- Nora lives in Lisbon. (since 2025-03-01) [notes, 2025-03-01, text 0196f3c1-8a52-7c31-9b1e-2f64d0a7c5e8]"
    )]
    context: String,
    /// The facts that are in it, in its order.
    facts: Vec<StatementReply>,
    /// How many tokens the text has, about; counted so that today's models find no more.
    tokens: usize,
}

/// Get the context of a conversation
///
/// Who the owner is, what they pinned, who and what matters now, what changed within 30 days, what is due within 30 days, and
/// with `query` what fits it. Each fact is told once.
#[utoipa::path(
    get,
    path = "/api/v1/context",
    operation_id = "getContext",
    tag = "memory",
    security(("bearer" = ["memory:read"])),
    params(
        ("query" = Option<String>, Query, description = "What is being talked about, in plain words"),
        ("spaceId" = Option<String>, Query, format = "uuid", description = "The space; the default one otherwise"),
        ("maxTokens" = Option<u64>, Query, minimum = 200, maximum = 20_000, description = "The most tokens of the text; 1500 otherwise"),
    ),
    responses((status = 200, description = "The context", body = ContextReply), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryRead>,
    parameters: Parameters,
) -> Result<Json<ContextReply>, ApiError> {
    let most = parameters.count("maxTokens", &TOKENS)?;
    let query = ContextQuery {
        text: parameters.text("query").map(str::to_owned),
        space: parameters.space()?,
    };
    let context = engine.context(caller.user, &query).await;
    let context = context.map_err(ApiError::naming_space)?;
    let most = most.and_then(|most| u32::try_from(most).ok());
    let rendered = rendered(&context, most);
    Ok(Json(ContextReply {
        facts: rendered
            .facts
            .into_iter()
            .cloned()
            .map(StatementReply::from)
            .collect(),
        context: rendered.text,
        tokens: rendered.tokens,
    }))
}
