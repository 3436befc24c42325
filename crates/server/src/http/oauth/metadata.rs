//! Discovery: how a client that knows nothing but an address finds the rest (RFC 8414, RFC 9728), and the keys that
//! access tokens are verified with (RFC 7517).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use recollect_engine::Engine;
use recollect_engine::oauth::default_scopes;
use recollect_model::{ClientAuthentication, GrantType, Scope};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::super::error::{ApiError, Refusals};
use super::super::origin::BaseUrl;

/// Where the metadata of a resource is (RFC 9728, 3).
pub(super) const RESOURCE_METADATA: &str = "/.well-known/oauth-protected-resource";
/// The resources that have metadata of their own.
pub(super) const MCP: [&str; 2] = ["/mcp", "/api/v1/mcp"];

/// What this authorization server can do (RFC 8414, 2).
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorizationServer {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    registration_endpoint: String,
    revocation_endpoint: String,
    introspection_endpoint: String,
    device_authorization_endpoint: String,
    jwks_uri: String,
    scopes_supported: Vec<&'static str>,
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: Vec<&'static str>,
    token_endpoint_auth_methods_supported: Vec<&'static str>,
    revocation_endpoint_auth_methods_supported: Vec<&'static str>,
    introspection_endpoint_auth_methods_supported: Vec<&'static str>,
    code_challenge_methods_supported: [&'static str; 1],
    authorization_response_iss_parameter_supported: bool,
    /// Whether a `client_id` may be the https address of a document that describes the client.
    client_id_metadata_document_supported: bool,
}

/// What the discovery of OpenID Connect says besides.
#[derive(Serialize)]
pub(crate) struct OpenIdProvider {
    #[serde(flatten)]
    server: AuthorizationServer,
    subject_types_supported: [&'static str; 1],
    id_token_signing_alg_values_supported: [&'static str; 0],
}

/// What a token is needed for, and who gives it out (RFC 9728, 2).
#[derive(Serialize, ToSchema)]
pub(crate) struct ProtectedResource {
    resource: String,
    authorization_servers: Vec<String>,
    scopes_supported: Vec<&'static str>,
    bearer_methods_supported: [&'static str; 1],
    resource_name: &'static str,
}

/// The public keys of access tokens (RFC 7517, 5).
#[derive(Serialize, ToSchema)]
pub(crate) struct KeySet {
    #[schema(value_type = Vec<Object>)]
    keys: Value,
}

/// Describe the authorization server
#[utoipa::path(
    get,
    path = "/.well-known/oauth-authorization-server",
    operation_id = "describeAuthorizationServer",
    tag = "oauth",
    security(()),
    responses((status = 200, description = "Its metadata (RFC 8414)", body = AuthorizationServer)),
)]
pub(crate) async fn server(
    State(engine): State<Arc<Engine>>,
    base: BaseUrl,
) -> Json<AuthorizationServer> {
    let methods = ClientAuthentication::ALL.map(ClientAuthentication::as_str);
    let secret_methods = methods.into_iter().filter(|method| *method != "none");
    Json(AuthorizationServer {
        authorization_endpoint: base.at("/oauth/authorize"),
        token_endpoint: base.at("/oauth/token"),
        registration_endpoint: base.at("/oauth/register"),
        revocation_endpoint: base.at("/oauth/revoke"),
        introspection_endpoint: base.at("/oauth/introspect"),
        device_authorization_endpoint: base.at("/oauth/device_authorization"),
        jwks_uri: base.at("/.well-known/jwks.json"),
        scopes_supported: Scope::ALL.map(Scope::as_str).to_vec(),
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: GrantType::ALL.map(GrantType::as_str).to_vec(),
        token_endpoint_auth_methods_supported: methods.to_vec(),
        revocation_endpoint_auth_methods_supported: methods.to_vec(),
        introspection_endpoint_auth_methods_supported: secret_methods.chain(["bearer"]).collect(),
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: engine.reads_client_documents(),
        issuer: base.0,
    })
}

/// The same for clients that look where OpenID Connect has it (RFC 8414, 5), with what they want to see there: nobody is
/// told by an identity token who a person is, so there is no algorithm for one.
pub(crate) async fn as_openid(engine: State<Arc<Engine>>, base: BaseUrl) -> Json<OpenIdProvider> {
    let Json(server) = server(engine, base).await;
    Json(OpenIdProvider {
        server,
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [],
    })
}

/// Describe the service as a protected resource
#[utoipa::path(
    get,
    path = "/.well-known/oauth-protected-resource",
    operation_id = "describeProtectedResource",
    tag = "oauth",
    security(()),
    responses((status = 200, description = "Its metadata (RFC 9728)", body = ProtectedResource)),
)]
pub(crate) async fn resource(base: BaseUrl) -> Json<ProtectedResource> {
    described(base, "", Scope::ALL.map(Scope::as_str).to_vec())
}

/// The same for the MCP endpoint.
pub(crate) async fn mcp(base: BaseUrl) -> Json<ProtectedResource> {
    described(base, MCP[0], mcp_scopes())
}

/// The same for the MCP endpoint under its other path.
pub(crate) async fn mcp_in_api(base: BaseUrl) -> Json<ProtectedResource> {
    described(base, MCP[1], mcp_scopes())
}

fn mcp_scopes() -> Vec<&'static str> {
    default_scopes().iter().map(Scope::as_str).collect()
}

fn described(base: BaseUrl, path: &str, scopes: Vec<&'static str>) -> Json<ProtectedResource> {
    Json(ProtectedResource {
        resource: base.at(path),
        authorization_servers: vec![base.0],
        scopes_supported: scopes,
        bearer_methods_supported: ["header"],
        resource_name: "Recollect",
    })
}

/// List the keys that access tokens are signed with
#[utoipa::path(
    get,
    path = "/.well-known/jwks.json",
    operation_id = "listKeysOfTokens",
    tag = "oauth",
    security(()),
    responses((status = 200, description = "The public keys", body = KeySet), Refusals),
)]
pub(crate) async fn keys(State(engine): State<Arc<Engine>>) -> Result<impl IntoResponse, ApiError> {
    let mut set = engine.key_set().await?;
    let keys = set["keys"].take();
    // A key is published before it signs, or an hour too late for a copy that old: whoever meets an unknown one asks anew.
    Ok((
        [(CACHE_CONTROL, "public, max-age=300")],
        Json(KeySet { keys }),
    ))
}
