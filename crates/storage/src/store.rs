//! Opening a database, and the transactions on it.
//!
//! `SQLite` has one writer, so its writes go through a pool of one connection and queue there, in order, instead of
//! colliding in the database; its readers never wait for it (write-ahead log). `PostgreSQL` has one pool for both.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, Transaction};

use crate::data_directory::{self, DataDirectoryLock};
use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::{Faults, StorageError, migrations};

const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;
/// How long a call waits for its turn to write to `SQLite`: deleting a large space takes seconds.
const SQLITE_WAIT: Duration = Duration::from_secs(30);
/// How long a call waits for a connection to PostgreSQL: whoever asks for the service's health wants an answer.
const POSTGRES_WAIT: Duration = Duration::from_secs(5);

/// Where a store keeps its data.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// `SQLite` in the file `recollect.db` of this directory, which is created when it is missing.
    Sqlite {
        /// The data directory.
        directory: PathBuf,
    },
    /// `SQLite` in memory, gone with its last store. It has one connection: what is called while a
    /// [`Settlement`](crate::Settlement) is open waits for it.
    SqliteInMemory,
    /// `PostgreSQL` 12 or later.
    Postgres {
        /// `postgres://user:password@host:port/database`
        url: String,
    },
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite { directory } => f.debug_tuple("Sqlite").field(directory).finish(),
            Self::SqliteInMemory => f.write_str("SqliteInMemory"),
            // The URL carries a password.
            Self::Postgres { .. } => f.write_str("Postgres"),
        }
    }
}

/// Everything that is kept. Cheap to clone; clones share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) reads: AnyPool,
    writes: AnyPool,
    dialect: Dialect,
    faults: Faults,
}

impl Store {
    /// Claims a data directory for one server, and creates it when it is missing. Other commands, such as creating a
    /// key, work beside a running server and do not ask.
    ///
    /// # Errors
    ///
    /// [`StorageError::InUse`] when another server has it; [`StorageError::Misconfigured`] when it cannot be written.
    pub fn lock_data_dir(directory: &Path) -> Result<DataDirectoryLock, StorageError> {
        data_directory::lock(directory)
    }

    /// Whether a server has this data directory now. Nothing is created, and nothing is held afterwards.
    pub fn is_data_dir_served(directory: &Path) -> bool {
        data_directory::is_served(directory)
    }
}

impl Store {
    /// Connects and brings the schema up to date.
    ///
    /// # Errors
    ///
    /// [`StorageError::Misconfigured`] for a wrong URL or directory, or a database of a newer program.
    pub async fn open(database: &Database, faults: Faults) -> Result<Self, StorageError> {
        sqlx::any::install_default_drivers();
        let (reads, writes, dialect) = match database {
            Database::Sqlite { directory } => {
                let url = sqlite_url(&data_directory::database_file(directory)?, "rwc")?;
                // A pool tries again for a while, as it must when another process is just creating the file; what is
                // wrong with the file for good is to be told at once.
                if let Err(error @ StorageError::Misconfigured { .. }) = try_file(&url).await {
                    return Err(error);
                }
                let writes = sqlite_pool().connect(&url).await?;
                let reads = readers().connect_lazy(&url)?;
                (reads, writes, Dialect::Sqlite)
            }
            Database::SqliteInMemory => {
                let pool = sqlite_pool().connect("sqlite::memory:").await?;
                (pool.clone(), pool, Dialect::Sqlite)
            }
            Database::Postgres { url } => {
                // The pool tries until its time is up and then says only that; one connection says why it fails.
                AnyConnection::connect(url).await?.close().await?;
                let pool = postgres_pool().connect(url).await?;
                (pool.clone(), pool, Dialect::Postgres)
            }
        };
        migrations::migrate(&writes, dialect).await?;
        Ok(Self {
            reads,
            writes,
            dialect,
            faults,
        })
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        sqlx::query("SELECT 1").execute(&self.reads).await?;
        Ok(())
    }

    /// Closes every connection, once the calls in progress have ended; later calls are
    /// [`StorageError::Unavailable`].
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }

    /// A transaction that reads; see [`Dialect::begin_snapshot`].
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StorageError> {
        Ok(self.reads.begin_with(self.dialect.begin_snapshot()).await?)
    }

    pub(crate) async fn begin(&self) -> Result<Write, StorageError> {
        let tx = self.writes.begin_with(self.dialect.begin_write()).await?;
        Ok(Write {
            tx,
            dialect: self.dialect,
            faults: self.faults.clone(),
        })
    }
}

/// An open transaction that writes; dropped, it is rolled back.
#[derive(Debug)]
pub(crate) struct Write {
    tx: Transaction<'static, Any>,
    pub(crate) dialect: Dialect,
    faults: Faults,
}

impl Write {
    /// The connection to run statements on.
    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.tx
    }

    pub(crate) async fn commit(self, point: CommitPoint) -> Result<(), StorageError> {
        if let Err(fault) = self.faults.check(point.before) {
            self.tx.rollback().await?;
            return Err(StorageError::unavailable(fault));
        }
        self.tx.commit().await?;
        let fault = self.faults.check(point.after);
        fault.map_err(StorageError::unavailable)
    }
}

async fn try_file(url: &str) -> Result<(), StorageError> {
    let mut connection = AnyConnection::connect(url).await?;
    connection.execute(Dialect::Sqlite.session()).await?;
    Ok(connection.close().await?)
}

/// The URL of a file, opened in a mode such as `rw`.
pub(crate) fn sqlite_url(file: &Path, mode: &str) -> Result<String, StorageError> {
    let path = file.to_str().ok_or_else(|| {
        let message = "the path of the data directory must be UTF-8";
        StorageError::misconfigured(std::io::Error::other(message))
    })?;
    // What would end the path of a URL or be taken for an escape in it.
    let escaped = path.replace('%', "%25");
    let escaped = escaped.replace('?', "%3F").replace('#', "%23");
    Ok(format!("sqlite://{escaped}?mode={mode}"))
}

fn pool(dialect: Dialect) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .acquire_timeout(match dialect {
            Dialect::Sqlite => SQLITE_WAIT,
            Dialect::Postgres => POSTGRES_WAIT,
        })
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(dialect.session()).await?;
                Ok(())
            })
        })
}

/// One connection that lives as long as the store: closed, an in-memory database would be gone.
fn sqlite_pool() -> AnyPoolOptions {
    pool(Dialect::Sqlite)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|connection, _| Box::pin(usable(connection)))
}

fn readers() -> AnyPoolOptions {
    pool(Dialect::Sqlite)
        .max_connections(SQLITE_READERS)
        .idle_timeout(None)
        .max_lifetime(None)
}

/// Each connection is tried before it is used, so that a restart of the server is not felt by one call after another.
fn postgres_pool() -> AnyPoolOptions {
    pool(Dialect::Postgres)
        .max_connections(POSTGRES_CONNECTIONS)
        .test_before_acquire(true)
}

/// Whether a connection that comes back is out of its transaction. When the disk is full or broken `SQLite` rolls back
/// by itself, sqlx's own rollback then fails, and it would take the connection for one inside a transaction for ever.
async fn usable(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    // A rollback that was only queued is done once the ping behind it is answered.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}
