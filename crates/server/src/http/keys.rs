//! `/api/v1/keys`.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::{Engine, MAX_KEY_NAME, NewKey, Sought};
use recollect_model::{ApiKey, ApiKeyId, GrantId, ReferenceTime, Scope, Scopes, Timestamp};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::body::{Sent, body};
use super::caller::{Account, Permitted};
use super::done::{Done, done};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::fresh::Fresh;
use super::kinds::{Kind, count, date_time, names, not_blank};
use super::origin::ClientAddress;

const MAX_DAYS: u32 = 3_650;
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn scopes() -> Kind<Scopes> {
    let listed = || {
        let split = |text: &str| vec![text.to_owned()];
        names("blanks", split, || {
            [
                json!(["memory:read", "memory:write"]),
                json!("memory:read memory:write"),
            ]
        })
    };
    Kind::new(
        move |value, name| {
            let scopes = listed().of(value, name)?.join(" ").parse();
            scopes.map_err(|error| ApiError::invalid(name, format!("has {error}")))
        },
        move || listed().schema(),
    )
}

body! {
    /// The body that makes a key.
    pub(crate) struct KeyBody {
        /// What to call it.
        #[example = "laptop"]
        name: String = not_blank(MAX_KEY_NAME),
        /// What it shall allow; all that the caller may do by default.
        scopes: Option<Scopes> = scopes(),
        /// When it shall stop to work; never by default.
        #[example = "2125-01-01T00:00:00Z"]
        expires_at: Option<ReferenceTime> = date_time(),
        /// In how many days, instead.
        expires_in_days: Option<u32> = count(1, MAX_DAYS),
    }
}

/// An API key, without its secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Key)]
pub(crate) struct KeyReply {
    #[schema(value_type = String, format = "uuid")]
    id: ApiKeyId,
    name: String,
    /// The token's first characters, to tell keys apart.
    #[schema(example = "rc_pat_4fGh")]
    hint: String,
    /// What it allows.
    #[schema(example = json!(["memory:read"]))]
    scopes: Vec<&'static str>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it stops to work; null for never.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// To the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
    /// The key that made it and ends it, unless a person did.
    #[schema(value_type = Option<String>, format = "uuid")]
    made_by_key: Option<ApiKeyId>,
    /// The grant to an application that it goes back to and ends with.
    #[schema(value_type = Option<String>, format = "uuid")]
    made_by_grant: Option<GrantId>,
}

/// All keys that are not revoked.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyList {
    keys: Vec<KeyReply>,
}

/// A key that was just made.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewKeyReply {
    /// The token. It is shown this once.
    #[schema(example = "rc_pat_4fGh…")]
    key: String,
    #[serde(flatten)]
    made: KeyReply,
}

/// List the caller's API keys
#[utoipa::path(
    get,
    path = "/api/v1/keys",
    operation_id = "listKeys",
    tag = "account",
    security(("bearer" = ["account"])),
    responses((status = 200, description = "The newest first; those that have expired, too", body = KeyList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
) -> Result<Json<KeyList>, ApiError> {
    let keys = engine.keys(caller.user).await?;
    let keys = keys.into_iter().map(KeyReply::from).collect();
    Ok(Json(KeyList { keys }))
}

/// Create an API key
///
/// It allows no more than the credential that asks for it, and no longer: it ends with the key, the grant or the outside
/// token that asks for it. Only a key made in a session, on the page *API and connections*, stands for itself, and the session must be of a login of the last
/// minutes.
#[utoipa::path(
    post,
    path = "/api/v1/keys",
    operation_id = "createKey",
    tag = "account",
    security(("bearer" = ["account"])),
    request_body = KeyBody,
    responses((status = 201, description = "Created", body = NewKeyReply), Refusals),
)]
pub(crate) async fn create(
    State(engine): State<Arc<Engine>>,
    Fresh(caller): Fresh<Permitted<Account>>,
    ClientAddress(address): ClientAddress,
    Sent(body): Sent<KeyBody>,
) -> Result<(StatusCode, Json<NewKeyReply>), ApiError> {
    let new = new_key(&body, engine.environment().now())?;
    let (made, token) = engine.create_key(&caller.caller(), new, address).await?;
    let reply = NewKeyReply {
        key: token.reveal().to_owned(),
        made: made.into(),
    };
    Ok((StatusCode::CREATED, Json(reply)))
}

/// Show an API key
#[utoipa::path(
    get,
    path = "/api/v1/keys/{key}",
    operation_id = "getKey",
    tag = "account",
    security(("bearer" = ["account"])),
    params(("key" = String, Path, description = "The key's id, not its token")),
    responses((status = 200, description = "The key without its token", body = KeyReply), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<KeyReply>, ApiError> {
    let key = engine.key(caller.user, path_id(key, Sought::Key)?).await?;
    Ok(Json(key.into()))
}

/// Revoke an API key
///
/// It opens nothing from now on, nor do the keys that it made.
#[utoipa::path(
    delete,
    path = "/api/v1/keys/{key}",
    operation_id = "revokeKey",
    tag = "account",
    security(("bearer" = ["account"])),
    params(("key" = String, Path, description = "The key's id, not its token")),
    responses((status = 200, description = "Revoked", body = Done), Refusals),
)]
pub(crate) async fn revoke(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Account>,
    ClientAddress(address): ClientAddress,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<Done>, ApiError> {
    let key = path_id(key, Sought::Key)?;
    engine.revoke_key(caller.user, key, address).await?;
    Ok(done())
}

fn new_key(body: &KeyBody, now: Timestamp) -> Result<NewKey, ApiError> {
    if body.expires_at.is_some() && body.expires_in_days.is_some() {
        return Err(ApiError::invalid(
            "expiresInDays",
            "cannot be given together with expiresAt",
        ));
    }
    let at = body.expires_at.map(ReferenceTime::instant);
    let in_days = |days| now.checked_add(A_DAY * days).ok();
    Ok(NewKey {
        scopes: body.scopes,
        expires_at: at.or(body.expires_in_days.and_then(in_days)),
        ..NewKey::named(&body.name)
    })
}

impl From<ApiKey> for KeyReply {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id,
            name: key.name,
            hint: key.hint,
            scopes: key.scopes.iter().map(Scope::as_str).collect(),
            created_at: key.created_at,
            expires_at: key.expires_at,
            last_used_at: key.last_used_at,
            made_by_key: key.made_by.key,
            made_by_grant: key.made_by.grant,
        }
    }
}
