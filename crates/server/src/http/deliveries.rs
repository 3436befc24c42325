//! `/api/v1/webhooks/{webhook}/deliveries`: what became of what was sent, and sending it again.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use recollect_engine::{Engine, EngineError, Sought};
use recollect_model::{Attempt, Delivery, DeliveryId, DeliveryState, Timestamp, WebhookId};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{Permitted, Webhooks};
use super::error::{ApiError, Refusals};
use super::fields::path_id;
use super::parameters::Parameters;
use super::statements::PartReply;

/// One event on its way to one webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Delivery)]
pub(crate) struct DeliveryReply {
    /// The `webhook-id` of every attempt.
    #[schema(value_type = String, format = "uuid")]
    id: DeliveryId,
    /// Its place in the order of the webhook's deliveries: from 1, without gaps.
    sequence: u64,
    /// The event's `sequence` in `/api/v1/events`; null for a test.
    event_sequence: Option<u64>,
    /// `webhook.test`, or the kind of the event.
    #[schema(example = "episode.completed")]
    r#type: &'static str,
    /// `pending`, `delivered` or `exhausted`.
    #[schema(example = "delivered")]
    state: &'static str,
    /// How often it was attempted.
    attempts: u32,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it is attempted again; null while it waits for its first attempt, and at its end.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    /// When it was delivered or given up.
    #[schema(value_type = Option<String>, format = DateTime)]
    ended_at: Option<Timestamp>,
    /// Why it is not delivered.
    error: Option<String>,
    /// The last 20 attempts, the last one first.
    recent_attempts: Vec<AttemptReply>,
}

/// One attempt at a delivery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Attempt)]
pub(crate) struct AttemptReply {
    /// From 1.
    number: u32,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    duration_ms: u64,
    /// What the receiver answered, if it did.
    status: Option<u16>,
    /// Why it failed; null when it succeeded.
    error: Option<String>,
}

/// A delivery with what it sends.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeliveryWithBody {
    #[serde(flatten)]
    delivery: DeliveryReply,
    /// The body of every attempt, as it is sent.
    body: String,
}

/// A part of a webhook's deliveries.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeliveryList {
    deliveries: Vec<DeliveryReply>,
    #[serde(flatten)]
    part: PartReply,
}

/// Send a test
///
/// A `webhook.test`, delivered like any event; the answer tells of it before it is sent.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks/{webhook}/test",
    operation_id = "testWebhook",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook's id")),
    responses((status = 202, description = "It will be sent", body = DeliveryWithBody), Refusals),
)]
pub(crate) async fn test(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    webhook: Result<Path<String>, PathRejection>,
) -> Result<(StatusCode, Json<DeliveryWithBody>), ApiError> {
    let id = path_id(webhook, Sought::Webhook)?;
    let delivery = engine.test_webhook(caller.user, id).await?;
    Ok((StatusCode::ACCEPTED, Json(delivery.into())))
}

/// List a webhook's deliveries
///
/// Those that have ended are kept for 30 days.
#[utoipa::path(
    get,
    path = "/api/v1/webhooks/{webhook}/deliveries",
    operation_id = "listDeliveries",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(
        ("webhook" = String, Path, format = "uuid", description = "The webhook's id"),
        ("state" = Option<String>, Query, pattern = "^(pending|delivered|exhausted)$", description = "`pending`, `delivered` or `exhausted`; any otherwise"),
        ("limit" = Option<u64>, Query, minimum = 1, maximum = 1000, description = "1 to 1000; 50 otherwise"),
        ("offset" = Option<u64>, Query, maximum = 1_000_000_000, description = "How many to pass over"),
    ),
    responses((status = 200, description = "The newest first", body = DeliveryList), Refusals),
)]
pub(crate) async fn list(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    webhook: Result<Path<String>, PathRejection>,
    parameters: Parameters,
) -> Result<Json<DeliveryList>, ApiError> {
    let id = path_id(webhook, Sought::Webhook)?;
    let state = parameters.text("state").map(state).transpose()?;
    let part = parameters.part()?;
    let found = engine.deliveries(caller.user, id, state, part.of()).await?;
    Ok(Json(DeliveryList {
        part: part.reply(found.total),
        deliveries: found.items.into_iter().map(|one| reply(one).0).collect(),
    }))
}

/// Show a delivery with its body
#[utoipa::path(
    get,
    path = "/api/v1/webhooks/{webhook}/deliveries/{delivery}",
    operation_id = "getDelivery",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(
        ("webhook" = String, Path, format = "uuid", description = "The webhook's id"),
        ("delivery" = String, Path, format = "uuid", description = "The delivery's id"),
    ),
    responses((status = 200, description = "The delivery", body = DeliveryWithBody), Refusals),
)]
pub(crate) async fn show(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<DeliveryWithBody>, ApiError> {
    let (webhook, delivery) = ids(path)?;
    let delivery = engine.delivery(caller.user, webhook, delivery).await?;
    Ok(Json(delivery.into()))
}

/// Send a delivery again
///
/// The same id and the same body, whatever became of it before, with all its attempts before it.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks/{webhook}/deliveries/{delivery}/replay",
    operation_id = "replayDelivery",
    tag = "webhooks",
    security(("bearer" = ["webhooks"])),
    params(
        ("webhook" = String, Path, format = "uuid", description = "The webhook's id"),
        ("delivery" = String, Path, format = "uuid", description = "The delivery's id"),
    ),
    responses((status = 202, description = "It will be sent", body = DeliveryWithBody), Refusals),
)]
pub(crate) async fn replay(
    State(engine): State<Arc<Engine>>,
    caller: Permitted<Webhooks>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<(StatusCode, Json<DeliveryWithBody>), ApiError> {
    let (webhook, delivery) = ids(path)?;
    let delivery = engine.replay_delivery(caller.user, webhook, delivery);
    Ok((StatusCode::ACCEPTED, Json(delivery.await?.into())))
}

fn ids(
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<(WebhookId, DeliveryId), ApiError> {
    let ids = path.ok().and_then(|Path((webhook, delivery))| {
        Some((webhook.parse().ok()?, delivery.parse().ok()?))
    });
    ids.ok_or(ApiError::Engine(EngineError::NotFound {
        what: Sought::Delivery,
    }))
}

fn state(name: &str) -> Result<DeliveryState, ApiError> {
    let states = DeliveryState::ALL.map(DeliveryState::as_str).join(", ");
    DeliveryState::from_name(name)
        .ok_or_else(|| ApiError::invalid("state", format!("must be one of {states}")))
}

/// A delivery as it is shown, and its body.
fn reply(delivery: Delivery) -> (DeliveryReply, String) {
    let shown = DeliveryReply {
        id: delivery.id,
        sequence: delivery.sequence,
        event_sequence: delivery.event_sequence,
        r#type: delivery.kind.as_str(),
        state: delivery.state.as_str(),
        attempts: delivery.attempts,
        created_at: delivery.created_at,
        next_attempt_at: delivery.next_attempt_at,
        ended_at: delivery.ended_at,
        error: delivery.error,
        recent_attempts: delivery
            .recent
            .into_iter()
            .map(AttemptReply::from)
            .collect(),
    };
    (shown, delivery.body)
}

impl From<Delivery> for DeliveryWithBody {
    fn from(delivery: Delivery) -> Self {
        let (delivery, body) = reply(delivery);
        Self { delivery, body }
    }
}

impl From<Attempt> for AttemptReply {
    fn from(attempt: Attempt) -> Self {
        Self {
            number: attempt.number,
            started_at: attempt.started_at,
            duration_ms: attempt.duration_ms,
            status: attempt.status,
            error: attempt.error,
        }
    }
}
