//! What the pages are made with: scripts, styles, typefaces. They are in the binary, `dashboard/build` makes them.
//!
//! A file's name carries a hash of its content, so that a browser may keep it for good: another content has another
//! name.

use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::http::{ApiError, conditional};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file in the binary.
struct File {
    name: &'static str,
    identity: &'static [u8],
    /// The same by gzip, where that is worth it.
    compressed: Option<&'static [u8]>,
}

/// One file.
pub(crate) async fn show(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return ApiError::NoRoute.into_response();
    };
    let accepted = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let takes_gzip = accepted.is_some_and(|accepted| {
        let mut encodings = accepted.split(',').map(str::trim);
        encodings.any(|encoding| encoding == "gzip" || encoding.starts_with("gzip;q=1"))
    });
    let compressed = file.compressed.filter(|_| takes_gzip);
    let mut response = compressed.unwrap_or(file.identity).into_response();
    let sent = response.headers_mut();
    sent.insert(
        CONTENT_TYPE,
        HeaderValue::from_static(media_type(file.name)),
    );
    sent.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    sent.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    sent.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if compressed.is_some() {
        sent.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    conditional::unless_known(&headers, conditional::tag(file.name), response)
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
