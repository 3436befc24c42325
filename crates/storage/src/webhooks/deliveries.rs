//! Reading deliveries, replaying one, and removing old ones.

use recollect_model::{
    Attempt, Delivery, DeliveryId, DeliveryKind, DeliveryState, Timestamp, UserId, WebhookId,
};

use super::claiming::set_ready;
use super::hold;
use crate::faults::CommitPoint;
use crate::many::Rows;
use crate::reading::{Found, Page};
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::register::{ATTEMPT_ERROR, DELIVERY_BODY, DELIVERY_ERROR};
use crate::{StorageError, Store};

/// The columns of a delivery, in the order in which [`delivery`] reads them.
macro_rules! delivery_columns {
    () => {
        "id, seq, event_seq, kind, body, state, attempts, created_at, next_attempt_at, ended_at,
         error"
    };
}

const ATTEMPTS: Rows = Rows {
    before: "SELECT kept.delivery_id, kept.number, kept.started_at, kept.duration_ms, kept.status,
             kept.error FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN delivery_attempts AS kept
            WHERE kept.user_id = asked.column1 AND kept.delivery_id = asked.column2
            ORDER BY kept.number DESC",
};

impl Store {
    /// The deliveries of a webhook of the user, the newest first, in one state or in any.
    pub async fn deliveries(
        &self,
        user: UserId,
        webhook: WebhookId,
        state: Option<DeliveryState>,
        page: Page,
    ) -> Result<Found<Delivery>, StorageError> {
        let state = state.map(DeliveryState::as_str);
        let rows = sqlx::query(concat!(
            "SELECT ",
            delivery_columns!(),
            " FROM deliveries WHERE user_id = $1 AND webhook_id = $2
             AND state = COALESCE($3, state) ORDER BY seq DESC LIMIT $4 OFFSET $5"
        ))
        .bind(user.to_string())
        .bind(webhook.to_string())
        .bind(state)
        .bind(i64::from(page.limit))
        .bind(i64::try_from(page.offset).unwrap_or(i64::MAX))
        .fetch_all(&self.reads)
        .await?;
        let total = sqlx::query(
            "SELECT COUNT(*) FROM deliveries WHERE user_id = $1 AND webhook_id = $2
             AND state = COALESCE($3, state)",
        )
        .bind(user.to_string())
        .bind(webhook.to_string())
        .bind(state)
        .fetch_one(&self.reads)
        .await?;
        let words = self.words(user).await?;
        let mut items = words.read_all(&rows, delivery)?;
        self.read_attempts(user, &mut items).await?;
        Ok(Found {
            items,
            total: Columns::of(&total).count()?,
        })
    }

    /// One delivery to a webhook of the user.
    pub async fn delivery(
        &self,
        user: UserId,
        webhook: WebhookId,
        id: DeliveryId,
    ) -> Result<Option<Delivery>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT ",
            delivery_columns!(),
            " FROM deliveries WHERE user_id = $1 AND webhook_id = $2 AND id = $3"
        ))
        .bind(user.to_string())
        .bind(webhook.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        let mut found = words.read_all(row.as_slice(), delivery)?;
        self.read_attempts(user, &mut found).await?;
        Ok(found.pop())
    }

    /// Makes a delivery due now, whatever became of it, with all its attempts before it again; one that waits for its
    /// first attempt goes on waiting for its turn. False when the user has no such delivery.
    pub async fn replay_delivery(
        &self,
        user: UserId,
        webhook: WebhookId,
        id: DeliveryId,
        now: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let Some(held) = hold(&mut write, user, webhook).await? else {
            return Ok(false);
        };
        let replayed = sqlx::query(
            "UPDATE deliveries SET state = $4, tries = 0, ended_at = NULL, error = NULL,
             next_attempt_at = CASE WHEN is_first = 1 THEN NULL ELSE $5 END
             WHERE user_id = $1 AND webhook_id = $2 AND id = $3",
        )
        .bind(user.to_string())
        .bind(webhook.to_string())
        .bind(id.to_string())
        .bind(DeliveryState::Pending.as_str())
        .bind(stored(now))
        .execute(write.connection())
        .await?;
        if replayed.rows_affected() == 0 {
            return Ok(false);
        }
        set_ready(&mut write, user, webhook, held.is_enabled, now).await?;
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(true)
    }

    /// Removes at most `most` deliveries, of all users, that ended before an instant; how many.
    pub async fn remove_old_deliveries(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StorageError> {
        let mut write = self.begin().await?;
        let removed = sqlx::query(
            "DELETE FROM deliveries WHERE (user_id, id) IN
             (SELECT user_id, id FROM deliveries WHERE ended_at IS NOT NULL AND ended_at < $1 LIMIT $2)",
        )
        .bind(stored(before))
        .bind(i64::from(most))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::WEBHOOK).await?;
        Ok(removed.rows_affected())
    }

    async fn read_attempts(
        &self,
        user: UserId,
        deliveries: &mut [Delivery],
    ) -> Result<(), StorageError> {
        let words = self.words(user).await?;
        let mut connection = self.reads.take().await?;
        let ids: Vec<DeliveryId> = deliveries.iter().map(|delivery| delivery.id).collect();
        let rows = ATTEMPTS
            .run(
                &mut connection,
                &ids,
                |shared| {
                    shared.id(user);
                },
                |id, own| {
                    own.id(*id);
                },
            )
            .await?;
        for row in &rows {
            let mut columns = words.columns(row);
            let id: DeliveryId = columns.id()?;
            let attempt = attempt(&mut columns, id)?;
            if let Some(delivery) = deliveries.iter_mut().find(|delivery| delivery.id == id) {
                delivery.recent.push(attempt);
            }
        }
        Ok(())
    }
}

fn delivery(columns: &mut Columns<'_>) -> Result<Delivery, StorageError> {
    let id = columns.id()?;
    Ok(Delivery {
        id,
        sequence: columns.count()?,
        event_sequence: columns.optional_integer()?.map(i64::unsigned_abs),
        kind: columns.named(DeliveryKind::from_name)?,
        body: columns.sealed(DELIVERY_BODY, id)?,
        state: columns.named(DeliveryState::from_name)?,
        attempts: columns.number()?,
        created_at: columns.instant()?,
        next_attempt_at: columns.optional_instant()?,
        ended_at: columns.optional_instant()?,
        error: columns.optional_sealed(DELIVERY_ERROR, id)?,
        recent: Vec::new(),
    })
}

fn attempt(columns: &mut Columns<'_>, of: DeliveryId) -> Result<Attempt, StorageError> {
    let number = columns.number()?;
    Ok(Attempt {
        number,
        started_at: columns.instant()?,
        duration_ms: columns.count()?,
        status: columns
            .optional_integer()?
            .map(|status| {
                u16::try_from(status).map_err(|_| unreadable("a status", &status.to_string()))
            })
            .transpose()?,
        error: columns.optional_sealed(ATTEMPT_ERROR, format_args!("{of}/{number}"))?,
    })
}
