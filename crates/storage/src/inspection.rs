//! Looking at a database without changing it: for whoever wants to know, before a service starts, whether it could.
//!
//! Nothing is created or migrated. What cannot be reached or read is an error as it is to
//! [`Store::open`](crate::Store::open).

use recollect_model::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use crate::dialect::Dialect;
use crate::hosts::Hosts;
use crate::servers::{PostgresLimits, Servers};
use crate::store::sqlite_url;
use crate::{Database, StorageError, data_directory, migrations};

/// So many damaged places are told.
const MAX_DAMAGE: u32 = 5;

/// What a database is found to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The engine and its version, such as `PostgreSQL 17.2`.
    pub engine: String,
    /// Where its schema stands.
    pub schema: Schema,
    /// What keeps a service from writing to it.
    pub obstacle: Option<Obstacle>,
    /// What is damaged in the embedded database, as it says itself, the first few places; nothing of a server's.
    pub damage: Vec<String>,
    /// What time it is to the database's server; the embedded one has no clock of its own.
    pub clock: Option<Timestamp>,
    /// The name of the master key that it is encrypted with; nothing of one that is not, or has not the tables yet.
    pub master_key: Option<String>,
}

/// How a schema stands to the one that this program works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Nothing is there yet.
    Empty,
    /// The tables are there, and what says how far they were brought is not.
    Unrecorded,
    /// So many migrations are missing; the next start applies them.
    Older(usize),
    /// It is the one.
    Current,
    /// A newer program has added to it, up to this version; this program can work beside that.
    Ahead(i64),
    /// A newer program migrated it with this one, which this program cannot work with.
    Newer(i64),
    /// This migration is not the one that this program would have applied.
    Altered(i64),
}

/// What keeps a service from writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The server is older than `PostgreSQL` 12.
    TooOld,
    /// The server is a standby.
    Standby,
    /// The role may not create tables.
    NoPrivilege,
}

impl Database {
    /// Looks at the database; `None` when the embedded one has not been created yet.
    pub async fn inspect(&self) -> Result<Option<Inspection>, StorageError> {
        sqlx::any::install_default_drivers();
        let url = match self {
            Self::Sqlite { directory } => {
                match data_directory::existing_database_file(directory)? {
                    Some(file) => sqlite_url(&file, "rw")?,
                    None => return Ok(None),
                }
            }
            Self::SqliteInMemory => return Ok(None),
            Self::Postgres { url } => return inspect_server(url).await.map(Some),
        };
        let mut connection = AnyConnection::connect(&url).await?;
        let inspection = look(&mut connection, Dialect::Sqlite).await?;
        connection.close().await?;
        Ok(Some(inspection))
    }
}

/// The host that takes writes; where none does, the first one.
async fn inspect_server(url: &str) -> Result<Inspection, StorageError> {
    let servers = Servers::new(Hosts::of(url)?, PostgresLimits::default());
    let host = servers.primary().await.unwrap_or(0);
    let mut connection = servers.connect(host).await?;
    let inspection = look(&mut connection, Dialect::Postgres).await?;
    connection.close().await?;
    Ok(inspection)
}

async fn look(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<Inspection, StorageError> {
    let schema = schema(connection, dialect).await?;
    if dialect == Dialect::Sqlite {
        let row = connection.fetch_one("SELECT sqlite_version()").await?;
        let version: String = row.try_get(0)?;
        let damage = damage(connection).await;
        let master_key = match master_key(connection, schema).await {
            // What cannot be read is told by what is damaged.
            Err(_) if !damage.is_empty() => None,
            found => found?,
        };
        return Ok(Inspection {
            engine: format!("SQLite {version}"),
            schema,
            obstacle: None,
            damage,
            clock: None,
            master_key,
        });
    }
    // A text without parameters is not prepared: a pooler in transaction mode may stand before the server.
    let row = connection.fetch_one(
        "SELECT current_setting('server_version'),
                CAST(current_setting('server_version_num') AS BIGINT),
                CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END,
                CASE WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 1 ELSE 0 END,
                CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
    );
    let row = row.await?;
    let (version, number): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    let (is_standby, may_create): (i32, i32) = (row.try_get(2)?, row.try_get(3)?);
    let obstacle = if number < 120_000 {
        Some(Obstacle::TooOld)
    } else if is_standby == 1 {
        Some(Obstacle::Standby)
    } else if may_create == 0 {
        Some(Obstacle::NoPrivilege)
    } else {
        None
    };
    Ok(Inspection {
        engine: format!("PostgreSQL {version}"),
        schema,
        obstacle,
        damage: Vec::new(),
        clock: Timestamp::from_microsecond(row.try_get(4)?).ok(),
        master_key: master_key(connection, schema).await?,
    })
}

/// The name of the master key of a database of this version.
pub(crate) async fn master_key(
    connection: &mut AnyConnection,
    schema: Schema,
) -> Result<Option<String>, StorageError> {
    if !matches!(schema, Schema::Current | Schema::Ahead(_)) {
        return Ok(None);
    }
    let row = connection.fetch_optional("SELECT master FROM data_keys WHERE owner = 'service'");
    Ok(row.await?.map(|row| row.try_get(0)).transpose()?)
}

/// Reads every page, and compares what they say of each other; what cannot be read is damage as well.
async fn damage(connection: &mut AnyConnection) -> Vec<String> {
    let sql = format!("PRAGMA quick_check({MAX_DAMAGE})");
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(connection).await;
    let said: Result<Vec<String>, sqlx::Error> =
        rows.and_then(|rows| rows.iter().map(|row| row.try_get(0)).collect());
    match said {
        Ok(said) if said == ["ok"] => Vec::new(),
        Ok(said) => said,
        Err(error) => vec![error.to_string()],
    }
}

pub(crate) async fn schema(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<Schema, StorageError> {
    let tables = connection.fetch_one(match dialect {
        Dialect::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
        Dialect::Postgres => {
            "SELECT COUNT(*) FROM information_schema.tables
             WHERE table_schema = current_schema() AND table_name = '_sqlx_migrations'"
        }
    });
    let tables: i64 = tables.await?.try_get(0)?;
    if tables == 0 {
        return Ok(
            match migrations::is_unrecorded(connection, dialect).await? {
                true => Schema::Unrecorded,
                false => Schema::Empty,
            },
        );
    }
    let applied = connection
        .fetch_all("SELECT version, checksum, description FROM _sqlx_migrations ORDER BY version");
    let known = migrations::all(dialect);
    let (mut count, mut ahead) = (0, None);
    for row in applied.await? {
        let (version, checksum): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        let recorded: String = row.try_get(2)?;
        match known.iter().find(|migration| migration.version == version) {
            None if migrations::works_beside(&recorded) => ahead = Some(version),
            None => return Ok(Schema::Newer(version)),
            Some(migration) if *migration.checksum != *checksum => {
                return Ok(Schema::Altered(version));
            }
            Some(_) => count += 1,
        }
    }
    Ok(match (known.len() - count, ahead) {
        (0, None) => Schema::Current,
        (0, Some(version)) => Schema::Ahead(version),
        (missing, _) => Schema::Older(missing),
    })
}
