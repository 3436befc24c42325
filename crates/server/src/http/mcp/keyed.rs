//! Calls of tools that change the memory, under an `Idempotency-Key`: each is carried out once, however often it is
//! sent.
//!
//! A call is told by what it asks, so that a client which sends it again may number it anew; a batch by all of it. An
//! answer of a tool that is an error is not kept: the same call may be tried again under its key, and is the same.
//! What only reads is done anew each time, and needs no key.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use recollect_model::{Caller, Scope};
use serde_json::{Value, json};

use super::{Asked, answer_asked, tools};
use crate::http::app::App;
use crate::http::error::ApiError;
use crate::http::idempotency::{Ended, REPLAYED, carried_out_once, fingerprint};

/// What these calls are told apart with from the other requests of a user, whatever path they are sent to.
const ADDRESS: &str = "mcp";

/// Answers a request under its key.
pub(super) async fn once(
    app: &App,
    parts: Parts,
    caller: &Caller,
    key: &str,
    asked: Asked,
) -> Result<Response, ApiError> {
    let Some(call) = Call::of(&asked) else {
        return answer_asked(app, parts, caller, asked, None).await;
    };
    let fingerprint = fingerprint(ADDRESS, call.asked.to_string().as_bytes());
    let is_secret = call.tells_what_is_gone;
    let carry_out = async |keyed| {
        let answered = answer_asked(app, parts, caller, asked, Some(&keyed)).await;
        let response = answered.unwrap_or_else(ApiError::into_response);
        match Ended::of(response.status(), is_secret) {
            ended @ (Ended::Done | Ended::DoneInSecret) => judged(response, ended).await,
            ended => (response, ended),
        }
    };
    let response = carried_out_once(app, (caller.user, key), &fingerprint, carry_out).await?;
    match call.id {
        Some(id) if response.headers().contains_key(REPLAYED) => renumbered(response, id).await,
        _ => Ok(response),
    }
}

/// A request that calls a tool which changes the memory.
struct Call {
    /// What it asks.
    asked: Value,
    /// The number that its answer repeats; of a batch every answer has its own.
    id: Option<Value>,
    /// Whether its answer tells what is gone since; then that is not kept.
    tells_what_is_gone: bool,
}

impl Call {
    fn of(asked: &Asked) -> Option<Self> {
        if let Some(messages) = &asked.batch {
            let called: Vec<&str> = messages.iter().filter_map(changing).collect();
            return (!called.is_empty()).then(|| Self {
                asked: Value::from(messages.clone()),
                id: None,
                tells_what_is_gone: called.into_iter().any(tools::tells_what_is_gone),
            });
        }
        let message: Value = serde_json::from_slice(&asked.body).ok()?;
        let name = changing(&message)?;
        Some(Self {
            asked: json!({ "name": name, "arguments": message["params"]["arguments"] }),
            id: message.get("id").cloned(),
            tells_what_is_gone: tools::tells_what_is_gone(name),
        })
    }
}

/// The tool that a message calls, where that changes the memory. What has no number is a notification, which calls nothing.
fn changing(message: &Value) -> Option<&str> {
    let is_call = message["method"] == "tools/call" && !message["id"].is_null();
    let name = message["params"]["name"].as_str().filter(|_| is_call)?;
    (tools::scope_of(name) == Some(Scope::MemoryWrite)).then_some(name)
}

/// How a request ended that was answered: what a tool or the protocol refused was not done, as far as is known.
async fn judged(response: Response, ended: Ended) -> (Response, Ended) {
    let (parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return (ApiError::Internal.into_response(), Ended::Unknown);
    };
    let is_done = match serde_json::from_slice(&body).unwrap_or_default() {
        Value::Array(answers) => answers.iter().all(is_done),
        answer => is_done(&answer),
    };
    let response = Response::from_parts(parts, Body::from(body));
    let ended = if is_done { ended } else { Ended::Unknown };
    (response, ended)
}

fn is_done(answer: &Value) -> bool {
    answer["result"].is_object() && answer["result"]["isError"] != true
}

/// The answer that was given before, as that to a message of this number.
async fn renumbered(response: Response, id: Value) -> Result<Response, ApiError> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await;
    let body = body.map_err(|_| ApiError::Internal)?;
    let mut answer: Value = serde_json::from_slice(&body).map_err(|_| ApiError::Internal)?;
    answer["id"] = id;
    let body = Bytes::from(answer.to_string());
    Ok(Response::from_parts(parts, Body::from(body)))
}
