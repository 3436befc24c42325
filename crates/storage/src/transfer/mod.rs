//! Whole databases: copied to a file, brought back from one, and moved between the engines.
//!
//! - What is copied is one state of the database, as it was at one moment, while a service goes on writing to it.
//! - The target gets everything or nothing: it is one transaction there, and it must be empty before.
//! - Nothing is believed: of every table the rows and a checksum over all their values are taken where they are read,
//!   and taken again from where they were written.
//!
//! A backup is an `SQLite` database in one file, whatever engine it was made of, with the sums of its tables in it.
//! Both engines have the same tables with the same columns, so that a copy needs to know neither.

mod backup;
mod copy;
mod layout;
mod looking;
mod sealing;
mod value;

use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

pub(crate) use self::backup::{examine as examine_backup, open as open_backup};
use self::layout::Table;
use self::sealing::Sealing;
use crate::data_directory::{self, DataDirectoryLock};
use crate::dialect::Dialect;
use crate::encryption_record::{record, recorded};
use crate::hosts::Hosts;
use crate::inspection::{Schema, master_key, schema};
use crate::servers::{Pooling, PostgresLimits, Servers};
use crate::store::sqlite_url;
use crate::{Database, Encryption, StorageError, migrations};

/// Why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// One of the databases cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// It would do harm, or there is nothing to do; the sentence says what to do instead.
    #[error("{0}")]
    Refused(String),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// What was written is not what was read; nothing was kept.
    #[error(
        "the table {table} is not what it should be ({found} where {expected} were expected); nothing was kept"
    )]
    Differs {
        /// The table.
        table: String,
        /// The rows and the checksum that it should have.
        expected: String,
        /// Those that it has.
        found: String,
    },
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// What is in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSum {
    /// The table.
    pub table: String,
    /// How many rows it has.
    pub rows: u64,
    /// A checksum over all values of all rows, in whatever order they are.
    pub checksum: String,
}

impl TableSum {
    /// Compares what was written with what was read.
    fn expect(&self, expected: &Self) -> Result<(), TransferError> {
        let told = |sum: &Self| format!("{} rows, {}", sum.rows, &sum.checksum[..12]);
        match self == expected {
            true => Ok(()),
            false => Err(TransferError::Differs {
                table: self.table.clone(),
                expected: told(expected),
                found: told(self),
            }),
        }
    }
}

impl Database {
    /// Copies everything into another database, which must be empty, and makes sure that it arrived. `told` hears of each
    /// table that was copied. What is encrypted stays as it is, and wants the same master key; what is not is encrypted on
    /// the way, as a new database is.
    ///
    /// # Errors
    ///
    /// [`TransferError::Refused`] when a service uses the source, because what it writes meanwhile would be left behind,
    /// when the source is of another version, and when the target is not empty.
    pub async fn move_to(
        &self,
        target: &Self,
        encryption: &Encryption,
        told: impl FnMut(&TableSum) + Send,
    ) -> Result<Vec<TableSum>, TransferError> {
        if self == target {
            return Err(refused("the source and the target are the same database"));
        }
        let _nobody_serves = match self {
            Self::Sqlite { directory } => Some(unserved(directory)?),
            _ => None,
        };
        let (mut source, dialect) = self.source().await?;
        if dialect == Dialect::Postgres {
            refuse_company(&mut source).await?;
        }
        source.execute(dialect.begin_snapshot()).await?;
        let sums = fill(&mut source, (target, encryption), told).await?;
        source.close().await?;
        Ok(sums)
    }

    /// The name of the master key that the database is encrypted with; nothing of one that is not.
    ///
    /// # Errors
    ///
    /// [`TransferError::Refused`] when it is empty, or of another version.
    pub async fn master_key(&self) -> Result<Option<String>, TransferError> {
        let (mut connection, _) = self.source().await?;
        let id = master_key(&mut connection, Schema::Current).await?;
        connection.close().await?;
        Ok(id)
    }

    /// A connection to a database that is there, of this version.
    pub(crate) async fn source(&self) -> Result<(AnyConnection, Dialect), TransferError> {
        sqlx::any::install_default_drivers();
        let (mut connection, dialect) = match self {
            Self::Sqlite { directory } => {
                let file = data_directory::existing_database_file(directory)?;
                let file = file.ok_or_else(|| {
                    refused(&format!("there is no database in {}", directory.display()))
                })?;
                let connection = AnyConnection::connect(&sqlite_url(&file, "rw")?).await?;
                (connection, Dialect::Sqlite)
            }
            Self::SqliteInMemory => return Err(refused("a database in memory is not copied")),
            Self::Postgres { url } => {
                let servers = Servers::new(Hosts::of(url)?, PostgresLimits::default());
                // A standby can be read as well.
                let host = servers.primary().await.unwrap_or(0);
                (servers.connect(host).await?, Dialect::Postgres)
            }
        };
        match schema(&mut connection, dialect).await? {
            Schema::Current => Ok((connection, dialect)),
            Schema::Empty => Err(refused("the source is empty: there is nothing to copy")),
            Schema::Older(_) => Err(refused(
                "the source is of an older version: use that version's recollect, or start this version's service on it once",
            )),
            // What it has and this version does not know would be left behind.
            Schema::Ahead(_) => Err(refused(
                "the source is of a newer version: use that version's recollect",
            )),
            Schema::Newer(_) | Schema::Altered(_) | Schema::Unrecorded => Err(refused(
                "the source is of another version, or damaged: recollect doctor says more",
            )),
        }
    }

    /// A connection to a database that may be filled: it is created and brought up to date, and nobody serves it.
    async fn target(
        &self,
    ) -> Result<(AnyConnection, Dialect, Option<DataDirectoryLock>), TransferError> {
        sqlx::any::install_default_drivers();
        match self {
            Self::Sqlite { directory } => {
                let lock = data_directory::lock(directory)?;
                let file = data_directory::database_file(directory)?;
                let mut connection = AnyConnection::connect(&sqlite_url(&file, "rwc")?).await?;
                connection.execute(Dialect::SQLITE_SESSION).await?;
                migrations::migrate(&mut connection, Dialect::Sqlite, Pooling::Session).await?;
                data_directory::mark_used(directory)?;
                Ok((connection, Dialect::Sqlite, Some(lock)))
            }
            Self::SqliteInMemory => Err(refused("a database in memory is not filled")),
            Self::Postgres { url } => {
                let servers = Servers::new(Hosts::of(url)?, PostgresLimits::default());
                let mut connection = servers.connect(servers.primary().await?).await?;
                migrations::migrate(&mut connection, Dialect::Postgres, Pooling::Session).await?;
                connection.execute("SET synchronous_commit = on").await?;
                Ok((connection, Dialect::Postgres, None))
            }
        }
    }
}

/// Copies all tables of a source into an empty target, in one transaction there.
async fn fill(
    source: &mut AnyConnection,
    (target, encryption): (&Database, &Encryption),
    mut told: impl FnMut(&TableSum) + Send,
) -> Result<Vec<TableSum>, TransferError> {
    let tables = layout::current().await?;
    // Before anything is created: it may be that there is no key to encrypt with.
    let is_sealed = master_key(source, Schema::Current).await?.is_some();
    let is_to_be_sealed = !is_sealed && encryption.encrypts_new(target)?;
    let (place, (mut target, dialect, lock)) = (target, target.target().await?);
    target.execute(dialect.begin_write()).await?;
    refuse_contents(&tables, &mut target).await?;
    record_encryption(is_sealed || is_to_be_sealed, &mut target).await?;
    let mut sealing = match is_to_be_sealed {
        true => Sealing::of_new(place, encryption)?,
        false => None,
    };
    let mut sums = Vec::with_capacity(tables.len());
    for table in &tables {
        let sum = copy::copy(table, source, &mut target, sealing.as_mut()).await?;
        told(&sum);
        sums.push(sum);
    }
    for (table, sum) in tables.iter().zip(&sums) {
        let found = copy::sum(table, &mut target, sealing.as_mut()).await?;
        found.expect(sum)?;
    }
    if let Some(sealing) = &sealing {
        sealing.keep(&mut target).await?;
    }
    target.execute("COMMIT").await?;
    // The planner knows nothing of what came at once.
    target.execute("ANALYZE").await?;
    target.close().await?;
    drop(lock);
    Ok(sums)
}

/// Records whether the target is encrypted. A service that has opened it before goes by what it recorded then.
async fn record_encryption(
    is_encrypted: bool,
    target: &mut AnyConnection,
) -> Result<(), TransferError> {
    record(&mut *target, is_encrypted).await?;
    match recorded(&mut *target).await? == Some(is_encrypted) {
        true => Ok(()),
        false if is_encrypted => Err(refused(
            "the target was opened before, and is not encrypted: name a database or a directory that was never opened, or, if \
             the source is not encrypted either and the target shall not be, set RECOLLECT_ENCRYPTION=off",
        )),
        false => Err(refused(
            "the target was opened before, and is encrypted: name a database or a directory that was never opened",
        )),
    }
}

async fn refuse_contents(
    tables: &[Table],
    target: &mut AnyConnection,
) -> Result<(), TransferError> {
    for table in tables {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if target.fetch_optional(AssertSqlSafe(sql)).await?.is_some() {
            let name = &table.name;
            return Err(refused(&format!(
                "the target is not empty: its table {name} has rows; name a database or a directory that holds nothing"
            )));
        }
    }
    Ok(())
}

/// Refuses a server's database that others are connected to: what they write meanwhile would be left behind.
async fn refuse_company(connection: &mut AnyConnection) -> Result<(), TransferError> {
    let others = sqlx::query_scalar(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    let others: i64 = others.fetch_one(connection).await?;
    match others {
        0 => Ok(()),
        others => Err(refused(&format!(
            "others are connected to the source ({others}); stop every service that uses it, because what they write now \
             would be left behind"
        ))),
    }
}

/// Makes sure that no service has a directory, and that none starts on it meanwhile.
fn unserved(directory: &Path) -> Result<DataDirectoryLock, TransferError> {
    // The lock would create what is not there.
    if data_directory::existing_database_file(directory)?.is_none() {
        let directory = directory.display();
        return Err(refused(&format!("there is no database in {directory}")));
    }
    data_directory::lock(directory).map_err(|error| match error {
        StorageError::InUse { directory } => refused(&format!(
            "a service uses {}; stop it first, because what it writes now would be left behind",
            directory.display()
        )),
        error => error.into(),
    })
}

fn refused(reason: &str) -> TransferError {
    TransferError::Refused(reason.to_owned())
}
