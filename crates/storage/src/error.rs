//! What can go wrong, said in terms of what the caller can do.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// What lies behind an error, for the log only.
pub type Cause = Arc<dyn Error + Send + Sync>;

/// Why the store did not do what it was asked. Cheap to clone, so that everybody who shared a commit can be told.
///
/// Any call may answer [`Unavailable`](Self::Unavailable) and [`Internal`](Self::Internal); a server that refuses its credentials
/// meanwhile is [`Misconfigured`](Self::Misconfigured). [`InUse`](Self::InUse) comes of claiming a data directory,
/// [`AlreadyExists`](Self::AlreadyExists) of calls that insert what their caller named or numbered. What is not there is no error: it is
/// `None`, or false.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StorageError {
    /// Nothing was kept, or it is not known whether it was: the disk is full or broken, the database is out of reach
    /// or busy, or it chose this transaction to resolve a conflict. Try again later.
    #[error("the database cannot do this now: {source}")]
    Unavailable {
        /// What the database said.
        source: Cause,
    },
    /// Something with this name or key is there already. Choose another.
    #[error("{what} exists already")]
    AlreadyExists {
        /// The kind of thing, as a person would name it.
        what: &'static str,
    },
    /// Another process serves this data directory. Stop it first.
    #[error("{} is in use by another running server", directory.display())]
    InUse {
        /// The data directory.
        directory: PathBuf,
    },
    /// The database cannot be opened as configured: correct the URL, the credentials or the permissions.
    #[error("the database cannot be opened: {source}")]
    Misconfigured {
        /// What is wrong.
        source: Cause,
    },
    /// A defect of this program or a damaged database. Trying again will not help.
    #[error("the database refused what should not have been asked: {source}")]
    Internal {
        /// What the database said.
        source: Cause,
    },
}

/// A stored value that is not what was written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Defect(String);

impl StorageError {
    pub(crate) fn unavailable(source: impl Error + Send + Sync + 'static) -> Self {
        Self::Unavailable {
            source: Arc::new(source),
        }
    }

    pub(crate) fn misconfigured(source: impl Error + Send + Sync + 'static) -> Self {
        Self::Misconfigured {
            source: Arc::new(source),
        }
    }

    pub(crate) fn internal(reason: impl Into<String>) -> Self {
        Self::Internal {
            source: Arc::new(Defect(reason.into())),
        }
    }

    /// The error of an insert whose unique columns the caller chose.
    pub(crate) fn of_insert(error: sqlx::Error, what: &'static str) -> Self {
        match error.as_database_error() {
            Some(database) if database.is_unique_violation() => Self::AlreadyExists { what },
            _ => error.into(),
        }
    }
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        let verdict = verdict(&error);
        let source: Cause = Arc::new(error);
        match verdict {
            Verdict::Unavailable => Self::Unavailable { source },
            Verdict::Misconfigured => Self::Misconfigured { source },
            Verdict::Internal => Self::Internal { source },
        }
    }
}

fn verdict(error: &sqlx::Error) -> Verdict {
    use sqlx::Error as E;
    match error {
        E::Io(_) | E::Tls(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed => {
            Verdict::Unavailable
        }
        // A server that breaks off in the middle of a message is told as a protocol error.
        E::Protocol(_) | E::BeginFailed => Verdict::Unavailable,
        E::Configuration(_) => Verdict::Misconfigured,
        E::Database(database) => {
            if let Some(error) = database.try_downcast_ref::<SqliteError>() {
                of_sqlite(error)
            } else if let Some(error) = database.try_downcast_ref::<PgDatabaseError>() {
                of_postgres(error.code())
            } else {
                Verdict::Internal
            }
        }
        _ => Verdict::Internal,
    }
}

/// Whether the same may work later, or elsewhere.
pub(crate) fn may_pass(error: &sqlx::Error) -> bool {
    matches!(verdict(error), Verdict::Unavailable)
}

/// Whether a connection that says this is of no use any more.
pub(crate) fn ends_connection(error: &sqlx::Error) -> bool {
    use sqlx::Error as E;
    match error {
        E::Io(_) | E::Tls(_) | E::Protocol(_) | E::WorkerCrashed => true,
        E::Database(database) => {
            let error = database.try_downcast_ref::<PgDatabaseError>();
            // A server that takes no writes (any more), that ends, starts or crashed, and the loss of a session.
            error.is_some_and(|error| {
                matches!(
                    error.code(),
                    "25006" | "25P03" | "57P01" | "57P02" | "57P03" | "57P05"
                ) || error.code().starts_with("08")
            })
        }
        _ => false,
    }
}

/// What a connection that does not answer is told as.
pub(crate) fn silent(patience: Duration) -> sqlx::Error {
    let seconds = patience.as_secs_f32();
    let message = format!("the database server has not answered for {seconds} s");
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, message))
}

/// Whether the embedded database tells of damage by this: CORRUPT or NOTADB.
pub(crate) fn is_damage(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(database) = error else {
        return false;
    };
    let error = database.try_downcast_ref::<SqliteError>();
    error.is_some_and(|error| matches!(primary_code(error), 11 | 26))
}

/// Whether the embedded database could not write by this, or not read: IOERR or FULL.
pub(crate) fn is_of_the_disk(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(database) = error else {
        return false;
    };
    let error = database.try_downcast_ref::<SqliteError>();
    error.is_some_and(|error| matches!(primary_code(error), 10 | 13))
}

impl From<MigrateError> for StorageError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(version) => Self::misconfigured(Defect(format!(
                "a newer version of Recollect has brought it to schema {version}, which this one cannot work with; \
                 run that version, or restore the backup made before the upgrade"
            ))),
            // A database of an altered program.
            other => Self::misconfigured(other),
        }
    }
}

enum Verdict {
    Unavailable,
    Misconfigured,
    Internal,
}

/// By primary result code (<https://www.sqlite.org/rescode.html>), the low byte of the extended one.
fn of_sqlite(error: &SqliteError) -> Verdict {
    match primary_code(error) {
        // BUSY, LOCKED, NOMEM, READONLY (a file system that went read-only), INTERRUPT, IOERR, FULL, CANTOPEN,
        // PROTOCOL (the locking of the write-ahead log).
        5..=10 | 13..=15 => Verdict::Unavailable,
        // PERM, AUTH, NOTADB
        3 | 23 | 26 => Verdict::Misconfigured,
        _ => Verdict::Internal,
    }
}

fn primary_code(error: &SqliteError) -> i32 {
    let code = sqlx::error::DatabaseError::code(error);
    let code: i32 = code.and_then(|code| code.parse().ok()).unwrap_or_default();
    code & 0xff
}

/// By SQLSTATE (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn of_postgres(state: &str) -> Verdict {
    match state {
        // A lock waited for too long; a standby that takes no writes; a session that idled too long in a transaction.
        "55P03" | "25006" | "25P03" => Verdict::Unavailable,
        _ => match state.get(..2) {
            // Connection exceptions, transaction rollbacks (40001, 40P01), insufficient resources (disk full,
            // too many connections), operator intervention (shutdown, restart, cancelled), system errors (I/O).
            Some("08" | "40" | "53" | "57" | "58") => Verdict::Unavailable,
            // Wrong credentials, no such database, no privileges.
            Some("28" | "3D") => Verdict::Misconfigured,
            _ if state == "42501" => Verdict::Misconfigured,
            _ => Verdict::Internal,
        },
    }
}
