//! Writing what became of the episodes of a settlement: their logs and the queue.

use recollect_model::{LogId, LogStatus, Timestamp};

use super::{Claimed, Outcome, Settlement};
use crate::StorageError;
use crate::lanes::put_status;
use crate::many::{Parameters, Rows};
use crate::rows::stored;
use crate::sealing::register::{LOG_ERROR, LOG_NOTE};

const LOGS: Rows = Rows {
    before: "UPDATE logs SET status = settled.column3, error = settled.column4,
             note = settled.column5, processed_at = settled.column6 FROM (VALUES ",
    shared: 1,
    own: 5,
    after: ") AS settled
            WHERE logs.user_id = settled.column1 AND logs.seq = settled.column2",
};

impl Settlement {
    /// Writes every outcome and returns what has none to the queue. The outcomes are in order: first those that leave
    /// the queue, then at most one retry.
    pub(super) async fn flush(&mut self) -> Result<(), StorageError> {
        let batch = std::mem::take(&mut self.batch);
        let user = self.user().to_string();
        let owner = |shared: &mut Parameters| {
            shared.bind(user.as_str());
        };
        let settled: Vec<_> = batch.iter().filter_map(Settled::of).collect();
        let words = self.graph.words();
        LOGS.run(self.connection(), &settled, owner, |log, own| {
            own.bind(log.seq).bind(log.status.as_str());
            own.bind(words.seal_optional(LOG_ERROR, log.id, log.error));
            own.bind(words.seal_optional(LOG_NOTE, log.id, log.note));
            own.bind(log.processed_at.map(stored));
        })
        .await?;
        self.return_rest(&user, &batch).await?;
        self.batch = batch;
        Ok(())
    }

    /// Takes what is settled out of the queue; the rest is back as if this claim had not been.
    async fn return_rest(&mut self, user: &str, batch: &[Claimed]) -> Result<(), StorageError> {
        let kind = self.kind;
        let leaves = |claimed: &Claimed| claimed.outcome.as_ref().is_some_and(Outcome::is_final);
        let (settled, rest) = batch.split_at(batch.partition_point(leaves));
        if let ([first, ..], [.., last]) = (settled, settled) {
            sqlx::query(
                // What waits for a text that is gone is for the next claim to end.
                "DELETE FROM queue WHERE user_id = $1 AND seq >= $2 AND seq <= $3 AND bulk = $4
                 AND EXISTS (SELECT 1 FROM episodes WHERE episodes.user_id = queue.user_id
                     AND episodes.id = queue.episode_id)",
            )
            .bind(user)
            .bind(first.seq)
            .bind(last.seq)
            .bind(kind.is_bulk())
            .execute(self.connection())
            .await?;
        }
        let ([first, ..], [.., last]) = (rest, rest) else {
            return Ok(());
        };
        sqlx::query(
            "UPDATE queue SET claims = claims - $3, attempts = attempts + $4
             WHERE user_id = $1 AND seq = $2",
        )
        .bind(user)
        .bind(first.seq)
        .bind(i64::from(first.seq == self.head))
        .bind(i64::from(first.outcome.is_some()))
        .execute(self.connection())
        .await?;
        let batch = (first.seq, last.seq);
        let status = (LogStatus::Processing, LogStatus::Pending);
        let user = self.user();
        put_status(self.connection(), (user, kind), batch, status).await
    }
}

/// What a log is to say.
struct Settled<'a> {
    id: LogId,
    seq: i64,
    status: LogStatus,
    error: Option<&'a str>,
    note: Option<&'a str>,
    processed_at: Option<Timestamp>,
}

impl<'a> Settled<'a> {
    fn of(claimed: &'a Claimed) -> Option<Self> {
        let settled = |status| Self {
            id: claimed.log,
            seq: claimed.seq,
            status,
            error: None,
            note: None,
            processed_at: None,
        };
        Some(match claimed.outcome.as_ref()? {
            Outcome::Completed(completed) => Self {
                note: completed.graph.note.as_deref(),
                processed_at: Some(completed.processed_at),
                ..settled(LogStatus::Completed)
            },
            Outcome::Failed { error, at } => Self {
                error: Some(error),
                processed_at: Some(*at),
                ..settled(LogStatus::Failed)
            },
            Outcome::Unchanged { note, at } => Self {
                note: Some(note),
                processed_at: Some(*at),
                ..settled(LogStatus::Completed)
            },
            Outcome::TryAgain { error, .. } => Self {
                error: Some(error),
                ..settled(LogStatus::Pending)
            },
        })
    }
}
