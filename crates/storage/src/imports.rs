//! Imports: what was brought in together.

use std::collections::HashSet;

use recollect_model::{Import, ImportId, ImportStatus, LogId, SpaceId, UserId};

use crate::faults::CommitPoint;
use crate::many::Rows;
use crate::rows::{Columns, read_all, stored};
use crate::sealing::register::{IMPORT_NAME, IMPORT_PROBLEMS, LOG_EXTERNAL_ID};
use crate::{StorageError, Store};

const COLUMNS: &str =
    "id, space_id, name, format, status, found, added, replaced, unchanged, problems,
    started_at, ended_at";

const NAMES: Rows = Rows {
    before: "SELECT logs.external_id FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN logs WHERE logs.user_id = asked.column1
            AND logs.external_id = asked.column3 AND logs.space_id = asked.column2
            AND logs.replaced_by IS NULL",
};

impl Store {
    /// Stores an import as it stands, in place of how it stood. One that was stopped goes on no more, whatever whoever carries it
    /// says.
    pub async fn put_import(&self, user: UserId, import: &Import) -> Result<(), StorageError> {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (words, id) = (self.words(user).await?, import.id);
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO imports (user_id, id, space_id, name, format, status, found, added, replaced,
             unchanged, problems, started_at, ended_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT (user_id, id) DO UPDATE SET
             status = CASE WHEN imports.status = 'running' OR excluded.status = 'undone'
                 THEN excluded.status ELSE imports.status END,
             format = excluded.format, found = excluded.found, added = excluded.added,
             replaced = excluded.replaced, unchanged = excluded.unchanged,
             problems = excluded.problems, ended_at = excluded.ended_at",
        )
        .bind(user.to_string())
        .bind(import.id.to_string())
        .bind(import.space.to_string())
        .bind(words.seal(IMPORT_NAME, id, &import.name))
        .bind(import.format.as_str())
        .bind(import.status.as_str())
        .bind(count(import.found))
        .bind(count(import.added))
        .bind(count(import.replaced))
        .bind(count(import.unchanged))
        .bind(words.seal(IMPORT_PROBLEMS, id, &import.problems.join("\n")))
        .bind(stored(import.started_at))
        .bind(import.ended_at.map(stored))
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

    /// How many of these names texts of the space have.
    pub async fn known_names(
        &self,
        user: UserId,
        space: SpaceId,
        names: &[String],
    ) -> Result<u64, StorageError> {
        let words = self.words(user).await?;
        let mut connection = self.reads.take().await?;
        let rows = NAMES.run(
            &mut connection,
            names,
            |shared| {
                shared.id(user).id(space);
            },
            |name, own| {
                own.bind(words.seek(LOG_EXTERNAL_ID, name));
            },
        );
        // As they are stored they can be counted, too.
        let found = read_all(&rows.await?, |columns| columns.text())?;
        let found: HashSet<String> = found.into_iter().collect();
        Ok(found.len() as u64)
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

fn import(columns: &mut Columns<'_>) -> Result<Import, StorageError> {
    let id = columns.id()?;
    Ok(Import {
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
    })
}
