//! `/mcp` and `/api/v1/mcp`: the memory for assistants, by the Model Context Protocol over streamable HTTP.
//!
//! Every request stands for itself: it is answered as JSON, by the caller whose credential it carries. In between a
//! process keeps only which sessions their clients have ended, so a restart breaks nobody and any node can answer.
//! The session id that `initialize` gives is no credential and no state: it only says whose session it is, and is
//! refused from anybody else. `GET` has no route: a server that never speaks first is to answer 405 there.
//!
//! Against DNS rebinding stands the bearer credential, which every request must bring and no browser adds by itself:
//! a page that has none is answered nothing, whatever its `Host` and `Origin` say, and one that was given a
//! credential is answered, as by the rest of the interface ([`sharing`](super::sharing)).

mod answer;
mod batch;
mod keyed;
mod leniency;
mod prompts;
mod resources;
mod schema;
mod server;
mod session;
mod tools;
mod wording;

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Full};
use recollect_model::{Caller, Credential, Scope};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use utoipa::{IntoResponses, ToSchema};

use super::app::App;
use super::caller::authenticate;
use super::done::{Done, done};
use super::ended_sessions::SESSION_ID;
use super::error::{ApiError, ErrorReply};
use super::idempotency;
use super::ingest::KeyedRequest;
use super::origin::{BaseUrl, ClientAddress};
use server::Memory;

pub(crate) use tools::rendered;

/// Both forms that a client of the protocol takes; asked for in its name, since not every client says so.
const ANSWERS: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// A message of JSON-RPC 2.0.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it describes the body, which the protocol's library reads"
)]
pub(crate) struct McpMessage {
    #[schema(example = "2.0")]
    jsonrpc: String,
    /// A number or text that the answer repeats; a notification has none.
    #[schema(value_type = u64, example = 1)]
    id: Value,
    /// `initialize`, `tools/list`, `tools/call` …
    #[schema(example = "tools/list")]
    method: String,
    #[schema(value_type = Option<Object>)]
    params: Option<Value>,
}

/// What a request may be refused with before it reaches the protocol, and by it.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes the answers")]
pub(crate) enum McpRefusals {
    /// No message of JSON-RPC 2.0, or one that is not understood.
    #[response(status = 400)]
    BadRequest,
    /// No credential, or one that opens nothing.
    #[response(status = 401, headers(("WWW-Authenticate" = String, description = "How to authenticate (RFC 6750)")))]
    Unauthorized(ErrorReply),
    /// The credential lacks the scope.
    #[response(status = 403)]
    Forbidden(ErrorReply),
    /// The session is somebody else's, or the protocol has no such method.
    #[response(status = 404)]
    NotFound,
    /// The body took too long to arrive.
    #[response(status = 408)]
    TooSlow(ErrorReply),
    /// The call of this `Idempotency-Key` is being carried out, or was, and its answer is not kept.
    #[response(status = 409)]
    UnderWay(ErrorReply),
    /// Over a configured limit.
    #[response(status = 413)]
    TooLarge(ErrorReply),
    /// The body is not said to be JSON, or is compressed.
    #[response(status = 415)]
    NotJson(ErrorReply),
    /// Something else was asked under this `Idempotency-Key`.
    #[response(status = 422)]
    KeyReused(ErrorReply),
    /// The caller asks too often, or for too much at once.
    #[response(status = 429, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    TooMany(ErrorReply),
    /// The address and the headers are too long.
    #[response(status = 431)]
    HeadTooLarge(ErrorReply),
    /// A defect; the server's log says what.
    #[response(status = 500)]
    Internal(ErrorReply),
    /// The database cannot be written or read now, or too many requests are under way.
    #[response(status = 503, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    Unavailable(ErrorReply),
}

/// Speak the Model Context Protocol
///
/// One message of JSON-RPC 2.0 a request; a request is answered as JSON, a notification with 202. The tools are
/// listed by `tools/list`; those that change anything also need the scope `memory:write`. A call of one of these with an
/// `Idempotency-Key` is carried out once.
#[utoipa::path(
    post,
    path = "/api/v1/mcp",
    operation_id = "postMcp",
    tag = "mcp",
    security(("bearer" = ["memory:read"])),
    request_body = McpMessage,
    responses(
        (status = 200, description = "The answer of JSON-RPC 2.0; an error of the protocol, too"),
        (status = 202, description = "A notification was taken"),
        McpRefusals,
    ),
)]
pub(crate) async fn post(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let caller = permitted(&parts, &app).await?;
    let body = Request::from_parts(parts.clone(), body);
    let body =
        Bytes::from_request(body, &app)
            .await
            .map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge,
                _ => ApiError::not_json("the body could not be read"),
            })?;
    parts.extensions.insert(caller);
    let address = ClientAddress::of(&parts, &app.trusted_proxies);
    parts.extensions.insert(address);
    let base = BaseUrl::of(&parts, &app);
    parts.extensions.insert(base);
    let asked = Asked {
        batch: batch::messages(&parts.headers, &body)?,
        body,
    };
    match idempotency::key(&parts.headers)? {
        Some(key) => keyed::once(&app, parts, &caller, &key, asked).await,
        None => answer_asked(&app, parts, &caller, asked, None).await,
    }
}

/// What a request asks.
struct Asked {
    /// As it was sent.
    body: Bytes,
    /// The messages of a batch.
    batch: Option<Vec<Value>>,
}

/// Answers whatever was asked; under a key, what it adds follows from that.
async fn answer_asked(
    app: &App,
    mut parts: Parts,
    caller: &Caller,
    asked: Asked,
    keyed: Option<&KeyedRequest>,
) -> Result<Response, ApiError> {
    match asked.batch {
        Some(messages) => answer_all(app, &parts, caller, messages, keyed).await,
        None => {
            note_operation(&mut parts, keyed, 0);
            answer(app, parts, caller, asked.body).await
        }
    }
}

/// Answers a batch: every request of it in its order, one after the other, each counted.
async fn answer_all(
    app: &App,
    parts: &Parts,
    caller: &Caller,
    messages: Vec<Value>,
    keyed: Option<&KeyedRequest>,
) -> Result<Response, ApiError> {
    let mut answers = Vec::new();
    for (number, message) in messages.iter().enumerate() {
        if number > 0 {
            app.limits.admit(parts, caller.user)?;
        }
        let body = Bytes::from(message.to_string());
        let mut parts = parts.clone();
        note_operation(&mut parts, keyed, number);
        match answer(app, parts, caller, body).await {
            Ok(response) => {
                let body = response.into_body().collect().await;
                let body = body.map_err(|_| ApiError::Internal)?.to_bytes();
                answers.extend(serde_json::from_slice::<Value>(&body));
            }
            Err(error @ ApiError::MissingScope(_)) => return Err(error),
            Err(error) => answers.push(batch::refusal(message, &error)),
        }
    }
    Ok(match answers.is_empty() {
        true => StatusCode::ACCEPTED.into_response(),
        false => Json(answers).into_response(),
    })
}

/// Notes which request a message is, for a tool that adds something.
fn note_operation(parts: &mut Parts, keyed: Option<&KeyedRequest>, number: usize) {
    if let Some(operation) = KeyedRequest::operation(keyed, number) {
        parts.extensions.insert(operation);
    }
}

/// Answers one message.
async fn answer(
    app: &App,
    mut parts: Parts,
    caller: &Caller,
    body: Bytes,
) -> Result<Response, ApiError> {
    let message = leniency::message(&parts.headers, &body)?;
    if let Some(invalid) = message.invalid() {
        return Ok((StatusCode::BAD_REQUEST, Json(invalid)).into_response());
    }
    let is_opening = message.method() == Some("initialize");
    if let Some(scope) = message.lacking(caller) {
        return Err(ApiError::MissingScope(scope));
    }
    if let Some(refusal) = message.refusal() {
        return Ok(Json(refusal).into_response());
    }
    if message.brings_text() {
        app.limits.admit_text(caller.user)?;
    }
    if let Some(misshapen) = message.misshapen() {
        parts.extensions.insert(misshapen);
    }
    parts.headers.insert(ACCEPT, ANSWERS);
    let body = Full::new(message.into_bytes(body));
    let answered = service(app).handle(Request::from_parts(parts, body)).await;
    let mut response = face(answered.map(Body::new)).await?;
    if is_opening && response.status().is_success() {
        let id = session::open(caller.user, app.engine.environment());
        response.headers_mut().insert(SESSION_ID, id);
    }
    Ok(response)
}

/// End a session
///
/// The one that the header `Mcp-Session-Id` names: what still names it is answered 404, so that a client opens another.
#[utoipa::path(
    delete,
    path = "/api/v1/mcp",
    operation_id = "deleteMcp",
    tag = "mcp",
    security(("bearer" = ["memory:read"])),
    responses((status = 200, description = "Ended", body = Done), McpRefusals),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    request: Request,
) -> Result<Json<Done>, ApiError> {
    let (parts, _) = request.into_parts();
    permitted(&parts, &app).await?;
    app.ended_sessions.end(&parts.headers);
    Ok(done())
}

/// Who calls, when they may speak the protocol at all and the session they name is theirs. A browser's session cookie
/// is no credential here: another page could make a browser send it.
async fn permitted(parts: &Parts, app: &App) -> Result<Caller, ApiError> {
    let caller = authenticate(parts, app).await?;
    if matches!(caller.credential, Credential::Session(_)) {
        return Err(ApiError::InvalidKey);
    }
    if !caller.scopes.contains(Scope::MemoryRead) {
        return Err(ApiError::MissingScope(Scope::MemoryRead));
    }
    session::check(&parts.headers, caller.user, &app.ended_sessions)?;
    Ok(caller)
}

/// The protocol's server for one request.
fn service(app: &App) -> StreamableHttpService<Memory, NeverSessionManager> {
    let engine = app.engine.clone();
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(app.max_body_bytes)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    StreamableHttpService::new(
        move || Ok(Memory::new(engine.clone())),
        Arc::new(NeverSessionManager::default()),
        config,
    )
}

/// The library's answer as this interface gives it: what it refuses in plain text becomes an error like any other.
async fn face(response: Response) -> Result<Response, ApiError> {
    let status = response.status();
    if status.is_success() || is_json(response.headers()) {
        return Ok(response);
    }
    let reason = match response.into_body().collect().await {
        Ok(body) => String::from_utf8_lossy(&body.to_bytes()).into_owned(),
        Err(_) => String::new(),
    };
    Err(ApiError::Protocol {
        // The library says so of JSON that is no message.
        status: match status {
            StatusCode::UNSUPPORTED_MEDIA_TYPE => StatusCode::BAD_REQUEST,
            status => status,
        },
        reason,
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(CONTENT_TYPE);
    let named = named.and_then(|value| value.to_str().ok());
    let essence = named.map(|name| name.split(';').next().unwrap_or(name).trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}
