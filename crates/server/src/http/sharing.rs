//! What scripts of other sites may call (CORS), and what `OPTIONS` answers.
//!
//! Pages of other sites, extensions of browsers and applications made with a browser's engine (`app://obsidian.md`,
//! `chrome-extension://…`) may call the interface and read its replies, from any origin: a script must bring a bearer
//! credential, as every program must. What a browser adds by itself, the cookie of a session, is never asked for:
//! `Access-Control-Allow-Credentials` is not said, so a browser keeps such replies from the script, and the pages of
//! the service are not shared at all.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_REQUEST_METHOD, CONTENT_DISPOSITION, ETAG, LOCATION, ORIGIN, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use axum::http::{HeaderName, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower::{Layer, ServiceExt};
use tower_http::cors::{AllowHeaders, Any, CorsLayer};

use super::request_id::REQUEST_ID;

/// What is shared besides everything below `/api/v1` and `/.well-known`.
const SHARED: [&str; 5] = [
    "/ingest",
    "/mcp",
    "/oauth/register",
    "/oauth/token",
    "/oauth/revoke",
];
/// An operation for programs and a page for people, told apart by their method.
const SEARCH: &str = "/search";
/// A page.
const REFERENCE: &str = "/api/v1/reference";
/// As long as browsers keep the answer at most.
const MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);

static SHARING: LazyLock<CorsLayer> = LazyLock::new(|| {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ])
        // A script may send whatever a program may: `Mcp-Param-…` has as many names as tools have parameters.
        .allow_headers(AllowHeaders::mirror_request())
        // A page of the internet may ask a service on this machine or in this network.
        .allow_private_network(true)
        .expose_headers([
            REQUEST_ID,
            RETRY_AFTER,
            WWW_AUTHENTICATE,
            LOCATION,
            ETAG,
            CONTENT_DISPOSITION,
            HeaderName::from_static("ratelimit-limit"),
            HeaderName::from_static("ratelimit-remaining"),
            HeaderName::from_static("ratelimit-reset"),
            HeaderName::from_static("idempotency-replayed"),
            HeaderName::from_static("mcp-session-id"),
        ])
        .max_age(MAX_AGE)
});

/// Lets scripts of other sites read replies, and answers what browsers ask before they send a script's request.
pub(crate) async fn share(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let asked = headers.get(ACCESS_CONTROL_REQUEST_METHOD);
    let is_options = request.method() == Method::OPTIONS;
    let is_preflight = is_options && asked.is_some() && headers.contains_key(ORIGIN);
    let method = match asked.filter(|_| is_preflight) {
        Some(method) => Method::from_bytes(method.as_bytes()).unwrap_or_default(),
        None => request.method().clone(),
    };
    if is_shared(&method, request.uri().path()) && (is_preflight || !is_options) {
        let Ok(response) = SHARING.layer(next).oneshot(request).await;
        return response;
    }
    let response = next.run(request).await;
    match is_options && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        // The router says in `Allow` which methods the path takes.
        true => StatusCode::NO_CONTENT.into_response(),
        false => response,
    }
}

fn is_shared(method: &Method, path: &str) -> bool {
    match path {
        SEARCH => method == Method::POST,
        REFERENCE => false,
        _ => {
            SHARED.contains(&path)
                || path.starts_with("/api/v1/")
                || path.starts_with("/.well-known/")
        }
    }
}
