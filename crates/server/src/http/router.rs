//! Every route but those of the pages for people (`pages/routes.rs`), grouped by who calls it.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;

use super::app::App;
use super::error::ApiError;
use super::{
    account, audit, batch, context, decisions, deliveries, encodings, entities, episodes, events,
    grants, graph, health, idempotency, imports, ingest, keys, limits, logs, mcp, me, metrics,
    oauth, openapi, origin, protection, request_id, search, sessions, sharing, spaces,
    spaces_in_bulk, spans, webhooks,
};

/// The pages for a person with a browser.
#[derive(Debug)]
pub struct Pages {
    /// Their routes.
    pub routes: Router<App>,
    /// What is shown with this status where there is nothing to show.
    pub absent: fn(StatusCode) -> Response,
}

/// The service's routes, those of the pages among them.
pub fn router(app: App, pages: Pages) -> Router {
    let absent = pages.absent;
    let texts = DefaultBodyLimit::max(app.max_body_bytes);
    Router::new()
        // Whoever watches the service.
        .route("/livez", get(health::live))
        .route("/readyz", get(health::ready))
        .route("/healthz", get(health::show))
        // A person with a browser.
        .merge(pages.routes)
        // Whoever wants to know what there is.
        .route("/api/v1/openapi.json", get(openapi::show))
        // Applications that a person connects, or is about to.
        .merge(applications(texts))
        // Clients with a key or a token, and the pages of somebody who is logged in.
        .merge(
            memory(texts)
                .merge(graph())
                .merge(account())
                .merge(webhooks())
                .layer(from_fn_with_state(app.clone(), idempotency::once)),
        )
        .fallback(async move |headers: HeaderMap| refused(&headers, ApiError::NoRoute, absent))
        .method_not_allowed_fallback(async move |headers: HeaderMap| {
            refused(&headers, ApiError::NoMethod, absent)
        })
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::Internal.into_response()
        }))
        .layer(from_fn_with_state(app.clone(), oauth::challenge::complete))
        .layer(DefaultBodyLimit::max(app.limits.max_request_bytes()))
        .layer(from_fn(encodings::refuse))
        .layer(from_fn_with_state(app.limits.clone(), limits::guard))
        .layer(from_fn_with_state(app.clone(), origin::tell))
        .layer(from_fn_with_state(app.clone(), protection::protect))
        .layer(from_fn_with_state(app.metrics.clone(), metrics::count))
        .layer(from_fn(spans::follow))
        .layer(from_fn(sharing::share))
        .layer(from_fn(encodings::compress))
        .layer(from_fn_with_state(app.clone(), request_id::name))
        .with_state(app)
}

/// A page for a browser, and the interface's refusal for everybody else.
fn refused(headers: &HeaderMap, error: ApiError, absent: fn(StatusCode) -> Response) -> Response {
    let accepted = headers.get_all(ACCEPT).iter().next();
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let response = error.into_response();
    match accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        true => absent(response.status()),
        false => response,
    }
}

/// Texts in, matches out, and what becomes of each text.
fn memory(texts: DefaultBodyLimit) -> Router<App> {
    Router::new()
        .route("/ingest", post(ingest::accept).layer(texts))
        .route("/api/v1/add", post(ingest::accept).layer(texts))
        .route("/api/v1/batch", post(batch::accept).layer(texts))
        .route("/api/v1/imports", get(imports::list).post(imports::begin))
        .route(
            "/api/v1/imports/{import}",
            get(imports::show).delete(imports::undo),
        )
        .route("/api/v1/imports/{import}/cancel", post(imports::cancel))
        .route("/search", post(search::recall))
        .route("/api/v1/search", post(search::recall))
        .route("/api/v1/context", get(context::show))
        .route("/api/v1/logs", get(logs::list))
        .route(
            "/api/v1/logs/{log}",
            get(logs::show)
                .put(logs::edit)
                .delete(logs::delete)
                .layer(texts),
        )
        .route("/api/v1/logs/{log}/retry", post(logs::retry))
        .route("/api/v1/queue", get(logs::queue))
        .route("/api/v1/episodes/{episode}", get(episodes::show))
        .route("/api/v1/episodes/{episode}/facts", get(episodes::facts))
        .route("/api/v1/events", get(events::list))
        .route(
            "/api/v1/spaces",
            get(spaces::list)
                .post(spaces::create)
                .put(spaces_in_bulk::apply),
        )
        .route(
            "/api/v1/spaces/{space}",
            get(spaces::show).put(spaces::update).delete(spaces::delete),
        )
}

/// Whom and what the texts speak of.
fn graph() -> Router<App> {
    Router::new()
        .route("/api/v1/entities", get(entities::list))
        .route(
            "/api/v1/entities/{entity}",
            get(entities::show).put(entities::update),
        )
        .route(
            "/api/v1/entities/{entity}/statements",
            get(entities::statements),
        )
        .route(
            "/api/v1/entities/{entity}/episodes",
            get(entities::episodes),
        )
        .route(
            "/api/v1/entities/{entity}/neighbors",
            get(entities::neighbors),
        )
        .route("/api/v1/entities/{entity}/merge", post(entities::merge))
        .route("/api/v1/entities/{entity}/split", post(entities::split))
        .route("/api/v1/statements/{statement}", get(decisions::statement))
        .route(
            "/api/v1/statements/{statement}/decisions",
            post(decisions::decide),
        )
        .route("/api/v1/decisions", get(decisions::list))
        .route("/api/v1/decisions/{decision}", delete(decisions::undo))
        .route("/api/v1/graph/path", get(graph::path))
        .route("/api/v1/graph/timeline", get(graph::timeline))
        .route("/api/v1/graph/overview", get(graph::overview))
}

/// The caller: keys, sessions, applications, and the account itself.
fn account() -> Router<App> {
    Router::new()
        .route(
            "/api/v1/me",
            get(me::show).put(me::update).delete(account::delete),
        )
        .route("/api/v1/keys", get(keys::list).post(keys::create))
        .route("/api/v1/keys/{key}", get(keys::show).delete(keys::revoke))
        .route("/api/v1/sessions", get(sessions::list))
        .route("/api/v1/sessions/{session}", delete(sessions::end))
        .route("/api/v1/audit", get(audit::list))
        .route("/api/v1/export", get(account::export))
        .route("/api/v1/grants", get(grants::list))
        .route("/api/v1/grants/{grant}", delete(grants::revoke))
        .route("/api/v1/renewal", get(me::renewal))
}

/// Where events are delivered to, and what became of them.
fn webhooks() -> Router<App> {
    Router::new()
        .route(
            "/api/v1/webhooks",
            get(webhooks::list).post(webhooks::create),
        )
        .route(
            "/api/v1/webhooks/{webhook}",
            get(webhooks::show)
                .put(webhooks::update)
                .delete(webhooks::delete),
        )
        .route(
            "/api/v1/webhooks/{webhook}/rotate-secret",
            post(webhooks::rotate_secret),
        )
        .route("/api/v1/webhooks/{webhook}/test", post(deliveries::test))
        .route(
            "/api/v1/webhooks/{webhook}/deliveries",
            get(deliveries::list),
        )
        .route(
            "/api/v1/webhooks/{webhook}/deliveries/{delivery}",
            get(deliveries::show),
        )
        .route(
            "/api/v1/webhooks/{webhook}/deliveries/{delivery}/replay",
            post(deliveries::replay),
        )
}

/// What an application needs to connect itself, and the memory for assistants.
fn applications(texts: DefaultBodyLimit) -> Router<App> {
    use oauth::{inspection, metadata, registration, token};
    Router::new()
        .route(
            "/.well-known/oauth-authorization-server",
            get(metadata::server),
        )
        // Where libraries of OpenID Connect look first.
        .route(
            "/.well-known/openid-configuration",
            get(metadata::as_openid),
        )
        .route(
            "/.well-known/oauth-authorization-server/mcp",
            get(metadata::server),
        )
        .route(
            "/.well-known/oauth-authorization-server/api/v1/mcp",
            get(metadata::server),
        )
        .route(
            "/.well-known/oauth-protected-resource",
            get(metadata::resource),
        )
        .route(
            "/.well-known/oauth-protected-resource/mcp",
            get(metadata::mcp),
        )
        .route(
            "/.well-known/oauth-protected-resource/api/v1/mcp",
            get(metadata::mcp_in_api),
        )
        .route("/.well-known/jwks.json", get(metadata::keys))
        .route("/oauth/register", post(registration::register))
        .route("/oauth/token", post(token::exchange))
        .route("/oauth/revoke", post(inspection::revoke))
        .route("/oauth/device_authorization", post(token::start_device))
        .route("/oauth/introspect", post(inspection::inspect))
        .route("/mcp", post(mcp::post).delete(mcp::delete).layer(texts))
        .route(
            "/api/v1/mcp",
            post(mcp::post).delete(mcp::delete).layer(texts),
        )
}
