//! `/api/v1/webhooks`: where the caller's events are delivered to.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::{
    Engine, MAX_URL_BYTES, MAX_WEBHOOK_DESCRIPTION, NewWebhook, Sought, WebhookUpdate,
};
use recollect_model::{MAX_SECRET_BYTES, Timestamp, Webhook, WebhookId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::body::body;
use super::caller::{Permitted, Webhooks};
use super::done::{Done, done};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::form::FormOrJson;
use super::fresh::Fresh;
use super::kinds::{Kind, comma_separated, flag, names, text};
use super::origin::ClientAddress;
use super::parameters::Parameters;
use super::statements::PartReply;

fn events() -> Kind<Vec<String>> {
    names("commas", comma_separated, || {
        [
            json!(["episode.completed", "episode.failed"]),
            json!("episode.completed,episode.failed"),
        ]
    })
}

body! {
    /// The body that registers a webhook.
    pub(crate) struct WebhookBody {
        /// Where events are sent: `http` or `https`, a public address, without user name and password.
        #[example = "https://hooks.example.com/recollect"]
        url: String = text(MAX_URL_BYTES),
        /// What deliveries are signed with: `whsec_` and a key in base64, or any other text. Made when there is none.
        secret: Option<String> = text(MAX_SECRET_BYTES),
        /// The kinds of events to send; every kind, also of those to come, when there is no list or `*` is in it.
        events: Option<Vec<String>> = events(),
        description: Option<String> = text(MAX_WEBHOOK_DESCRIPTION),
        /// False for one that is to be told nothing yet.
        enabled: Option<bool> = flag(),
        /// The same as `enabled`.
        active: Option<bool> = flag(),
    }
}

body! {
    /// The body that changes a webhook; what is left out stays.
    pub(crate) struct WebhookChangeBody {
        url: Option<String> = text(MAX_URL_BYTES),
        /// Another secret; the present one goes on signing beside it for 24 hours.
        secret: Option<String> = text(MAX_SECRET_BYTES),
        /// The kinds of events to send; every kind, also of those to come, when there is no list or `*` is in it.
        events: Option<Vec<String>> = events(),
        /// Empty for none.
        description: Option<String> = text(MAX_WEBHOOK_DESCRIPTION),
        /// To enable a webhook that was disabled for its failures forgives them; what waits is sent.
        enabled: Option<bool> = flag(),
        /// The same as `enabled`.
        active: Option<bool> = flag(),
    }
}

/// An address that events are sent to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub(crate) struct WebhookReply {
    #[schema(value_type = String, format = "uuid")]
    id: WebhookId,
    url: String,
    description: Option<String>,
    /// The kinds of events that are sent; null for every kind.
    #[schema(value_type = Option<Vec<String>>)]
    events: Option<Vec<&'static str>>,
    enabled: bool,
    /// The beginning of the secret, to tell secrets apart; nothing of a short one.
    secret_hint: String,
    /// Until when the secret that was replaced signs beside this one.
    #[schema(value_type = Option<String>, format = DateTime)]
    previous_secret_until: Option<Timestamp>,
    /// The first failed attempt since the last that succeeded.
    #[schema(value_type = Option<String>, format = DateTime)]
    failing_since: Option<Timestamp>,
    /// When the service disabled it, because it only failed or answered 410 Gone.
    #[schema(value_type = Option<String>, format = DateTime)]
    disabled_at: Option<Timestamp>,
    disabled_reason: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

/// A webhook with its secret, which is not shown again.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhookWithSecret {
    #[serde(flatten)]
    webhook: WebhookReply,
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    secret: String,
}

/// A part of the caller's webhooks.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhookList {
    webhooks: Vec<WebhookReply>,
    #[serde(flatten)]
    part: PartReply,
}

/// Register a webhook
///
/// The secret is in this answer and in no other. Fields may be sent as JSON or as a form of either kind
/// (`application/x-www-form-urlencoded`, `multipart/form-data`).
#[utoipa::path(
    post,
    path = "/api/v1/webhooks",
    operation_id = "createWebhook",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    request_body = WebhookBody,
    responses((status = 201, description = "Registered", body = WebhookWithSecret), Refusals),
)]
pub(crate) async fn create(
    State(engine): State<Arc<Engine>>,
    Fresh(caller): Fresh<Permitted<Webhooks>>,
    ClientAddress(address): ClientAddress,
    FormOrJson(body): FormOrJson<WebhookBody>,
) -> Result<(StatusCode, Json<WebhookWithSecret>), ApiError> {
    let asked = NewWebhook {
        url: body.url,
        secret: body.secret,
        events: body.events,
        description: body.description,
        is_disabled: body.enabled.or(body.active) == Some(false),
    };
    let webhook = engine.create_webhook(caller.user, asked, address).await?;
    Ok((StatusCode::CREATED, Json(webhook.into())))
}

/// List the caller's webhooks
#[utoipa::path(
    get,
    path = "/api/v1/webhooks",
    operation_id = "listWebhooks",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
        ("offset" = Option<u64>, Query, maximum = 1_000_000_000, description = "How many to pass over"),
    ),
    responses((status = 200, description = "The oldest first", body = WebhookList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    parameters: Parameters,
) -> Result<Json<WebhookList>, ApiError> {
    let part = parameters.part()?;
    let found = engine.webhooks(caller.user, part.of()).await?;
    Ok(Json(WebhookList {
        part: part.reply(found.total),
        webhooks: found.items.into_iter().map(WebhookReply::from).collect(),
    }))
}

/// Show a webhook
#[utoipa::path(
    get,
    path = "/api/v1/webhooks/{webhook}",
    operation_id = "getWebhook",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook's id")),
    responses((status = 200, description = "The webhook, without its secret", body = WebhookReply), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    webhook: Result<Path<String>, PathRejection>,
) -> Result<Json<WebhookReply>, ApiError> {
    let id = path_id(webhook, Sought::Webhook)?;
    let webhook = engine.webhook(caller.user, id).await?;
    Ok(Json(webhook.into()))
}

/// Change a webhook
///
/// Fields that are left out stay. They may be sent as JSON or as a form of either kind.
#[utoipa::path(
    put,
    path = "/api/v1/webhooks/{webhook}",
    operation_id = "updateWebhook",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook's id")),
    request_body = WebhookChangeBody,
    responses((status = 200, description = "Changed", body = WebhookReply), Refusals),
)]
pub(crate) async fn update(
    State(engine): State<Arc<Engine>>,
    Fresh(caller): Fresh<Permitted<Webhooks>>,
    ClientAddress(address): ClientAddress,
    webhook: Result<Path<String>, PathRejection>,
    FormOrJson(body): FormOrJson<WebhookChangeBody>,
) -> Result<Json<WebhookReply>, ApiError> {
    let asked = WebhookUpdate {
        url: body.url,
        secret: body.secret,
        events: body.events,
        description: body.description,
        is_enabled: body.enabled.or(body.active),
    };
    let id = path_id(webhook, Sought::Webhook)?;
    let webhook = engine
        .update_webhook(caller.user, id, asked, address)
        .await?;
    Ok(Json(webhook.into()))
}

/// Delete a webhook with its deliveries
#[utoipa::path(
    delete,
    path = "/api/v1/webhooks/{webhook}",
    operation_id = "deleteWebhook",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook's id")),
    responses((status = 200, description = "Deleted", body = Done), Refusals),
)]
pub(crate) async fn delete(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    ClientAddress(address): ClientAddress,
    webhook: Result<Path<String>, PathRejection>,
) -> Result<Json<Done>, ApiError> {
    let id = path_id(webhook, Sought::Webhook)?;
    engine.delete_webhook(caller.user, id, address).await?;
    Ok(done())
}

/// Replace a webhook's secret
///
/// The new one is in this answer and in no other. The old one goes on signing beside it for 24 hours.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks/{webhook}/rotate-secret",
    operation_id = "rotateWebhookSecret",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook's id")),
    responses((status = 200, description = "Replaced", body = WebhookWithSecret), Refusals),
)]
pub(crate) async fn rotate_secret(
    State(engine): State<Arc<Engine>>,
    Fresh(caller): Fresh<Permitted<Webhooks>>,
    ClientAddress(address): ClientAddress,
    webhook: Result<Path<String>, PathRejection>,
) -> Result<Json<WebhookWithSecret>, ApiError> {
    let id = path_id(webhook, Sought::Webhook)?;
    let webhook = engine
        .rotate_webhook_secret(caller.user, id, address)
        .await?;
    Ok(Json(webhook.into()))
}

impl From<Webhook> for WebhookReply {
    fn from(webhook: Webhook) -> Self {
        let names = |events: Vec<recollect_model::EventKind>| {
            events.into_iter().map(|kind| kind.as_str()).collect()
        };
        let (disabled_at, disabled_reason) = webhook
            .disabled
            .map(|disabled| (disabled.at, disabled.reason))
            .unzip();
        Self {
            id: webhook.id,
            url: webhook.url,
            description: webhook.description,
            events: webhook.events.map(names),
            enabled: webhook.is_enabled,
            secret_hint: webhook.secret.hint(),
            previous_secret_until: webhook.previous_secret.map(|previous| previous.until),
            failing_since: webhook.failing_since,
            disabled_at,
            disabled_reason,
            created_at: webhook.created_at,
            updated_at: webhook.updated_at,
        }
    }
}

impl From<Webhook> for WebhookWithSecret {
    fn from(webhook: Webhook) -> Self {
        Self {
            secret: webhook.secret.reveal().to_owned(),
            webhook: webhook.into(),
        }
    }
}
