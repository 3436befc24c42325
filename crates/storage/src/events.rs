//! Events: written in the transaction that causes them, read in their order.
//!
//! Whoever writes them holds the user's lane, so that their numbers have no gaps and never pass each other: a reader
//! that asks for what came after the last one it has seen misses none. The newest 10,000 of a user are kept.

use recollect_model::{Event, EventDetail, EventKind, NewEvent, UserId};

use crate::graph::GraphRows;
use crate::many::Rows;
use crate::rows::{Columns, read_all, stored};
use crate::webhooks::deliver;
use crate::{StorageError, Store};

/// So many of a user's events are kept.
const KEPT: i64 = 10_000;

const EVENTS: Rows = Rows {
    before: "INSERT INTO events (user_id, seq, kind, space_id, log_id, episode_id, statement_id,
             happened_at) VALUES ",
    shared: 1,
    own: 7,
    after: "",
};

impl Store {
    /// The number of the newest of the user's events; 0 when there is none.
    pub async fn last_event(&self, user: UserId) -> Result<u64, StorageError> {
        let row = sqlx::query("SELECT COALESCE(MAX(seq), 0) FROM events WHERE user_id = $1")
            .bind(user.to_string())
            .fetch_one(&self.reads)
            .await?;
        Columns::of(&row).integer().map(i64::unsigned_abs)
    }
}

impl GraphRows {
    /// Adds to the user's events, in this order, and writes their deliveries to the user's webhooks.
    pub async fn record_events(&mut self, events: &[NewEvent]) -> Result<(), StorageError> {
        let plain: Vec<_> = events
            .iter()
            .map(|event| (*event, EventDetail::default()))
            .collect();
        self.record_detailed_events(&plain).await
    }

    /// The same, with what webhooks are told beside the identifiers.
    pub async fn record_detailed_events(
        &mut self,
        events: &[(NewEvent, EventDetail)],
    ) -> Result<(), StorageError> {
        if events.is_empty() {
            return Ok(());
        }
        let user = self.user().to_string();
        let last = sqlx::query("SELECT COALESCE(MAX(seq), 0) FROM events WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_one(self.connection())
            .await?;
        let last = Columns::of(&last).integer()?;
        let numbered: Vec<(i64, &NewEvent)> = (last + 1..)
            .zip(events.iter().map(|(event, _)| event))
            .collect();
        EVENTS
            .run(
                self.connection(),
                &numbered,
                |shared| {
                    shared.bind(user.as_str());
                },
                |(seq, event), own| {
                    own.bind(*seq).bind(event.kind.as_str()).id(event.space);
                    own.optional_id(event.log).optional_id(event.episode);
                    own.optional_id(event.statement).bind(stored(event.at));
                },
            )
            .await?;
        let newest = last + numbered.len() as i64;
        sqlx::query("DELETE FROM events WHERE user_id = $1 AND seq <= $2")
            .bind(user.as_str())
            .bind(newest - KEPT)
            .execute(self.connection())
            .await?;
        let told: Vec<_> = (last.unsigned_abs() + 1..)
            .zip(events)
            .map(|(number, (event, detail))| (number, event, detail))
            .collect();
        let user = self.user();
        let words = self.words();
        deliver(self.connection(), user, &words, &told).await
    }
}

impl Store {
    /// The user's events after the one of this number, at most `limit`, in their order.
    pub async fn events(
        &self,
        user: UserId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Event>, StorageError> {
        let rows = sqlx::query(
            "SELECT seq, kind, space_id, log_id, episode_id, statement_id, happened_at FROM events
             WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
        )
        .bind(user.to_string())
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, event)
    }
}

fn event(columns: &mut Columns<'_>) -> Result<Event, StorageError> {
    let sequence = columns.integer()?.unsigned_abs();
    let kind = columns.named(EventKind::from_name)?;
    let event = NewEvent {
        kind,
        space: columns.id()?,
        log: columns.optional_id()?,
        episode: columns.optional_id()?,
        statement: columns.optional_id()?,
        at: columns.instant()?,
    };
    Ok(Event { sequence, event })
}
