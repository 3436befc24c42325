//! `GET /api/v1/me`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use recollect_engine::Engine;
use serde_json::{Value, json};

use super::caller::CallingUser;
use super::error::ApiError;

/// The caller's account.
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    user: CallingUser,
) -> Result<Json<Value>, ApiError> {
    let account = engine.account(user.0).await?;
    Ok(Json(json!({
        "id": account.id,
        "name": account.name,
        "email": account.email.as_str(),
        "createdAt": account.created_at,
    })))
}
