//! The schema, and bringing a database up to it.
//!
//! The files are in `migrations/`; one that was ever released is never edited, a change is a new file.
//!
//! Nodes are brought to a new version one after the other, so that for a while a program works on a database that a
//! newer one has migrated. A migration that lets the release before go on says so ([`WORKS_WITH`]), in what the
//! database records of it; a program that finds one that says nothing of the kind refuses the database.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row, SqlSafeStr};

use crate::StorageError;
use crate::dialect::Dialect;
use crate::servers::Pooling;

const FILES: [(i64, &str, &str); 31] = [
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
    (
        30,
        "deleted_spaces",
        include_str!("../migrations/0030_deleted_spaces.sql"),
    ),
    (
        31,
        "import_acts",
        include_str!("../migrations/0031_import_acts.sql"),
    ),
    (
        32,
        "replaced_versions",
        include_str!("../migrations/0032_replaced_versions.sql"),
    ),
    (
        33,
        "names_in_facts",
        include_str!("../migrations/0033_names_in_facts.sql"),
    ),
    (
        34,
        "entities_to_follow",
        include_str!("../migrations/0034_entities_to_follow.sql"),
    ),
    (
        35,
        "logs_of_space_by_time",
        include_str!("../migrations/0035_logs_of_space_by_time.sql"),
    ),
    (
        36,
        "passed_over",
        include_str!("../migrations/0036_passed_over.sql"),
    ),
    (
        37,
        "what_ends",
        include_str!("../migrations/0037_what_ends.sql"),
    ),
];

/// Beside which migrations older programs can work: those that know at least the second one, the last of the release before. Such a
/// migration adds, and takes nothing away that an older program uses. What is not listed works with no older program.
const WORKS_WITH: [(i64, i64); 8] = [
    (30, 27),
    (31, 27),
    (32, 27),
    (33, 27),
    (34, 27),
    (35, 27),
    (36, 27),
    (37, 27),
];
/// What stands between a migration's name and the number, in what is recorded of it.
const SAID: &str = ", works with ";

/// What was prepared on a connection of a server, by whomever.
const FORGET_PREPARED: &str = "DEALLOCATE ALL";
/// One process migrates at a time; the number is this program's own.
const LOCK: &str = "SELECT pg_advisory_xact_lock(3033)";

/// Every migration, in order.
pub(crate) fn all(dialect: Dialect) -> Vec<Migration> {
    let migrations = FILES.into_iter().map(|(version, name, sql)| {
        let sql = AssertSqlSafe(dialect.migration(sql)).into_sql_str();
        let recorded = recorded(version, name);
        Migration::new(version, recorded, MigrationType::Simple, sql, false)
    });
    migrations.collect()
}

/// What is recorded of a migration: its name, and which older programs can work beside it.
fn recorded(version: i64, name: &'static str) -> Cow<'static, str> {
    let listed = WORKS_WITH.iter().find(|(of, _)| *of == version);
    listed.map_or(name.into(), |(_, oldest)| {
        format!("{name}{SAID}{oldest}").into()
    })
}

/// Whether this program can work beside a migration that it does not know, by what is recorded of it.
pub(crate) fn works_beside(recorded: &str) -> bool {
    let oldest = recorded.rsplit_once(SAID);
    let oldest = oldest.and_then(|(_, oldest)| oldest.parse::<i64>().ok());
    let newest_known = FILES.iter().map(|(version, ..)| *version).max();
    oldest.is_some_and(|oldest| newest_known >= Some(oldest))
}

/// Applies what is missing. Safe while other processes do the same.
///
/// # Errors
///
/// [`StorageError::Misconfigured`] when a newer program migrated the database in a way that this one cannot work with.
pub(crate) async fn migrate(
    connection: &mut AnyConnection,
    dialect: Dialect,
    pooling: Pooling,
) -> Result<(), StorageError> {
    let tables = tables(connection, dialect).await?;
    if tables == [ACCOUNTS] {
        return Err(StorageError::misconfigured(std::io::Error::other(
            "it has Recollect's tables, but not _sqlx_migrations, which says how far they were brought: restore that \
             table, or all of it, from a backup; or name a database that is empty",
        )));
    }
    if tables.iter().any(|table| table == MIGRATIONS) {
        refuse_newer(connection).await?;
    }
    let mut migrator = Migrator::with_migrations(all(dialect));
    // What is beyond this program's was looked at.
    migrator.set_ignore_missing(true);
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
    Ok(tables(connection, dialect).await? == [ACCOUNTS])
}

const ACCOUNTS: &str = "accounts";
const MIGRATIONS: &str = "_sqlx_migrations";

/// Those of the two tables that are there.
async fn tables(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<Vec<String>, StorageError> {
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
    Ok(names?)
}

/// Refuses a database that a newer program has migrated so that this one cannot work with it any more.
async fn refuse_newer(connection: &mut AnyConnection) -> Result<(), StorageError> {
    let applied = connection.fetch_all("SELECT version, description FROM _sqlx_migrations");
    for row in applied.await? {
        let (version, recorded): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let is_known = FILES.iter().any(|(known, ..)| *known == version);
        if is_known {
            continue;
        }
        if !works_beside(&recorded) {
            return Err(MigrateError::VersionMissing(version).into());
        }
        tracing::warn!(
            "a newer version has added to the database (schema {version}); this one works beside it, until every node is as new"
        );
    }
    Ok(())
}
