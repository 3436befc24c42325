//! `PUT /api/v1/spaces`: statements and spaces in bulk, as published clients ask for it.
//!
//! Where the interface was first published, statements were put into spaces one by one. Here a statement follows from
//! texts, and is in the space of these, so most of it is so already, and what is not cannot be made so: then the
//! answer says why.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::{Engine, Placement};
use recollect_model::{SpaceId, StatementId};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::kinds::{Kind, expect, list, space, spaces, statement, string_schema, together};

/// The most statements of one request.
const MAX_STATEMENTS: usize = 100;
const INTENTS: [&str; 4] = [
    "assign_statements",
    "remove_statements",
    "bulk_assign",
    "initialize_space_ids",
];

fn intent() -> Kind<&'static str> {
    Kind::new(
        |value, name| {
            let intent = INTENTS.into_iter().find(|intent| value == intent);
            expect(intent, name, &format!("one of {}", INTENTS.join(", ")))
        },
        || string_schema().pattern(Some(format!("^({})$", INTENTS.join("|")))),
    )
}

body! {
    /// What is to be done in bulk.
    pub(crate) struct BulkBody {
        /// `assign_statements` to `spaceId`, `remove_statements` from it, `bulk_assign` to the `spaceIds`, or
        /// `initialize_space_ids`.
        #[example = "initialize_space_ids"]
        intent: &'static str = intent(),
        /// The space that is meant.
        space_id: Option<SpaceId> = space().or_empty(),
        /// The statements, at most a hundred.
        statement_ids: Option<Vec<StatementId>> = list(0, MAX_STATEMENTS, statement),
        /// The spaces that are meant.
        space_ids: Option<Vec<SpaceId>> = spaces(),
    }
}

/// What was done.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BulkReply {
    success: bool,
    intent: &'static str,
    /// The statements that are as they were asked to be.
    statements: usize,
}

/// Assign statements to spaces in bulk
///
/// A statement is in the space of the texts that it follows from. What is so already is done; a statement that would have to
/// leave its texts is refused with 409, and then nothing else of the request counts either.
#[utoipa::path(
    put,
    path = "/api/v1/spaces",
    operation_id = "changeSpacesInBulk",
    tag = "spaces",
    security(("bearer" = ["memory:write"])),
    request_body = BulkBody,
    responses((status = 200, description = "It is so", body = BulkReply), Refusals),
)]
pub(crate) async fn apply(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<MemoryWrite>,
    Sent(body): Sent<BulkBody>,
) -> Result<Json<BulkReply>, ApiError> {
    let intent = body.intent;
    let placement = placement(intent, together(body.space_id, body.space_ids))?;
    let statements = body.statement_ids.unwrap_or_default();
    if statements.is_empty() && !matches!(placement, Placement::Anywhere(_)) {
        return Err(ApiError::missing("statementIds"));
    }
    engine
        .place_statements(caller.user, &statements, &placement)
        .await
        .map_err(ApiError::naming_space)?;
    Ok(Json(BulkReply {
        success: true,
        intent,
        statements: statements.len(),
    }))
}

/// What a request asks for, if it speaks of the spaces that this needs.
fn placement(intent: &str, spaces: Vec<SpaceId>) -> Result<Placement, ApiError> {
    match intent {
        "initialize_space_ids" => Ok(Placement::Anywhere(spaces)),
        "bulk_assign" if spaces.is_empty() => Err(ApiError::missing("spaceIds")),
        _ if spaces.is_empty() => Err(ApiError::missing("spaceId")),
        "remove_statements" => Ok(Placement::OutOf(spaces)),
        _ => Ok(Placement::In(spaces)),
    }
}
