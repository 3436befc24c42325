//! `POST /api/v1/batch`: many texts at once, each by itself.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use recollect_engine::{AcceptedAs, Engine, NewText};
use recollect_model::LogId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Ref;

use super::body::{Sent, body};
use super::caller::{MemoryWrite, Permitted};
use super::error::{ApiError, ErrorReply, Refusals};
use super::fields::Fields;
use super::ingest::{KeyedRequest, TextBody, new_text, replaced};
use super::kinds::{Kind, expect, flag, list};
use super::limits::Limits;

/// The most texts in one request.
const MAX_TEXTS: usize = 1_000;

body! {
    /// Texts to remember.
    pub(crate) struct BatchBody as TextsToRemember {
        /// The texts, at most 1,000, in the order in which they are to be processed.
        episodes: Vec<Result<Fields, ApiError>> = list(1, MAX_TEXTS, each_text),
        /// Whether nobody waits for them: they are processed in the lane of imports, beside what is written meanwhile.
        bulk: Option<bool> = flag(),
    }
}

/// A text that is read by itself: what is wrong with it does not touch the others.
fn each_text() -> Kind<Result<Fields, ApiError>> {
    Kind::new(
        |value, name| {
            let fields = expect(value.as_object().cloned(), name, "a list of objects");
            Ok(fields.map(Fields::of))
        },
        || Ref::from_schema_name(TextBody::name()),
    )
}

/// What became of each text.
#[derive(Serialize, ToSchema)]
#[schema(as = AcceptedTexts)]
pub(crate) struct BatchReply {
    /// Whether all of them were accepted.
    success: bool,
    /// How many are new.
    added: usize,
    /// How many take the place of another.
    replaced: usize,
    /// How many were there already, and say the same.
    unchanged: usize,
    /// How many were refused.
    refused: usize,
    /// What became of each, in the order of the request.
    results: Vec<BatchResult>,
}

/// What became of one text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AcceptedText)]
pub(crate) struct BatchResult {
    /// Its number in the request, from 0.
    index: usize,
    /// `added`, `replaced`, `unchanged` or `refused`.
    #[schema(example = "added")]
    status: &'static str,
    /// The log that follows it.
    #[schema(value_type = Option<String>, format = "uuid")]
    log_id: Option<LogId>,
    /// The log of the text whose place it takes.
    #[schema(value_type = Option<String>, format = "uuid")]
    replaces: Option<LogId>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorReply>,
    /// In how many seconds it may be sent again, where it was refused for now.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

/// Accept many texts
///
/// Each by itself: what is wrong with one does not touch the others. The answer comes when all that were accepted are on
/// disk; they are processed in the order in which they stand, with `bulk` in the lane of imports. Sent again with the same
/// `Idempotency-Key` within a day, they are the same texts.
#[utoipa::path(
    post,
    path = "/api/v1/batch",
    operation_id = "addTexts",
    tag = "memory",
    security(("bearer" = ["memory:write"])),
    request_body = BatchBody,
    responses((status = 200, description = "What became of each", body = BatchReply), Refusals),
)]
pub(crate) async fn accept(
    State(engine): State<Arc<Engine>>,
    State(limits): State<Arc<Limits>>,
    caller: Permitted<MemoryWrite>,
    keyed: Option<Extension<KeyedRequest>>,
    Sent(body): Sent<BatchBody>,
) -> Result<Json<BatchReply>, ApiError> {
    let is_bulk = body.bulk.unwrap_or_default();
    let read = |(number, fields): (usize, Result<Fields, ApiError>)| -> Result<NewText, ApiError> {
        // The request counts as one text by itself.
        if number > 0 {
            limits.admit_text(caller.user)?;
        }
        let mut text = new_text(fields?)?;
        text.more.operation = KeyedRequest::operation(keyed.as_deref(), number);
        text.more.is_bulk = is_bulk;
        Ok(text)
    };
    let texts = body.episodes.into_iter().enumerate().map(read).collect();
    let accepted = engine.accept_all(caller.user, texts).await;
    let results = accepted
        .into_iter()
        .enumerate()
        .map(|(index, accepted)| match accepted {
            Ok(accepted) => BatchResult {
                index,
                status: accepted.as_what.as_str(),
                log_id: Some(accepted.log),
                replaces: replaced(accepted.as_what),
                error: None,
                retry_after: None,
            },
            Err(error) => BatchResult {
                index,
                status: REFUSED,
                log_id: None,
                replaces: None,
                retry_after: error.retry_after(),
                error: Some(error.in_place_of_space().reply()),
            },
        });
    Ok(Json(BatchReply::of(results.collect())))
}

const REFUSED: &str = "refused";

impl BatchReply {
    fn of(results: Vec<BatchResult>) -> Self {
        let count = |status: &str| results.iter().filter(|one| one.status == status).count();
        Self {
            success: count(REFUSED) == 0,
            added: count(AcceptedAs::Added.as_str()),
            replaced: results.iter().filter(|one| one.replaces.is_some()).count(),
            unchanged: count(AcceptedAs::Unchanged.as_str()),
            refused: count(REFUSED),
            results,
        }
    }
}
