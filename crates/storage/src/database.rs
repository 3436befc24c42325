//! Where a database is.

use std::path::PathBuf;

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
        /// `postgres://user:password@host:port/database`, with several hosts separated by commas if need be: the one
        /// that takes writes is used
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
