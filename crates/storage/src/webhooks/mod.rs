//! Webhooks, and their deliveries from the transaction that causes them to their end.
//!
//! A delivery is written with its body where its event is ([`outbox`]), and has that body for ever. It is claimed with a
//! lease, as lanes are ([`claiming`]): a webhook has two lanes, one for first attempts and one for further ones, and one
//! delivery of each is out at a time. So first attempts are in order, and none waits for what is tried again. A result
//! counts only while its lease is held; without, somebody else has the delivery and makes the attempt anew.
//!
//! Whoever changes what waits holds the webhook's row until the end of the transaction, and takes it before its lanes and
//! before the account's row: no two wait for each other, and no lane falls asleep while something waits in it.

use recollect_model::{
    AuditEntry, Disabled, EventKind, PreviousSecret, Timestamp, UserId, Webhook, WebhookId,
    WebhookSecret,
};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::reading::{Found, Page};
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::register::{
    WEBHOOK_DESCRIPTION, WEBHOOK_DISABLED_REASON, WEBHOOK_PREVIOUS_SECRET, WEBHOOK_SECRET,
    WEBHOOK_URL,
};
use crate::store::Write;
use crate::{StorageError, Store};

mod attempts;
mod claiming;
mod deliveries;
mod outbox;

pub use attempts::{Disabling, EndedAttempt, Verdict};
pub use claiming::{ClaimedDelivery, WebhookLane};
pub(crate) use outbox::deliver;

/// The columns of a webhook, in the order in which [`webhook`] reads them.
macro_rules! webhook_columns {
    () => {
        "id, url, description, events, secret, previous_secret, previous_secret_until, is_enabled,
         disabled_at, disabled_reason, failing_since, created_at, updated_at"
    };
}

/// What is to be changed of a webhook; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct WebhookChange {
    /// Where to.
    pub url: Option<String>,
    /// What its owner says of it; none when empty.
    pub description: Option<String>,
    /// What it is told of; every kind when that is `None`.
    pub events: Option<Option<Vec<EventKind>>>,
    /// Another secret, and until when the present one signs beside it. The same secret changes nothing.
    pub secret: Option<(WebhookSecret, Timestamp)>,
    /// Whether anything is delivered. To enable one forgives its failures, and what waited goes on.
    pub is_enabled: Option<bool>,
}

impl Store {
    /// Adds a webhook to the user's, unless there are `most` already: then false.
    pub async fn insert_webhook(
        &self,
        user: UserId,
        webhook: &Webhook,
        most: u32,
        audit: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let (words, id) = (self.words(user).await?, webhook.id);
        let mut write = self.begin().await?;
        // Holds the account's row: two at once do not pass the limit together.
        write.record_audit(user, audit).await?;
        let row = sqlx::query("SELECT COUNT(*) FROM webhooks WHERE user_id = $1")
            .bind(user.to_string())
            .fetch_one(write.connection())
            .await?;
        if Columns::of(&row).count()? >= u64::from(most) {
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO webhooks (user_id, id, url, description, events, secret, is_enabled,
             last_seq, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8)",
        )
        .bind(user.to_string())
        .bind(webhook.id.to_string())
        .bind(words.seal(WEBHOOK_URL, id, &webhook.url))
        .bind(words.seal_optional(WEBHOOK_DESCRIPTION, id, webhook.description.as_deref()))
        .bind(webhook.events.as_deref().map(names))
        .bind(words.seal(WEBHOOK_SECRET, id, webhook.secret.reveal()))
        .bind(i64::from(webhook.is_enabled))
        .bind(stored(webhook.created_at))
        .execute(write.connection())
        .await?;
        for lane in WebhookLane::BOTH {
            sqlx::query(
                "INSERT INTO webhook_lanes (user_id, webhook_id, lane, served_at)
                 VALUES ($1, $2, $3, 0)",
            )
            .bind(user.to_string())
            .bind(webhook.id.to_string())
            .bind(lane.as_str())
            .execute(write.connection())
            .await?;
        }
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(true)
    }

    /// The user's webhooks, the oldest first.
    pub async fn webhooks(&self, user: UserId, page: Page) -> Result<Found<Webhook>, StorageError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            webhook_columns!(),
            " FROM webhooks WHERE user_id = $1 ORDER BY created_at, id LIMIT $2 OFFSET $3"
        ))
        .bind(user.to_string())
        .bind(i64::from(page.limit))
        .bind(i64::try_from(page.offset).unwrap_or(i64::MAX))
        .fetch_all(&self.reads)
        .await?;
        let total = sqlx::query("SELECT COUNT(*) FROM webhooks WHERE user_id = $1")
            .bind(user.to_string())
            .fetch_one(&self.reads)
            .await?;
        Ok(Found {
            items: self.words(user).await?.read_all(&rows, webhook)?,
            total: Columns::of(&total).count()?,
        })
    }

    /// One of the user's webhooks.
    pub async fn webhook(
        &self,
        user: UserId,
        id: WebhookId,
    ) -> Result<Option<Webhook>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            webhook_columns!(),
            " FROM webhooks WHERE user_id = $1 AND id = $2"
        ))
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        row.map(|row| webhook(&mut words.columns(&row))).transpose()
    }

    /// Changes what is given of a webhook and returns it as it is then; `None` when the user has no such webhook.
    pub async fn update_webhook(
        &self,
        user: UserId,
        id: WebhookId,
        change: &WebhookChange,
        audit: &AuditEntry,
        now: Timestamp,
    ) -> Result<Option<Webhook>, StorageError> {
        let mut write = self.begin().await?;
        let Some(before) = hold(&mut write, user, id).await? else {
            return Ok(None);
        };
        let after = changed(before.clone(), change, now);
        put(&mut write, user, &after).await?;
        if before.is_enabled != after.is_enabled {
            claiming::set_ready(&mut write, user, id, after.is_enabled, now).await?;
        }
        write.record_audit(user, audit).await?;
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(Some(after))
    }

    /// Removes a webhook with its deliveries; false when the user has no such webhook.
    pub async fn delete_webhook(
        &self,
        user: UserId,
        id: WebhookId,
        audit: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        write.is_to_be_erased();
        // The foreign keys take everything else along.
        let deleted = sqlx::query("DELETE FROM webhooks WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(id.to_string())
            .execute(write.connection())
            .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, audit).await?;
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(true)
    }
}

/// Reads a webhook and keeps everybody else from changing it, or what waits for it, until the transaction ends.
async fn hold(
    write: &mut Write,
    user: UserId,
    id: WebhookId,
) -> Result<Option<Webhook>, StorageError> {
    let row = sqlx::query(concat!(
        "UPDATE webhooks SET url = url WHERE user_id = $1 AND id = $2 RETURNING ",
        webhook_columns!()
    ))
    .bind(user.to_string())
    .bind(id.to_string())
    .fetch_optional(write.connection())
    .await?;
    let words = write.words(user).await?;
    row.map(|row| webhook(&mut words.columns(&row))).transpose()
}

async fn put(write: &mut Write, user: UserId, webhook: &Webhook) -> Result<(), StorageError> {
    let (words, id) = (write.words(user).await?, webhook.id);
    let previous = webhook.previous_secret.as_ref();
    let disabled = webhook.disabled.as_ref();
    sqlx::query(
        "UPDATE webhooks SET url = $3, description = $4, events = $5, secret = $6,
         previous_secret = $7, previous_secret_until = $8, is_enabled = $9, disabled_at = $10,
         disabled_reason = $11, failing_since = $12, updated_at = $13
         WHERE user_id = $1 AND id = $2",
    )
    .bind(user.to_string())
    .bind(webhook.id.to_string())
    .bind(words.seal(WEBHOOK_URL, id, &webhook.url))
    .bind(words.seal_optional(WEBHOOK_DESCRIPTION, id, webhook.description.as_deref()))
    .bind(webhook.events.as_deref().map(names))
    .bind(words.seal(WEBHOOK_SECRET, id, webhook.secret.reveal()))
    .bind(
        previous.map(|previous| words.seal(WEBHOOK_PREVIOUS_SECRET, id, previous.secret.reveal())),
    )
    .bind(previous.map(|previous| stored(previous.until)))
    .bind(i64::from(webhook.is_enabled))
    .bind(disabled.map(|disabled| stored(disabled.at)))
    .bind(disabled.map(|disabled| words.seal(WEBHOOK_DISABLED_REASON, id, &disabled.reason)))
    .bind(webhook.failing_since.map(stored))
    .bind(stored(webhook.updated_at))
    .execute(write.connection())
    .await?;
    Ok(())
}

fn changed(mut webhook: Webhook, change: &WebhookChange, now: Timestamp) -> Webhook {
    let change = change.clone();
    if let Some(url) = change.url {
        webhook.url = url;
    }
    if let Some(description) = change.description {
        webhook.description = Some(description).filter(|text| !text.is_empty());
    }
    if let Some(events) = change.events {
        webhook.events = events;
    }
    if let Some((secret, until)) = change.secret
        && secret != webhook.secret
    {
        let secret = std::mem::replace(&mut webhook.secret, secret);
        webhook.previous_secret = Some(PreviousSecret { secret, until });
    }
    if let Some(is_enabled) = change.is_enabled {
        if is_enabled && !webhook.is_enabled {
            webhook.failing_since = None;
        }
        webhook.is_enabled = is_enabled;
        webhook.disabled = None;
    }
    webhook.updated_at = now;
    webhook
}

fn names(events: &[EventKind]) -> String {
    let names: Vec<&str> = events.iter().map(|kind| kind.as_str()).collect();
    names.join(" ")
}

fn kinds(names: &str) -> Result<Vec<EventKind>, StorageError> {
    let kinds = names.split_whitespace().map(|name| {
        EventKind::from_name(name).ok_or_else(|| unreadable("the name of an event", name))
    });
    kinds.collect()
}

fn secret(text: &str) -> Result<WebhookSecret, StorageError> {
    WebhookSecret::of_text(text).map_err(|error| StorageError::internal(error.to_string()))
}

fn previous_secret(
    columns: &mut Columns<'_>,
    id: WebhookId,
) -> Result<Option<PreviousSecret>, StorageError> {
    let text = columns.optional_sealed(WEBHOOK_PREVIOUS_SECRET, id)?;
    let until = columns.optional_instant()?;
    let previous = text.zip(until).map(|(text, until)| {
        let secret = secret(&text)?;
        Ok(PreviousSecret { secret, until })
    });
    previous.transpose()
}

fn webhook(columns: &mut Columns<'_>) -> Result<Webhook, StorageError> {
    let id = columns.id()?;
    Ok(Webhook {
        id,
        url: columns.sealed(WEBHOOK_URL, id)?,
        description: columns.optional_sealed(WEBHOOK_DESCRIPTION, id)?,
        events: columns.optional_text()?.as_deref().map(kinds).transpose()?,
        secret: secret(&columns.sealed(WEBHOOK_SECRET, id)?)?,
        previous_secret: previous_secret(columns, id)?,
        is_enabled: columns.flag()?,
        disabled: match (
            columns.optional_instant()?,
            columns.optional_sealed(WEBHOOK_DISABLED_REASON, id)?,
        ) {
            (Some(at), Some(reason)) => Some(Disabled { at, reason }),
            _ => None,
        },
        failing_since: columns.optional_instant()?,
        created_at: columns.instant()?,
        updated_at: columns.instant()?,
    })
}

/// The webhook of a row of which only that is read.
fn events_of(row: &AnyRow) -> Result<(WebhookId, Option<Vec<EventKind>>), StorageError> {
    let mut columns = Columns::of(row);
    let id = columns.id()?;
    let events = columns.optional_text()?;
    Ok((id, events.as_deref().map(kinds).transpose()?))
}
