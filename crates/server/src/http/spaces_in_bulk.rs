//! `PUT /api/v1/spaces`: statements and spaces in bulk, as published clients ask for it.
//!
//! Where the interface was first published, statements were put into spaces one by one. Here a statement follows from texts, and is
//! in the space of these, so most of it is so already, and what is not cannot be made so: then the answer says why.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::{Engine, EngineError, Sought};
use recollect_model::{SpaceId, StatementId, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Schema;

use super::caller::{JsonFields, MemoryWrite, Permitted};
use super::error::{ApiError, Refusals};
use super::fields::Fields;
use super::schemas::ids;

/// The most statements of one request.
const MAX_STATEMENTS: usize = 100;
const INTENTS: [&str; 4] = [
    "assign_statements",
    "remove_statements",
    "bulk_assign",
    "initialize_space_ids",
];

/// What is to be done in bulk.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct BulkBody {
    /// `assign_statements` to `spaceId`, `remove_statements` from it, `bulk_assign` to the `spaceIds`, or
    /// `initialize_space_ids`.
    #[schema(
        pattern = "^(assign_statements|remove_statements|bulk_assign|initialize_space_ids)$",
        example = "initialize_space_ids"
    )]
    intent: String,
    /// The space that is meant.
    #[schema(nullable, format = "uuid")]
    space_id: Option<String>,
    #[schema(schema_with = statement_ids)]
    statement_ids: Option<Vec<String>>,
    #[schema(schema_with = space_ids)]
    space_ids: Option<Vec<String>>,
}

fn statement_ids() -> Schema {
    ids("The statements, at most a hundred.")
}

fn space_ids() -> Schema {
    ids("The spaces that are meant.")
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
    JsonFields(fields): JsonFields,
) -> Result<Json<BulkReply>, ApiError> {
    let named = fields.required_text("intent")?;
    let intent = INTENTS.into_iter().find(|intent| *intent == named);
    let intent = intent.ok_or_else(|| {
        ApiError::invalid("intent", format!("must be one of {}", INTENTS.join(", ")))
    })?;
    let spaces = wanted_spaces(&engine, caller.user, intent, &fields).await?;
    let statements = statements(intent, &fields)?;
    for statement in &statements {
        let has = has_statement(&engine, caller.user, *statement).await?;
        let is_so = match intent {
            "remove_statements" => !spaces.contains(&has),
            // Every statement has its space from the beginning.
            "initialize_space_ids" => true,
            _ => spaces == [has],
        };
        if !is_so {
            return Err(ApiError::Engine(EngineError::Conflict {
                reason: format!(
                    "the statement {statement} follows from texts and is in their space: send the texts to another space, or delete them"
                ),
            }));
        }
    }
    Ok(Json(BulkReply {
        success: true,
        intent,
        statements: statements.len(),
    }))
}

/// The spaces that a request speaks of, each the caller's.
async fn wanted_spaces(
    engine: &Engine,
    user: UserId,
    intent: &str,
    fields: &Fields,
) -> Result<Vec<SpaceId>, ApiError> {
    let spaces = fields.spaces()?;
    match intent {
        "initialize_space_ids" => {}
        "bulk_assign" if spaces.is_empty() => return Err(ApiError::missing("spaceIds")),
        _ if spaces.is_empty() => return Err(ApiError::missing("spaceId")),
        _ => {}
    }
    for space in &spaces {
        let found = engine.space(user, *space).await;
        found.map_err(ApiError::naming_space)?;
    }
    Ok(spaces)
}

fn statements(intent: &str, fields: &Fields) -> Result<Vec<StatementId>, ApiError> {
    let named = fields.texts("statementIds")?.unwrap_or_default();
    if named.is_empty() && intent != "initialize_space_ids" {
        return Err(ApiError::missing("statementIds"));
    }
    if named.len() > MAX_STATEMENTS {
        let reason = format!("must name at most {MAX_STATEMENTS} statements");
        return Err(ApiError::invalid("statementIds", reason));
    }
    let ids = named.iter().map(|id| id.parse().map_err(|_| absent()));
    ids.collect()
}

/// The space of one of the caller's statements.
async fn has_statement(
    engine: &Engine,
    user: UserId,
    statement: StatementId,
) -> Result<SpaceId, ApiError> {
    for space in engine.spaces(user).await? {
        match engine.statement(user, space.id, statement).await {
            Ok(found) => return Ok(found.space),
            Err(EngineError::NotFound { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(absent())
}

fn absent() -> ApiError {
    ApiError::Engine(EngineError::NotFound {
        what: Sought::Statement,
    })
}
