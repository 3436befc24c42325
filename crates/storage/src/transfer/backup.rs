//! Backups: one file each, for its owner alone, complete or not there at all.

use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use recollect_model::Timestamp;
use sqlx::{AnyConnection, Connection, Executor, Row};

use super::layout::Table;
use super::{TableSum, TransferError, copy, fill, layout, refused};
use crate::dialect::Dialect;
use crate::inspection::{Schema, schema};
use crate::rows::stored;
use crate::servers::Pooling;
use crate::store::sqlite_url;
use crate::{Database, Encryption, migrations};

const PRIVATE: u32 = 0o600;
/// The form of the file.
const FORMAT: i64 = 1;
/// Written without care for a crash: a file that broke off is thrown away. What refers to nothing is copied all the same.
const WRITING: &str =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF";
const MANIFEST: &str = "CREATE TABLE backup (format BIGINT NOT NULL, made_at BIGINT NOT NULL);
    CREATE TABLE backup_sums (name TEXT NOT NULL PRIMARY KEY, row_count BIGINT NOT NULL, checksum TEXT NOT NULL)";

impl Database {
    /// Copies everything, as it is at one moment, into a new file that its owner alone may read. The service may go on.
    ///
    /// # Errors
    ///
    /// [`TransferError::Refused`] when the file exists already, or the database is of another version.
    pub async fn back_up(
        &self,
        file: &Path,
        made_at: Timestamp,
        told: impl FnMut(&TableSum) + Send,
    ) -> Result<Vec<TableSum>, TransferError> {
        if file.exists() {
            let file = file.display();
            return Err(refused(&format!(
                "{file} exists already: name another file"
            )));
        }
        let (source, dialect) = self.source().await?;
        let partial = Unfinished::create(with_ending(file, ".partial"))?;
        let sums = write(source, dialect, &partial.0, made_at, told).await?;
        partial.finish(file)?;
        Ok(sums)
    }

    /// Fills an empty database with a backup; one of an older version is brought up to date. What is encrypted in it stays as
    /// it is, and wants the same master key; what is not is encrypted on the way, as a new database is.
    ///
    /// # Errors
    ///
    /// [`TransferError::Differs`] and [`TransferError::Refused`] when the file is not what was written, and when this
    /// database is not empty. Nothing was written then.
    pub async fn restore(
        &self,
        file: &Path,
        encryption: &Encryption,
        told: impl FnMut(&TableSum) + Send,
    ) -> Result<Vec<TableSum>, TransferError> {
        let mut backup = open(file).await?;
        examine(&mut backup).await?;
        let schema = schema(&mut backup, Dialect::Sqlite).await?;
        match schema {
            Schema::Current => {
                let sums = fill(&mut backup, (self, encryption), told).await?;
                backup.close().await?;
                Ok(sums)
            }
            Schema::Older(_) => {
                backup.close().await?;
                // The backup itself stays as it is.
                let copied = Unfinished::create(with_ending(file, ".upgrading"))?;
                std::fs::copy(file, &copied.0).map_err(|error| of_file(file, error))?;
                let url = sqlite_url(&copied.0, "rw")?;
                let mut upgraded = AnyConnection::connect(&url).await?;
                upgraded.execute(WRITING).await?;
                migrations::migrate(&mut upgraded, Dialect::Sqlite, Pooling::Session).await?;
                let sums = fill(&mut upgraded, (self, encryption), told).await?;
                upgraded.close().await?;
                Ok(sums)
            }
            _ => Err(refused(
                "the backup is of a newer version: restore it with that version's recollect",
            )),
        }
    }
}

/// Opens a backup without changing it or anything beside it.
pub(crate) async fn open(file: &Path) -> Result<AnyConnection, TransferError> {
    sqlx::any::install_default_drivers();
    let file = file.canonicalize().map_err(|error| of_file(file, error))?;
    let url = format!("{}&immutable=true", sqlite_url(&file, "ro")?);
    Ok(AnyConnection::connect(&url).await?)
}

/// Makes sure that a backup is what was written.
pub(crate) async fn examine(backup: &mut AnyConnection) -> Result<(), TransferError> {
    let said = "SELECT name FROM sqlite_master WHERE name = 'backup_sums'";
    match backup.fetch_optional(said).await {
        Ok(Some(_)) => {}
        Ok(None) => return Err(refused("the file is a database, and no backup")),
        Err(error) => {
            return Err(refused(&format!(
                "the file is no backup, or damaged: {error}"
            )));
        }
    }
    let sums = backup
        .fetch_all("SELECT name, row_count, checksum FROM backup_sums")
        .await?;
    let tables = layout::of(backup).await?;
    for row in sums {
        let expected = TableSum {
            table: row.try_get(0)?,
            rows: row.try_get::<i64, _>(1)?.unsigned_abs(),
            checksum: row.try_get(2)?,
        };
        let table = tables.iter().find(|table| table.name == expected.table);
        let table = table.ok_or_else(|| {
            refused(&format!(
                "the backup is damaged: its table {} is gone",
                expected.table
            ))
        })?;
        copy::sum(table, backup, None).await?.expect(&expected)?;
    }
    Ok(())
}

async fn write(
    mut source: AnyConnection,
    dialect: Dialect,
    file: &Path,
    made_at: Timestamp,
    mut told: impl FnMut(&TableSum) + Send,
) -> Result<Vec<TableSum>, TransferError> {
    if dialect == Dialect::Sqlite {
        let path = file
            .to_str()
            .ok_or_else(|| refused("the file's path must be UTF-8"))?;
        let copied = sqlx::query("VACUUM INTO $1").bind(path.to_owned());
        copied.execute(&mut source).await?;
    }
    let mut backup = AnyConnection::connect(&sqlite_url(file, "rw")?).await?;
    backup.execute(WRITING).await?;
    let tables = match dialect {
        Dialect::Sqlite => layout::of(&mut backup).await?,
        Dialect::Postgres => {
            migrations::migrate(&mut backup, Dialect::Sqlite, Pooling::Session).await?;
            layout::current().await?
        }
    };
    backup.execute("BEGIN IMMEDIATE").await?;
    if dialect == Dialect::Postgres {
        copy_all(&tables, source, &mut backup).await?;
    } else {
        source.close().await?;
    }
    backup.execute(MANIFEST).await?;
    let about = sqlx::query("INSERT INTO backup (format, made_at) VALUES ($1, $2)");
    about
        .bind(FORMAT)
        .bind(stored(made_at))
        .execute(&mut backup)
        .await?;
    let mut sums = Vec::with_capacity(tables.len());
    for table in &tables {
        let sum = copy::sum(table, &mut backup, None).await?;
        let noted =
            sqlx::query("INSERT INTO backup_sums (name, row_count, checksum) VALUES ($1, $2, $3)")
                .bind(sum.table.clone())
                .bind(i64::try_from(sum.rows).unwrap_or(i64::MAX))
                .bind(sum.checksum.clone());
        noted.execute(&mut backup).await?;
        told(&sum);
        sums.push(sum);
    }
    backup.execute("COMMIT").await?;
    // In one file, without a log beside it.
    backup.execute("PRAGMA journal_mode = DELETE").await?;
    backup.close().await?;
    Ok(sums)
}

/// Copies one state of a server's tables.
async fn copy_all(
    tables: &[Table],
    mut source: AnyConnection,
    backup: &mut AnyConnection,
) -> Result<(), TransferError> {
    source.execute(Dialect::Postgres.begin_snapshot()).await?;
    for table in tables {
        let sum = copy::copy(table, &mut source, backup, None).await?;
        copy::sum(table, backup, None).await?.expect(&sum)?;
    }
    Ok(source.close().await?)
}

/// A file that is removed unless it is finished.
struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates it, for its owner alone, in the place of one that was left behind.
    fn create(path: PathBuf) -> Result<Self, TransferError> {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(of_file(&path, error)),
            _ => {}
        }
        let mut options = File::options();
        let created = options
            .create_new(true)
            .write(true)
            .mode(PRIVATE)
            .open(&path);
        created.map_err(|error| of_file(&path, error))?;
        Ok(Self(path))
    }

    /// Gives it its name, once it is on disk.
    fn finish(self, name: &Path) -> Result<(), TransferError> {
        let synced = File::open(&self.0).and_then(|file| file.sync_all());
        synced.map_err(|error| of_file(&self.0, error))?;
        std::fs::rename(&self.0, name).map_err(|error| of_file(name, error))?;
        let directory = name
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let directory = File::open(directory.unwrap_or(Path::new(".")));
        let synced = directory.and_then(|directory| directory.sync_all());
        synced.map_err(|error| of_file(name, error))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for ending in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(with_ending(&self.0, ending));
        }
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn of_file(path: &Path, source: std::io::Error) -> TransferError {
    TransferError::File {
        path: path.to_owned(),
        source,
    }
}
