//! The page itself, in the text format of `OpenMetrics`, which every Prometheus reads.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use recollect_engine::Engine;

use super::HttpMetrics;
use super::process::ProcessMetrics;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is told, and whoever brings it up to date.
struct Page {
    engine: Arc<Engine>,
    process: ProcessMetrics,
    registry: Registry,
}

/// `GET /metrics` and nothing else.
pub fn metrics_router(engine: Arc<Engine>, metrics: &HttpMetrics) -> Router {
    let process = ProcessMetrics::default();
    let mut registry = Registry::default();
    process.register(&mut registry);
    let ours = registry.sub_registry_with_prefix("recollect");
    engine.register_metrics(ours);
    metrics.register(ours);
    let page = Arc::new(Page {
        engine,
        process,
        registry,
    });
    Router::new().route("/metrics", get(show)).with_state(page)
}

async fn show(State(page): State<Arc<Page>>) -> Response {
    page.engine.measure().await;
    page.process.measure();
    let mut text = String::new();
    match encode(&mut text, &page.registry) {
        Ok(()) => ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!("the metrics cannot be written: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
