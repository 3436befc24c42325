//! The reply of what has nothing to tell but that it is done.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// It is done.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    success: bool,
}

pub(crate) fn done() -> Json<Done> {
    Json(Done { success: true })
}
