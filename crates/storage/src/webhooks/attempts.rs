//! Claiming what is due, and recording what an attempt came to.

use recollect_model::{
    AuditEntry, DeliveryId, DeliveryKind, DeliveryState, LeaseToken, PreviousSecret, Timestamp,
    UserId, Webhook, WebhookId, WebhookSecret,
};
use sqlx::AssertSqlSafe;

use super::{hold, previous_secret, secret};
use crate::faults::CommitPoint;
use crate::lanes::horizon;
use crate::rows::{Columns, stored};
use crate::sealing::register::{
    ATTEMPT_ERROR, DELIVERY_BODY, DELIVERY_ERROR, WEBHOOK_DISABLED_REASON, WEBHOOK_SECRET,
    WEBHOOK_URL,
};
use crate::store::Write;
use crate::{StorageError, Store};

/// So many attempts at a delivery are kept.
const KEPT: i64 = 20;

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

/// What an attempt came to.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedAttempt {
    /// When it began.
    pub started_at: Timestamp,
    /// How long it took.
    pub duration_ms: u64,
    /// What the receiver answered, if it did.
    pub status: Option<u16>,
    /// Why it failed; none when it succeeded.
    pub error: Option<String>,
    /// What follows for the delivery.
    pub verdict: Verdict,
    /// What may follow for the webhook.
    pub disabling: Option<Disabling>,
}

/// What follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It was taken.
    Delivered,
    /// It is attempted again at this time.
    TryAgain(Timestamp),
    /// It is attempted no more.
    Exhausted,
}

/// That a webhook is to be disabled.
#[derive(Debug, Clone, PartialEq)]
pub struct Disabling {
    /// Only if it has been failing since before this.
    pub if_failing_since: Option<Timestamp>,
    /// Why.
    pub reason: String,
    /// What the trail is to say of it.
    pub audit: AuditEntry,
}

impl Store {
    /// Takes the lane that is due and was served longest ago, with the delivery that is its turn; passes over users of
    /// whom `most_of_user` are out already. `None` when nothing is due and free.
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
        let mut write = self.begin().await?;
        let claimed = loop {
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
                Some(delivery) => {
                    turn.lease(&mut write, now, lease_until).await?;
                    break Some(delivery);
                }
                // Everything in it was removed, or the webhook was disabled.
                None => turn.put_to_sleep(&mut write).await?,
            }
        };
        write.commit(CommitPoint::CLAIM_DELIVERY).await?;
        Ok(claimed)
    }

    /// Records what an attempt came to, and gives the lane back. False when the lease was lost, or the webhook is gone:
    /// then nothing is recorded.
    pub async fn end_attempt(
        &self,
        claimed: &ClaimedDelivery,
        ended: &EndedAttempt,
        now: Timestamp,
    ) -> Result<bool, StorageError> {
        let (user, id) = (claimed.user, claimed.webhook);
        let mut write = self.begin().await?;
        let Some(webhook) = hold(&mut write, user, id).await? else {
            return Ok(false);
        };
        if !give_back(&mut write, claimed).await? {
            return Ok(false);
        }
        record(&mut write, claimed, ended, now).await?;
        let is_enabled = note_success(&mut write, user, &webhook, ended, now).await?;
        set_ready(&mut write, user, id, is_enabled, now).await?;
        write.commit(CommitPoint::END_ATTEMPT).await?;
        Ok(true)
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
struct Turn {
    user: UserId,
    webhook: WebhookId,
    lane: WebhookLane,
    token: LeaseToken,
}

impl Turn {
    /// The delivery whose turn it is.
    async fn delivery(
        &self,
        write: &mut Write,
        now: Timestamp,
    ) -> Result<Option<ClaimedDelivery>, StorageError> {
        let whose = match self.lane {
            WebhookLane::First => "one.is_first = 1 ORDER BY one.seq",
            WebhookLane::Again => {
                "one.next_attempt_at IS NOT NULL AND one.next_attempt_at <= $3
                 ORDER BY one.next_attempt_at, one.seq"
            }
        };
        let sql = format!(
            "SELECT one.id, one.kind, one.body, one.tries, webhooks.url, webhooks.secret,
             webhooks.previous_secret, webhooks.previous_secret_until
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
        let row = query.fetch_optional(write.connection()).await?;
        let words = write.words(self.user).await?;
        row.map(|row| self.claimed(&mut words.columns(&row)))
            .transpose()
    }

    fn claimed(&self, columns: &mut Columns<'_>) -> Result<ClaimedDelivery, StorageError> {
        let id = columns.id()?;
        Ok(ClaimedDelivery {
            user: self.user,
            webhook: self.webhook,
            lane: self.lane,
            token: self.token,
            id,
            kind: columns.named(DeliveryKind::from_name)?,
            body: columns.sealed(DELIVERY_BODY, id)?,
            tries: columns.number()?,
            url: columns.sealed(WEBHOOK_URL, self.webhook)?,
            secret: secret(&columns.sealed(WEBHOOK_SECRET, self.webhook)?)?,
            previous_secret: previous_secret(columns, self.webhook)?,
        })
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

/// Gives the lane back; false when somebody else has it.
async fn give_back(write: &mut Write, claimed: &ClaimedDelivery) -> Result<bool, StorageError> {
    let held = sqlx::query(
        "UPDATE webhook_lanes SET lease_token = NULL, lease_until = NULL
         WHERE user_id = $1 AND webhook_id = $2 AND lane = $3 AND lease_token = $4",
    )
    .bind(claimed.user.to_string())
    .bind(claimed.webhook.to_string())
    .bind(claimed.lane.as_str())
    .bind(claimed.token.to_string())
    .execute(write.connection())
    .await?;
    Ok(held.rows_affected() == 1)
}

async fn record(
    write: &mut Write,
    claimed: &ClaimedDelivery,
    ended: &EndedAttempt,
    now: Timestamp,
) -> Result<(), StorageError> {
    let (state, next) = match ended.verdict {
        Verdict::Delivered => (DeliveryState::Delivered, None),
        Verdict::TryAgain(at) => (DeliveryState::Pending, Some(stored(at))),
        Verdict::Exhausted => (DeliveryState::Exhausted, None),
    };
    let words = write.words(claimed.user).await?;
    let row = sqlx::query(
        "UPDATE deliveries SET state = $3, is_first = 0, attempts = attempts + 1,
         tries = tries + 1, next_attempt_at = $4, ended_at = $5, error = $6
         WHERE user_id = $1 AND id = $2 RETURNING attempts",
    )
    .bind(claimed.user.to_string())
    .bind(claimed.id.to_string())
    .bind(state.as_str())
    .bind(next)
    .bind(next.is_none().then_some(stored(now)))
    .bind(words.seal_optional(DELIVERY_ERROR, claimed.id, ended.error.as_deref()))
    .fetch_optional(write.connection())
    .await?;
    let Some(row) = row else {
        return Ok(());
    };
    let number = Columns::of(&row).integer()?;
    let row = format!("{}/{number}", claimed.id);
    sqlx::query(
        "INSERT INTO delivery_attempts
         (user_id, delivery_id, number, started_at, duration_ms, status, error)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(claimed.user.to_string())
    .bind(claimed.id.to_string())
    .bind(number)
    .bind(stored(ended.started_at))
    .bind(ended.duration_ms.cast_signed())
    .bind(ended.status.map(i64::from))
    .bind(words.seal_optional(ATTEMPT_ERROR, row, ended.error.as_deref()))
    .execute(write.connection())
    .await?;
    sqlx::query(
        "DELETE FROM delivery_attempts WHERE user_id = $1 AND delivery_id = $2 AND number <= $3",
    )
    .bind(claimed.user.to_string())
    .bind(claimed.id.to_string())
    .bind(number - KEPT)
    .execute(write.connection())
    .await?;
    Ok(())
}

/// Notes since when the webhook has been failing, and disables it if that is what follows; whether it is enabled then.
async fn note_success(
    write: &mut Write,
    user: UserId,
    webhook: &Webhook,
    ended: &EndedAttempt,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let failing_since = match ended.verdict {
        Verdict::Delivered => None,
        _ => Some(webhook.failing_since.unwrap_or(ended.started_at)),
    };
    let disabling = ended.disabling.as_ref().filter(|disabling| {
        let since = |limit| failing_since.is_some_and(|since| since <= limit);
        webhook.is_enabled && disabling.if_failing_since.is_none_or(since)
    });
    let words = write.words(user).await?;
    sqlx::query(
        "UPDATE webhooks SET failing_since = $3,
         is_enabled = CASE WHEN $4 IS NULL THEN is_enabled ELSE 0 END,
         disabled_at = COALESCE($4, disabled_at), disabled_reason = COALESCE($5, disabled_reason)
         WHERE user_id = $1 AND id = $2",
    )
    .bind(user.to_string())
    .bind(webhook.id.to_string())
    .bind(failing_since.map(stored))
    .bind(disabling.map(|_| stored(now)))
    .bind(
        disabling
            .map(|disabling| words.seal(WEBHOOK_DISABLED_REASON, webhook.id, &disabling.reason)),
    )
    .execute(write.connection())
    .await?;
    if let Some(disabling) = disabling {
        write.record_audit(user, &disabling.audit).await?;
    }
    Ok(webhook.is_enabled && disabling.is_none())
}
