//! Recording what an attempt came to.

use recollect_model::{AuditEntry, DeliveryState, Timestamp, UserId, Webhook};

use super::claiming::{ClaimedDelivery, Turn, set_ready};
use super::hold;
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::register::{ATTEMPT_ERROR, DELIVERY_ERROR, WEBHOOK_DISABLED_REASON};
use crate::store::Write;
use crate::{StorageError, Store};

/// So many attempts at a delivery are kept.
const KEPT: i64 = 20;

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
        if !Turn::of(claimed).give_back(&mut write).await? {
            return Ok(false);
        }
        record(&mut write, claimed, ended, now).await?;
        let is_enabled = note_success(&mut write, user, &webhook, ended, now).await?;
        set_ready(&mut write, user, id, is_enabled, now).await?;
        write.commit(CommitPoint::END_ATTEMPT).await?;
        Ok(true)
    }
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
