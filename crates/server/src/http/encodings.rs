//! Replies in fewer bytes, and bodies of requests that come in fewer.
//!
//! JSON is compressed for whoever accepts it, but never where the length of a reply could tell what is in it to
//! somebody who can make another ask (BREACH): not what is asked with a cookie, which a browser adds to what other
//! sites make it send; not pages; not what shows a secret. A bearer credential is added by no browser. Streams of
//! events are sent as they come.

use std::sync::LazyLock;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, COOKIE};
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tower::{Layer, ServiceExt};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use super::error::ApiError;
use super::idempotency;

/// Shorter ones fit into one packet as they are.
const MIN_BYTES: u64 = 1_024;
/// Of each encoding's levels the one that is still faster than most networks.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);

static COMPRESSION: LazyLock<CompressionLayer> =
    LazyLock::new(|| CompressionLayer::new().quality(LEVEL));

/// Compresses a reply where that is safe and worth it.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let has_cookie = request.headers().contains_key(COOKIE);
    let path = request.uri().path();
    if has_cookie || path.starts_with("/oauth/") || idempotency::tells_secret(path) {
        return next.run(request).await;
    }
    let worth_it = SizeAbove::new(MIN_BYTES).and(is_json);
    let compression = COMPRESSION.clone().compress_when(worth_it);
    // Compression asks a body once more after its end, where a stream may have nothing to answer with.
    let next = next.map_response(|response: Response| {
        let mut response = response.map(|body| Body::new(body.fuse()));
        let answered = Answered(response.status());
        response.extensions_mut().insert(answered);
        response
    });
    let Ok(response) = compression.layer(next).oneshot(request).await;
    let mut response = response.map(Body::new);
    // To whoever accepts no encoding at all, compression says 406 when the request is carried out already. It is answered as it
    // is instead, which RFC 9110, 12.5.3 leaves open.
    if let Some(Answered(status)) = response.extensions_mut().remove() {
        *response.status_mut() = status;
    }
    response
}

/// What a request was answered with before compression.
#[derive(Debug, Clone, Copy)]
struct Answered(StatusCode);

fn is_json(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(|kind| kind.as_bytes());
    kind.is_some_and(|kind| kind.starts_with(b"application/json"))
}

/// Refuses a body that is not sent as it is: what it would become cannot be told from how long it is.
pub(crate) async fn refuse(request: Request, next: Next) -> Response {
    let mut encodings = request.headers().get_all(CONTENT_ENCODING).iter();
    let encoding =
        encodings.find(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    match encoding.filter(|_| !request.body().is_end_stream()) {
        Some(encoding) => {
            let encoding = encoding.to_str().unwrap_or_default().to_owned();
            ApiError::EncodedBody(encoding).into_response()
        }
        None => next.run(request).await,
    }
}
