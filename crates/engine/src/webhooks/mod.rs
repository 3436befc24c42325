//! Webhooks: registered here, told of what happens ([`delivering`]), and looked after ([`deliveries`]).
//!
//! A delivery is written in the transaction of its event, so none is lost and none is told of what did not happen. It
//! is delivered at least once: a receiver that sees an id again has seen the same body before.

mod deliveries;
pub(crate) mod delivering;
mod signature;

use std::net::IpAddr;

use recollect_model::{
    AuditAction, AuditEntry, EventKind, Timestamp, UserId, Webhook, WebhookId, WebhookSecret,
};
use recollect_outbound::{InvalidTarget, Target};
use recollect_storage::{Found, Page, WebhookChange};

use crate::{Engine, EngineError, Sought, text};

pub use delivering::{Deliveries, DeliveryStep};

/// A description of a webhook has at most so many characters.
pub const MAX_WEBHOOK_DESCRIPTION: usize = 500;

/// The name for every kind of event, also of those to come.
const EVERY_EVENT: &str = "*";

/// A webhook to be registered, as it was asked for.
#[derive(Debug, Clone, Default)]
pub struct NewWebhook {
    /// Where to.
    pub url: String,
    /// What to sign with; made when there is none.
    pub secret: Option<String>,
    /// What to tell of, by name; of everything when `None`.
    pub events: Option<Vec<String>>,
    /// What its owner says of it.
    pub description: Option<String>,
    /// Whether it is not to be enabled yet.
    pub is_disabled: bool,
}

/// What is to be changed of a webhook; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct WebhookUpdate {
    /// Where to.
    pub url: Option<String>,
    /// What to sign with.
    pub secret: Option<String>,
    /// What to tell of, by name.
    pub events: Option<Vec<String>>,
    /// What its owner says of it; nothing when empty.
    pub description: Option<String>,
    /// Whether anything is delivered.
    pub is_enabled: Option<bool>,
}

const NOT_FOUND: EngineError = EngineError::not_found(Sought::Webhook);

impl Engine {
    /// Registers a webhook; it is returned with its secret.
    ///
    /// # Errors
    ///
    /// [`EngineError::Invalid`]; [`EngineError::Conflict`] when the user has as many webhooks as there may be.
    pub async fn create_webhook(
        &self,
        user: UserId,
        asked: NewWebhook,
        address: Option<IpAddr>,
    ) -> Result<Webhook, EngineError> {
        let target = self.checked_url(&asked.url)?;
        let secret = match asked.secret {
            Some(text) => checked_secret(&text)?,
            None => WebhookSecret::new(&self.environment),
        };
        let now = self.environment.now();
        let webhook = Webhook {
            id: WebhookId::new(&self.environment),
            url: target.to_string(),
            description: asked
                .description
                .as_deref()
                .map(checked_description)
                .transpose()?
                .filter(|text| !text.is_empty()),
            events: asked.events.map(checked_events).transpose()?.flatten(),
            secret,
            previous_secret: None,
            is_enabled: !asked.is_disabled,
            disabled: None,
            failing_since: None,
            created_at: now,
            updated_at: now,
        };
        let most = self.settings.webhooks.most;
        let audit = entry(AuditAction::WebhookCreated, &target, address, now);
        let inserted = self.store.insert_webhook(user, &webhook, most, &audit);
        if !inserted.await? {
            return Err(EngineError::Conflict {
                reason: format!("there are {most} webhooks already, and no more are allowed"),
            });
        }
        Ok(webhook)
    }

    /// The user's webhooks, the oldest first.
    pub async fn webhooks(&self, user: UserId, page: Page) -> Result<Found<Webhook>, EngineError> {
        Ok(self.store.webhooks(user, page).await?)
    }

    /// One of the user's webhooks.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn webhook(&self, user: UserId, id: WebhookId) -> Result<Webhook, EngineError> {
        self.store.webhook(user, id).await?.ok_or(NOT_FOUND)
    }

    /// Changes a webhook. A secret that is replaced goes on signing beside the new one for a while.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`]; [`EngineError::Invalid`].
    pub async fn update_webhook(
        &self,
        user: UserId,
        id: WebhookId,
        asked: WebhookUpdate,
        address: Option<IpAddr>,
    ) -> Result<Webhook, EngineError> {
        let target = asked.url.as_deref().map(|url| self.checked_url(url));
        let target = target.transpose()?;
        let secret = asked.secret.as_deref().map(checked_secret).transpose()?;
        let now = self.environment.now();
        let change = WebhookChange {
            url: target.as_ref().map(ToString::to_string),
            description: asked
                .description
                .as_deref()
                .map(checked_description)
                .transpose()?,
            events: asked.events.map(checked_events).transpose()?,
            secret: secret.map(|secret| (secret, self.overlap_end(now))),
            is_enabled: asked.is_enabled,
        };
        self.change(user, id, change, AuditAction::WebhookChanged, address)
            .await
    }

    /// Replaces the secret of a webhook by a new one, which the webhook is returned with; the old one goes on signing
    /// beside it for a while.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn rotate_webhook_secret(
        &self,
        user: UserId,
        id: WebhookId,
        address: Option<IpAddr>,
    ) -> Result<Webhook, EngineError> {
        let secret = WebhookSecret::new(&self.environment);
        let change = WebhookChange {
            secret: Some((secret, self.overlap_end(self.environment.now()))),
            ..WebhookChange::default()
        };
        self.change(user, id, change, AuditAction::WebhookSecretRotated, address)
            .await
    }

    /// Removes a webhook with its deliveries.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn delete_webhook(
        &self,
        user: UserId,
        id: WebhookId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let webhook = self.webhook(user, id).await?;
        let now = self.environment.now();
        let audit = entry(
            AuditAction::WebhookDeleted,
            &stored_target(&webhook)?,
            address,
            now,
        );
        let deleted = self.store.delete_webhook(user, id, &audit).await?;
        self.erase().await;
        deleted.then_some(()).ok_or(NOT_FOUND)
    }

    async fn change(
        &self,
        user: UserId,
        id: WebhookId,
        change: WebhookChange,
        action: AuditAction,
        address: Option<IpAddr>,
    ) -> Result<Webhook, EngineError> {
        let before = self.webhook(user, id).await?;
        let now = self.environment.now();
        let audit = entry(action, &stored_target(&before)?, address, now);
        let changed = self.store.update_webhook(user, id, &change, &audit, now);
        let changed = changed.await?.ok_or(NOT_FOUND)?;
        self.delivering.wake();
        Ok(changed)
    }

    fn overlap_end(&self, now: Timestamp) -> Timestamp {
        let overlap = self.settings.webhooks.secret_overlap;
        now.checked_add(overlap).unwrap_or(now)
    }

    fn checked_url(&self, url: &str) -> Result<Target, EngineError> {
        let private = self.settings.webhooks.danger_allow_private_addresses;
        Target::parse(url.trim(), private).map_err(|error| {
            let hint = match error {
                InvalidTarget::NotPublic(_) => {
                    "; RECOLLECT_DANGER_ALLOW_PRIVATE_ADDRESSES=true would allow it"
                }
                _ => "",
            };
            EngineError::invalid("url", format!("{error}{hint}"))
        })
    }
}

/// What the trail says: the host alone, because the rest of a URL may be a secret.
fn entry(
    action: AuditAction,
    target: &Target,
    address: Option<IpAddr>,
    at: Timestamp,
) -> AuditEntry {
    AuditEntry {
        action,
        subject: target.host(),
        address,
        at,
    }
}

/// Where a registered webhook leads, whatever the settings allow by now.
fn stored_target(webhook: &Webhook) -> Result<Target, EngineError> {
    Target::parse(&webhook.url, true)
        .map_err(|error| EngineError::Internal(format!("a stored URL {error}")))
}

fn checked_secret(secret: &str) -> Result<WebhookSecret, EngineError> {
    WebhookSecret::of_text(secret)
        .map_err(|error| EngineError::invalid("secret", error.to_string()))
}

fn checked_description(description: &str) -> Result<String, EngineError> {
    let description = description.trim();
    text::short("description", description, MAX_WEBHOOK_DESCRIPTION)?;
    Ok(description.to_owned())
}

fn checked_events(names: Vec<String>) -> Result<Option<Vec<EventKind>>, EngineError> {
    if names.iter().any(|name| name == EVERY_EVENT) {
        return Ok(None);
    }
    let known: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.as_str()).collect();
    let expected = || {
        let known = known.join(", ");
        EngineError::invalid(
            "events",
            format!("must name one or more of {known}, or be *"),
        )
    };
    let mut kinds = Vec::new();
    for name in names {
        let name = match name.trim() {
            // As clients that were published before us call it.
            "memory.ingested" => EventKind::EpisodeCompleted.as_str(),
            name => name,
        };
        let kind = EventKind::from_name(name).ok_or_else(expected)?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() {
        return Err(expected());
    }
    Ok(Some(kinds))
}
