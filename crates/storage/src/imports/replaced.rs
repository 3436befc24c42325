//! Versions of texts whose place an import's have taken: kept as they were sent, so that taking the import back
//! brings them back.
//!
//! A version is kept in the transaction that replaces it. It is gone with the text of its name that somebody forgets,
//! with its space, with its own end, and some time after it was replaced.

use recollect_model::{
    EpisodeId, EpisodeKind, ImportId, Labels, LogId, ReferenceTime, SpaceId, Timestamp, UserId,
};

use crate::faults::CommitPoint;
use crate::graph::GraphRows;
use crate::rows::{Columns, read_all};
use crate::sealing::register::{
    EPISODE_BODY, LOG_LABELS, LOG_REQUEST, REPLACED_BODY, REPLACED_EXTERNAL_ID, REPLACED_LABELS,
    REPLACED_REQUEST, REPLACED_SESSION, REPLACED_SOURCE,
};
use crate::{Change, StorageError, Store};

/// A text that has a name, `$2`, and the log whose text takes its place, `$3`, where an import brought that.
macro_rules! kept {
    () => {
        " FROM episodes CROSS JOIN logs CROSS JOIN logs AS brought
         WHERE episodes.user_id = $1 AND episodes.id = $2 AND episodes.external_id IS NOT NULL
         AND logs.user_id = $1 AND logs.id = episodes.log_id
         AND brought.user_id = $1 AND brought.id = $3 AND brought.import_id IS NOT NULL"
    };
}

/// Gives the rows of a log, `$3`, the time at which the version was accepted whose place `$2` has taken.
macro_rules! known_as_before {
    ($table:literal, $log:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET accepted_at = (SELECT old.accepted_at FROM replaced_versions AS old
                 WHERE old.user_id = $1 AND old.log_id = $2)
             WHERE user_id = $1 AND ",
            $log,
            " = $3 AND EXISTS (SELECT 1 FROM replaced_versions AS old
                 WHERE old.user_id = $1 AND old.log_id = $2)"
        )
    };
}

/// A text whose place another one has taken, as it was sent.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplacedVersion {
    /// The log that followed it; it may be gone.
    pub log: LogId,
    /// The import that brought it.
    pub import: Option<ImportId>,
    /// Its space.
    pub space: SpaceId,
    /// What whoever sent it calls it.
    pub external_id: String,
    /// Its session.
    pub session: Option<String>,
    /// Where it came from.
    pub source: String,
    /// What it is.
    pub kind: EpisodeKind,
    /// The text.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// The request it was sent with.
    pub request: String,
    /// Its tags and metadata.
    pub labels: Labels,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
}

impl Store {
    /// The version whose place the text of this log has taken, where that was brought by an import and the version is kept.
    pub async fn replaced_version(
        &self,
        user: UserId,
        by: LogId,
    ) -> Result<Option<ReplacedVersion>, StorageError> {
        let row = sqlx::query(
            "SELECT old_log_id, old_import_id, space_id, external_id, session_id, source, kind, body,
             reference_time, reference_offset_s, request, labels, expires_at
             FROM replaced_versions WHERE user_id = $1 AND log_id = $2",
        )
        .bind(user.to_string())
        .bind(by.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        row.map(|row| version(&mut words.columns(&row))).transpose()
    }

    /// Says that the version whose place the text of this log had taken is back, followed by another log.
    pub async fn version_is_back(
        &self,
        user: UserId,
        by: LogId,
        version: LogId,
        followed_by: LogId,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        // It was known since it came first; it waits since it is back.
        for sql in [
            "UPDATE queue SET retried_at = COALESCE(retried_at, (SELECT logs.accepted_at FROM logs
                 WHERE logs.user_id = $1 AND logs.id = $3))
             WHERE user_id = $1 AND log_id = $3 AND EXISTS (SELECT 1 FROM replaced_versions AS old
                 WHERE old.user_id = $1 AND old.log_id = $2)",
            known_as_before!("logs", "id"),
            known_as_before!("episodes", "log_id"),
        ] {
            sqlx::query(sql)
                .bind(user.to_string())
                .bind(by.to_string())
                .bind(followed_by.to_string())
                .execute(write.connection())
                .await?;
        }
        // What makes way for it is not wanted back.
        sqlx::query(
            "DELETE FROM replaced_versions WHERE user_id = $1
             AND (log_id = $2 OR log_id = $3 AND old_log_id = $2)",
        )
        .bind(user.to_string())
        .bind(by.to_string())
        .bind(followed_by.to_string())
        .execute(write.connection())
        .await?;
        // What it had taken the place of itself.
        sqlx::query(
            "UPDATE replaced_versions SET log_id = $3 WHERE user_id = $1 AND log_id = $2
             AND NOT EXISTS (SELECT 1 FROM replaced_versions AS other
                 WHERE other.user_id = $1 AND other.log_id = $3)",
        )
        .bind(user.to_string())
        .bind(version.to_string())
        .bind(followed_by.to_string())
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::IMPORT).await
    }

    /// The logs of versions which an import brought and others have taken the place of; at most `limit`.
    pub async fn replaced_of_import(
        &self,
        user: UserId,
        import: ImportId,
        limit: u32,
    ) -> Result<Vec<LogId>, StorageError> {
        let rows = sqlx::query(
            "SELECT old_log_id FROM replaced_versions WHERE user_id = $1 AND old_import_id = $2
             ORDER BY old_log_id LIMIT $3",
        )
        .bind(user.to_string())
        .bind(import.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| columns.id())
    }

    /// Removes kept versions, of all users, that were replaced before this instant or whose time is over by now: by what they
    /// were sent with, or by what their space keeps. How many there were.
    pub async fn remove_replaced_versions(
        &self,
        before: Timestamp,
        now: Timestamp,
    ) -> Result<u64, StorageError> {
        let mut removed = 0;
        for (condition, at) in [
            ("replaced_at < $1", before),
            ("expires_at <= $1", now),
            (NOT_KEPT_BY_SPACE, now),
        ] {
            let ended = ("replaced_versions", condition);
            removed += self
                .remove_ended(ended, at, CommitPoint::REPLACED_LOGS)
                .await?;
        }
        Ok(removed)
    }
}

/// The kept versions that are older at `$1` than their space keeps texts; a day has so many microseconds.
const NOT_KEPT_BY_SPACE: &str = "(user_id, log_id) IN (SELECT old.user_id, old.log_id FROM spaces CROSS JOIN replaced_versions AS old
     WHERE spaces.retention_days IS NOT NULL AND old.user_id = spaces.user_id AND old.space_id = spaces.id
     AND old.accepted_at <= $1 - spaces.retention_days * 86400000000)";

impl Change {
    /// Forgets that the text of this log took the place of another, and that another took its place: what is kept of those
    /// stays, in the order in which they were.
    pub async fn leave_versions(&mut self, log: LogId) -> Result<(), StorageError> {
        let graph = self.graph();
        let user = graph.user().to_string();
        let after = sqlx::query(
            "DELETE FROM replaced_versions WHERE user_id = $1 AND old_log_id = $2
             RETURNING log_id, import_id",
        )
        .bind(user.as_str())
        .bind(log.to_string())
        .fetch_optional(graph.connection())
        .await?;
        let sql = match after {
            Some(_) => {
                "UPDATE replaced_versions SET log_id = $3, import_id = $4
                 WHERE user_id = $1 AND log_id = $2"
            }
            None => "DELETE FROM replaced_versions WHERE user_id = $1 AND log_id = $2",
        };
        let mut query = sqlx::query(sql).bind(user).bind(log.to_string());
        if let Some(row) = after {
            let mut columns = Columns::of(&row);
            query = query.bind(columns.text()?).bind(columns.text()?);
        }
        query.execute(graph.connection()).await?;
        Ok(())
    }

    /// Removes what is kept of the versions of the text that this log follows.
    pub(crate) async fn forget_versions(&mut self, log: LogId) -> Result<(), StorageError> {
        let graph = self.graph();
        sqlx::query(
            "DELETE FROM replaced_versions WHERE user_id = $1 AND EXISTS (
                 SELECT 1 FROM logs WHERE logs.user_id = $1 AND logs.id = $2
                 AND logs.external_id = replaced_versions.external_id
                 AND logs.space_id = replaced_versions.space_id)",
        )
        .bind(graph.user().to_string())
        .bind(log.to_string())
        .execute(graph.connection())
        .await?;
        Ok(())
    }
}

impl GraphRows {
    /// Keeps a processed text that has a name before the one that this log follows takes its place, where an import brought that.
    pub(crate) async fn keep_version(
        &mut self,
        old: EpisodeId,
        by: LogId,
    ) -> Result<(), StorageError> {
        let row = sqlx::query(concat!(
            "SELECT logs.id, logs.request, logs.labels, episodes.body",
            kept!()
        ))
        .bind(self.user().to_string())
        .bind(old.to_string())
        .bind(by.to_string())
        .fetch_optional(self.connection())
        .await?;
        let Some(row) = row else {
            return Ok(());
        };
        let words = self.words();
        let mut columns = words.columns(&row);
        let log: LogId = columns.id()?;
        let request = columns.sealed(LOG_REQUEST, log)?;
        let labels = columns.optional_sealed(LOG_LABELS, log)?;
        let body = columns.sealed(EPISODE_BODY, old)?;
        // What is sealed with its row is sealed anew; what rows are found by is sealed alike wherever it stands.
        sqlx::query(concat!(
            "INSERT INTO replaced_versions (request, labels, body, user_id, log_id, import_id,
             old_log_id, old_import_id, space_id, external_id, session_id, source, kind,
             reference_time, reference_offset_s, expires_at, accepted_at, replaced_at)
             SELECT CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), logs.user_id, brought.id,
             brought.import_id, logs.id, logs.import_id, episodes.space_id, episodes.external_id,
             episodes.session_id, episodes.source, episodes.kind, episodes.reference_time,
             episodes.reference_offset_s, logs.expires_at, logs.accepted_at, brought.accepted_at",
            kept!(),
            " ON CONFLICT (user_id, log_id) DO NOTHING"
        ))
        .bind(self.user().to_string())
        .bind(old.to_string())
        .bind(by.to_string())
        .bind(words.seal(REPLACED_REQUEST, log, &request))
        .bind(words.seal_optional(REPLACED_LABELS, log, labels.as_deref()))
        .bind(words.seal(REPLACED_BODY, log, &body))
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

fn version(columns: &mut Columns<'_>) -> Result<ReplacedVersion, StorageError> {
    let log = columns.id()?;
    Ok(ReplacedVersion {
        log,
        import: columns.optional_id()?,
        space: columns.id()?,
        external_id: columns.sought(REPLACED_EXTERNAL_ID)?,
        session: columns.optional_sought(REPLACED_SESSION)?,
        source: columns.sought(REPLACED_SOURCE)?,
        kind: columns.named(EpisodeKind::from_name)?,
        body: columns.sealed(REPLACED_BODY, log)?,
        reference_time: columns.reference_time()?,
        request: columns.sealed(REPLACED_REQUEST, log)?,
        labels: columns
            .optional_sealed(REPLACED_LABELS, log)?
            .and_then(|labels| Labels::from_stored(&labels))
            .unwrap_or_default(),
        expires_at: columns.optional_instant()?,
    })
}
