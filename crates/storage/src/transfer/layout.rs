//! Which tables there are, with which columns: asked of an empty database that was brought up to date, so that no
//! list has to be kept beside the migrations.

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use super::TransferError;
use crate::dialect::Dialect;
use crate::servers::Pooling;
use crate::{StorageError, migrations};

/// What belongs to one database and is not copied: how far it was brought, whether it is encrypted, what probes write and nodes
/// tell each other, and what a backup says of itself.
const OWN: [&str; 6] = [
    "_sqlx_migrations",
    "encryption",
    "probes",
    "limit_counts",
    "backup",
    "backup_sums",
];

/// A table. Those that it refers to come before it.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
}

/// A column of it.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What it holds; any of them may be nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Real,
    Bytes,
}

/// The tables that this program works with.
pub(super) async fn current() -> Result<Vec<Table>, TransferError> {
    sqlx::any::install_default_drivers();
    let mut empty = AnyConnection::connect("sqlite::memory:").await?;
    migrations::migrate(&mut empty, Dialect::Sqlite, Pooling::Session).await?;
    let tables = of(&mut empty).await?;
    empty.close().await?;
    Ok(tables)
}

/// The tables of an `SQLite` database, in the order in which they were created.
pub(super) async fn of(connection: &mut AnyConnection) -> Result<Vec<Table>, TransferError> {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
                 ORDER BY rowid";
    let mut tables = Vec::new();
    for row in connection.fetch_all(names).await? {
        let name: String = row.try_get(0)?;
        if OWN.contains(&name.as_str()) {
            continue;
        }
        let columns = format!("SELECT name, type FROM pragma_table_info('{name}') ORDER BY name");
        let columns = connection.fetch_all(AssertSqlSafe(columns)).await?;
        let columns = columns.iter().map(|row| -> Result<Column, TransferError> {
            let (column, kind): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            let kind = match kind.as_str() {
                "TEXT" => Kind::Text,
                "BIGINT" => Kind::Integer,
                "DOUBLE PRECISION" => Kind::Real,
                "BLOB" => Kind::Bytes,
                other => {
                    let reason =
                        format!("{name}.{column} has the type {other}, which is not known");
                    return Err(StorageError::internal(reason).into());
                }
            };
            Ok(Column { name: column, kind })
        });
        let columns = columns.collect::<Result<_, _>>()?;
        tables.push(Table { name, columns });
    }
    Ok(tables)
}

impl Table {
    /// The names of its columns, separated by commas.
    pub(super) fn list(&self) -> String {
        let names: Vec<&str> = self
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        names.join(", ")
    }
}
