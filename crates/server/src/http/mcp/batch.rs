//! Several messages in one request, as revision 2025-03-26 of the protocol has them, and no other.

use axum::http::HeaderMap;
use serde_json::Value;

use crate::http::error::ApiError;

/// The one revision that has batches. It has no header either, so a request that names no version may be of it.
const REVISION: &str = "2025-03-26";
const VERSION: &str = "mcp-protocol-version";
/// The most messages of one request.
const MAX_MESSAGES: usize = 100;

/// The messages of a body that is a batch; `None` where it is none.
pub(super) fn messages(headers: &HeaderMap, body: &[u8]) -> Result<Option<Vec<Value>>, ApiError> {
    let begins = body.iter().find(|byte| !byte.is_ascii_whitespace());
    if begins != Some(&b'[') {
        return Ok(None);
    }
    let version = headers.get(VERSION);
    if version.is_some_and(|version| version.as_bytes() != REVISION.as_bytes()) {
        return Err(ApiError::not_json(
            "the body must be one JSON-RPC message: only revision 2025-03-26 has batches",
        ));
    }
    let messages: Vec<Value> = serde_json::from_slice(body)
        .map_err(|error| ApiError::not_json(format!("the body is not JSON: {error}")))?;
    if messages.is_empty() || messages.len() > MAX_MESSAGES {
        return Err(ApiError::not_json(format!(
            "a batch has 1 to {MAX_MESSAGES} messages"
        )));
    }
    let is_opening = |message: &Value| message["method"] == "initialize";
    if messages.iter().any(is_opening) {
        return Err(ApiError::not_json("initialize cannot be part of a batch"));
    }
    Ok(Some(messages))
}

/// The answer to a message that the protocol did not take.
pub(super) fn refusal(message: &Value, error: &ApiError) -> Value {
    serde_json::json!({
        "jsonrpc": "2.0",
        "id": message["id"],
        "error": { "code": -32_600, "message": error.sentence() },
    })
}
