//! `GET /api/v1/openapi.json`: the interface, described by the handlers themselves.
//!
//! Every handler carries its description; a test compares the document with the router both ways, and with the
//! committed `docs/openapi.json`.

mod examples;

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use recollect_model::{Scope, TokenHash};
use utoipa::openapi::path::PathItem;
use utoipa::openapi::security::{
    AuthorizationCode, Flow, Http, HttpAuthScheme, OAuth2, Scopes, SecurityScheme,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{Modify, OpenApi};

use self::examples::Examples;
use super::conditional;
use super::schemas::with_one_of_its_fields;

/// Paths that do the same as another: the interface as it was first published.
const TWINS: [(&str, &str); 3] = [
    ("/ingest", "/api/v1/add"),
    ("/search", "/api/v1/search"),
    ("/mcp", "/api/v1/mcp"),
];

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Recollect",
        description = "A private memory: texts go in, a temporal knowledge graph grows out of them, search answers with what matters, now or as of any past date.\n\nBodies are JSON objects in UTF-8. Names may be written in camel case or in snake case, unknown fields are ignored, and `null` or an empty parameter is the same as none. Times in replies are ISO 8601 in UTC. A POST with an `Idempotency-Key` (at most 255 characters) in its header is carried out once, however often it is sent within a day. Every reply has an `X-Request-Id`, which is that of the request where it has one; a path asked with a method that it does not take answers 405. Every refusal has the same form: `error` says it in words, `code` for programs, and `details.field` names the field that is to blame. Another user's things are as if they were not there.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    paths(
        super::health::show,
        super::health::live,
        super::health::ready,
        show,
        super::ingest::accept,
        super::batch::accept,
        super::imports::begin,
        super::imports::list,
        super::imports::show,
        super::imports::cancel,
        super::imports::undo,
        super::search::recall,
        super::context::show,
        super::logs::list,
        super::logs::show,
        super::logs::delete,
        super::logs::retry,
        super::logs::edit,
        super::logs::queue,
        super::episodes::show,
        super::episodes::facts,
        super::events::list,
        super::me::show,
        super::me::update,
        super::account::delete,
        super::account::export,
        super::keys::list,
        super::keys::create,
        super::keys::show,
        super::keys::revoke,
        super::sessions::list,
        super::sessions::end,
        super::audit::list,
        super::spaces::list,
        super::spaces::create,
        super::spaces_in_bulk::apply,
        super::spaces::show,
        super::spaces::update,
        super::spaces::delete,
        super::me::renewal,
        super::grants::list,
        super::grants::revoke,
        super::oauth::metadata::server,
        super::oauth::metadata::resource,
        super::oauth::metadata::keys,
        super::oauth::registration::register,
        super::oauth::token::exchange,
        super::oauth::token::start_device,
        super::oauth::inspection::inspect,
        super::oauth::inspection::revoke,
        super::entities::list,
        super::entities::show,
        super::entities::statements,
        super::entities::episodes,
        super::entities::neighbors,
        super::entities::merge,
        super::entities::split,
        super::entities::update,
        super::decisions::statement,
        super::decisions::decide,
        super::decisions::list,
        super::decisions::undo,
        super::graph::path,
        super::graph::timeline,
        super::graph::overview,
        super::mcp::post,
        super::mcp::delete,
        super::webhooks::create,
        super::webhooks::list,
        super::webhooks::show,
        super::webhooks::update,
        super::webhooks::delete,
        super::webhooks::rotate_secret,
        super::deliveries::test,
        super::deliveries::list,
        super::deliveries::show,
        super::deliveries::replay,
    ),
    components(schemas(super::ingest::TextKind, super::oauth::FailureReply)),
    tags(
        (name = "memory", description = "Texts in, matches out"),
        (name = "graph", description = "Whom and what the texts speak of, and what they say of them through time"),
        (name = "mcp", description = "The memory for assistants, by the Model Context Protocol"),
        (name = "spaces", description = "Memories kept apart"),
        (name = "webhooks", description = "Where events are delivered to, and what became of them"),
        (name = "account", description = "The caller: keys, sessions, and what was done with the account"),
        (name = "oauth", description = "Applications that act for a person: how they find out, register and get tokens (OAuth 2.0)"),
        (name = "service", description = "The service itself"),
    ),
    security(("bearer" = [])),
    servers((url = "/", description = "The service that gave this document; http://127.0.0.1:3033 where nothing else is configured")),
    modifiers(&Bearer, &Twins, &Changes, &Examples),
)]
struct Document;

/// The credential that every operation asks for.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some("An API key or personal token (`rc_pat_` and 40 characters), or an access token (OAuth 2.0). Each operation names the scope that the credential must have.".to_owned());
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        components.add_security_scheme("oauth2", SecurityScheme::OAuth2(oauth2()));
    }
}

/// How an application comes by such a credential.
fn oauth2() -> OAuth2 {
    let scopes = Scope::ALL.map(|scope| (scope.as_str(), scope.meaning()));
    let flow = AuthorizationCode::with_refresh_url(
        "/oauth/authorize",
        "/oauth/token",
        Scopes::from_iter(scopes),
        "/oauth/token",
    );
    let text = "An access token that a person granted to an application. The addresses are relative to the service's; \
                `/.well-known/oauth-authorization-server` has them in full.";
    OAuth2::with_description([Flow::AuthorizationCode(flow)], text)
}

/// The paths of [`TWINS`], under operation ids of their own.
struct Twins;

impl Modify for Twins {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let paths = &mut document.paths.paths;
        for (twin, original) in TWINS {
            let Some(mut item) = paths.get(original).cloned() else {
                continue;
            };
            name_after(&mut item, twin);
            paths.insert(twin.to_owned(), item);
        }
    }
}

fn name_after(item: &mut PathItem, path: &str) {
    let name = path.trim_start_matches('/');
    if let Some(operation) = &mut item.post {
        operation.operation_id = Some(name.to_owned());
    }
    if let Some(operation) = &mut item.delete {
        operation.operation_id = Some(format!("{name}Delete"));
    }
}

/// A change of the account says what is to change.
struct Changes;

impl Modify for Changes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let body = components.schemas.get_mut("MeBody");
        if let Some(RefOr::T(schema)) = body
            && let Schema::Object(body) = &*schema
        {
            *schema = with_one_of_its_fields(body.clone());
        }
    }
}

/// The whole document.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// The document as it is sent, which is the same for everybody.
static TEXT: LazyLock<Bytes> =
    LazyLock::new(|| Bytes::from(serde_json::to_vec(&document()).unwrap_or_default()));
static TAG: LazyLock<HeaderValue> = LazyLock::new(|| {
    let text = String::from_utf8_lossy(&TEXT);
    conditional::tag(TokenHash::of(&text).as_str())
});

/// Describe the interface
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "describeInterface",
    tag = "service",
    security(()),
    responses(
        (
            status = 200,
            description = "This document",
            body = Object,
            headers(("ETag" = String, description = "What to send as `If-None-Match` the next time")),
            example = json!({ "openapi": "3.1.0", "info": { "title": "Recollect" } }),
        ),
        (status = 304, description = "It is the one that `If-None-Match` names"),
    ),
)]
pub(crate) async fn show(headers: HeaderMap) -> Response {
    let described = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        // It may be kept, and is asked for anew each time, in a few bytes.
        (CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
    ];
    let reply = (described, TEXT.clone()).into_response();
    conditional::unless_known(&headers, TAG.clone(), reply)
}
