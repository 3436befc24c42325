//! `/api/v1/spaces`.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::Engine;
use recollect_model::Space;
use serde_json::{Value, json};

use super::caller::{CallingUser, JsonFields};
use super::error::ApiError;
use super::fields::path_id;

/// All spaces of the caller.
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
) -> Result<Json<Value>, ApiError> {
    let spaces = engine.spaces(user.0).await?;
    Ok(Json(
        json!({ "spaces": spaces.iter().map(rendered).collect::<Vec<_>>() }),
    ))
}

/// A new space.
pub(crate) async fn create(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    JsonFields(fields): JsonFields,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let space = engine
        .create_space(
            user.0,
            fields.required_text("name")?,
            fields.text("description")?,
        )
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(json!({ "space": rendered(&space), "success": true })),
    ))
}

/// One space.
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    space: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let space = engine.space(user.0, path_id(space, "space")?).await?;
    Ok(Json(json!({ "space": rendered(&space) })))
}

/// Another name or description.
pub(crate) async fn update(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    space: Result<Path<String>, PathRejection>,
    JsonFields(fields): JsonFields,
) -> Result<Json<Value>, ApiError> {
    let (name, description) = (fields.text("name")?, fields.text("description")?);
    let space = engine
        .update_space(user.0, path_id(space, "space")?, name, description)
        .await?;
    Ok(Json(json!({ "space": rendered(&space), "success": true })))
}

/// Removes a space and everything in it.
pub(crate) async fn delete(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
    space: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let removed = engine
        .delete_space(user.0, path_id(space, "space")?)
        .await?;
    Ok(Json(
        json!({ "success": true, "deleted": { "episodes": removed.episodes } }),
    ))
}

fn rendered(space: &Space) -> Value {
    json!({
        "id": space.id,
        "name": space.name,
        "description": space.description,
        "isDefault": space.is_default,
        "createdAt": space.created_at,
        "updatedAt": space.updated_at,
    })
}
