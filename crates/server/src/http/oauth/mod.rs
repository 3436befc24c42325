//! OAuth 2.0 for programs: discovery, registration, tokens. What a person sees of it is in `pages`.
//!
//! These endpoints speak the protocol's own language: form-encoded requests, and refusals as RFC 6749, 5.2 has them.
//! Nothing they answer is to be kept by caches, save the discovery documents.

pub(crate) mod challenge;
mod failure;
pub(crate) mod inspection;
pub(crate) mod metadata;
pub(crate) mod registration;
pub(crate) mod token;

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, PRAGMA};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use recollect_engine::oauth::{OAuthError, Parameters, Presented};

pub(super) use failure::FailureReply;

use self::failure::Failure;
use super::app::App;

/// RFC 6749, 5.1.
const NOT_KEPT: [(HeaderName, HeaderValue); 2] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (PRAGMA, HeaderValue::from_static("no-cache")),
];

/// The longest body of a request here.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The parameters of a form-encoded body; what cannot be read has none.
pub(crate) struct Form(pub(crate) Parameters);

impl FromRequest<App> for Form {
    type Rejection = Infallible;

    async fn from_request(request: Request, app: &App) -> Result<Self, Infallible> {
        let body = Bytes::from_request(request, app).await.unwrap_or_default();
        let is_short = body.len() <= MAX_BODY_BYTES;
        Ok(Self(if is_short {
            Parameters::parse(&body)
        } else {
            Parameters::default()
        }))
    }
}

/// A request of a client that says who it is, in the `Authorization` header or in the form.
pub(crate) struct ClientRequest {
    parameters: Parameters,
    presented: Presented,
    authorization: Option<String>,
}

impl FromRequest<App> for ClientRequest {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let authorization = authorization(request.headers()).map(str::to_owned);
        let Ok(Form(parameters)) = Form::from_request(request, app).await;
        let presented = Presented::read(authorization.as_deref(), &parameters)
            .map_err(|error| Failure::of(error, authorization.as_deref()))?;
        Ok(Self {
            parameters,
            presented,
            authorization,
        })
    }
}

impl ClientRequest {
    /// How the client is refused.
    fn failed(&self, error: OAuthError) -> Failure {
        Failure::of(error, self.authorization.as_deref())
    }
}

/// The `Authorization` header, as a text.
fn authorization(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(AUTHORIZATION)
        .map(|value| value.to_str().unwrap_or("unreadable"))
}
