//! `POST /oauth/token` and `POST /oauth/device_authorization`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use recollect_engine::Engine;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::limits::Limits;
use super::super::origin::{BaseUrl, ClientAddress};
use super::failure::{Failure, Failures};
use super::{ClientRequest, NOT_KEPT};

/// What is exchanged for tokens. Which parameters are needed depends on `grant_type`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the form, which is read by name")]
pub(crate) struct TokenRequest {
    /// `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`.
    grant_type: String,
    /// The code that came with the browser.
    code: Option<String>,
    /// Where it came to.
    redirect_uri: Option<String>,
    /// What the `code_challenge` was made of.
    code_verifier: Option<String>,
    /// The last refresh token.
    refresh_token: Option<String>,
    /// What the device was given.
    device_code: Option<String>,
    /// A part of what was granted.
    scope: Option<String>,
    /// What the token is for, such as the address of the MCP endpoint.
    resource: Option<String>,
    /// The client, unless the `Authorization` header names it.
    client_id: Option<String>,
    /// Its secret, unless it is in the `Authorization` header or there is none.
    client_secret: Option<String>,
}

/// Tokens (RFC 6749, 5.1).
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenReply {
    /// A JSON Web Token.
    access_token: String,
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// In seconds.
    expires_in: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    /// What the access token allows.
    scope: String,
}

/// Exchange a code or a refresh token for tokens
///
/// A code is exchanged once, and a refresh token once: each reply has the next one. The second use of either ends the
/// grant.
#[utoipa::path(
    post,
    path = "/oauth/token",
    operation_id = "exchangeForTokens",
    tag = "oauth",
    security(()),
    request_body(content = TokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The tokens", body = TokenReply), Failures),
)]
pub(crate) async fn exchange(
    State(engine): State<Arc<Engine>>,
    base: BaseUrl,
    asked: ClientRequest,
) -> Result<impl IntoResponse, Failure> {
    let tokens = engine.tokens(&asked.parameters, &asked.presented, &base.0);
    let tokens = tokens.await.map_err(|error| asked.failed(error))?;
    let reply = TokenReply {
        access_token: tokens.access_token,
        token_type: "Bearer",
        expires_in: tokens.expires_in_s,
        refresh_token: tokens.refresh_token.map(|token| token.reveal().to_owned()),
        scope: tokens.scopes.to_string(),
    };
    Ok((NOT_KEPT, Json(reply)))
}

/// What a device asks for.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the form, which is read by name")]
pub(crate) struct DeviceRequest {
    /// The client, unless the `Authorization` header names it.
    client_id: Option<String>,
    /// Its secret, unless it is in the `Authorization` header or there is none.
    client_secret: Option<String>,
    /// What it wants to do; `memory:read memory:write` by default.
    scope: Option<String>,
    /// What the token is for.
    resource: Option<String>,
}

/// What a device shows to its person, and asks with (RFC 8628, 3.2).
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceReply {
    device_code: String,
    #[schema(example = "BCDF-GHJK")]
    user_code: String,
    verification_uri: String,
    verification_uri_complete: String,
    /// In seconds.
    expires_in: u64,
    /// How long to wait between two questions, in seconds.
    interval: u32,
}

/// Connect a device that has no browser
///
/// The device shows `user_code` and `verification_uri`, and asks at `/oauth/token` until the person has answered.
#[utoipa::path(
    post,
    path = "/oauth/device_authorization",
    operation_id = "startDevice",
    tag = "oauth",
    security(()),
    request_body(content = DeviceRequest, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "What the device needs", body = DeviceReply), Failures),
)]
pub(crate) async fn start_device(
    State(engine): State<Arc<Engine>>,
    State(limits): State<Arc<Limits>>,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    asked: ClientRequest,
) -> Result<impl IntoResponse, Failure> {
    limits.registration(address)?;
    let started = engine.start_device(&asked.parameters, &asked.presented, &base.0);
    let started = started.await.map_err(|error| asked.failed(error))?;
    let reply = DeviceReply {
        device_code: started.device_code.reveal().to_owned(),
        verification_uri: base.at("/device"),
        verification_uri_complete: base.at(&format!("/device?user_code={}", started.user_code)),
        user_code: started.user_code.to_string(),
        expires_in: started.expires_in_s,
        interval: started.interval_s,
    };
    Ok((NOT_KEPT, Json(reply)))
}
