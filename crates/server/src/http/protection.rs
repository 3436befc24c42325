//! The headers that every reply carries, whatever it is, so that browsers and caches make nothing else of it.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::app::App;

/// A year, as browsers ask for before they believe it for good (RFC 6797).
const HTTPS_ONLY: &str = "max-age=31536000";

/// Adds what a reply lacks: that its kind is what it says, that nobody keeps it unless it says so itself, and, where the
/// service is reached by https, that it is reached by nothing else.
pub(crate) async fn protect(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    add(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(headers, CACHE_CONTROL, "no-store");
    let is_secure = |base: &str| base.starts_with("https://");
    if app.base_url.as_deref().is_some_and(is_secure) {
        add(headers, STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    response
}

fn add(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers
        .entry(name)
        .or_insert(HeaderValue::from_static(value));
}
