//! Everything in which the two engines differ.

/// Which engine is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// What a new connection to `SQLite` is told. What is deleted is overwritten with zeros (see `erasing`). FULL: a commit
    /// returns after the write-ahead log is on disk. The log is cut back to 64 MiB when a checkpoint has emptied it.
    pub(crate) const SQLITE_SESSION: &'static str = "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA secure_delete = ON;
         PRAGMA foreign_keys = ON;
         PRAGMA busy_timeout = 5000;
         PRAGMA journal_size_limit = 67108864;
         PRAGMA temp_store = MEMORY";

    /// Begins a transaction that will write. `SQLite` takes its one write lock at once: a transaction that first reads
    /// and then finds another writer ahead of it could only be rolled back.
    pub(crate) const fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Begins a transaction whose statements all see the database as the first of them finds it.
    pub(crate) const fn begin_snapshot(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Ends a SELECT that locks the rows it finds and passes over those that others have locked. `SQLite`'s writers are
    /// alone.
    pub(crate) const fn for_update_skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// Ends a SELECT that locks the rows it finds, also against [`for_key_share`](Self::for_key_share).
    pub(crate) const fn for_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }

    /// Ends a SELECT that keeps the rows it finds from those who lock them, and lets others update them.
    pub(crate) const fn for_key_share(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR KEY SHARE",
        }
    }

    /// The same, and passes over those that others have locked so.
    pub(crate) const fn for_key_share_skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR KEY SHARE SKIP LOCKED",
        }
    }

    /// A migration, written for `SQLite`, in this engine's types.
    pub(crate) fn migration(self, sql: &str) -> String {
        match self {
            Self::Sqlite => sql.to_owned(),
            Self::Postgres => sql.replace(" BLOB", " BYTEA"),
        }
    }
}
