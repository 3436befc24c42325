//! Logs: what became of each accepted text, one by one and as a list, the newest first.

use recollect_model::{
    EpisodeId, ImportId, LabelFilter, Labels, Log, LogId, LogStatus, SpaceId, Timestamp, UserId,
};

use super::{Found, Page, Select};
use crate::removing::not_in_deleted;
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::{
    EPISODE_BODY, LOG_ERROR, LOG_EXTERNAL_ID, LOG_LABELS, LOG_NOTE, LOG_REQUEST, LOG_SESSION,
    LOG_SOURCE,
};
use crate::{StorageError, Store};

/// So many sources are looked at, at least.
const SOURCES_LOOKED_AT: u32 = 1_000;

/// Which logs are wanted; by default all of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogFilter {
    /// Those that stand so.
    pub status: Option<LogStatus>,
    /// Those of this source.
    pub source: Option<String>,
    /// Those of this session.
    pub session: Option<String>,
    /// Those of this space.
    pub space: Option<SpaceId>,
    /// Those accepted from this instant on.
    pub from: Option<Timestamp>,
    /// Those accepted before this instant.
    pub until: Option<Timestamp>,
    /// Those that whoever sent them calls so.
    pub external_id: Option<String>,
    /// Those of this import.
    pub import: Option<ImportId>,
    /// Those that are kept beyond this instant.
    pub kept_at: Option<Timestamp>,
    /// Those with these labels.
    pub labels: LabelFilter,
}

/// With the table `logs`, and `episodes` joined to it from the outside: a text may be gone, and its log still there.
const COLUMNS: &str = "logs.seq, logs.id, logs.space_id, logs.session_id, logs.source,
    episodes.id, episodes.body, COALESCE(episodes.reference_time, logs.accepted_at),
    COALESCE(episodes.reference_offset_s, 0), logs.accepted_at, logs.processed_at,
    logs.status, logs.error, logs.note, logs.replaced_by, logs.request,
    logs.external_id, logs.labels, logs.import_id, logs.expires_at";

/// In the order of the queue, the last first: the clocks of two nodes differ, and clocks are set.
const NEWEST_FIRST: &str = " ORDER BY logs.seq DESC";

const EPISODES: &str = " LEFT JOIN episodes
    ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id";

impl Store {
    /// One of the user's logs. It names its episode once that is completed.
    pub async fn log(&self, user: UserId, id: LogId) -> Result<Option<Log>, StorageError> {
        let mut select = Select::new("SELECT ");
        select.sql(COLUMNS).sql(" FROM logs").sql(EPISODES);
        select.given(" WHERE logs.user_id = ", user.to_string());
        select.given(" AND logs.id = ", id.to_string());
        select.in_no_deleted("logs.space_id", user);
        let words = self.words(user).await?;
        let mut logs = words.read_all(&select.rows(self).await?, log)?;
        self.find_places(user, &mut logs).await?;
        Ok(logs.pop().map(|(_, log)| log))
    }

    /// Those of the user's logs that are wanted, the newest first.
    pub async fn logs(
        &self,
        user: UserId,
        filter: &LogFilter,
        page: Page,
    ) -> Result<Found<Log>, StorageError> {
        let words = self.words(user).await?;
        let mut count = Select::new("SELECT COUNT(*) FROM logs");
        count.logs(user, &words, filter);
        let total = count.count(self).await?;
        let mut select = Select::new("SELECT ");
        select.sql(COLUMNS).page_of_logs(user, &words, filter, page);
        select.sql(NEWEST_FIRST);
        let mut logs = words.read_all(&select.rows(self).await?, log)?;
        self.find_places(user, &mut logs).await?;
        let items = logs.into_iter().map(|(_, log)| log).collect();
        Ok(Found { items, total })
    }

    /// The user's logs after a place in the order of acceptance, which is 0 at the beginning, each with its place: those that
    /// meet the filter, at most `limit`, ending with the one that brings their texts to `most_bytes`.
    pub async fn logs_from(
        &self,
        user: UserId,
        after: i64,
        labels: &LabelFilter,
        (limit, most_bytes): (u32, i64),
    ) -> Result<Vec<(i64, Log)>, StorageError> {
        let words = self.words(user).await?;
        let mut select = Select::new("SELECT logs.seq, COALESCE(episodes.size_bytes, 0)");
        select.sql(" FROM logs").sql(EPISODES);
        select.logs_between(user, &words, (after, i64::MAX), labels);
        select.given(" ORDER BY logs.seq LIMIT ", i64::from(limit));
        let (mut until, mut bytes) = (after, 0);
        for row in &select.rows(self).await? {
            if bytes >= most_bytes {
                break;
            }
            let mut columns = Columns::of(row);
            until = columns.integer()?;
            bytes += columns.integer()?;
        }
        let mut select = Select::new("SELECT ");
        select.sql(COLUMNS).sql(" FROM logs").sql(EPISODES);
        select.logs_between(user, &words, (after, until), labels);
        select.sql(" ORDER BY logs.seq");
        let mut logs = words.read_all(&select.rows(self).await?, log)?;
        self.find_places(user, &mut logs).await?;
        Ok(logs)
    }

    /// A page as of [`logs`](Self::logs) that ends before a text that would bring those of the page beyond `max_bytes`; it has one log at
    /// least, if there is any.
    pub async fn logs_within(
        &self,
        user: UserId,
        filter: &LogFilter,
        page: Page,
        max_bytes: u64,
    ) -> Result<Found<Log>, StorageError> {
        let words = self.words(user).await?;
        let mut select = Select::new("SELECT COALESCE(episodes.size_bytes, 0)");
        select.page_of_logs(user, &words, filter, page);
        select.sql(NEWEST_FIRST);
        let (mut limit, mut bytes) = (0, 0_u64);
        for row in &select.rows(self).await? {
            bytes = bytes.saturating_add(Columns::of(row).integer()?.unsigned_abs());
            if limit > 0 && bytes > max_bytes {
                break;
            }
            limit += 1;
        }
        self.logs(user, filter, Page { limit, ..page }).await
    }

    /// What the user's texts name as their sources, in the order of the alphabet: `limit` of them at most. They are read in another
    /// order, so that of more than a thousand the first are not sure to be among them.
    pub async fn sources(&self, user: UserId, limit: u32) -> Result<Vec<String>, StorageError> {
        // Those of an encrypted database are found in the order of what stands for them. From each source straight to the next, however many logs it has.
        let rows = sqlx::query(concat!(
            "WITH RECURSIVE known (source) AS (
                 SELECT MIN(source) FROM logs WHERE user_id = $1 AND space_id",
            not_in_deleted!(),
            "
                 UNION ALL
                 SELECT (SELECT MIN(logs.source) FROM logs
                         WHERE logs.user_id = $1 AND logs.source > known.source
                         AND logs.space_id",
            not_in_deleted!(),
            ")
                 FROM known WHERE known.source IS NOT NULL
             )
             SELECT source FROM known WHERE source IS NOT NULL LIMIT $2"
        ))
        .bind(user.to_string())
        .bind(i64::from(limit.max(SOURCES_LOOKED_AT)))
        .fetch_all(&self.reads)
        .await?;
        // As they are stored they have another order.
        let words = self.words(user).await?;
        let mut sources = words.read_all(&rows, |columns| columns.sought(LOG_SOURCE))?;
        sources.sort_unstable();
        sources.truncate(limit as usize);
        Ok(sources)
    }

    /// Says of the logs that are not done where they stand in the queue.
    async fn find_places(&self, user: UserId, logs: &mut [(i64, Log)]) -> Result<(), StorageError> {
        let waiting = logs.iter().filter(|(_, log)| !log.status.is_terminal());
        let seqs: Vec<i64> = waiting.map(|(seq, _)| *seq).collect();
        let mut places = self.queue_places(user, &seqs).await?;
        for (seq, log) in logs {
            log.queue = places.remove(seq);
        }
        Ok(())
    }
}

impl Select {
    /// The logs of a page with their episodes. The page is found first: its texts alone are read.
    fn page_of_logs(
        &mut self,
        user: UserId,
        words: &Words,
        filter: &LogFilter,
        page: Page,
    ) -> &mut Self {
        self.sql(" FROM (SELECT * FROM logs")
            .logs(user, words, filter);
        self.sql(NEWEST_FIRST).page(page);
        self.sql(") AS logs").sql(EPISODES)
    }

    /// That logs are the user's, in these places, and meet the filter.
    fn logs_between(
        &mut self,
        user: UserId,
        words: &Words,
        (after, until): (i64, i64),
        labels: &LabelFilter,
    ) -> &mut Self {
        self.given(" WHERE logs.user_id = ", user.to_string());
        self.given(" AND logs.seq > ", after);
        self.given(" AND logs.seq <= ", until);
        self.in_no_deleted("logs.space_id", user);
        self.labelled(words, labels)
    }

    /// That logs are the user's and wanted.
    fn logs(&mut self, user: UserId, words: &Words, filter: &LogFilter) -> &mut Self {
        // SQLite would rather walk through all of the user's logs in their order than through a space's: with the owner in
        // an expression it has no index for that, unless another filter leaves few.
        let owner = match filter {
            LogFilter {
                space: Some(_),
                source: None,
                session: None,
                status: None | Some(LogStatus::Completed),
                external_id: None,
                import: None,
                ..
            } => " WHERE logs.user_id || '' = ",
            _ => " WHERE logs.user_id = ",
        };
        self.given(owner, user.to_string());
        self.in_no_deleted("logs.space_id", user);
        if let Some(status) = filter.status {
            self.given(" AND logs.status = ", status.as_str());
        }
        if let Some(source) = &filter.source {
            self.given(" AND logs.source = ", words.seek(LOG_SOURCE, source));
        }
        if let Some(session) = &filter.session {
            let session = words.seek(LOG_SESSION, session);
            self.given(" AND logs.session_id = ", session);
        }
        if let Some(space) = filter.space {
            self.given(" AND logs.space_id = ", space.to_string());
        }
        // A space's are walked through in their order, which is also that of time but for clocks: not all found by their time and sorted.
        let sign = match filter.space {
            Some(_) => "+",
            None => "",
        };
        if let Some(from) = filter.from {
            self.sql(" AND ").sql(sign);
            self.given("logs.accepted_at >= ", stored(from));
        }
        if let Some(until) = filter.until {
            self.sql(" AND ").sql(sign);
            self.given("logs.accepted_at < ", stored(until));
        }
        if let Some(name) = &filter.external_id {
            let name = words.seek(LOG_EXTERNAL_ID, name);
            self.given(" AND logs.external_id = ", name);
        }
        if let Some(import) = filter.import {
            self.given(" AND logs.import_id = ", import.to_string());
        }
        if let Some(now) = filter.kept_at {
            self.given(
                " AND NOT (logs.expires_at IS NOT NULL AND logs.expires_at <= ",
                stored(now),
            );
            self.sql(")");
        }
        self.labelled(words, &filter.labels)
    }
}

/// A log with its place in the order, the queue still to be looked at.
fn log(columns: &mut Columns<'_>) -> Result<(i64, Log), StorageError> {
    let seq = columns.integer()?;
    let id = columns.id()?;
    let space = columns.id()?;
    let session = columns.optional_sought(LOG_SESSION)?;
    let source = columns.sought(LOG_SOURCE)?;
    let episode: Option<EpisodeId> = columns.optional_id()?;
    let text = match episode {
        Some(episode) => columns.sealed(EPISODE_BODY, episode),
        None => Ok(columns.pass_over::<String>(1).unwrap_or_default()),
    };
    let mut log = Log {
        id,
        space,
        session,
        source,
        text: String::new(),
        episode,
        reference_time: columns.reference_time()?,
        accepted_at: columns.instant()?,
        processed_at: columns.optional_instant()?,
        status: columns.named(LogStatus::from_name)?,
        error: columns.optional_sealed(LOG_ERROR, id)?,
        note: columns.optional_sealed(LOG_NOTE, id)?,
        replaced_by: columns.optional_id()?,
        request: columns.sealed(LOG_REQUEST, id)?,
        external_id: columns.optional_sought(LOG_EXTERNAL_ID)?,
        labels: columns
            .optional_sealed(LOG_LABELS, id)?
            .and_then(|labels| Labels::from_stored(&labels))
            .unwrap_or_default(),
        import: columns.optional_id()?,
        expires_at: columns.optional_instant()?,
        queue: None,
    };
    log.text = match log.status {
        // It may have failed because its text cannot be read, and says so.
        LogStatus::Failed => text.unwrap_or_default(),
        _ => text?,
    };
    if log.status != LogStatus::Completed {
        log.episode = None;
    }
    Ok((seq, log))
}
