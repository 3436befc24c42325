//! One error for every handler, and the one mapping to status codes.
//!
//! Every reply is `{"error": "<text>", "code": "<stable code>"}`, with `details.field` where a field is to blame.
//! What went wrong inside is written to the server's log here, once, and never shown.

mod code;
mod limit;
mod refusals;

use std::time::Duration;

use axum::Json;
use axum::http::header::{ACCEPT_ENCODING, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use recollect_engine::{EngineError, Sought};
use recollect_model::Scope;
use serde::Serialize;
use utoipa::ToSchema;

use self::code::ErrorCode;
pub(crate) use self::refusals::Refusals;
pub(super) use self::refusals::refusal_examples;

pub(crate) use limit::{Limit, RefusedBy};

/// Why a request is refused.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// No key, or one that opens nothing.
    InvalidKey,
    /// The credential does not allow this operation.
    MissingScope(Scope),
    /// The session is of a login that is too old for what was asked.
    LoginTooOld,
    /// The passkey, or what it signed, is not accepted.
    PasskeyRefused,
    /// A session's cookie came with a request that another site may have caused.
    CrossOrigin,
    /// The body is no JSON object.
    NotJson(String),
    /// The query string cannot be read.
    NotAQuery,
    /// The form in the body cannot be read.
    NotAForm,
    /// The body cannot be read as a form with files.
    NotMultipart(String),
    /// The body is encoded so, and is read only as it is.
    EncodedBody(String),
    /// A required field is not there.
    Missing(&'static str),
    /// None of these fields is there, and one is needed.
    NothingGiven(Vec<&'static str>),
    /// A field's value is wrong.
    Invalid { field: &'static str, reason: String },
    /// A field names a space that the caller does not have.
    UnknownSpace(&'static str),
    /// The body as a whole is longer than any valid request.
    BodyTooLarge,
    /// The caller, or everybody together, asks for too much.
    Limit(Limit),
    /// There is nothing at this path.
    NoRoute,
    /// The path exists, the method does not.
    NoMethod,
    /// What was asked under an idempotency key cannot be answered.
    Keyed(KeyFault),
    /// What a protocol spoken over HTTP refuses.
    Protocol { status: StatusCode, reason: String },
    /// The engine's reason.
    Engine(EngineError),
    /// A defect of the service, which is logged where it was found.
    Internal,
}

impl ApiError {
    pub(crate) fn not_json(reason: impl Into<String>) -> Self {
        Self::NotJson(reason.into())
    }

    pub(crate) const fn missing(field: &'static str) -> Self {
        Self::Missing(field)
    }

    pub(crate) fn invalid(field: &'static str, reason: impl Into<String>) -> Self {
        Self::Invalid {
            field,
            reason: reason.into(),
        }
    }

    /// What the engine says of a space that is not there, as a mistake of the field that named it.
    pub(crate) fn in_place_of_space(self) -> Self {
        match self {
            Self::Engine(error) => Self::naming_space(error),
            error => error,
        }
    }

    /// What a reply says of it.
    pub(crate) fn reply(&self) -> ErrorReply {
        Face::of(self).into()
    }

    /// In how many seconds the same may be asked again, where it is refused for now.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        Face::of(self).retry_after()
    }

    /// What is wrong, in the sentence that a reply would say.
    pub(crate) fn sentence(&self) -> String {
        Face::of(self).error
    }

    /// What the engine refused, with the field that named the space if it was that.
    pub(crate) fn naming_space(error: EngineError) -> Self {
        match error {
            EngineError::NotFound {
                what: Sought::Space,
            } => Self::UnknownSpace("spaceId"),
            error => Self::Engine(error),
        }
    }
}

/// What is the matter with an idempotency key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyFault {
    /// Something else was asked under it.
    Reused,
    /// The same is being carried out.
    UnderWay,
    /// It was carried out, and its answer is not kept.
    AnswerGone,
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// A refusal.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorReply {
    /// What is wrong, in a sentence.
    error: String,
    /// The same for programs; it does not change.
    code: ErrorCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<ErrorDetails>,
}

/// What a refusal is about.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorDetails {
    /// The field or parameter that is to blame.
    field: &'static str,
}

/// What a refusal looks like from outside.
struct Face {
    status: StatusCode,
    code: ErrorCode,
    error: String,
    field: Option<&'static str>,
    /// How long to wait before the next try, for what can be tried again.
    wait_secs: u64,
    /// How many requests may come at once, when there were more.
    burst: Option<u32>,
}

impl Face {
    fn new(code: ErrorCode, error: impl Into<String>) -> Self {
        Self {
            status: code.status(),
            code,
            error: error.into(),
            field: None,
            wait_secs: 1,
            burst: None,
        }
    }

    /// How long to wait, in seconds, before what was refused for now may be tried again.
    fn retry_after(&self) -> Option<u64> {
        let is_for_later = [
            StatusCode::SERVICE_UNAVAILABLE,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        is_for_later
            .contains(&self.status)
            .then_some(self.wait_secs)
    }

    fn about(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    fn of(error: &ApiError) -> Self {
        match error {
            ApiError::InvalidKey => Self::new(ErrorCode::InvalidApiKey, "Invalid API Key"),
            ApiError::MissingScope(_)
            | ApiError::CrossOrigin
            | ApiError::LoginTooOld
            | ApiError::PasskeyRefused => Self::of_forbidden(error),
            ApiError::NotJson(reason) => Self::new(ErrorCode::InvalidJson, reason),
            ApiError::NotMultipart(reason) => Self::new(ErrorCode::InvalidForm, reason),
            ApiError::NotAQuery => Self::new(
                ErrorCode::InvalidQuery,
                "the query string is not percent-encoded UTF-8, or has a NUL",
            ),
            ApiError::NotAForm => Self::new(
                ErrorCode::InvalidForm,
                "the form is not percent-encoded UTF-8 or a multipart one with its boundary, or has a NUL",
            ),
            ApiError::EncodedBody(encoding) => Self::of_encoding(encoding),
            ApiError::Missing(field) => {
                Self::new(ErrorCode::MissingField, format!("{field} is required")).about(field)
            }
            ApiError::NothingGiven(fields) => Self::of_nothing(fields),
            ApiError::Invalid { field, reason } => {
                Self::new(ErrorCode::InvalidField, format!("{field} {reason}")).about(field)
            }
            ApiError::UnknownSpace(field) => Self::new(
                ErrorCode::SpaceNotFound,
                format!("{field} names no space of yours"),
            )
            .about(field),
            ApiError::BodyTooLarge => {
                Self::new(ErrorCode::BodyTooLarge, "the request body is too large")
            }
            ApiError::NoRoute => Self::new(ErrorCode::NotFound, "there is nothing at this path"),
            ApiError::NoMethod => Self::new(
                ErrorCode::MethodNotAllowed,
                "this path does not take this method",
            ),
            ApiError::Keyed(fault) => Self::of_key(*fault),
            ApiError::Protocol { status, reason } => Self {
                status: *status,
                ..Self::new(ErrorCode::Protocol, reason)
            },
            ApiError::Limit(limit) => Self::of_limit(*limit),
            ApiError::Engine(error) => Self::of_engine(error),
            ApiError::Internal => Self::internal(),
        }
    }

    /// What a credential that opens something is refused all the same.
    fn of_forbidden(error: &ApiError) -> Self {
        let (code, text) = match error {
            ApiError::MissingScope(scope) => (
                ErrorCode::InsufficientScope,
                format!("this credential lacks the scope {}", scope.as_str()),
            ),
            ApiError::PasskeyRefused => (
                ErrorCode::PasskeyRefused,
                "this passkey is not accepted".to_owned(),
            ),
            ApiError::LoginTooOld => (
                ErrorCode::LoginTooOld,
                "this asks for a login of a short while ago: log in again, at /login/again"
                    .to_owned(),
            ),
            _ => (
                ErrorCode::CrossOrigin,
                "this request does not come from a page of this service".to_owned(),
            ),
        };
        Self::new(code, text)
    }

    fn of_encoding(encoding: &str) -> Self {
        Self::new(
            ErrorCode::UnsupportedEncoding,
            format!("the body has Content-Encoding: {encoding}; send it as it is, without one"),
        )
    }

    fn of_nothing(fields: &[&'static str]) -> Self {
        let names = fields.join(", ");
        let face = Self::new(
            ErrorCode::MissingField,
            format!("at least one of these is required: {names}"),
        );
        fields
            .iter()
            .take(1)
            .fold(face, |face, field| face.about(field))
    }

    fn of_key(fault: KeyFault) -> Self {
        match fault {
            KeyFault::Reused => Self::new(
                ErrorCode::IdempotencyKeyReused,
                "something else was asked under this Idempotency-Key; every request has a key of its own",
            ),
            KeyFault::UnderWay => Self::new(
                ErrorCode::RequestUnderWay,
                "the request of this Idempotency-Key is being carried out; ask again in a moment",
            ),
            KeyFault::AnswerGone => Self::new(
                ErrorCode::CarriedOutAlready,
                "the request of this Idempotency-Key was carried out; its answer held a secret, was very long, or was forgotten since, and is not kept",
            ),
        }
    }

    fn of_engine(error: &EngineError) -> Self {
        let text = error.to_string();
        match error {
            EngineError::Invalid { field, .. } => {
                Self::new(ErrorCode::InvalidField, text).about(field)
            }
            EngineError::TooLarge { field, .. } => {
                Self::new(ErrorCode::TextTooLarge, text).about(field)
            }
            EngineError::NotFound { what } => Self::new(ErrorCode::of_missing(*what), text),
            EngineError::OverQuota { wait: None, .. } => Self::new(ErrorCode::QuotaExceeded, text),
            EngineError::OverQuota {
                wait: Some(wait), ..
            } => {
                let mut face = Self::new(ErrorCode::DailyQuotaExceeded, text);
                face.wait_secs = seconds(*wait);
                face
            }
            EngineError::Suspended => Self::new(ErrorCode::AccountSuspended, text),
            EngineError::Conflict { .. } => Self::new(ErrorCode::Conflict, text),
            EngineError::Unavailable { reason } => {
                tracing::error!("a request was refused: {reason}");
                let text =
                    "the service cannot do this now, and has acknowledged nothing; try again";
                Self::new(ErrorCode::Unavailable, text)
            }
            EngineError::Internal(reason) => {
                tracing::error!("a request failed: {reason}");
                Self::internal()
            }
        }
    }

    fn internal() -> Self {
        Self::new(
            ErrorCode::Internal,
            "something went wrong inside; the server's log says what",
        )
    }
}

/// Whole seconds, one at least, that are no shorter.
fn seconds(wait: Duration) -> u64 {
    let seconds = wait.as_millis().div_ceil(1_000).max(1);
    u64::try_from(seconds).unwrap_or(u64::MAX)
}

impl From<Face> for ErrorReply {
    fn from(face: Face) -> Self {
        Self {
            error: face.error,
            code: face.code,
            details: face.field.map(|field| ErrorDetails { field }),
        }
    }
}

/// How to get in (RFC 6750, 3.1); `oauth::challenge` completes it from the request.
fn challenge(error: &ApiError) -> Option<HeaderValue> {
    match error {
        ApiError::InvalidKey => {
            let challenge = "Bearer realm=\"recollect\", error=\"invalid_token\"";
            Some(HeaderValue::from_static(challenge))
        }
        ApiError::MissingScope(scope) => {
            let scope = scope.as_str();
            let challenge = format!(
                "Bearer realm=\"recollect\", error=\"insufficient_scope\", scope=\"{scope}\""
            );
            HeaderValue::from_str(&challenge).ok()
        }
        _ => None,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let challenge = challenge(&self);
        let is_encoded = matches!(self, Self::EncodedBody(_));
        let face = Face::of(&self);
        let (status, wait_secs, burst) = (face.status, face.retry_after(), face.burst);
        let mut response = (status, Json(ErrorReply::from(face))).into_response();
        if let Self::Limit(limit) = self {
            response.extensions_mut().insert(RefusedBy(limit));
        }
        if let Some(challenge) = challenge {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        if is_encoded {
            let plain = HeaderValue::from_static("identity");
            response.headers_mut().insert(ACCEPT_ENCODING, plain);
        }
        if let Some(wait_secs) = wait_secs {
            let wait = HeaderValue::from(wait_secs);
            response.headers_mut().insert(RETRY_AFTER, wait.clone());
            if let Some(burst) = burst {
                let headers = response.headers_mut();
                headers.insert("ratelimit-limit", burst.into());
                headers.insert("ratelimit-remaining", 0.into());
                headers.insert("ratelimit-reset", wait);
            }
        }
        response
    }
}
