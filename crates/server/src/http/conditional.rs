//! Replies that a client may have already (RFC 9110, 13).

use axum::http::header::{ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;

/// The tag of what has this hash. A weak one: the bytes may be sent compressed or not.
pub(crate) fn tag(hash: &str) -> HeaderValue {
    let hash: String = hash.chars().filter(char::is_ascii_alphanumeric).collect();
    HeaderValue::from_str(&format!("W/\"{hash}\""))
        .expect("letters and digits can stand in a header")
}

/// The reply with its tag, and without its body where the client says that it has the very same.
pub(crate) fn unless_known(asked: &HeaderMap, tag: HeaderValue, mut reply: Response) -> Response {
    if has(asked, &tag) {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
        *reply.body_mut() = axum::body::Body::empty();
        reply
            .headers_mut()
            .remove(axum::http::header::CONTENT_ENCODING);
    }
    reply.headers_mut().insert(ETAG, tag);
    reply
}

/// Whether one of the tags that a client names is this, compared weakly (RFC 9110, 13.1.2).
fn has(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let tag = opaque(tag.to_str().unwrap_or_default());
    let named = asked.get_all(IF_NONE_MATCH).iter();
    let mut named = named.flat_map(|tags| tags.to_str().unwrap_or_default().split(','));
    named.any(|named| named.trim() == "*" || opaque(named) == tag)
}
