//! Writing deliveries: in the transaction that causes the event, one for each webhook that chose it.

use recollect_model::{
    DeliveryId, DeliveryState, EventDetail, NewEvent, Notification, Timestamp, UserId, WebhookId,
};
use sha2::{Digest, Sha256};

use super::{WebhookLane, events_of};
use crate::faults::CommitPoint;
use crate::many::Rows;
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::{DELIVERY_BODY, DELIVERY_ERROR};
use crate::sessions::Session;
use crate::{StorageError, Store};

/// An event with its number.
pub(crate) type Numbered<'a> = (u64, &'a NewEvent, &'a EventDetail);

/// What is said of a delivery that is not attempted because its webhook is disabled.
const DISABLED: &str = "the webhook was disabled";

const DELIVERIES: Rows = Rows {
    before: "INSERT INTO deliveries (user_id, webhook_id, state, is_first, attempts, tries, id,
             seq, event_seq, kind, body, created_at, ended_at, error) VALUES ",
    shared: 6,
    own: 8,
    after: "",
};

impl Store {
    /// Writes a test for a webhook, to be delivered like any event; its id. `None` when the user has no such webhook, or
    /// it is disabled.
    pub async fn insert_test_delivery(
        &self,
        user: UserId,
        webhook: WebhookId,
        id: DeliveryId,
        now: Timestamp,
    ) -> Result<Option<DeliveryId>, StorageError> {
        let mut write = self.begin().await?;
        let Some(numbers) = take_numbers(write.connection(), user, webhook, 1).await? else {
            return Ok(None);
        };
        if !numbers.is_enabled {
            return Ok(None);
        }
        let test = Notification {
            id,
            webhook,
            sequence: numbers.first,
            at: now,
            event: None,
        };
        let words = write.words(user).await?;
        let of = (user, webhook, &words);
        insert(write.connection(), of, true, &[test]).await?;
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(Some(id))
    }
}

/// Writes the deliveries of events to every webhook that chose them. A webhook that its owner disabled is told nothing;
/// for one that the service disabled they are kept as missed, so that they can be replayed.
pub(crate) async fn deliver(
    connection: &mut Session,
    user: UserId,
    words: &Words,
    events: &[Numbered<'_>],
) -> Result<(), StorageError> {
    let rows = sqlx::query(
        "SELECT id, events FROM webhooks
         WHERE user_id = $1 AND (is_enabled = 1 OR disabled_at IS NOT NULL) ORDER BY id",
    )
    .bind(user.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        let (webhook, chosen) = events_of(row)?;
        let told = events.iter().filter(|(_, event, _)| {
            chosen
                .as_ref()
                .is_none_or(|chosen| chosen.contains(&event.kind))
        });
        let told: Vec<&Numbered<'_>> = told.collect();
        if told.is_empty() {
            continue;
        }
        let Some(numbers) = take_numbers(connection, user, webhook, told.len()).await? else {
            continue;
        };
        let notifications: Vec<Notification<'_>> = (numbers.first..)
            .zip(told)
            .map(|(sequence, &(number, event, detail))| Notification {
                id: delivery_id(webhook, number),
                webhook,
                sequence,
                at: event.at,
                event: Some((number, event, detail)),
            })
            .collect();
        insert(
            connection,
            (user, webhook, words),
            numbers.is_enabled,
            &notifications,
        )
        .await?;
    }
    Ok(())
}

/// The numbers that were given out, and what their webhook is like now that its row is held.
struct Numbers {
    first: u64,
    is_enabled: bool,
}

/// Takes the next numbers of a webhook; `None` when it is gone, or its owner has disabled it.
async fn take_numbers(
    connection: &mut Session,
    user: UserId,
    webhook: WebhookId,
    count: usize,
) -> Result<Option<Numbers>, StorageError> {
    let row = sqlx::query(
        "UPDATE webhooks SET last_seq = last_seq + $3
         WHERE user_id = $1 AND id = $2 AND (is_enabled = 1 OR disabled_at IS NOT NULL)
         RETURNING last_seq - $3 + 1, is_enabled",
    )
    .bind(user.to_string())
    .bind(webhook.to_string())
    .bind(i64::try_from(count).unwrap_or(i64::MAX))
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let mut columns = Columns::of(&row);
        Ok(Numbers {
            first: columns.count()?,
            is_enabled: columns.flag()?,
        })
    })
    .transpose()
}

async fn insert(
    connection: &mut Session,
    (user, webhook, words): (UserId, WebhookId, &Words),
    is_enabled: bool,
    notifications: &[Notification<'_>],
) -> Result<(), StorageError> {
    let state = if is_enabled {
        DeliveryState::Pending
    } else {
        DeliveryState::Exhausted
    };
    DELIVERIES
        .run(
            &mut *connection,
            notifications,
            |shared| {
                shared.id(user).id(webhook);
                shared.bind(state.as_str()).flag(is_enabled);
                shared.bind(0_i64).bind(0_i64);
            },
            |one, own| {
                own.id(one.id).bind(one.sequence.cast_signed());
                own.bind(one.event.map(|(number, ..)| number.cast_signed()));
                own.bind(one.kind().as_str());
                own.bind(words.seal(DELIVERY_BODY, one.id, &one.body()));
                own.bind(stored(one.at));
                own.bind((!is_enabled).then_some(stored(one.at)));
                let error = (!is_enabled).then_some(DISABLED);
                own.bind(words.seal_optional(DELIVERY_ERROR, one.id, error));
            },
        )
        .await?;
    if !is_enabled {
        return Ok(());
    }
    let ready_at = notifications.first().map(|one| stored(one.at));
    // Written even where it is awake: a claim that is about to put it to sleep waits, and so does this one.
    sqlx::query(
        "UPDATE webhook_lanes SET ready_at = COALESCE(ready_at, $4)
         WHERE user_id = $1 AND webhook_id = $2 AND lane = $3",
    )
    .bind(user.to_string())
    .bind(webhook.to_string())
    .bind(WebhookLane::First.as_str())
    .bind(ready_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The id of an event's delivery to a webhook: a UUID of version 8 (RFC 9562) that follows from the two, because
/// nothing here rolls dice.
fn delivery_id(webhook: WebhookId, event: u64) -> DeliveryId {
    let mut hash = Sha256::new();
    hash.update(b"delivery");
    hash.update(webhook.as_u128().to_be_bytes());
    hash.update(event.to_be_bytes());
    let digest = hash.finalize();
    let mut bits = digest
        .iter()
        .take(16)
        .fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    bits = bits & !(0xf << 76) | 0x8 << 76;
    bits = bits & !(0x3 << 62) | 0x2 << 62;
    DeliveryId::from_u128(bits)
}
