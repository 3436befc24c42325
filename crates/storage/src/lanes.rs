//! Lanes: two queues a user, claimed with leases.
//!
//! What imports bring waits in a lane of its own, beside the one of what its user writes now, so that neither delays the
//! other. So does a text of more than [`MAX_WRITTEN_BYTES`]: it takes too long for the small ones to wait for. Within a lane
//! texts are processed in the order in which they were accepted. A text that takes the place of one that still waits is put
//! into that one's lane: the versions of a text keep their order.
//!
//! A lane is ready while its queue holds something. It is claimed with a token and until a time; a claim after that
//! time takes the lane over, with another token, and the settlement of the first finds its lease gone. Ready lanes
//! are served in turn: a lane is claimed again only after every other ready lane.
//!
//! A claim that is never settled counts against the head of its batch alone: it is what was being read, as far as anybody
//! can tell. What was claimed with it is suspect, and is claimed one by one from then on, so that the one text that takes
//! a worker down with it is found after one loss and nobody else is blamed for it. A worker that lives and was refused by
//! the database gives its claim back, and nothing is counted.
//!
//! What cannot be read ends no claim and keeps no lane but its own: a text that is damaged is claimed alone, to be given up
//! with a reason, and what waits for a text that is gone is ended. One of a kind that this program does not know is left for a day to the newer program that accepted it; its
//! lane rests meanwhile, a lease at a time, and nothing is counted.
//!
//! The times in the rows are those of clocks, and clocks are set. A time that lies beyond every wait there is was written
//! by a clock that was ahead; such a row is taken up at once.

mod claiming;
mod reading;

use recollect_model::{
    EpisodeId, EpisodeKind, LeaseToken, LogId, LogStatus, ReferenceTime, SpaceId, Timestamp, UserId,
};
use sqlx::AssertSqlSafe;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};

pub(crate) use claiming::{fail_without_text, put_status};
pub(crate) use reading::is_left_to_newer;

/// A text of more bytes than that takes long to read: nothing small waits for it.
const MAX_WRITTEN_BYTES: usize = 128 * 1024;

/// Which of a user's lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LaneKind {
    /// Of what is written now.
    Written,
    /// Of what imports bring.
    Bulk,
}

impl LaneKind {
    pub(crate) const ALL: [Self; 2] = [Self::Written, Self::Bulk];

    /// The lane of a text of this size. The versions of a document that is known by its session alone stay in one lane,
    /// since the last one that is settled stays.
    pub(crate) fn of_text(
        is_bulk: bool,
        bytes: usize,
        kind: EpisodeKind,
        (session, external_id): (Option<&str>, Option<&str>),
    ) -> Self {
        let is_session_document =
            kind == EpisodeKind::Document && session.is_some() && external_id.is_none();
        match !is_session_document && (is_bulk || bytes > MAX_WRITTEN_BYTES) {
            true => Self::Bulk,
            false => Self::Written,
        }
    }

    /// As the queue has it.
    pub(crate) const fn is_bulk(self) -> i64 {
        match self {
            Self::Written => 0,
            Self::Bulk => 1,
        }
    }

    /// What the queue has.
    pub(crate) const fn of_queue(is_bulk: i64) -> Self {
        match is_bulk {
            0 => Self::Written,
            _ => Self::Bulk,
        }
    }

    /// The statement with the name of the table that has the lanes of this kind for `{lanes}`.
    pub(crate) fn sql(self, statement: &str) -> AssertSqlSafe<String> {
        let table = match self {
            Self::Written => "lanes",
            Self::Bulk => "bulk_lanes",
        };
        AssertSqlSafe(statement.replace("{lanes}", table))
    }
}

/// A hold on one user's lane, with the head of its queue.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneClaim {
    /// Whose lane it is.
    pub user: UserId,
    /// What the owner's account is called.
    pub owner_name: String,
    /// What else the owner is called.
    pub owner_also_called: Vec<String>,
    /// What proves the hold.
    pub token: LeaseToken,
    /// Whether it is of the lane of what nobody waits for.
    pub in_background: bool,
    /// What is to be processed, in order; at least one, unless the first cannot be read.
    pub episodes: Vec<QueuedEpisode>,
    /// The first, where it cannot be read: then it is all that was claimed.
    pub unreadable: Option<UnreadableEpisode>,
}

impl LaneClaim {
    /// The place of the first episode.
    pub fn head(&self) -> Option<i64> {
        let unreadable = self.unreadable.as_ref().map(|episode| episode.seq);
        unreadable.or(self.episodes.first().map(|episode| episode.seq))
    }
}

/// An accepted episode of which the database does not give what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableEpisode {
    /// The order of acceptance within the user.
    pub seq: i64,
    /// The identifier it would have.
    pub id: EpisodeId,
    /// The log that follows it.
    pub log: LogId,
    /// The space it would go to.
    pub space: SpaceId,
    /// Why, for the server's log only.
    pub reason: String,
}

/// An accepted episode that waits to be processed.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuedEpisode {
    /// The order of acceptance within the user.
    pub seq: i64,
    /// The identifier it will have.
    pub id: EpisodeId,
    /// The log that follows it.
    pub log: LogId,
    /// The space it goes to.
    pub space: SpaceId,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// What the text is.
    pub kind: EpisodeKind,
    /// The text, verbatim.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// Since when it waits: another server may have accepted it long before.
    pub queued_at: Timestamp,
    /// What whoever sent it calls it.
    pub external_id: Option<String>,
    /// How many attempts at it have failed.
    pub attempts: u32,
    /// How many claims that began with it were never settled, this one included: 1 for the head of a batch, 0 for those
    /// behind it, more where workers were lost.
    pub claims: u32,
}

/// Until when a row may wait: what lies beyond it was written by a clock that was ahead.
pub(crate) fn horizon(now: Timestamp) -> i64 {
    stored(now).saturating_add(MAX_WAIT_US)
}

/// Longer than any lease and than any wait for another attempt, in microseconds.
const MAX_WAIT_US: i64 = 10 * 60 * 1_000_000;

impl Store {
    /// Prolongs a lease; false when it was lost.
    pub async fn renew(
        &self,
        user: UserId,
        token: LeaseToken,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let mut is_renewed = false;
        for kind in LaneKind::ALL {
            let renewed = sqlx::query(kind.sql(
                "UPDATE {lanes} SET lease_until = $3 WHERE user_id = $1 AND lease_token = $2",
            ))
            .bind(user.to_string())
            .bind(token.to_string())
            .bind(stored(until))
            .execute(write.connection())
            .await?;
            is_renewed = renewed.rows_affected() == 1;
            if is_renewed {
                break;
            }
        }
        write.commit(CommitPoint::RENEW).await?;
        Ok(is_renewed)
    }

    /// Undoes a claim whose batch could not be settled because the database refused, or nothing could be read from it: it
    /// counts against nobody. The lane, unless another worker has taken it over by now, is ready again at `ready_at`.
    pub async fn give_back(
        &self,
        user: UserId,
        token: LeaseToken,
        head: i64,
        ready_at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        lock_lane(&mut write, user).await?;
        sqlx::query(
            "UPDATE queue SET claims = claims - 1 WHERE user_id = $1 AND seq = $2 AND claims > 0",
        )
        .bind(user.to_string())
        .bind(head)
        .execute(write.connection())
        .await?;
        if let Some((kind, batch)) = leased(write.connection(), user, token, "").await? {
            let status = (LogStatus::Processing, LogStatus::Pending);
            put_status(write.connection(), (user, kind), batch, status).await?;
            sqlx::query(kind.sql(
                "UPDATE {lanes} SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
                 claimed_to = NULL, ready_at = $3 WHERE user_id = $1 AND lease_token = $2",
            ))
            .bind(user.to_string())
            .bind(token.to_string())
            .bind(stored(ready_at))
            .execute(write.connection())
            .await?;
        }
        write.commit(CommitPoint::GIVE_BACK).await
    }

    /// Frees every lane, those of webhooks too, and returns what was `processing` to `pending`. Only for a process that has the database to
    /// itself and has no worker yet: the embedded server when it starts.
    pub async fn release_all_leases(&self) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(
            "UPDATE logs SET status = $1
             WHERE status = $2 AND (user_id, seq) IN (SELECT user_id, seq FROM queue)",
        )
        .bind(LogStatus::Pending.as_str())
        .bind(LogStatus::Processing.as_str())
        .execute(write.connection())
        .await?;
        for kind in LaneKind::ALL {
            sqlx::query(kind.sql(
                "UPDATE {lanes} SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
                 claimed_to = NULL, suspect_to = CASE
                 WHEN suspect_to IS NULL OR claimed_to > suspect_to THEN claimed_to ELSE suspect_to END
                 WHERE lease_token IS NOT NULL",
            ))
            .execute(write.connection())
            .await?;
        }
        sqlx::query(
            "UPDATE webhook_lanes SET lease_token = NULL, lease_until = NULL
             WHERE lease_token IS NOT NULL",
        )
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::RELEASE_ALL_LEASES).await
    }

    /// When the next lane may be claimed, as things stand; `None` when every queue is empty.
    pub async fn next_ready_at(&self) -> Result<Option<Timestamp>, StorageError> {
        let mut next = None;
        for kind in LaneKind::ALL {
            let sql =
                "SELECT MIN(CASE WHEN lease_until > ready_at THEN lease_until ELSE ready_at END)
                FROM {lanes} WHERE ready_at IS NOT NULL";
            let row = sqlx::query(kind.sql(sql)).fetch_one(&self.reads).await?;
            let of_kind = Columns::of(&row).optional_instant()?;
            next = [next, of_kind].into_iter().flatten().min();
        }
        Ok(next)
    }

    /// How many of the user's episodes wait or are being processed.
    pub async fn queued(&self, user: UserId) -> Result<i64, StorageError> {
        let row = sqlx::query("SELECT COUNT(*) FROM queue WHERE user_id = $1")
            .bind(user.to_string())
            .fetch_one(&self.reads)
            .await?;
        Columns::of(&row).integer()
    }
}

/// Waits for whoever is adding to the user's queue or settling from it, and holds them off until the transaction
/// ends. Everything that takes locks on a user's rows takes this one first.
pub(crate) async fn lock_lane(write: &mut Write, user: UserId) -> Result<(), StorageError> {
    let lock = write.dialect.for_update();
    let sql = format!("SELECT user_id FROM lanes WHERE user_id = $1{lock}");
    sqlx::query(AssertSqlSafe(sql))
        .bind(user.to_string())
        .fetch_optional(write.connection())
        .await?;
    Ok(())
}

/// The lane of the user that is leased with this token, and the first and the last place of the batch; the row is locked as
/// `lock` says.
pub(crate) async fn leased(
    session: &mut Session,
    user: UserId,
    token: LeaseToken,
    lock: &str,
) -> Result<Option<(LaneKind, (i64, i64))>, StorageError> {
    for kind in LaneKind::ALL {
        let sql = format!(
            "SELECT claimed_from, claimed_to FROM {{lanes}}
             WHERE user_id = $1 AND lease_token = $2{lock}"
        );
        let row = sqlx::query(kind.sql(&sql))
            .bind(user.to_string())
            .bind(token.to_string())
            .fetch_optional(&mut *session)
            .await?;
        if let Some(row) = row {
            let mut columns = Columns::of(&row);
            return Ok(Some((kind, (columns.integer()?, columns.integer()?))));
        }
    }
    Ok(None)
}
