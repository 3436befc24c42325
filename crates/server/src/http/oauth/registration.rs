//! `POST /oauth/register`: applications register themselves (RFC 7591).

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use recollect_engine::Engine;
use recollect_engine::oauth::{ErrorCode, NewClient, OAuthError};
use recollect_model::GrantType;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::limits::Limits;
use super::super::origin::ClientAddress;
use super::NOT_KEPT;
use super::failure::{Failure, Failures};

/// The longest description of a client.
const MAX_BYTES: usize = 8 * 1024;

/// What an application says of itself (RFC 7591, 2). Other fields are passed over.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Registration {
    /// What it is called when a person is asked.
    #[schema(example = "An assistant")]
    client_name: Option<String>,
    /// Where a person's browser is sent back to: https, http on the person's own computer, or a scheme of its own.
    #[schema(required = true, nullable = false, example = json!(["http://127.0.0.1:8080/callback"]))]
    redirect_uris: Option<Vec<String>>,
    /// `none`, `client_secret_basic` (the default) or `client_secret_post`.
    #[schema(example = "none")]
    token_endpoint_auth_method: Option<String>,
    /// `authorization_code` (the default), `refresh_token`, `urn:ietf:params:oauth:grant-type:device_code`.
    #[schema(example = json!(["authorization_code", "refresh_token"]))]
    grant_types: Option<Vec<String>>,
    /// `code`.
    #[schema(example = json!(["code"]))]
    response_types: Option<Vec<String>>,
}

/// The application as it is registered (RFC 7591, 3.2.1).
#[derive(Serialize, ToSchema)]
pub(crate) struct RegistrationReply {
    client_id: String,
    /// Shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    /// In seconds since 1970.
    client_id_issued_at: i64,
    /// 0: it does not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret_expires_at: Option<i64>,
    client_name: String,
    redirect_uris: Vec<String>,
    token_endpoint_auth_method: &'static str,
    grant_types: Vec<&'static str>,
    response_types: Vec<&'static str>,
}

/// Register an application
///
/// Anybody may; a person is asked before it can do anything.
#[utoipa::path(
    post,
    path = "/oauth/register",
    operation_id = "registerClient",
    tag = "oauth",
    security(()),
    request_body = Registration,
    responses((status = 201, description = "The application", body = RegistrationReply), Failures),
)]
pub(crate) async fn register(
    State(engine): State<Arc<Engine>>,
    State(limits): State<Arc<Limits>>,
    ClientAddress(address): ClientAddress,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<impl IntoResponse, Failure> {
    limits.registration(address)?;
    let described = body.ok().filter(|body| body.len() <= MAX_BYTES);
    let described = described.and_then(|body| serde_json::from_slice::<Registration>(&body).ok());
    let described = described.ok_or_else(|| OAuthError::Refused {
        code: ErrorCode::InvalidClientMetadata,
        reason: "the body must be a JSON object of at most 8 KiB that describes a client"
            .to_owned(),
    })?;
    let registered = engine
        .register_client(NewClient {
            name: described.client_name,
            redirect_uris: described.redirect_uris.unwrap_or_default(),
            authentication: described.token_endpoint_auth_method,
            grant_types: described.grant_types,
            response_types: described.response_types,
        })
        .await?;
    let client = registered.client;
    let has_code = client.may_use(GrantType::AuthorizationCode);
    let reply = RegistrationReply {
        client_id: client.id.to_string(),
        client_secret_expires_at: registered.secret.as_ref().map(|_| 0),
        client_secret: registered.secret.map(|secret| secret.reveal().to_owned()),
        client_id_issued_at: client.created_at.as_second(),
        client_name: client.name,
        redirect_uris: client.redirect_uris,
        token_endpoint_auth_method: client.authentication.as_str(),
        grant_types: client.grant_types.iter().map(|one| one.as_str()).collect(),
        response_types: if has_code { vec!["code"] } else { Vec::new() },
    };
    Ok((StatusCode::CREATED, NOT_KEPT, Json(reply)))
}
