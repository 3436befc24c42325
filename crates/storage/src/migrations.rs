//! The schema, and bringing a database up to it.
//!
//! The files are in `migrations/`; one that was ever released is never edited, a change is a new file.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row, SqlSafeStr};

use crate::StorageError;
use crate::dialect::Dialect;
use crate::servers::Pooling;

const FILES: [(i64, &str, &str); 23] = [
    (
        1,
        "accounts",
        include_str!("../migrations/0001_accounts.sql"),
    ),
    (2, "queue", include_str!("../migrations/0002_queue.sql")),
    (3, "graph", include_str!("../migrations/0003_graph.sql")),
    (4, "claims", include_str!("../migrations/0004_claims.sql")),
    (5, "events", include_str!("../migrations/0005_events.sql")),
    (6, "access", include_str!("../migrations/0006_access.sql")),
    (7, "logs", include_str!("../migrations/0007_logs.sql")),
    (
        8,
        "webhooks",
        include_str!("../migrations/0008_webhooks.sql"),
    ),
    (9, "oauth", include_str!("../migrations/0009_oauth.sql")),
    (
        10,
        "details",
        include_str!("../migrations/0010_details.sql"),
    ),
    (
        11,
        "trouble",
        include_str!("../migrations/0011_trouble.sql"),
    ),
    (
        12,
        "persons",
        include_str!("../migrations/0012_persons.sql"),
    ),
    (
        13,
        "bringing_in",
        include_str!("../migrations/0013_bringing_in.sql"),
    ),
    (14, "safety", include_str!("../migrations/0014_safety.sql")),
    (15, "quotas", include_str!("../migrations/0015_quotas.sql")),
    (
        16,
        "decisions",
        include_str!("../migrations/0016_decisions.sql"),
    ),
    (
        17,
        "standing",
        include_str!("../migrations/0017_standing.sql"),
    ),
    (
        21,
        "client_documents",
        include_str!("../migrations/0021_client_documents.sql"),
    ),
    (
        22,
        "sealing",
        include_str!("../migrations/0022_sealing.sql"),
    ),
    (
        23,
        "persons_at_the_door",
        include_str!("../migrations/0023_persons_at_the_door.sql"),
    ),
    (
        25,
        "replaced_logs",
        include_str!("../migrations/0025_replaced_logs.sql"),
    ),
    (
        26,
        "limit_counts",
        include_str!("../migrations/0026_limit_counts.sql"),
    ),
    (
        27,
        "bulk_lanes",
        include_str!("../migrations/0027_bulk_lanes.sql"),
    ),
];

/// What was prepared on a connection of a server, by whomever.
const FORGET_PREPARED: &str = "DEALLOCATE ALL";
/// One process migrates at a time; the number is this program's own.
const LOCK: &str = "SELECT pg_advisory_xact_lock(3033)";

/// Every migration, in order.
pub(crate) fn all(dialect: Dialect) -> Vec<Migration> {
    let migrations = FILES.into_iter().map(|(version, name, sql)| {
        let sql = AssertSqlSafe(dialect.migration(sql)).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    migrations.collect()
}

/// Applies what is missing. Safe while other processes do the same.
///
/// # Errors
///
/// [`StorageError::Misconfigured`] when the database was migrated by a newer program.
pub(crate) async fn migrate(
    connection: &mut AnyConnection,
    dialect: Dialect,
    pooling: Pooling,
) -> Result<(), StorageError> {
    if is_unrecorded(connection, dialect).await? {
        return Err(StorageError::misconfigured(std::io::Error::other(
            "it has Recollect's tables, but not _sqlx_migrations, which says how far they were brought: restore that \
             table, or all of it, from a backup; or name a database that is empty",
        )));
    }
    let migrator = Migrator::with_migrations(all(dialect));
    // `run_direct` is what `run` calls; the future of `run` itself is not `Send` to the compiler
    // ("implementation of `Acquire` is not general enough").
    match dialect {
        // sqlx does not lock SQLite while it migrates; one transaction around all of it does.
        Dialect::Sqlite => {
            let mut tx = connection.begin_with(dialect.begin_write()).await?;
            migrator.run_direct(None, &mut *tx, false).await?;
            tx.commit().await?;
        }
        // Here it takes an advisory lock, which a surrounding transaction would outlive.
        Dialect::Postgres if pooling == Pooling::Session => {
            migrator.run_direct(None, connection, false).await?;
        }
        // Behind a pooler a lock ends with a transaction, and what was prepared must not be left to whoever comes next.
        Dialect::Postgres => {
            let mut migrator = migrator;
            migrator.set_locking(false);
            let mut tx = connection.begin_with(dialect.begin_write()).await?;
            tx.execute(FORGET_PREPARED).await?;
            tx.execute(LOCK).await?;
            migrator.run_direct(None, &mut *tx, false).await?;
            tx.execute(FORGET_PREPARED).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Whether the tables are there, and what says how far they were brought is not.
pub(crate) async fn is_unrecorded(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<bool, StorageError> {
    let sql = match dialect {
        Dialect::Sqlite => {
            "SELECT name FROM sqlite_master WHERE type = 'table'
             AND name IN ('accounts', '_sqlx_migrations')"
        }
        Dialect::Postgres => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
             WHERE table_schema = current_schema()
             AND table_name IN ('accounts', '_sqlx_migrations')"
        }
    };
    let rows = connection.fetch_all(sql).await?;
    let names: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get(0)).collect();
    Ok(names? == ["accounts"])
}
