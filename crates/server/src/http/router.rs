//! Every route, grouped by who calls it.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use recollect_engine::Engine;
use tower_http::catch_panic::CatchPanicLayer;

use super::error::ApiError;
use super::{health, ingest, logs, me, search, spaces};
use axum::response::IntoResponse;

/// The service's routes over one engine; bodies longer than `max_body_bytes` are refused.
pub fn router(engine: Arc<Engine>, max_body_bytes: usize) -> Router {
    Router::new()
        // Whoever watches the service.
        .route("/healthz", get(health::show))
        // Clients with an API key.
        .route("/ingest", post(ingest::accept))
        .route("/api/v1/add", post(ingest::accept))
        .route("/search", post(search::recall))
        .route("/api/v1/search", post(search::recall))
        .route("/api/v1/logs/{log}", get(logs::show))
        .route("/api/v1/me", get(me::show))
        .route("/api/v1/spaces", get(spaces::list).post(spaces::create))
        .route(
            "/api/v1/spaces/{space}",
            get(spaces::show).put(spaces::update).delete(spaces::delete),
        )
        .fallback(|| async { ApiError::NoRoute })
        .method_not_allowed_fallback(|| async { ApiError::NoMethod })
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::Panicked.into_response()
        }))
        .layer(DefaultBodyLimit::max(max_body_bytes))
        .with_state(engine)
}
