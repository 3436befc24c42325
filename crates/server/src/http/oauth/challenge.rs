//! What a refused caller is told about how to get in (RFC 6750, 3; RFC 9728, 5.1).
//!
//! A refusal does not know the request. So the challenge that [`ApiError`](super::super::error::ApiError) begins is
//! completed here, for every reply that leaves the service: whether a token was presented at all, and where the
//! metadata of the resource is, from which a client finds everything else.

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use recollect_engine::oauth::default_scopes;

use super::super::app::App;
use super::super::origin::BaseUrl;
use super::metadata::{MCP, RESOURCE_METADATA};

/// How every challenge for a bearer token begins.
const BEARER: &str = "Bearer realm=\"recollect\"";

/// Completes the challenge of a refusal.
pub(crate) async fn complete(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let has_token = parts.headers.contains_key(AUTHORIZATION);
    let base = BaseUrl::of(&parts, &app);
    let mcp = MCP.into_iter().find(|path| *path == parts.uri.path());
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let challenge = response.headers().get(WWW_AUTHENTICATE);
    let begun = challenge.and_then(|challenge| challenge.to_str().ok());
    let Some(details) = begun.and_then(|begun| begun.strip_prefix(BEARER)) else {
        return response;
    };
    // RFC 6750, 3.1: who presented nothing is told of no error.
    let is_unauthorized = response.status() == StatusCode::UNAUTHORIZED;
    let details = if is_unauthorized && !has_token {
        ""
    } else {
        details
    };
    let mut complete = format!("{BEARER}{details}");
    if is_unauthorized && mcp.is_some() {
        complete.push_str(&format!(", scope=\"{}\"", default_scopes()));
    }
    let metadata = base.at(&format!("{RESOURCE_METADATA}{}", mcp.unwrap_or_default()));
    complete.push_str(&format!(", resource_metadata=\"{metadata}\""));
    if let Ok(complete) = HeaderValue::from_str(&complete) {
        response.headers_mut().insert(WWW_AUTHENTICATE, complete);
    }
    response
}
