//! How much an account may keep and send, and how much it does.
//!
//! Counts are kept in the row that gives out the places of the account's queue: whoever accepts has that row anyway,
//! so that a quota holds exactly, over all nodes, and counting costs nothing.

use recollect_model::{AcceptedEpisode, Timestamp, UserId};

use crate::rows::Columns;
use crate::store::Write;
use crate::{StorageError, Store};

const DAY_S: i64 = 24 * 60 * 60;

/// The most that every account may keep and send; `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quotas {
    /// Texts kept at the same time.
    pub texts: Option<u64>,
    /// Bytes of them together.
    pub bytes: Option<u64>,
    /// Texts accepted on one day, UTC.
    pub texts_a_day: Option<u64>,
}

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quota {
    /// Texts kept at the same time.
    Texts,
    /// Bytes of them together.
    Bytes,
    /// Texts accepted on one day, UTC.
    TextsADay,
}

/// How much an account keeps and has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Texts kept.
    pub texts: u64,
    /// Bytes of them together.
    pub bytes: u64,
    /// Texts accepted today, UTC.
    pub texts_today: u64,
}

/// The day of an instant, counted from 1970 UTC.
pub(crate) fn day_of(instant: Timestamp) -> i64 {
    instant.as_second().div_euclid(DAY_S)
}

pub(crate) fn size_of(episode: &AcceptedEpisode) -> u64 {
    u64::try_from(episode.body.len()).unwrap_or(u64::MAX)
}

/// What an account has while a commit is put together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Account {
    /// The last place given out before.
    pub(crate) last_seq: i64,
    /// What it had before.
    usage: Usage,
    /// What was counted for it in advance, and is not stored.
    pub(crate) left_out: Usage,
}

impl Account {
    /// What it had before `reserved` was counted for it.
    pub(crate) fn before(last_seq: i64, counted: Usage, reserved: Usage) -> Self {
        Self {
            last_seq,
            usage: Usage {
                texts: counted.texts.saturating_sub(reserved.texts),
                bytes: counted.bytes.saturating_sub(reserved.bytes),
                texts_today: counted.texts_today.saturating_sub(reserved.texts_today),
            },
            left_out: Usage::default(),
        }
    }

    /// The quota that one more text would be over. One that takes the place of another is no further text.
    pub(crate) fn exceeds(&self, quotas: &Quotas, size: u64, is_further: bool) -> Option<Quota> {
        let over = |limit: Option<u64>, would_be: u64| limit.is_some_and(|limit| would_be > limit);
        if is_further && over(quotas.texts, self.usage.texts + 1) {
            Some(Quota::Texts)
        } else if over(quotas.bytes, self.usage.bytes.saturating_add(size)) {
            Some(Quota::Bytes)
        } else if over(quotas.texts_a_day, self.usage.texts_today + 1) {
            Some(Quota::TextsADay)
        } else {
            None
        }
    }

    /// Takes a text in.
    pub(crate) fn add(&mut self, size: u64) {
        self.usage.texts += 1;
        self.usage.bytes = self.usage.bytes.saturating_add(size);
        self.usage.texts_today += 1;
    }

    /// Leaves one out that was counted.
    pub(crate) fn leave_out(&mut self, size: u64) {
        self.left_out.texts += 1;
        self.left_out.bytes = self.left_out.bytes.saturating_add(size);
        self.left_out.texts_today += 1;
    }
}

impl Write {
    /// Takes back what was counted for a user.
    pub(crate) async fn discount(&mut self, user: UserId, less: Usage) -> Result<(), StorageError> {
        if less == Usage::default() {
            return Ok(());
        }
        sqlx::query(
            "UPDATE lanes SET texts = texts - $2, bytes = bytes - $3, texts_today = texts_today - $4
             WHERE user_id = $1",
        )
        .bind(user.to_string())
        .bind(signed(less.texts))
        .bind(signed(less.bytes))
        .bind(signed(less.texts_today))
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

impl Store {
    /// How much the user keeps and has sent today.
    pub async fn usage(&self, user: UserId, now: Timestamp) -> Result<Usage, StorageError> {
        let row = sqlx::query(
            "SELECT texts, bytes, CASE WHEN day = $2 THEN texts_today ELSE 0 END
             FROM lanes WHERE user_id = $1",
        )
        .bind(user.to_string())
        .bind(day_of(now))
        .fetch_optional(&self.reads)
        .await?;
        let usage = row.map(|row| read(&mut Columns::of(&row)));
        Ok(usage.transpose()?.unwrap_or_default())
    }
}

pub(crate) fn read(columns: &mut Columns<'_>) -> Result<Usage, StorageError> {
    let mut count = || -> Result<u64, StorageError> {
        Ok(u64::try_from(columns.integer()?).unwrap_or_default())
    };
    Ok(Usage {
        texts: count()?,
        bytes: count()?,
        texts_today: count()?,
    })
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
