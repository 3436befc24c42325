//! Webhooks: where events are delivered to, and what became of the deliveries.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{EngineError, NewWebhook, Page, WebhookUpdate};
use recollect_model::{Delivery, DeliveryState, EventKind, Webhook, WebhookId};

use super::card::id_of;
use super::filled::{Asked, Filled};
use super::moment::Moment;
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress, Fresh};

const MAX_SHOWN: u32 = 100;
/// So many deliveries of a webhook are shown.
const DELIVERIES: u32 = 10;

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage {
    shell: Shell,
    webhooks: Vec<Hook>,
    /// The secret of a webhook that was just made, or given a new one.
    secret: Option<String>,
    /// What it may be told of: names, and what they mean.
    kinds: Vec<(&'static str, &'static str)>,
    url: String,
    description: String,
    /// Whether the login is fresh enough to make one.
    is_fresh: bool,
}

/// A webhook with what became of its last deliveries.
#[derive(Debug)]
struct Hook {
    id: WebhookId,
    url: String,
    description: Option<String>,
    events: String,
    is_enabled: bool,
    /// When and why the service disabled it.
    disabled: Option<(Moment, String)>,
    deliveries: Vec<Sent>,
    total: u64,
}

/// A delivery.
#[derive(Debug)]
struct Sent {
    id: String,
    kind: &'static str,
    state: &'static str,
    is_ended: bool,
    at: Moment,
    attempts: u32,
    answer: String,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "webhooks")
        .await?
        .after(&asked);
    render(&app, person, StatusCode::OK, shell, None, &asked).await
}

/// Registers a webhook and shows its secret, this once.
pub(crate) async fn create(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    ClientAddress(address): ClientAddress,
    form: Filled,
) -> Result<Response, Refusal> {
    let events: Vec<String> = form.all("event").map(str::to_owned).collect();
    let new = NewWebhook {
        url: form.text("url").to_owned(),
        secret: None,
        events: Some(events).filter(|events| !events.is_empty()),
        description: form.some("description").map(str::to_owned),
        is_disabled: false,
    };
    let made = app.engine.create_webhook(person.user, new, address).await;
    reveal(&app, person, made, &form).await
}

/// Replaces the secret of a webhook and shows the new one, this once.
pub(crate) async fn rotate(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    ClientAddress(address): ClientAddress,
    Path(webhook): Path<String>,
) -> Result<Response, Refusal> {
    let rotated = app
        .engine
        .rotate_webhook_secret(person.user, id_of(&webhook)?, address)
        .await;
    reveal(&app, person, rotated, &Filled::default()).await
}

/// Enables a webhook, or disables it.
pub(crate) async fn switch(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(webhook): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let is_enabled = form.text("enable") == "true";
    let update = WebhookUpdate {
        is_enabled: Some(is_enabled),
        ..WebhookUpdate::default()
    };
    app.engine
        .update_webhook(person.user, id_of(&webhook)?, update, address)
        .await?;
    Ok(done(if is_enabled {
        "webhook-enabled"
    } else {
        "webhook-changed"
    }))
}

/// Sends a test.
pub(crate) async fn test(
    State(app): State<App>,
    person: SignedIn,
    Path(webhook): Path<String>,
) -> Result<Response, Refusal> {
    let tested = app.engine.test_webhook(person.user, id_of(&webhook)?).await;
    told(&app, person, tested.map(|_| "webhook-tested")).await
}

/// Sends a delivery again.
pub(crate) async fn replay(
    State(app): State<App>,
    person: SignedIn,
    Path((webhook, delivery)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let (webhook, delivery) = (id_of(&webhook)?, id_of(&delivery)?);
    let replayed = app
        .engine
        .replay_delivery(person.user, webhook, delivery)
        .await;
    told(&app, person, replayed.map(|_| "replayed")).await
}

/// Deletes a webhook.
pub(crate) async fn delete(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(webhook): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .delete_webhook(person.user, id_of(&webhook)?, address)
        .await?;
    Ok(done("webhook-deleted"))
}

fn done(what: &str) -> Response {
    Redirect::to(&format!("/webhooks?done={what}")).into_response()
}

async fn told(
    app: &App,
    person: SignedIn,
    result: Result<&str, EngineError>,
) -> Result<Response, Refusal> {
    match result {
        Ok(what) => Ok(done(what)),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            let shell = Shell::of(&app.engine, person, "webhooks")
                .await?
                .with_problem(problem);
            render(app, person, status, shell, None, &Filled::default()).await
        }
    }
}

async fn reveal(
    app: &App,
    person: SignedIn,
    webhook: Result<Webhook, EngineError>,
    form: &Filled,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "webhooks").await?;
    match webhook {
        Ok(webhook) => {
            let secret = Some(webhook.secret.reveal().to_owned());
            render(
                app,
                person,
                StatusCode::OK,
                shell,
                secret,
                &Filled::default(),
            )
            .await
        }
        Err(error) => {
            let (status, problem) = complaint(error)?;
            render(app, person, status, shell.with_problem(problem), None, form).await
        }
    }
}

async fn render(
    app: &App,
    person: SignedIn,
    status: StatusCode,
    shell: Shell,
    secret: Option<String>,
    form: &Filled,
) -> Result<Response, Refusal> {
    let (engine, user) = (&app.engine, person.user);
    let found = engine.webhooks(user, Page::first(MAX_SHOWN)).await?;
    let mut webhooks = Vec::with_capacity(found.items.len());
    for webhook in found.items {
        let newest = Page::first(DELIVERIES);
        let sent = engine.deliveries(user, webhook.id, None, newest).await?;
        webhooks.push(Hook {
            id: webhook.id,
            url: webhook.url,
            description: webhook.description,
            events: webhook.events.map_or_else(
                || "everything that happens".to_owned(),
                |events| {
                    events
                        .iter()
                        .map(|kind| in_words(*kind))
                        .collect::<Vec<_>>()
                        .join(", ")
                },
            ),
            is_enabled: webhook.is_enabled,
            disabled: webhook
                .disabled
                .map(|disabled| (Moment(disabled.at), disabled.reason)),
            deliveries: sent.items.into_iter().map(Sent::from).collect(),
            total: sent.total,
        });
    }
    let is_fresh = app
        .engine
        .is_fresh_login(person.user, person.session)
        .await?;
    Ok(page(
        status,
        &WebhooksPage {
            shell,
            webhooks,
            secret,
            kinds: EventKind::ALL
                .iter()
                .map(|kind| (kind.as_str(), in_words(*kind)))
                .collect(),
            url: form.text("url").to_owned(),
            description: form.text("description").to_owned(),
            is_fresh,
        },
    ))
}

impl From<Delivery> for Sent {
    fn from(delivery: Delivery) -> Self {
        let last = delivery.recent.first();
        let answer = last.and_then(|attempt| match (attempt.status, &attempt.error) {
            (_, Some(error)) => Some(error.clone()),
            (Some(status), None) => {
                Some(format!("answered {status} in {} ms", attempt.duration_ms))
            }
            (None, None) => None,
        });
        Self {
            id: delivery.id.to_string(),
            kind: delivery.kind.as_str(),
            state: match delivery.state {
                DeliveryState::Exhausted => "failed",
                state => state.as_str(),
            },
            is_ended: delivery.state != DeliveryState::Pending,
            at: Moment(delivery.created_at),
            attempts: delivery.attempts,
            answer: answer.or(delivery.error).unwrap_or_default(),
        }
    }
}

/// What happens, as a person would say it.
const fn in_words(kind: EventKind) -> &'static str {
    match kind {
        EventKind::EpisodeCompleted => "a text was understood",
        EventKind::EpisodeFailed => "a text failed",
        EventKind::EpisodeDeleted => "a text was forgotten",
        EventKind::StatementInvalidated => "a fact came to an end",
    }
}
