//! Who is calling: the bearer token of the request, and the body it may send once it is known.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use recollect_engine::Engine;
use recollect_model::UserId;

use super::error::ApiError;
use super::fields::Fields;

/// The owner of everything the request may touch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallingUser(pub(crate) UserId);

impl FromRequestParts<Arc<Engine>> for CallingUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, engine: &Arc<Engine>) -> Result<Self, ApiError> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(bearer);
        let caller = engine.caller(token.ok_or(ApiError::InvalidKey)?).await?;
        caller
            .map(|caller| Self(caller.user))
            .ok_or(ApiError::InvalidKey)
    }
}

/// The fields of a JSON body. Take it after [`CallingUser`]: a stranger's body is not read.
#[derive(Debug)]
pub(crate) struct JsonFields(pub(crate) Fields);

impl FromRequest<Arc<Engine>> for JsonFields {
    type Rejection = ApiError;

    async fn from_request(request: Request, engine: &Arc<Engine>) -> Result<Self, ApiError> {
        let body =
            Bytes::from_request(request, engine)
                .await
                .map_err(|rejection| match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge,
                    _ => ApiError::not_json("the body could not be read"),
                })?;
        Fields::parse(&body).map(Self)
    }
}

/// The token of a `Bearer` credential; the scheme's case does not matter (RFC 9110, 11.1).
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
