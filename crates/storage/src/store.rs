//! Opening a database, and the transactions on it.
//!
//! `SQLite` has one writer, so its writes go through a pool of one connection and queue there, in order, instead of
//! colliding in the database; its readers never wait for it (write-ahead log). `PostgreSQL` has one pool for both.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use recollect_model::Timestamp;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::condition::Condition;
use crate::data_directory::{self, DataDirectoryLock};
use crate::database::Database;
use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::hosts::Hosts;
use crate::keyring::Keyring;
use crate::rows::stored;
use crate::servers::{Pooling, PostgresLimits, Servers};
use crate::sessions::{Session, Sessions};
use crate::{Faults, StorageError, migrations};

const SQLITE_READERS: u32 = 4;
/// How long a call waits for its turn to write to `SQLite`: deleting a large space takes seconds.
const SQLITE_WAIT: Duration = Duration::from_secs(30);
/// Rows that take as much as a text with what is understood of it.
const MUCH: &str = "WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < 5000)
    INSERT INTO probes (id, probed_at) SELECT number, 9007199254740991 FROM numbers WHERE TRUE ON CONFLICT (id) DO NOTHING";
/// How long a statement may take that removes much.
const REMOVING: Duration = Duration::from_secs(300);

/// Everything that is kept. Cheap to clone; clones share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) reads: Sessions,
    pub(crate) writes: Sessions,
    pub(crate) dialect: Dialect,
    pub(crate) condition: Arc<Condition>,
    pub(crate) keyring: Arc<Keyring>,
    faults: Faults,
    /// Whether something was deleted that may still be in the files; see `erasing`.
    pub(crate) is_to_be_erased: Arc<AtomicBool>,
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

    /// Whether a data directory has a database. Nothing is created.
    pub fn is_in(directory: &Path) -> bool {
        data_directory::has_database(directory)
    }

    /// Whether a server has this data directory now. Nothing is created, and nothing is held afterwards.
    pub fn is_data_dir_served(directory: &Path) -> bool {
        data_directory::is_served(directory)
    }
}

impl Store {
    /// Connects and brings the schema up to date; what is sealed stays closed until it is unlocked.
    pub(crate) async fn connect(
        database: &Database,
        limits: PostgresLimits,
        faults: Faults,
    ) -> Result<Self, StorageError> {
        sqlx::any::install_default_drivers();
        match database {
            Database::Sqlite { directory } => {
                let file = data_directory::database_file(directory)?;
                let url = sqlite_url(&file, "rwc")?;
                // A pool tries again for a while, as it must when another process is just creating the file; what is
                // wrong with the file for good is to be told at once.
                if let Err(error) = try_file(&url).await
                    && !matches!(error, StorageError::Unavailable { .. })
                {
                    return Err(error);
                }
                let condition = Arc::new(Condition::of(file.clone()));
                let writes = sqlite_pool(&condition).connect(&url).await?;
                migrations::migrate(
                    &mut *writes.acquire().await?,
                    Dialect::Sqlite,
                    Pooling::Session,
                )
                .await?;
                data_directory::mark_used(directory)?;
                // A reader that comes when the file is gone must not put an empty one in its place.
                let reads = readers(&condition).connect_lazy(&sqlite_url(&file, "rw")?)?;
                Ok(Self {
                    reads: Sessions::embedded(reads, condition.clone()),
                    writes: Sessions::embedded(writes, condition.clone()),
                    dialect: Dialect::Sqlite,
                    condition,
                    keyring: Arc::default(),
                    faults,
                    is_to_be_erased: Arc::default(),
                })
            }
            Database::SqliteInMemory => {
                let condition = Arc::new(Condition::default());
                let pool = sqlite_pool(&condition).connect("sqlite::memory:").await?;
                migrations::migrate(
                    &mut *pool.acquire().await?,
                    Dialect::Sqlite,
                    Pooling::Session,
                )
                .await?;
                let sessions = Sessions::embedded(pool, condition.clone());
                Ok(Self::of(sessions, Dialect::Sqlite, condition, faults))
            }
            Database::Postgres { url } => {
                let servers = Arc::new(Servers::new(Hosts::of(url)?, limits));
                let primary = servers.primary().await?;
                let mut connection = servers.connect(primary).await?;
                migrations::migrate(&mut connection, Dialect::Postgres, limits.pooling).await?;
                connection.close().await?;
                let condition = Arc::new(Condition::default());
                let options = postgres_pool(servers.limits(), condition.clone());
                let sessions = Sessions::of(&servers, options, primary, condition.clone());
                Ok(Self::of(sessions, Dialect::Postgres, condition, faults))
            }
        }
    }

    /// How long a statement or a commit may take until it is given up; the embedded database is waited for.
    pub fn statement_limit(&self) -> Option<Duration> {
        self.writes.patience()
    }

    /// A store that reads and writes by the same connections.
    fn of(sessions: Sessions, dialect: Dialect, condition: Arc<Condition>, faults: Faults) -> Self {
        Self {
            reads: sessions.clone(),
            writes: sessions,
            dialect,
            condition,
            keyring: Arc::default(),
            faults,
            is_to_be_erased: Arc::default(),
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        sqlx::query("SELECT 1").execute(&self.reads).await?;
        Ok(())
    }

    /// Whether the database can be read and written: reads a row, writes one and commits it. Once the disk has refused something it
    /// writes as much as a text takes: a full one has room for a row, where another was.
    pub async fn probe(&self, now: Timestamp) -> Result<(), Unready> {
        let read = sqlx::query("SELECT probed_at FROM probes WHERE id = 1");
        let read = read.fetch_optional(&self.reads).await;
        read.map_err(|error| Unready::Read(error.into()))?;
        self.write_probe(now).await.map_err(Unready::Write)?;
        if self.condition.is_in_doubt() {
            self.write_much().await.map_err(Unready::Write)?;
            self.condition.has_room();
        }
        Ok(())
    }

    /// Writes some hundred kilobytes, and takes them back.
    async fn write_much(&self) -> Result<(), StorageError> {
        for sql in [MUCH, "DELETE FROM probes WHERE id > 1"] {
            let mut write = self.begin().await?;
            write.connection().execute(sql).await?;
            write.commit(CommitPoint::PROBE).await?;
        }
        Ok(())
    }

    async fn write_probe(&self, now: Timestamp) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO probes (id, probed_at) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET probed_at = excluded.probed_at",
        )
        .bind(stored(now))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::PROBE).await
    }

    /// Closes every connection, once the calls in progress have ended; later calls are
    /// [`StorageError::Unavailable`].
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }

    /// A transaction that reads; see [`Dialect::begin_snapshot`].
    pub(crate) async fn snapshot(&self) -> Result<Session, StorageError> {
        Ok(self.reads.begin(self.dialect.begin_snapshot()).await?)
    }

    pub(crate) async fn begin(&self) -> Result<Write, StorageError> {
        self.condition.check()?;
        let session = self.writes.begin(self.dialect.begin_write()).await?;
        Ok(Write {
            session,
            dialect: self.dialect,
            keyring: self.keyring.clone(),
            faults: self.faults.clone(),
            is_to_be_erased: self.is_to_be_erased.clone(),
        })
    }
}

/// What a database that is not ready cannot do.
#[derive(Debug, thiserror::Error)]
pub enum Unready {
    /// It cannot be read.
    #[error("{0}")]
    Read(StorageError),
    /// It can be read, and not be written.
    #[error("{0}")]
    Write(StorageError),
}

/// An open transaction that writes; dropped, it is rolled back.
#[derive(Debug)]
pub(crate) struct Write {
    session: Session,
    pub(crate) dialect: Dialect,
    pub(crate) keyring: Arc<Keyring>,
    faults: Faults,
    is_to_be_erased: Arc<AtomicBool>,
}

impl Write {
    /// The connection to run statements on.
    pub(crate) const fn connection(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Lets the statements of this transaction take minutes: it removes more than others.
    pub(crate) async fn take_time(&mut self) -> Result<(), StorageError> {
        if self.dialect == Dialect::Postgres {
            self.session.be_patient(REMOVING);
            let milliseconds = REMOVING.as_millis();
            let sql = format!("SET LOCAL statement_timeout = {milliseconds}");
            self.session.execute(AssertSqlSafe(sql)).await?;
        }
        Ok(())
    }

    /// Says that this transaction deletes what is not to be found in the files any more: also where whoever asked for that does
    /// not wait for the answer. The embedded database's one writer is held, so nobody erases before the transaction ends.
    pub(crate) fn is_to_be_erased(&self) {
        self.is_to_be_erased.store(true, Ordering::Release);
    }

    /// Changes nothing, and holds nothing any more when it returns; what is merely dropped does so a little later.
    pub(crate) async fn abandon(mut self) -> Result<(), StorageError> {
        Ok(self.session.rollback().await?)
    }

    pub(crate) async fn commit(mut self, point: CommitPoint) -> Result<(), StorageError> {
        if let Err(fault) = self.faults.check(point.before) {
            self.session.rollback().await?;
            return Err(StorageError::unavailable(fault));
        }
        self.session.commit().await?;
        let fault = self.faults.check(point.after);
        fault.map_err(StorageError::unavailable)
    }
}

async fn try_file(url: &str) -> Result<(), StorageError> {
    let mut connection = AnyConnection::connect(url).await?;
    connection.execute(Dialect::SQLITE_SESSION).await?;
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

fn pool(session: Arc<str>, condition: Arc<Condition>) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            let (session, condition) = (session.clone(), condition.clone());
            Box::pin(async move {
                let told = connection.execute(AssertSqlSafe(session.to_string()));
                told.await
                    .map(|_| ())
                    .inspect_err(|error| condition.note(error))
            })
        })
}

fn embedded_pool(condition: &Arc<Condition>) -> AnyPoolOptions {
    pool(Dialect::SQLITE_SESSION.into(), condition.clone()).acquire_timeout(SQLITE_WAIT)
}

/// One connection that lives as long as the store: closed, an in-memory database would be gone.
fn sqlite_pool(condition: &Arc<Condition>) -> AnyPoolOptions {
    embedded_pool(condition)
        .max_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|connection, _| Box::pin(usable(connection)))
}

fn readers(condition: &Arc<Condition>) -> AnyPoolOptions {
    embedded_pool(condition)
        .max_connections(SQLITE_READERS)
        .idle_timeout(None)
        .max_lifetime(None)
}

fn postgres_pool(limits: &PostgresLimits, condition: Arc<Condition>) -> AnyPoolOptions {
    pool(limits.session().into(), condition)
        .max_connections(limits.connections.max(1))
        .acquire_timeout(limits.waiting)
}

/// Whether a connection that comes back is out of its transaction. When the disk is full or broken `SQLite` rolls back
/// by itself, sqlx's own rollback then fails, and it would take the connection for one inside a transaction for ever.
async fn usable(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    // A rollback that was only queued is done once the ping behind it is answered.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}
