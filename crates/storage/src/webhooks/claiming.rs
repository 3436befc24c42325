//! Claiming what is due.
//!
//! A turn is taken before what is to be sent is read, so that a delivery that cannot be read keeps no other: it is given up
//! with a reason. One of a kind that this program does not know is left for a day to the newer program that wrote it.

use recollect_model::{
    DeliveryId, DeliveryKind, DeliveryState, LeaseToken, PreviousSecret, Timestamp, UserId,
    WebhookId, WebhookSecret,
};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use super::{previous_secret, secret};
use crate::faults::CommitPoint;
use crate::lanes::{horizon, is_left_to_newer};
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::Words;
use crate::sealing::register::{DELIVERY_BODY, DELIVERY_ERROR, WEBHOOK_SECRET, WEBHOOK_URL};
use crate::store::Write;
use crate::{StorageError, Store};

/// What is said of a delivery that is damaged in the database.
const UNREADABLE: &str =
    "what the database holds of it or of its webhook cannot be read; the server's log says why";

/// One of the two queues of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookLane {
    /// First attempts, in order.
    First,
    /// Further attempts, by their time.
    Again,
}

impl WebhookLane {
    pub(super) const BOTH: [Self; 2] = [Self::First, Self::Again];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Again => "again",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|lane| lane.as_str() == name)
    }
}

/// A hold on one lane of a webhook, with the delivery that is its turn.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedDelivery {
    /// Whose webhook it is.
    pub user: UserId,
    /// The webhook.
    pub webhook: WebhookId,
    /// Which of its lanes.
    pub lane: WebhookLane,
    /// What proves the hold.
    pub token: LeaseToken,
    /// Where to.
    pub url: String,
    /// What to sign with.
    pub secret: WebhookSecret,
    /// What was replaced by that, and until when it signs as well.
    pub previous_secret: Option<PreviousSecret>,
    /// The delivery.
    pub id: DeliveryId,
    /// What it tells of.
    pub kind: DeliveryKind,
    /// What to send.
    pub body: String,
    /// How often it was attempted since it was last replayed.
    pub tries: u32,
}

impl Store {
    /// Takes the lane that is due and was served longest ago, with the delivery that is its turn; passes over users of
    /// whom `most_of_user` are out already. `None` when nothing is due and free. A delivery that cannot be read is given up, and
    /// keeps no other.
    pub async fn claim_delivery(
        &self,
        token: LeaseToken,
        now: Timestamp,
        lease_until: Timestamp,
        most_of_user: usize,
    ) -> Result<Option<ClaimedDelivery>, StorageError> {
        let most = i64::try_from(most_of_user).unwrap_or(i64::MAX);
        // A look first: a worker with nothing to do takes no write lock.
        let sql = format!("SELECT lane {DUE} LIMIT 1");
        let due = sqlx::query(AssertSqlSafe(sql))
            .bind(stored(now))
            .bind(most)
            .bind(horizon(now))
            .fetch_optional(&self.reads)
            .await?;
        if due.is_none() {
            return Ok(None);
        }
        loop {
            let turn = self.take_turn(token, (now, lease_until), most).await?;
            let Some((turn, row)) = turn else {
                return Ok(None);
            };
            match turn.read(&row, self.words(turn.user).await) {
                Ok(claimed) => return Ok(Some(claimed)),
                Err(error @ StorageError::Unavailable { .. }) => return Err(error),
                Err(error) => self.pass_over(&turn, &row, &error, now).await?,
            }
        }
    }

    /// When the next delivery may be claimed, as things stand; `None` when nothing waits.
    pub async fn next_delivery_at(&self) -> Result<Option<Timestamp>, StorageError> {
        let row = sqlx::query(
            "SELECT MIN(CASE WHEN lease_until > ready_at THEN lease_until ELSE ready_at END)
             FROM webhook_lanes WHERE ready_at IS NOT NULL",
        )
        .fetch_one(&self.reads)
        .await?;
        Columns::of(&row).optional_instant()
    }

    /// Takes the lane whose turn it is, and the row of its delivery: nothing that stands in it can undo that.
    async fn take_turn(
        &self,
        token: LeaseToken,
        (now, lease_until): (Timestamp, Timestamp),
        most: i64,
    ) -> Result<Option<(Turn, AnyRow)>, StorageError> {
        let mut write = self.begin().await?;
        let taken = loop {
            let Some((user, webhook, lane)) = next_lane(&mut write, now, most).await? else {
                break None;
            };
            let turn = Turn {
                user,
                webhook,
                lane,
                token,
            };
            match turn.delivery(&mut write, now).await? {
                Some(row) => {
                    turn.lease(&mut write, now, lease_until).await?;
                    break Some((turn, row));
                }
                // Everything in it was removed, or the webhook was disabled.
                None => turn.put_to_sleep(&mut write).await?,
            }
        };
        write.commit(CommitPoint::CLAIM_DELIVERY).await?;
        Ok(taken)
    }

    /// Gives up a delivery that cannot be read, and gives its lane back; the lane of one that a newer program knows is left to that
    /// until its lease ends, for a day.
    async fn pass_over(
        &self,
        turn: &Turn,
        row: &AnyRow,
        error: &StorageError,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let (user, webhook) = (turn.user, turn.webhook);
        let Ok(place) = Place::of(row) else {
            tracing::error!(%user, %webhook, "the lane of a webhook rests until its lease ends: {error}");
            return Ok(());
        };
        if place.is_of_newer(now) {
            tracing::warn!(%user, %webhook, "a delivery is left to a newer program: {error}");
            return Ok(());
        }
        tracing::error!(%user, delivery = %place.id, "not delivered: it cannot be read: {error}");
        let words = match self.words(user).await {
            Ok(words) => words,
            Err(error @ StorageError::Unavailable { .. }) => return Err(error),
            // Nothing can be written for this user either: the lane rests until its lease ends.
            Err(_) => return Ok(()),
        };
        let mut write = self.begin().await?;
        let Some(is_enabled) = turn.hold_webhook(&mut write).await? else {
            return Ok(());
        };
        if !turn.give_back(&mut write).await? {
            return Ok(());
        }
        sqlx::query(
            "UPDATE deliveries SET state = $3, is_first = 0, next_attempt_at = NULL, ended_at = $4,
             error = $5 WHERE user_id = $1 AND id = $2",
        )
        .bind(user.to_string())
        .bind(place.id.to_string())
        .bind(DeliveryState::Exhausted.as_str())
        .bind(stored(now))
        .bind(words.seal(DELIVERY_ERROR, place.id, UNREADABLE))
        .execute(write.connection())
        .await?;
        set_ready(&mut write, user, webhook, is_enabled, now).await?;
        write.commit(CommitPoint::END_ATTEMPT).await
    }
}

/// The lanes that may be claimed at `$1`, of users of whom fewer than `$2` are out, the one served longest ago first. A
/// first attempt waits for nothing, and no lease reaches beyond `$3`: such times were written by a clock that was ahead.
const DUE: &str = "FROM webhook_lanes AS due WHERE due.ready_at IS NOT NULL
    AND (due.ready_at <= $1 OR due.lane = 'first')
    AND (due.lease_until IS NULL OR due.lease_until <= $1 OR due.lease_until > $3)
    AND (SELECT COUNT(*) FROM webhook_lanes AS busy
         WHERE busy.user_id = due.user_id
         AND busy.lease_until > $1 AND busy.lease_until <= $3) < $2
    ORDER BY due.served_at, due.webhook_id, due.lane";

async fn next_lane(
    write: &mut Write,
    now: Timestamp,
    most: i64,
) -> Result<Option<(UserId, WebhookId, WebhookLane)>, StorageError> {
    let lock = write.dialect.for_update_skip_locked();
    let sql = format!("SELECT due.user_id, due.webhook_id, due.lane {DUE} LIMIT 1{lock}");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(stored(now))
        .bind(most)
        .bind(horizon(now))
        .fetch_optional(write.connection())
        .await?;
    row.map(|row| {
        let mut columns = Columns::of(&row);
        Ok((
            columns.id()?,
            columns.id()?,
            columns.named(WebhookLane::from_name)?,
        ))
    })
    .transpose()
}

/// A lane that is about to be served.
pub(super) struct Turn {
    user: UserId,
    webhook: WebhookId,
    lane: WebhookLane,
    token: LeaseToken,
}

impl Turn {
    pub(super) const fn of(claimed: &ClaimedDelivery) -> Self {
        Self {
            user: claimed.user,
            webhook: claimed.webhook,
            lane: claimed.lane,
            token: claimed.token,
        }
    }

    /// The delivery whose turn it is.
    async fn delivery(
        &self,
        write: &mut Write,
        now: Timestamp,
    ) -> Result<Option<AnyRow>, StorageError> {
        let whose = match self.lane {
            WebhookLane::First => "one.is_first = 1 ORDER BY one.seq",
            WebhookLane::Again => {
                "one.next_attempt_at IS NOT NULL AND one.next_attempt_at <= $3
                 ORDER BY one.next_attempt_at, one.seq"
            }
        };
        let sql = format!(
            "SELECT one.id, one.kind, one.created_at, one.body, one.tries, webhooks.url,
             webhooks.secret, webhooks.previous_secret, webhooks.previous_secret_until
             FROM deliveries AS one JOIN webhooks
             ON webhooks.user_id = one.user_id AND webhooks.id = one.webhook_id
             WHERE one.user_id = $1 AND one.webhook_id = $2 AND webhooks.is_enabled = 1
             AND {whose} LIMIT 1"
        );
        let mut query = sqlx::query(AssertSqlSafe(sql))
            .bind(self.user.to_string())
            .bind(self.webhook.to_string());
        if self.lane == WebhookLane::Again {
            query = query.bind(stored(now));
        }
        Ok(query.fetch_optional(write.connection()).await?)
    }

    /// What the row of a delivery says.
    fn read(
        &self,
        row: &AnyRow,
        words: Result<Words, StorageError>,
    ) -> Result<ClaimedDelivery, StorageError> {
        let place = Place::of(row)?;
        let (words, id) = (words?, place.id);
        let mut columns = words.columns(row);
        columns.pass_over::<()>(PLACE_COLUMNS);
        Ok(ClaimedDelivery {
            user: self.user,
            webhook: self.webhook,
            lane: self.lane,
            token: self.token,
            id,
            kind: DeliveryKind::from_name(&place.kind)
                .ok_or_else(|| unreadable("a kind of delivery", &place.kind))?,
            body: columns.sealed(DELIVERY_BODY, id)?,
            tries: columns.number()?,
            url: columns.sealed(WEBHOOK_URL, self.webhook)?,
            secret: secret(&columns.sealed(WEBHOOK_SECRET, self.webhook)?)?,
            previous_secret: previous_secret(&mut columns, self.webhook)?,
        })
    }

    /// Holds the webhook before its lanes, as everybody does; whether it is enabled. `None` when it is gone.
    async fn hold_webhook(&self, write: &mut Write) -> Result<Option<bool>, StorageError> {
        let row = sqlx::query(
            "UPDATE webhooks SET url = url WHERE user_id = $1 AND id = $2 RETURNING is_enabled",
        )
        .bind(self.user.to_string())
        .bind(self.webhook.to_string())
        .fetch_optional(write.connection())
        .await?;
        row.map(|row| Columns::of(&row).flag()).transpose()
    }

    /// Gives the lane back; false when somebody else has it.
    pub(super) async fn give_back(&self, write: &mut Write) -> Result<bool, StorageError> {
        let held = sqlx::query(
            "UPDATE webhook_lanes SET lease_token = NULL, lease_until = NULL
             WHERE user_id = $1 AND webhook_id = $2 AND lane = $3 AND lease_token = $4",
        )
        .bind(self.user.to_string())
        .bind(self.webhook.to_string())
        .bind(self.lane.as_str())
        .bind(self.token.to_string())
        .execute(write.connection())
        .await?;
        Ok(held.rows_affected() == 1)
    }

    async fn lease(
        &self,
        write: &mut Write,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<(), StorageError> {
        let row = sqlx::query("SELECT MAX(served_at) FROM webhook_lanes")
            .fetch_one(write.connection())
            .await?;
        let last = Columns::of(&row).optional_integer()?.unwrap_or(0);
        sqlx::query(
            "UPDATE webhook_lanes SET lease_token = $4, lease_until = $5, served_at = $6
             WHERE user_id = $1 AND webhook_id = $2 AND lane = $3",
        )
        .bind(self.user.to_string())
        .bind(self.webhook.to_string())
        .bind(self.lane.as_str())
        .bind(self.token.to_string())
        .bind(stored(until))
        .bind(stored(now).max(last + 1))
        .execute(write.connection())
        .await?;
        Ok(())
    }

    async fn put_to_sleep(&self, write: &mut Write) -> Result<(), StorageError> {
        sqlx::query(
            "UPDATE webhook_lanes SET lease_token = NULL, lease_until = NULL, ready_at =
             CASE WHEN lane = 'again' THEN
               (SELECT MIN(next_attempt_at) FROM deliveries JOIN webhooks
                ON webhooks.user_id = deliveries.user_id AND webhooks.id = deliveries.webhook_id
                WHERE deliveries.user_id = $1 AND deliveries.webhook_id = $2
                AND webhooks.is_enabled = 1)
             ELSE NULL END
             WHERE user_id = $1 AND webhook_id = $2 AND lane = $3",
        )
        .bind(self.user.to_string())
        .bind(self.webhook.to_string())
        .bind(self.lane.as_str())
        .execute(write.connection())
        .await?;
        Ok(())
    }
}

/// Which delivery a row is of.
struct Place {
    id: DeliveryId,
    /// As it stands there: this program may not know it.
    kind: String,
    created_at: Timestamp,
}

/// So many columns say which delivery it is.
const PLACE_COLUMNS: usize = 3;

impl Place {
    fn of(row: &AnyRow) -> Result<Self, StorageError> {
        let mut columns = Columns::of(row);
        Ok(Self {
            id: columns.id()?,
            kind: columns.text()?,
            created_at: columns.instant()?,
        })
    }

    /// Whether a newer program wrote it lately and is to send it.
    fn is_of_newer(&self, now: Timestamp) -> bool {
        DeliveryKind::from_name(&self.kind).is_none() && is_left_to_newer(self.created_at, now)
    }
}

/// Works out when the lanes of a webhook, whose row is held, are due.
pub(super) async fn set_ready(
    write: &mut Write,
    user: UserId,
    webhook: WebhookId,
    is_enabled: bool,
    now: Timestamp,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE webhook_lanes SET ready_at = CASE WHEN $4 = 1 AND EXISTS
         (SELECT 1 FROM deliveries WHERE user_id = $1 AND webhook_id = $2 AND is_first = 1)
         THEN $3 ELSE NULL END
         WHERE user_id = $1 AND webhook_id = $2 AND lane = 'first'",
    )
    .bind(user.to_string())
    .bind(webhook.to_string())
    .bind(stored(now))
    .bind(i64::from(is_enabled))
    .execute(write.connection())
    .await?;
    sqlx::query(
        "UPDATE webhook_lanes SET ready_at = CASE WHEN $3 = 1 THEN
         (SELECT MIN(next_attempt_at) FROM deliveries
          WHERE user_id = $1 AND webhook_id = $2 AND next_attempt_at IS NOT NULL)
         ELSE NULL END
         WHERE user_id = $1 AND webhook_id = $2 AND lane = 'again'",
    )
    .bind(user.to_string())
    .bind(webhook.to_string())
    .bind(i64::from(is_enabled))
    .execute(write.connection())
    .await?;
    Ok(())
}
