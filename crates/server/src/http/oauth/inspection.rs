//! `POST /oauth/introspect` and `POST /oauth/revoke`.

use axum::Json;
use axum::extract::State;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use recollect_engine::oauth::{Inspector, Presented};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::app::App;
use super::super::caller::{Account, Permitted};
use super::super::origin::{BaseUrl, ClientAddress};
use super::failure::{Failure, FailureReply, Failures, of_bearer};
use super::{ClientRequest, Form, NOT_KEPT, authorization};

/// A token that is asked about or given back.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the form, which is read by name")]
pub(crate) struct OneToken {
    token: String,
    /// `access_token` or `refresh_token`; it is found without.
    token_type_hint: Option<String>,
    /// The client, unless the `Authorization` header names it.
    client_id: Option<String>,
    /// Its secret, unless it is in the `Authorization` header or there is none.
    client_secret: Option<String>,
}

/// What a token opens (RFC 7662, 2.2). Of one that opens nothing, or is not the caller's to ask about, nothing is said but
/// that.
#[derive(Serialize, ToSchema, Default)]
pub(crate) struct InspectionReply {
    active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iss: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_type: Option<&'static str>,
    /// In seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    iat: Option<i64>,
    /// In seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    exp: Option<i64>,
}

/// Nothing: what was asked for is done.
#[derive(Serialize, ToSchema)]
pub(crate) struct NothingReply {}

/// Ask what a token opens
///
/// A client with a secret may ask about its own tokens; whoever has an API key with the scope `account`, about those of the
/// account. Either proves itself in the `Authorization` header.
#[utoipa::path(
    post,
    path = "/oauth/introspect",
    operation_id = "inspectToken",
    tag = "oauth",
    security(()),
    request_body(content = OneToken, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "What it opens", body = InspectionReply),
        (status = 403, description = "The key lacks the scope `account`", body = FailureReply),
        Failures,
    ),
)]
pub(crate) async fn inspect(
    State(app): State<App>,
    base: BaseUrl,
    mut parts: Parts,
    Form(parameters): Form,
) -> Result<Response, Failure> {
    parameters.required("token")?;
    let authorization = authorization(&parts.headers);
    let is_bearer = authorization.is_some_and(|value| {
        let scheme = value.split(' ').next().unwrap_or_default();
        scheme.eq_ignore_ascii_case("bearer")
    });
    if authorization.is_none() && parameters.one("client_id")?.is_none() {
        return Err(Failure::unknown_client(
            "whoever asks about a token must prove who it is",
        ));
    }
    let inspector = if is_bearer {
        match permitted(&mut parts, &app).await {
            Ok(caller) => Inspector::User(caller.user),
            Err(refusal) => return Ok(refusal),
        }
    } else {
        let presented = Presented::read(authorization, &parameters);
        Inspector::Client(presented.map_err(|error| Failure::of(error, authorization))?)
    };
    let authorization = super::authorization(&parts.headers);
    let found = app.engine.inspect(&parameters, &inspector, &base.0).await;
    let found = found.map_err(|error| Failure::of(error, authorization))?;
    let reply = found.map(|found| InspectionReply {
        active: true,
        scope: Some(found.scopes.to_string()),
        client_id: Some(found.client_id),
        sub: Some(found.user.to_string()),
        iss: Some(base.0),
        token_type: found.is_access_token.then_some("Bearer"),
        iat: found.issued_at_s,
        exp: Some(found.expires_at_s),
    });
    Ok((NOT_KEPT, Json(reply.unwrap_or_default())).into_response())
}

async fn permitted(parts: &mut Parts, app: &App) -> Result<Permitted<Account>, Response> {
    use axum::extract::FromRequestParts;
    let permitted = Permitted::<Account>::from_request_parts(parts, app).await;
    permitted.map_err(of_bearer)
}

/// Give a token back
///
/// With a refresh token or an access token ends the whole grant, and every token that came of it. A token that is unknown
/// is as good as ended.
#[utoipa::path(
    post,
    path = "/oauth/revoke",
    operation_id = "revokeToken",
    tag = "oauth",
    security(()),
    request_body(content = OneToken, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "It opens nothing any more", body = NothingReply), Failures),
)]
pub(crate) async fn revoke(
    State(app): State<App>,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    asked: ClientRequest,
) -> Result<impl IntoResponse, Failure> {
    let ended = app
        .engine
        .give_back(&asked.parameters, &asked.presented, &base.0, address);
    ended.await.map_err(|error| asked.failed(error))?;
    Ok((NOT_KEPT, Json(NothingReply {})))
}
