//! A user's queue as its owner looks at it.

use std::collections::HashMap;

use recollect_model::{LogStatus, QueuePlace, QueueState, UserId};

use super::Select;
use crate::lanes::LaneKind;
use crate::rows::{Columns, read_all};
use crate::{StorageError, Store};

impl Store {
    /// How many of the user's texts wait, and how long the first of them has.
    pub async fn queue_state(&self, user: UserId) -> Result<QueueState, StorageError> {
        let mut processing = Select::new("SELECT COUNT(*) FROM logs");
        processing.given(" WHERE user_id = ", user.to_string());
        processing.given(" AND status = ", LogStatus::Processing.as_str());
        let processing = processing.count(self).await?;
        // SQLite takes the tables in the order written: the queue's head comes first, and the rest is not looked at.
        let head = sqlx::query(
            "SELECT COALESCE(queue.retried_at, logs.accepted_at),
             CASE WHEN queue.attempts = 0 THEN NULL
             WHEN queue.bulk = 0 THEN (SELECT ready_at FROM lanes WHERE lanes.user_id = queue.user_id)
             ELSE (SELECT ready_at FROM bulk_lanes WHERE bulk_lanes.user_id = queue.user_id) END
             FROM queue CROSS JOIN logs
             WHERE queue.user_id = $1 AND logs.user_id = queue.user_id AND logs.seq = queue.seq
             AND logs.status = $2
             ORDER BY queue.seq LIMIT 1",
        )
        .bind(user.to_string())
        .bind(LogStatus::Pending.as_str())
        .fetch_optional(&self.reads)
        .await?;
        let (oldest_waiting_since, next_attempt_at) = match &head {
            None => (None, None),
            Some(row) => {
                let mut columns = Columns::of(row);
                (Some(columns.instant()?), columns.optional_instant()?)
            }
        };
        Ok(QueueState {
            depth: self.queued(user).await?.unsigned_abs(),
            processing,
            oldest_waiting_since,
            next_attempt_at,
        })
    }

    /// Where these places of the order stand in the user's lanes, as far as they are in one.
    pub(super) async fn queue_places(
        &self,
        user: UserId,
        seqs: &[i64],
    ) -> Result<HashMap<i64, QueuePlace>, StorageError> {
        let (Some(&first), Some(&last)) = (seqs.iter().min(), seqs.iter().max()) else {
            return Ok(HashMap::new());
        };
        let mut places = HashMap::new();
        for kind in LaneKind::ALL {
            let of_lane = |what: &str| {
                let mut select = Select::new(&format!("SELECT {what} FROM queue"));
                select.given(" WHERE user_id = ", user.to_string());
                select.given(" AND bulk = ", kind.is_bulk());
                select
            };
            let mut select = of_lane("seq");
            select.given(" AND seq >= ", first);
            select.given(" AND seq <= ", last).sql(" ORDER BY seq");
            let queued = read_all(&select.rows(self).await?, |columns| columns.integer())?;
            if queued.is_empty() {
                continue;
            }
            let depth = of_lane("COUNT(*)").count(self).await?;
            let mut before = of_lane("COUNT(*)");
            before.given(" AND seq < ", first);
            let before = before.count(self).await?;
            let of_lane = (before + 1..).zip(queued).map(|(position, seq)| {
                // What came or went between two looks must not put a place behind the end.
                let depth = depth.max(position);
                (seq, QueuePlace { position, depth })
            });
            places.extend(of_lane);
        }
        Ok(places)
    }
}
