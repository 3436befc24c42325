//! Lanes: one queue a user, claimed with leases.
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
//! The times in the rows are those of clocks, and clocks are set. A time that lies beyond every wait there is was written
//! by a clock that was ahead; such a row is taken up at once.

use recollect_model::{
    EpisodeId, EpisodeKind, LeaseToken, LogId, LogStatus, ReferenceTime, SpaceId, Timestamp, UserId,
};
use sqlx::AssertSqlSafe;

use crate::accounts::names_of;
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::register::{
    ACCOUNT_ALSO_CALLED, ACCOUNT_NAME, EPISODE_BODY, EPISODE_EXTERNAL_ID, EPISODE_SESSION,
    EPISODE_SOURCE,
};
use crate::store::Write;
use crate::{StorageError, Store};

/// A hold on one user's lane, with the head of its queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Whose lane it is.
    pub user: UserId,
    /// What the owner's account is called.
    pub owner_name: String,
    /// What else the owner is called.
    pub owner_also_called: Vec<String>,
    /// What proves the hold.
    pub token: LeaseToken,
    /// What is to be processed, in order; at least one.
    pub episodes: Vec<QueuedEpisode>,
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
    /// What whoever sent it calls it.
    pub external_id: Option<String>,
    /// How many attempts at it have failed.
    pub attempts: u32,
    /// How many claims that began with it were never settled, this one included: 1 for the head of a batch, 0 for those
    /// behind it, more where workers were lost.
    pub claims: u32,
}

/// The lane whose turn it is.
struct Lane {
    user: UserId,
    owner_name: String,
    owner_also_called: Vec<String>,
    /// The end of the batch that a lost worker left behind in it, if one did.
    left_behind: Option<i64>,
    /// Up to here, texts are claimed one by one.
    suspect_to: Option<i64>,
}

/// The first and the last seq of a batch.
struct Batch {
    first: i64,
    last: i64,
}

/// Until when a row may wait: what lies beyond it was written by a clock that was ahead.
pub(crate) fn horizon(now: Timestamp) -> i64 {
    stored(now).saturating_add(LONGEST_WAIT_US)
}

/// Longer than any lease and than any wait for another attempt, in microseconds.
const LONGEST_WAIT_US: i64 = 10 * 60 * 1_000_000;

impl Store {
    /// Takes the ready lane that was served longest ago, with at most `max_episodes` from the head of its queue whose
    /// texts have at most `max_bytes` together (the first is taken whatever its size). Their logs become
    /// `processing`. `None` when no lane is ready and free; with other nodes at work on `PostgreSQL`, also when the only
    /// ready lanes were locked at that moment, so the answer is no promise for longer than a moment.
    pub async fn claim(
        &self,
        token: LeaseToken,
        now: Timestamp,
        lease_until: Timestamp,
        max_episodes: usize,
        max_bytes: usize,
    ) -> Result<Option<Claim>, StorageError> {
        // A look first: a worker with nothing to do takes no write lock.
        let sql = format!("SELECT user_id {READY} LIMIT 1");
        let ready = sqlx::query(AssertSqlSafe(sql))
            .bind(stored(now))
            .bind(horizon(now))
            .fetch_optional(&self.reads)
            .await?;
        if ready.is_none() {
            return Ok(None);
        }
        let mut write = self.begin().await?;
        let claim = loop {
            let Some(lane) = next_lane(&mut write, now).await? else {
                break None;
            };
            let user = lane.user;
            let suspect_to = lane.left_behind.max(lane.suspect_to);
            let mut head = head(&mut write, user, max_episodes, max_bytes).await?;
            if let Some(batch) = head
                .as_mut()
                .filter(|batch| suspect_to >= Some(batch.first))
            {
                batch.last = batch.first;
            }
            let Some(batch) = head else {
                // Everything in it was deleted.
                set_idle(&mut write, user).await?;
                continue;
            };
            let turn = next_turn(&mut write, now).await?;
            lease(&mut write, user, token, lease_until, &batch, turn).await?;
            if lane.left_behind.is_some() {
                suspect(&mut write, user, suspect_to).await?;
            }
            mark_processing(&mut write, user, &batch, lane.left_behind).await?;
            let episodes = read(&mut write, user, &batch).await?;
            break Some(Claim {
                user,
                owner_name: lane.owner_name,
                owner_also_called: lane.owner_also_called,
                token,
                episodes,
            });
        };
        write.commit(CommitPoint::CLAIM).await?;
        Ok(claim)
    }

    /// Prolongs a lease; false when it was lost.
    pub async fn renew(
        &self,
        user: UserId,
        token: LeaseToken,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let renewed = sqlx::query(
            "UPDATE lanes SET lease_until = $3 WHERE user_id = $1 AND lease_token = $2",
        )
        .bind(user.to_string())
        .bind(token.to_string())
        .bind(stored(until))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::RENEW).await?;
        Ok(renewed.rows_affected() == 1)
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
        sqlx::query(
            "UPDATE logs SET status = $3 WHERE user_id = $1 AND status = $4 AND seq IN (
             SELECT queue.seq FROM lanes JOIN queue ON queue.user_id = lanes.user_id
             WHERE lanes.user_id = $1 AND lanes.lease_token = $2
             AND queue.seq >= lanes.claimed_from AND queue.seq <= lanes.claimed_to)",
        )
        .bind(user.to_string())
        .bind(token.to_string())
        .bind(LogStatus::Pending.as_str())
        .bind(LogStatus::Processing.as_str())
        .execute(write.connection())
        .await?;
        sqlx::query(
            "UPDATE lanes SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
             claimed_to = NULL, ready_at = $3 WHERE user_id = $1 AND lease_token = $2",
        )
        .bind(user.to_string())
        .bind(token.to_string())
        .bind(stored(ready_at))
        .execute(write.connection())
        .await?;
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
        sqlx::query(
            "UPDATE lanes SET lease_token = NULL, lease_until = NULL, claimed_from = NULL,
             claimed_to = NULL, suspect_to = CASE
             WHEN suspect_to IS NULL OR claimed_to > suspect_to THEN claimed_to ELSE suspect_to END
             WHERE lease_token IS NOT NULL",
        )
        .execute(write.connection())
        .await?;
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
        let row = sqlx::query(
            "SELECT MIN(CASE WHEN lease_until > ready_at THEN lease_until ELSE ready_at END)
             FROM lanes WHERE ready_at IS NOT NULL",
        )
        .fetch_one(&self.reads)
        .await?;
        Columns::of(&row).optional_instant()
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

/// The lanes that may be claimed at `$1`, the one served longest ago first. Beyond `$2` nothing waits.
const READY: &str = "FROM lanes WHERE ready_at IS NOT NULL AND (ready_at <= $1 OR ready_at > $2)
    AND (lease_until IS NULL OR lease_until <= $1 OR lease_until > $2)
    ORDER BY served_at, user_id";

async fn next_lane(write: &mut Write, now: Timestamp) -> Result<Option<Lane>, StorageError> {
    let lock = write.dialect.for_update_skip_locked();
    // The name is looked up inside the row, not joined to it: what is locked is the lane alone.
    let sql = format!(
        "SELECT user_id, (SELECT name FROM accounts WHERE accounts.id = lanes.user_id),
         (SELECT also_called FROM accounts WHERE accounts.id = lanes.user_id), claimed_to,
         suspect_to {READY} LIMIT 1{lock}"
    );
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(stored(now))
        .bind(horizon(now))
        .fetch_optional(write.connection())
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let words = write.words(Columns::of(&row).id()?).await?;
    let mut columns = words.columns(&row);
    let user = columns.id()?;
    Ok(Some(Lane {
        user,
        owner_name: columns.sealed(ACCOUNT_NAME, user)?,
        owner_also_called: names_of(&columns.sealed(ACCOUNT_ALSO_CALLED, user)?),
        left_behind: columns.optional_integer()?,
        suspect_to: columns.optional_integer()?,
    }))
}

async fn head(
    write: &mut Write,
    user: UserId,
    max_episodes: usize,
    max_bytes: usize,
) -> Result<Option<Batch>, StorageError> {
    let rows =
        sqlx::query("SELECT seq, size_bytes FROM queue WHERE user_id = $1 ORDER BY seq LIMIT $2")
            .bind(user.to_string())
            .bind(i64::try_from(max_episodes.max(1)).unwrap_or(i64::MAX))
            .fetch_all(write.connection())
            .await?;
    let limit = i64::try_from(max_bytes).unwrap_or(i64::MAX);
    let mut batch: Option<Batch> = None;
    let mut bytes = 0_i64;
    for row in &rows {
        let mut columns = Columns::of(row);
        let seq = columns.integer()?;
        bytes = bytes.saturating_add(columns.integer()?);
        let first = batch.as_ref().map_or(seq, |batch| batch.first);
        if batch.is_some() && bytes > limit {
            break;
        }
        batch = Some(Batch { first, last: seq });
    }
    Ok(batch)
}

async fn set_idle(write: &mut Write, user: UserId) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE lanes SET ready_at = NULL, lease_token = NULL, lease_until = NULL,
         claimed_from = NULL, claimed_to = NULL WHERE user_id = $1",
    )
    .bind(user.to_string())
    .execute(write.connection())
    .await?;
    Ok(())
}

/// The turn that puts a lane behind every other. The time alone would not do that: several claims can fall into one
/// microsecond, and clocks are set back.
async fn next_turn(write: &mut Write, now: Timestamp) -> Result<i64, StorageError> {
    let row = sqlx::query("SELECT MAX(served_at) FROM lanes")
        .fetch_one(write.connection())
        .await?;
    let last = Columns::of(&row).optional_integer()?.unwrap_or(0);
    Ok(stored(now).max(last + 1))
}

async fn lease(
    write: &mut Write,
    user: UserId,
    token: LeaseToken,
    until: Timestamp,
    batch: &Batch,
    turn: i64,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE lanes SET lease_token = $2, lease_until = $3, claimed_from = $4, claimed_to = $5,
         served_at = $6 WHERE user_id = $1",
    )
    .bind(user.to_string())
    .bind(token.to_string())
    .bind(stored(until))
    .bind(batch.first)
    .bind(batch.last)
    .bind(turn)
    .execute(write.connection())
    .await?;
    Ok(())
}

async fn suspect(write: &mut Write, user: UserId, to: Option<i64>) -> Result<(), StorageError> {
    sqlx::query("UPDATE lanes SET suspect_to = $2 WHERE user_id = $1")
        .bind(user.to_string())
        .bind(to)
        .execute(write.connection())
        .await?;
    Ok(())
}

async fn mark_processing(
    write: &mut Write,
    user: UserId,
    batch: &Batch,
    left_behind: Option<i64>,
) -> Result<(), StorageError> {
    sqlx::query("UPDATE queue SET claims = claims + 1 WHERE user_id = $1 AND seq = $2")
        .bind(user.to_string())
        .bind(batch.first)
        .execute(write.connection())
        .await?;
    sqlx::query(
        "UPDATE logs SET status = $4
         WHERE user_id = $1 AND seq >= $2 AND seq <= $3 AND status = $5",
    )
    .bind(user.to_string())
    .bind(batch.first)
    .bind(batch.last)
    .bind(LogStatus::Processing.as_str())
    .bind(LogStatus::Pending.as_str())
    .execute(write.connection())
    .await?;
    // The batch of a lost worker may have been the longer one.
    sqlx::query(
        "UPDATE logs SET status = $4
         WHERE user_id = $1 AND seq > $2 AND seq <= $3 AND status = $5",
    )
    .bind(user.to_string())
    .bind(batch.last)
    .bind(left_behind.unwrap_or(batch.last))
    .bind(LogStatus::Pending.as_str())
    .bind(LogStatus::Processing.as_str())
    .execute(write.connection())
    .await?;
    Ok(())
}

async fn read(
    write: &mut Write,
    user: UserId,
    batch: &Batch,
) -> Result<Vec<QueuedEpisode>, StorageError> {
    let rows = sqlx::query(
        "SELECT queue.seq, episodes.id, queue.log_id, episodes.space_id, episodes.session_id,
         episodes.source, episodes.kind, episodes.body, episodes.reference_time,
         episodes.reference_offset_s, episodes.accepted_at, episodes.external_id,
         queue.attempts, queue.claims
         FROM queue JOIN episodes
         ON episodes.user_id = queue.user_id AND episodes.id = queue.episode_id
         WHERE queue.user_id = $1 AND queue.seq >= $2 AND queue.seq <= $3 ORDER BY queue.seq",
    )
    .bind(user.to_string())
    .bind(batch.first)
    .bind(batch.last)
    .fetch_all(write.connection())
    .await?;
    write.words(user).await?.read_all(&rows, queued)
}

fn queued(columns: &mut Columns<'_>) -> Result<QueuedEpisode, StorageError> {
    let (seq, id) = (columns.integer()?, columns.id()?);
    Ok(QueuedEpisode {
        seq,
        id,
        log: columns.id()?,
        space: columns.id()?,
        session: columns.optional_sought(EPISODE_SESSION)?,
        source: columns.sought(EPISODE_SOURCE)?,
        kind: columns.named(EpisodeKind::from_name)?,
        body: columns.sealed(EPISODE_BODY, id)?,
        reference_time: columns.reference_time()?,
        accepted_at: columns.instant()?,
        external_id: columns.optional_sought(EPISODE_EXTERNAL_ID)?,
        attempts: columns.number()?,
        claims: columns.number()?,
    })
}
