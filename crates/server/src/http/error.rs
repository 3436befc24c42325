//! One error for every handler, and the one mapping to status codes.
//!
//! Every reply is `{"error": "<text>", "code": "<stable code>"}`, with `details.field` where a field is to blame.
//! What went wrong inside is written to the server's log here, once, and never shown.

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use recollect_engine::EngineError;
use serde_json::json;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// No key, or one that opens nothing.
    InvalidKey,
    /// The body is no JSON object.
    NotJson(String),
    /// A required field is not there.
    Missing(&'static str),
    /// A field's value is wrong.
    Invalid { field: &'static str, reason: String },
    /// A field names a space that the caller does not have.
    UnknownSpace(&'static str),
    /// The body as a whole is longer than any valid request.
    BodyTooLarge,
    /// There is nothing at this path.
    NoRoute,
    /// The path exists, the method does not.
    NoMethod,
    /// The engine's reason.
    Engine(EngineError),
    /// A handler panicked; the panic hook has logged it.
    Panicked,
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

    /// What the engine refused, with the field that named the space if it was that.
    pub(crate) fn naming_space(error: EngineError) -> Self {
        match error {
            EngineError::NotFound { what: "space" } => Self::UnknownSpace("spaceId"),
            error => Self::Engine(error),
        }
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// What a refusal looks like from outside.
struct Face {
    status: StatusCode,
    code: String,
    error: String,
    field: Option<&'static str>,
}

impl Face {
    fn new(status: StatusCode, code: impl Into<String>, error: impl Into<String>) -> Self {
        Self {
            status,
            code: code.into(),
            error: error.into(),
            field: None,
        }
    }

    fn about(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    fn of(error: &ApiError) -> Self {
        match error {
            ApiError::InvalidKey => Self::new(
                StatusCode::UNAUTHORIZED,
                "invalid_api_key",
                "Invalid API Key",
            ),
            ApiError::NotJson(reason) => Self::new(StatusCode::BAD_REQUEST, "invalid_json", reason),
            ApiError::Missing(field) => Self::new(
                StatusCode::BAD_REQUEST,
                "missing_field",
                format!("{field} is required"),
            )
            .about(field),
            ApiError::Invalid { field, reason } => Self::new(
                StatusCode::BAD_REQUEST,
                "invalid_field",
                format!("{field} {reason}"),
            )
            .about(field),
            ApiError::UnknownSpace(field) => Self::new(
                StatusCode::NOT_FOUND,
                "space_not_found",
                format!("{field} names no space of yours"),
            )
            .about(field),
            ApiError::BodyTooLarge => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "body_too_large",
                "the request body is too large",
            ),
            ApiError::NoRoute => Self::new(
                StatusCode::NOT_FOUND,
                "not_found",
                "there is nothing at this path",
            ),
            ApiError::NoMethod => Self::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "this path does not take this method",
            ),
            ApiError::Engine(error) => Self::of_engine(error),
            ApiError::Panicked => Self::internal(),
        }
    }

    fn of_engine(error: &EngineError) -> Self {
        let text = error.to_string();
        match error {
            EngineError::Invalid { field, .. } => {
                Self::new(StatusCode::BAD_REQUEST, "invalid_field", text).about(field)
            }
            EngineError::TooLarge { field, .. } => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "text_too_large", text).about(field)
            }
            EngineError::NotFound { what } => Self::new(
                StatusCode::NOT_FOUND,
                format!("{}_not_found", what.replace(' ', "_")),
                text,
            ),
            EngineError::Conflict { .. } => Self::new(StatusCode::CONFLICT, "conflict", text),
            EngineError::Unavailable { reason } => {
                tracing::error!("a request was refused: {reason}");
                let text =
                    "the service cannot do this now, and has acknowledged nothing; try again";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", text)
            }
            EngineError::Internal(reason) => {
                tracing::error!("a request failed: {reason}");
                Self::internal()
            }
        }
    }

    fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong inside; the server's log says what",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let face = Face::of(&self);
        let mut body = json!({ "error": face.error, "code": face.code });
        if let Some(field) = face.field {
            body["details"] = json!({ "field": field });
        }
        let mut response = (face.status, Json(body)).into_response();
        if face.status == StatusCode::UNAUTHORIZED {
            let challenge =
                HeaderValue::from_static("Bearer realm=\"recollect\", error=\"invalid_token\"");
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        if face.status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
