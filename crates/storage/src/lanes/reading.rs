//! What the head of a lane says, as far as it can be read.
//!
//! A row that cannot be read is its owner's trouble alone: it ends no claim. Where it is known which text it is, that text is
//! given up with a reason; what stands before it is processed first. Otherwise the lane rests.

use recollect_model::{EpisodeId, EpisodeKind, LogId, SpaceId, Timestamp, UserId};
use sqlx::any::AnyRow;

use super::{LaneKind, QueuedEpisode, UnreadableEpisode};
use crate::StorageError;
use crate::accounts::names_of;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::Words;
use crate::sealing::register::{
    ACCOUNT_ALSO_CALLED, ACCOUNT_NAME, EPISODE_BODY, EPISODE_EXTERNAL_ID, EPISODE_SESSION,
    EPISODE_SOURCE,
};
use crate::store::Write;

/// So long what this program does not know is left to a newer one, which accepted it; in microseconds.
const LEFT_TO_NEWER_US: i64 = 24 * 3_600 * 1_000_000;
/// So many columns say which text it is.
const PLACE_COLUMNS: usize = 6;

/// The lane whose turn it is.
pub(super) struct Lane {
    pub(super) kind: LaneKind,
    pub(super) user: UserId,
    pub(super) served_at: i64,
    /// The end of the batch that a lost worker left behind in it, if one did.
    pub(super) left_behind: Option<i64>,
    /// Up to here, texts are claimed one by one.
    pub(super) suspect_to: Option<i64>,
}

/// The first and the last seq of a batch.
pub(super) struct Batch {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Lane {
    /// Up to where texts are claimed one by one, with what the lost worker left behind.
    pub(super) fn suspect_to(&self) -> Option<i64> {
        self.left_behind.max(self.suspect_to)
    }
}

/// What the owner of a lane is called.
#[derive(Default)]
pub(super) struct Owner {
    pub(super) name: String,
    pub(super) also_called: Vec<String>,
}

/// The head of a lane.
pub(super) enum Head {
    /// The texts up to the first that cannot be read.
    Texts {
        episodes: Vec<QueuedEpisode>,
        owner: Owner,
    },
    /// The first cannot be read.
    Unreadable(UnreadableEpisode),
    /// The text of the first is gone.
    WithoutText { seq: i64, log: LogId },
    /// Nothing of it can be read, or a newer program accepted the first and knows what it is.
    NotNow { reason: String },
}

/// Reads the batch.
///
/// # Errors
///
/// Only what the database itself says: what stands in the rows is told by the [`Head`].
pub(super) async fn read(
    write: &mut Write,
    lane: &Lane,
    batch: &Batch,
    now: Timestamp,
) -> Result<Head, StorageError> {
    let owner = sqlx::query("SELECT name, also_called FROM accounts WHERE id = $1")
        .bind(lane.user.to_string())
        .fetch_optional(write.connection())
        .await?;
    let rows = sqlx::query(
        "SELECT queue.seq, queue.episode_id, queue.log_id, episodes.space_id, episodes.kind,
         COALESCE(queue.retried_at, episodes.accepted_at), episodes.session_id, episodes.source,
         episodes.body, episodes.reference_time, episodes.reference_offset_s, episodes.accepted_at,
         episodes.external_id, queue.attempts, queue.claims
         FROM queue LEFT JOIN episodes
         ON episodes.user_id = queue.user_id AND episodes.id = queue.episode_id
         WHERE queue.user_id = $1 AND queue.seq >= $2 AND queue.seq <= $3 AND queue.bulk = $4
         ORDER BY queue.seq",
    )
    .bind(lane.user.to_string())
    .bind(batch.first)
    .bind(batch.last)
    .bind(lane.kind.is_bulk())
    .fetch_all(write.connection())
    .await?;
    let words = match write.words(lane.user).await {
        Ok(words) => words,
        Err(error @ StorageError::Unavailable { .. }) => return Err(error),
        Err(error) => return Ok(not_now(&error)),
    };
    let mut episodes = Vec::with_capacity(rows.len());
    for row in &rows {
        if let Some((seq, log)) = without_text(row) {
            match episodes.is_empty() {
                true => return Ok(Head::WithoutText { seq, log }),
                false => break,
            }
        }
        let place = match Place::of(row) {
            Ok(place) => place,
            Err(_) if !episodes.is_empty() => break,
            Err(error) => return Ok(not_now(&error)),
        };
        match place.text(&mut words.columns(row)) {
            Ok(episode) => episodes.push(episode),
            // What stands before it is processed first.
            Err(_) if !episodes.is_empty() => break,
            Err(_) if place.is_of_newer(now) => {
                let reason = format!("a newer program accepted {}", place.log);
                return Ok(Head::NotNow { reason });
            }
            Err(error) => return Ok(Head::Unreadable(place.unreadable(&error))),
        }
    }
    Ok(match owner_of(lane, &words, owner.as_ref()) {
        Ok(owner) => Head::Texts { episodes, owner },
        Err(error) => match rows.first().map(Place::of) {
            Some(Ok(place)) => Head::Unreadable(place.unreadable(&error)),
            _ => not_now(&error),
        },
    })
}

/// The place in the queue, and the log, of a row whose text is gone.
fn without_text(row: &AnyRow) -> Option<(i64, LogId)> {
    let mut columns = Columns::of(row);
    let seq = columns.integer().ok()?;
    columns.pass_over::<()>(1);
    let log = columns.id().ok()?;
    // Every text is in a space.
    columns
        .optional_text()
        .ok()?
        .is_none()
        .then_some((seq, log))
}

fn not_now(error: &StorageError) -> Head {
    let reason = error.to_string();
    Head::NotNow { reason }
}

fn owner_of(lane: &Lane, words: &Words, row: Option<&AnyRow>) -> Result<Owner, StorageError> {
    let row = row.ok_or_else(|| StorageError::internal("the account of a lane is gone"))?;
    let mut columns = words.columns(row);
    Ok(Owner {
        name: columns.sealed(ACCOUNT_NAME, lane.user)?,
        also_called: names_of(&columns.sealed(ACCOUNT_ALSO_CALLED, lane.user)?),
    })
}

/// Which text a row is of.
struct Place {
    seq: i64,
    id: EpisodeId,
    log: LogId,
    space: SpaceId,
    /// As it stands there: this program may not know it.
    kind: String,
    queued_at: Timestamp,
}

impl Place {
    fn of(row: &AnyRow) -> Result<Self, StorageError> {
        let mut columns = Columns::of(row);
        Ok(Self {
            seq: columns.integer()?,
            id: columns.id()?,
            log: columns.id()?,
            space: columns.id()?,
            kind: columns.text()?,
            queued_at: columns.instant()?,
        })
    }

    /// The text of a row of which this is the beginning.
    fn text(&self, columns: &mut Columns<'_>) -> Result<QueuedEpisode, StorageError> {
        let kind = EpisodeKind::from_name(&self.kind);
        columns.pass_over::<()>(PLACE_COLUMNS);
        Ok(QueuedEpisode {
            seq: self.seq,
            id: self.id,
            log: self.log,
            space: self.space,
            kind: kind.ok_or_else(|| unreadable("a kind of text", &self.kind))?,
            queued_at: self.queued_at,
            session: columns.optional_sought(EPISODE_SESSION)?,
            source: columns.sought(EPISODE_SOURCE)?,
            body: columns.sealed(EPISODE_BODY, self.id)?,
            reference_time: columns.reference_time()?,
            accepted_at: columns.instant()?,
            external_id: columns.optional_sought(EPISODE_EXTERNAL_ID)?,
            attempts: columns.number()?,
            claims: columns.number()?,
        })
    }

    /// Whether a newer program accepted it lately and is to process it.
    fn is_of_newer(&self, now: Timestamp) -> bool {
        EpisodeKind::from_name(&self.kind).is_none() && is_left_to_newer(self.queued_at, now)
    }

    fn unreadable(&self, error: &StorageError) -> UnreadableEpisode {
        UnreadableEpisode {
            seq: self.seq,
            id: self.id,
            log: self.log,
            space: self.space,
            reason: error.to_string(),
        }
    }
}

/// Whether what this program does not know, and what came then, is left to a newer program.
pub(crate) fn is_left_to_newer(since: Timestamp, now: Timestamp) -> bool {
    stored(now).saturating_sub(stored(since)) < LEFT_TO_NEWER_US
}
