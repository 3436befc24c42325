//! Refusals in the words of the protocol (RFC 6749, 5.2; RFC 7591, 3.2.2).

use std::time::Duration;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use recollect_engine::EngineError;
use recollect_engine::oauth::{ErrorCode, OAuthError};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use super::NOT_KEPT;
use crate::http::error::{ApiError, ErrorReply, Limit};

/// Why a client did not get what it asked for, and whether it is told how to prove who it is.
#[derive(Debug)]
pub(crate) struct Failure {
    error: OAuthError,
    is_challenged: bool,
    /// How long to wait, of a client whose network asks too often.
    wait: Option<Duration>,
}

impl Failure {
    /// A client that showed nothing at all where it must.
    pub(super) fn unknown_client(reason: &str) -> Self {
        Self {
            error: OAuthError::Refused {
                code: ErrorCode::InvalidClient,
                reason: reason.to_owned(),
            },
            is_challenged: true,
            wait: None,
        }
    }

    /// The same refusal for a client that used the `Authorization` header: it is answered with a challenge (RFC 6749,
    /// 5.2). Another client gets none: a browser would ask the person for a password.
    pub(super) fn of(error: OAuthError, authorization: Option<&str>) -> Self {
        Self {
            error,
            is_challenged: authorization.is_some(),
            wait: None,
        }
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        let wait = match limit {
            Limit::Rate { wait, .. } => wait,
            _ => Duration::from_secs(1),
        };
        Self {
            error: OAuthError::Refused {
                code: ErrorCode::TemporarilyUnavailable,
                reason: "too many of your network ask for this; try again when Retry-After says"
                    .to_owned(),
            },
            is_challenged: false,
            wait: Some(wait),
        }
    }
}

impl From<OAuthError> for Failure {
    fn from(error: OAuthError) -> Self {
        Self::of(error, None)
    }
}

/// A refusal of the protocol.
#[derive(Serialize, ToSchema)]
#[schema(as = OAuthError)]
pub(crate) struct FailureReply {
    /// What the client can do about it, by its name in the protocol.
    #[schema(example = "invalid_grant")]
    error: &'static str,
    /// The same for a person.
    error_description: String,
}

/// The refusals that every operation of the protocol may answer with.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes the answers, which `Failure` gives")]
pub(crate) enum Failures {
    /// What is wrong is in `error`, by its name in the protocol.
    #[response(status = 400)]
    Refused(FailureReply),
    /// The client did not prove who it is.
    #[response(status = 401)]
    Unauthorized(FailureReply),
    /// The body is compressed.
    #[response(status = 415)]
    NotRead(ErrorReply),
    /// The network asks too often.
    #[response(status = 429, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    TooMany(FailureReply),
    /// A defect; the server's log says what.
    #[response(status = 500)]
    Internal(FailureReply),
    /// Not now; the same request may succeed later.
    #[response(status = 503)]
    Unavailable(FailureReply),
}

/// What the interface refuses of a bearer credential (RFC 6750, 3.1), with the body of this protocol.
pub(super) fn of_bearer(refusal: ApiError) -> Response {
    let error_description = refusal.sentence();
    let mut response = refusal.into_response();
    let error = match response.status() {
        StatusCode::UNAUTHORIZED => "invalid_token",
        StatusCode::FORBIDDEN => "insufficient_scope",
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            "temporarily_unavailable"
        }
        _ => "server_error",
    };
    let body = FailureReply {
        error,
        error_description,
    };
    *response.body_mut() = Json(body).into_response().into_body();
    response
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, error, error_description) = match self.error {
            OAuthError::Refused { code, reason } => {
                let status = match code {
                    _ if self.wait.is_some() => StatusCode::TOO_MANY_REQUESTS,
                    ErrorCode::InvalidClient if self.is_challenged => StatusCode::UNAUTHORIZED,
                    ErrorCode::TemporarilyUnavailable => StatusCode::SERVICE_UNAVAILABLE,
                    _ => StatusCode::BAD_REQUEST,
                };
                (status, code.as_str(), reason)
            }
            OAuthError::Engine(EngineError::Unavailable { reason }) => {
                tracing::error!("a client was refused: {reason}");
                let text = "the service cannot do this now; try again".to_owned();
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    "temporarily_unavailable",
                    text,
                )
            }
            OAuthError::Engine(error) => {
                tracing::error!("a request of a client failed: {error}");
                let text = "something went wrong inside".to_owned();
                (StatusCode::INTERNAL_SERVER_ERROR, "server_error", text)
            }
        };
        let body = FailureReply {
            error,
            error_description,
        };
        let mut response = (status, NOT_KEPT, Json(body)).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Basic realm=\"recollect\"");
            headers.insert(WWW_AUTHENTICATE, challenge);
        }
        if let Some(wait) = self.wait {
            let seconds = wait.as_millis().div_ceil(1_000).max(1);
            headers.insert(
                RETRY_AFTER,
                HeaderValue::from(u64::try_from(seconds).unwrap_or(1)),
            );
        } else if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
