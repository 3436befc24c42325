//! What of a user's texts is not processed: it waits in the queue, is being processed, or has failed. Its words are
//! known.

use recollect_model::{Episode, EpisodeId, LogStatus, ReferenceTime, SpaceId, Timestamp, UserId};

use crate::columns::{episode, episode_columns};
use crate::many::Rows;
use crate::rows::{Columns, read_all};
use crate::sealing::register::{EPISODE_BODY, EPISODE_SESSION};
use crate::{StorageError, Store};

/// How far a user's texts have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Places {
    /// The last place that was given out.
    pub last: i64,
    /// The first place of the queue; none when nothing waits.
    pub head: Option<i64>,
}

/// A text that is not processed.
#[derive(Debug, Clone, PartialEq)]
pub struct UnprocessedText {
    /// Its place in the order of acceptance.
    pub seq: i64,
    /// The episode that it is, or will be.
    pub episode: EpisodeId,
    /// The space it is in.
    pub space: SpaceId,
    /// The session it belongs to.
    pub session: Option<String>,
    /// The text, verbatim.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// When it was accepted.
    pub accepted_at: Timestamp,
}

/// Some of the texts that are not processed.
#[derive(Debug, Clone, PartialEq)]
pub struct UnprocessedTexts {
    /// In the order of acceptance.
    pub texts: Vec<UnprocessedText>,
    /// All up to this place are among them.
    pub until: i64,
}

/// What [`unprocessed`] reads.
macro_rules! unprocessed_columns {
    () => {
        "episodes.id, episodes.space_id, episodes.session_id, episodes.body,
         episodes.reference_time, episodes.reference_offset_s, episodes.accepted_at"
    };
}

/// Two places where texts are that are not processed, each by the index that finds them: their places and sizes, and what
/// they say.
const SIZES: [&str; 2] = [
    "SELECT seq, size_bytes FROM queue
     WHERE user_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4",
    "SELECT logs.seq, episodes.size_bytes FROM logs CROSS JOIN episodes
     WHERE logs.user_id = $1 AND logs.status = 'failed' AND logs.seq > $2 AND logs.seq <= $3
     AND episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
     ORDER BY logs.seq LIMIT $4",
];
const TEXTS: [&str; 2] = [
    concat!(
        "SELECT queue.seq, ",
        unprocessed_columns!(),
        " FROM queue CROSS JOIN episodes
         WHERE queue.user_id = $1 AND queue.seq > $2 AND queue.seq <= $3
         AND episodes.user_id = queue.user_id AND episodes.id = queue.episode_id
         ORDER BY queue.seq"
    ),
    concat!(
        "SELECT logs.seq, ",
        unprocessed_columns!(),
        " FROM logs CROSS JOIN episodes
         WHERE logs.user_id = $1 AND logs.status = 'failed' AND logs.seq > $2 AND logs.seq <= $3
         AND episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
         AND episodes.revision IS NULL ORDER BY logs.seq"
    ),
];

const UNDER_WAY: Rows = Rows {
    before: concat!("SELECT ", episode_columns!(), ", logs.status FROM (VALUES "),
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN episodes CROSS JOIN logs
            WHERE episodes.user_id = asked.column1 AND episodes.id = asked.column2
            AND logs.user_id = episodes.user_id AND logs.id = episodes.log_id",
};

const THERE: Rows = Rows {
    before: "SELECT episodes.id FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN episodes
            WHERE episodes.user_id = asked.column1 AND episodes.id = asked.column2",
};

impl Store {
    /// How far the user's texts have come; none of a user who never had one.
    pub async fn places(&self, user: UserId) -> Result<Option<Places>, StorageError> {
        let row = sqlx::query(
            "SELECT last_seq, (SELECT MIN(queue.seq) FROM queue WHERE queue.user_id = lanes.user_id)
             FROM lanes WHERE user_id = $1",
        )
        .bind(user.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let read = |row| {
            let mut columns = Columns::of(&row);
            Ok(Places {
                last: columns.integer()?,
                head: columns.optional_integer()?,
            })
        };
        row.map(read).transpose()
    }

    /// The texts between these places that are not processed: about `most` of the first of them, and few more than
    /// `most_bytes` together.
    pub async fn unprocessed_texts(
        &self,
        user: UserId,
        (after, to): (i64, i64),
        most: u32,
        most_bytes: i64,
    ) -> Result<UnprocessedTexts, StorageError> {
        let mut sizes = Vec::new();
        let mut until = to;
        for sql in SIZES {
            let rows = sqlx::query(sql)
                .bind(user.to_string())
                .bind(after)
                .bind(to)
                .bind(i64::from(most))
                .fetch_all(&self.reads)
                .await?;
            for row in &rows {
                let mut columns = Columns::of(row);
                sizes.push((columns.integer()?, columns.integer()?));
            }
            if rows.len() == most as usize
                && let Some((seq, _)) = sizes.last()
            {
                until = until.min(*seq);
            }
        }
        sizes.sort_unstable();
        let mut bytes = 0;
        for (seq, size) in sizes {
            bytes += size;
            if bytes > most_bytes {
                until = until.min(seq);
                break;
            }
        }
        let mut texts = Vec::new();
        let words = self.words(user).await?;
        for sql in TEXTS {
            let rows = sqlx::query(sql)
                .bind(user.to_string())
                .bind(after)
                .bind(until)
                .fetch_all(&self.reads)
                .await?;
            texts.extend(words.read_all(&rows, unprocessed)?);
        }
        texts.sort_unstable_by_key(|text| text.seq);
        // What failed between the two looks is in both.
        texts.dedup_by_key(|text| text.seq);
        Ok(UnprocessedTexts { texts, until })
    }

    /// Which of these episodes the user has.
    pub async fn episodes_there(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<Vec<EpisodeId>, StorageError> {
        let rows = self.rows_of(&THERE, &[user.to_string()], ids).await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Those of the user's episodes that have these ids, processed or not, in no order, with how far their logs are.
    pub async fn episodes_under_way(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<Vec<(Episode, LogStatus)>, StorageError> {
        let rows = self.rows_of(&UNDER_WAY, &[user.to_string()], ids).await?;
        self.words(user).await?.read_all(&rows, |columns| {
            Ok((episode(columns)?, columns.named(LogStatus::from_name)?))
        })
    }
}

fn unprocessed(columns: &mut Columns<'_>) -> Result<UnprocessedText, StorageError> {
    let (seq, episode) = (columns.integer()?, columns.id()?);
    Ok(UnprocessedText {
        seq,
        episode,
        space: columns.id()?,
        session: columns.optional_sought(EPISODE_SESSION)?,
        body: columns.sealed(EPISODE_BODY, episode)?,
        reference_time: columns.reference_time()?,
        accepted_at: columns.instant()?,
    })
}
