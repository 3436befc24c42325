//! `Idempotency-Key`: a request that is sent again, because its answer was lost, is carried out once.
//!
//! Stands before every operation of the interface. A POST with a key is looked up under its caller's name: what was answered
//! before is answered again, with `Idempotency-Replayed: true`. Successful answers are kept for a day, unless they hold a
//! secret or are very long; refused requests give their key back, and after a failure the same request is still the same, also when it is
//! refused then. Searching changes nothing, and is done anew each time (draft-ietf-httpapi-idempotency-key-header).
//!
//! What assistants ask of the memory is told apart by the message and not by its bytes, so [`mcp`](super::mcp) takes
//! the key itself. The operations of OAuth take none: their answers are secrets, which are not kept, and what they
//! are given (a code, a refresh token) is good for one answer by itself.

use std::pin::pin;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use recollect_engine::{GivenAnswer, Keyed, KeyedEnd, SAID_EVERY};
use recollect_model::{TokenHash, UserId};
use tokio::time::timeout;

use super::app::App;
use super::caller::identify;
use super::error::{ApiError, KeyFault};
use super::ingest::KeyedRequest;

const KEY: &str = "idempotency-key";
/// Says that a request was answered so before.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// What changes nothing.
const READING: [&str; 2] = ["/search", "/api/v1/search"];
/// Whose body is read as it arrives; what it brings is idempotent by itself.
const STREAMED: &str = "/api/v1/imports";
/// The longest answer that is kept, in bytes.
const MAX_ANSWER_BYTES: usize = 2 * 1024 * 1024;

/// Carries a request out, unless it was before.
pub(crate) async fn once(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_keyed = request.method() == Method::POST && request.headers().contains_key(KEY);
    if !is_keyed || READING.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    match keyed(&app, request, next).await {
        Ok(response) => response,
        Err(error) => error.into_response(),
    }
}

async fn keyed(app: &App, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let caller = match identify(&parts, app).await {
        Ok(Some(caller)) => caller,
        // A stranger's body is not read.
        Ok(None) => return Ok(next.run(Request::from_parts(parts, body)).await),
        Err(error) => {
            let response = error.into_response();
            // It was sent before perhaps: without its key it would be carried out twice.
            return match response.status().is_server_error() {
                true => Ok(response),
                // The refusal is the operation's own.
                false => Ok(next.run(Request::from_parts(parts, body)).await),
            };
        }
    };
    let key = key(&parts.headers)?.unwrap_or_default();
    let path = parts.uri.path().to_owned();
    let (body, bytes) = if path == STREAMED {
        (body, Bytes::new())
    } else {
        let bytes = to_bytes(body, app.max_body_bytes).await;
        let bytes = bytes.map_err(|_| ApiError::BodyTooLarge)?;
        (Body::from(bytes.clone()), bytes)
    };
    let asked = fingerprint(&parts.uri.to_string(), &bytes);
    let carry_out = async |keyed| {
        parts.extensions.insert(keyed);
        let response = next.run(Request::from_parts(parts, body)).await;
        let end = Ended::of(response.status(), tells_secret(&path));
        (response, end)
    };
    carried_out_once(app, (caller, &key), &asked, carry_out).await
}

/// The key of a request, if it has one.
pub(super) fn key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(key) = headers.get(KEY) else {
        return Ok(None);
    };
    let key = key
        .to_str()
        .map_err(|_| ApiError::invalid("Idempotency-Key", "must be readable text"))?;
    Ok(Some(key.trim().trim_matches('"').to_owned()))
}

/// How a request ended that was carried out under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// It was done, and its answer may be kept.
    Done,
    /// It was done, and its answer is for once.
    DoneInSecret,
    /// Nothing was done.
    Refused,
    /// Nobody knows.
    Unknown,
}

impl Ended {
    /// As the status of its answer says.
    pub(super) fn of(status: StatusCode, is_secret: bool) -> Self {
        match status.is_success() {
            true if is_secret => Self::DoneInSecret,
            true => Self::Done,
            false if status.is_server_error() => Self::Unknown,
            false => Self::Refused,
        }
    }
}

/// Carries a request of this user's out under its key, unless it was before; then it is answered as it was.
pub(super) async fn carried_out_once(
    app: &App,
    (user, key): (UserId, &str),
    asked: &str,
    carry_out: impl AsyncFnOnce(KeyedRequest) -> (Response, Ended),
) -> Result<Response, ApiError> {
    let (operation, refused) = match app.engine.begin_keyed(user, key, asked).await? {
        Keyed::Begun(operation) => (operation, KeyedEnd::Refused),
        // What refuses it now did not perhaps when it was sent before.
        Keyed::TakenUp(operation) => (operation, KeyedEnd::Unknown),
        Keyed::Answered(answer) => return again(answer),
        Keyed::UnderWay => return Err(ApiError::Keyed(KeyFault::UnderWay)),
        Keyed::Otherwise => return Err(ApiError::Keyed(KeyFault::Reused)),
    };
    let carried_out = carry_out(KeyedRequest(operation));
    let (response, ended) = held(app, user, key, carried_out).await;
    let end = match ended {
        Ended::Done => return keep(app, user, key, true, response).await,
        Ended::DoneInSecret => return keep(app, user, key, false, response).await,
        Ended::Refused => refused,
        Ended::Unknown => KeyedEnd::Unknown,
    };
    // The answer is the same whether the key can be given back now, or is free in some seconds.
    if let Err(error) = app.engine.end_keyed(user, key, end).await {
        tracing::warn!("an idempotency key is not given back: {error}");
    }
    Ok(response)
}

/// What tells a request from others.
pub(super) fn fingerprint(address: &str, body: &[u8]) -> String {
    let body = String::from_utf8_lossy(body);
    TokenHash::of(&format!("{address}\n{body}"))
        .as_str()
        .to_owned()
}

/// The answer to a request, whose key is held as long as it takes.
async fn held<T>(app: &App, user: UserId, key: &str, answer: impl Future<Output = T>) -> T {
    let mut answer = pin!(answer);
    loop {
        match timeout(SAID_EVERY, &mut answer).await {
            Ok(answer) => return answer,
            Err(_) => {
                if let Err(error) = app.engine.hold_keyed(user, key).await {
                    tracing::warn!("an idempotency key is not held: {error}");
                }
            }
        }
    }
}

/// Keeps a successful answer before it is given, its body where that may be kept and is not too long: what was done is done,
/// however much there is to say of it.
async fn keep(
    app: &App,
    user: UserId,
    key: &str,
    keeps_body: bool,
    response: Response,
) -> Result<Response, ApiError> {
    let (parts, body) = response.into_parts();
    // It is in memory already.
    let body = to_bytes(body, usize::MAX).await.map_err(|error| {
        tracing::error!("an answer under an idempotency key broke off: {error}");
        ApiError::Internal
    })?;
    let keeps_body = keeps_body && body.len() <= MAX_ANSWER_BYTES;
    let text = std::str::from_utf8(&body).ok();
    let answer = GivenAnswer {
        status: parts.status.as_u16(),
        location: parts
            .headers
            .get(LOCATION)
            .and_then(|to| to.to_str().ok())
            .map(str::to_owned),
        body: text.filter(|_| keeps_body).map(str::to_owned),
    };
    let end = KeyedEnd::Answered(&answer);
    app.engine.end_keyed(user, key, end).await?;
    Ok(Response::from_parts(parts, Body::from(body)))
}

/// Whether the answer holds what is shown once.
pub(super) fn tells_secret(path: &str) -> bool {
    path == "/api/v1/keys" || path == "/api/v1/webhooks" || path.ends_with("/rotate-secret")
}

fn again(answer: GivenAnswer) -> Result<Response, ApiError> {
    let body = answer.body.ok_or(ApiError::Keyed(KeyFault::AnswerGone))?;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
    let headers = response.headers_mut();
    headers.insert(REPLAYED, HeaderValue::from_static("true"));
    if let Some(to) = answer
        .location
        .and_then(|to| HeaderValue::from_str(&to).ok())
    {
        headers.insert(LOCATION, to);
    }
    Ok(response)
}
