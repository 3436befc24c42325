//! Imports: what was brought in together.

mod replaced;

use recollect_model::{Import, ImportId, ImportStatus, LogId, Timestamp, UserId};

use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::rows::{Columns, read_all, stored};
use crate::sealing::register::{IMPORT_NAME, IMPORT_PROBLEMS};
use crate::{StorageError, Store};

pub use replaced::ReplacedVersion;

const COLUMNS: &str =
    "id, space_id, name, format, status, found, added, replaced, unchanged, problems,
    started_at, ended_at, is_interrupted";
/// So long an import goes on at most of which nobody says that they carry it out: a program of a release before does not.
const UNSAID_US: i64 = 60 * 60 * 1_000_000;

/// Ends imports at `$1`; each counts what it has brought, of which the last was not written down.
macro_rules! interrupt {
    () => {
        "UPDATE imports SET status = 'cancelled', is_interrupted = 1, ended_at = $1,
         added = CASE WHEN added + replaced < (SELECT COUNT(*) FROM logs
                 WHERE logs.user_id = imports.user_id AND logs.import_id = imports.id)
             THEN (SELECT COUNT(*) FROM logs
                 WHERE logs.user_id = imports.user_id AND logs.import_id = imports.id) - replaced
             ELSE added END
         WHERE status = 'running'"
    };
}

impl Store {
    /// Stores an import as it stands, in place of how it stood. One that was stopped goes on no more, whatever whoever carries it
    /// says.
    pub async fn put_import(&self, user: UserId, import: &Import) -> Result<(), StorageError> {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (words, id) = (self.words(user).await?, import.id);
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO imports (user_id, id, space_id, name, format, status, found, added, replaced,
             unchanged, problems, started_at, ended_at, is_interrupted)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             ON CONFLICT (user_id, id) DO UPDATE SET
             status = CASE WHEN imports.status = 'running' OR excluded.status = 'undone'
                 OR excluded.is_interrupted = $15
                 THEN excluded.status ELSE imports.status END,
             is_interrupted = CASE WHEN imports.status = 'running' OR excluded.status = 'undone'
                 OR excluded.is_interrupted = $15
                 THEN excluded.is_interrupted ELSE imports.is_interrupted END,
             format = excluded.format, found = excluded.found, added = excluded.added,
             replaced = excluded.replaced, unchanged = excluded.unchanged,
             problems = excluded.problems, ended_at = excluded.ended_at",
        )
        .bind(user.to_string())
        .bind(import.id.to_string())
        .bind(import.space.to_string())
        .bind(words.seal(IMPORT_NAME, id, &import.name))
        .bind(import.format.as_str())
        .bind(stored_status(import.status).as_str())
        .bind(count(import.found))
        .bind(count(import.added))
        .bind(count(import.replaced))
        .bind(count(import.unchanged))
        .bind(words.seal(IMPORT_PROBLEMS, id, &import.problems.join("\n")))
        .bind(stored(import.started_at))
        .bind(import.ended_at.map(stored))
        .bind(mark(import.status))
        .bind(mark(ImportStatus::Undoing))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::IMPORT).await
    }

    /// Says that an import is being carried out, until this instant at least. False when it has ended.
    pub async fn carry_import(
        &self,
        user: UserId,
        id: ImportId,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let carry = "UPDATE imports SET carried_until = $3
             WHERE user_id = $1 AND id = $2 AND status = 'running'";
        self.carry_until(carry, (user, id), until).await
    }

    /// Lets a completed import go on, which is carried out until then at least; whether it was one.
    pub async fn resume_import(
        &self,
        user: UserId,
        id: ImportId,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let resume = "UPDATE imports SET status = 'running', ended_at = NULL, carried_until = $3
             WHERE user_id = $1 AND id = $2 AND status = 'completed'";
        self.carry_until(resume, (user, id), until).await
    }

    async fn carry_until(
        &self,
        change: &'static str,
        (user, id): (UserId, ImportId),
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let changed = sqlx::query(change)
            .bind(user.to_string())
            .bind(id.to_string())
            .bind(stored(until))
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::IMPORT).await?;
        Ok(changed.rows_affected() == 1)
    }

    /// Ends the imports, of all users, that are under way and that nobody carries out by now, and counts what they have brought.
    /// Of the embedded database, which one process uses at a time, that is every one begun before this process, whose start is
    /// given. How many there were.
    pub async fn interrupt_imports(
        &self,
        now: Timestamp,
        started: Timestamp,
    ) -> Result<u64, StorageError> {
        let begun_before = match self.dialect {
            Dialect::Sqlite => stored(started),
            Dialect::Postgres => 0,
        };
        let mut write = self.begin().await?;
        let ended = sqlx::query(concat!(
            interrupt!(),
            " AND (carried_until < $1 OR started_at < $2
                 OR (carried_until IS NULL AND started_at < $3))"
        ))
        .bind(stored(now))
        .bind(begun_before)
        .bind(stored(now) - UNSAID_US)
        .execute(write.connection())
        .await?;
        match ended.rows_affected() {
            0 => write.abandon().await?,
            _ => write.commit(CommitPoint::IMPORT).await?,
        }
        Ok(ended.rows_affected())
    }

    /// Ends an import that broke off, if it is under way, and counts what it has brought.
    pub async fn interrupt_import(
        &self,
        user: UserId,
        id: ImportId,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(concat!(interrupt!(), " AND user_id = $2 AND id = $3"))
            .bind(stored(now))
            .bind(user.to_string())
            .bind(id.to_string())
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::IMPORT).await
    }

    /// One of the user's imports.
    pub async fn import(&self, user: UserId, id: ImportId) -> Result<Option<Import>, StorageError> {
        let sql = format!("SELECT {COLUMNS} FROM imports WHERE user_id = $1 AND id = $2");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reads)
            .await?;
        let words = self.words(user).await?;
        row.map(|row| import(&mut words.columns(&row))).transpose()
    }

    /// The user's imports, the newest first, at most `limit`.
    pub async fn imports(&self, user: UserId, limit: u32) -> Result<Vec<Import>, StorageError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM imports WHERE user_id = $1
             ORDER BY started_at DESC, id DESC LIMIT $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(i64::from(limit))
            .fetch_all(&self.reads)
            .await?;
        self.words(user).await?.read_all(&rows, import)
    }

    /// The imports of all users that are being undone.
    pub async fn imports_to_undo(&self) -> Result<Vec<(UserId, ImportId)>, StorageError> {
        let rows = sqlx::query(
            "SELECT user_id, id FROM imports WHERE status = 'cancelled' AND is_interrupted = $1
             ORDER BY user_id, id",
        )
        .bind(mark(ImportStatus::Undoing))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| Ok((columns.id()?, columns.id()?)))
    }

    /// The logs of what an import brought, at most `limit`, in the order of acceptance.
    pub async fn logs_of_import(
        &self,
        user: UserId,
        id: ImportId,
        limit: u32,
    ) -> Result<Vec<LogId>, StorageError> {
        let rows = sqlx::query(
            "SELECT id FROM logs WHERE user_id = $1 AND import_id = $2 ORDER BY seq LIMIT $3",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| columns.id())
    }
}

/// What broke off and what is being undone are stored as stopped, with a mark: the program of the release before knows no more.
fn stored_status(status: ImportStatus) -> ImportStatus {
    match status {
        ImportStatus::Interrupted | ImportStatus::Undoing => ImportStatus::Cancelled,
        status => status,
    }
}

/// What is stored beside a status that says that an import was stopped.
const fn mark(status: ImportStatus) -> i64 {
    match status {
        ImportStatus::Interrupted => 1,
        ImportStatus::Undoing => 2,
        _ => 0,
    }
}

fn import(columns: &mut Columns<'_>) -> Result<Import, StorageError> {
    let id = columns.id()?;
    let mut import = Import {
        id,
        space: columns.id()?,
        name: columns.sealed(IMPORT_NAME, id)?,
        format: columns.text()?,
        status: columns.named(ImportStatus::from_name)?,
        found: columns.count()?,
        added: columns.count()?,
        replaced: columns.count()?,
        unchanged: columns.count()?,
        problems: columns
            .sealed(IMPORT_PROBLEMS, id)?
            .lines()
            .map(str::to_owned)
            .collect(),
        started_at: columns.instant()?,
        ended_at: columns.optional_instant()?,
    };
    let marked = columns.integer()?;
    if import.status == ImportStatus::Cancelled {
        let mut told = [ImportStatus::Interrupted, ImportStatus::Undoing].into_iter();
        import.status = told
            .find(|status| mark(*status) == marked)
            .unwrap_or(ImportStatus::Cancelled);
    }
    Ok(import)
}
