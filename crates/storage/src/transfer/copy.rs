//! Reading the rows of a table, and writing them elsewhere.

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};

use super::layout::{Kind, Table};
use super::{TableSum, TransferError};

/// The most rows, values and bytes written by one statement: `SQLite` takes 32,766 values.
const MAX_ROWS: usize = 500;
const MAX_VALUES: usize = 30_000;
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A value of a column.
#[derive(Debug)]
enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Bytes(Option<Vec<u8>>),
}

impl Value {
    fn read(row: &AnyRow, column: usize, kind: Kind) -> Result<Self, sqlx::Error> {
        Ok(match kind {
            Kind::Text => Self::Text(row.try_get(column)?),
            Kind::Integer => Self::Integer(row.try_get(column)?),
            Kind::Real => Self::Real(row.try_get(column)?),
            Kind::Bytes => Self::Bytes(row.try_get(column)?),
        })
    }

    /// Its bytes, where it has any.
    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(value) => value.as_ref().map(|text| text.as_bytes().to_vec()),
            Self::Integer(value) => value.map(|number| number.to_le_bytes().to_vec()),
            Self::Real(value) => value.map(|number| number.to_le_bytes().to_vec()),
            Self::Bytes(value) => value.clone(),
        }
    }

    fn bind<'q>(self, query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        match self {
            Self::Text(value) => query.bind(value),
            Self::Integer(value) => query.bind(value),
            Self::Real(value) => query.bind(value),
            Self::Bytes(value) => query.bind(value),
        }
    }
}

/// Adds up the rows of a table: the sum of their hashes says the same in whatever order they come, and two rows that are the
/// same do not cancel each other out.
#[derive(Default)]
struct Sum {
    rows: u64,
    halves: [u128; 2],
}

impl Sum {
    /// Counts a row; how many bytes it has.
    fn add(&mut self, row: &[Value]) -> usize {
        let mut hash = Sha256::new();
        let mut size = 0;
        for value in row {
            // The length keeps the values apart, and nothing from an empty text.
            match value.bytes() {
                None => hash.update(u64::MAX.to_le_bytes()),
                Some(bytes) => {
                    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                    hash.update(length.to_le_bytes());
                    hash.update(&bytes);
                    size += bytes.len();
                }
            }
        }
        for (half, bytes) in self.halves.iter_mut().zip(hash.finalize().chunks(16)) {
            let number = bytes
                .iter()
                .fold(0, |number, byte| (number << 8) | u128::from(*byte));
            *half = half.wrapping_add(number);
        }
        self.rows += 1;
        size
    }

    fn told(&self, table: &Table) -> TableSum {
        TableSum {
            table: table.name.clone(),
            rows: self.rows,
            checksum: format!("{:032x}{:032x}", self.halves[0], self.halves[1]),
        }
    }
}

/// What is in a table.
pub(super) async fn sum(
    table: &Table,
    connection: &mut AnyConnection,
) -> Result<TableSum, TransferError> {
    let mut sum = Sum::default();
    let mut rows = connection.fetch(AssertSqlSafe(select(table)));
    while let Some(row) = rows.try_next().await? {
        sum.add(&values(table, &row)?);
    }
    Ok(sum.told(table))
}

/// Copies the rows of a table; what was read.
pub(super) async fn copy(
    table: &Table,
    source: &mut AnyConnection,
    target: &mut AnyConnection,
) -> Result<TableSum, TransferError> {
    let mut sum = Sum::default();
    let mut batch = Vec::new();
    let mut bytes = 0;
    let most = (MAX_VALUES / table.columns.len().max(1)).clamp(1, MAX_ROWS);
    let mut rows = source.fetch(AssertSqlSafe(select(table)));
    while let Some(row) = rows.try_next().await? {
        let row = values(table, &row)?;
        bytes += sum.add(&row);
        batch.push(row);
        if batch.len() == most || bytes >= MAX_BYTES {
            write(table, &mut batch, target).await?;
            bytes = 0;
        }
    }
    write(table, &mut batch, target).await?;
    Ok(sum.told(table))
}

fn select(table: &Table) -> String {
    format!("SELECT {} FROM {}", table.list(), table.name)
}

fn values(table: &Table, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
    let columns = table.columns.iter().enumerate();
    let values = columns.map(|(number, column)| Value::read(row, number, column.kind));
    values.collect()
}

/// Writes the rows of a batch, and empties it.
async fn write(
    table: &Table,
    batch: &mut Vec<Vec<Value>>,
    target: &mut AnyConnection,
) -> Result<(), TransferError> {
    if batch.is_empty() {
        return Ok(());
    }
    let mut next = 0;
    let rows: Vec<String> = batch
        .iter()
        .map(|row| {
            let places: Vec<String> = row
                .iter()
                .map(|_| {
                    next += 1;
                    format!("${next}")
                })
                .collect();
            format!("({})", places.join(", "))
        })
        .collect();
    let (name, list) = (&table.name, table.list());
    let sql = format!("INSERT INTO {name} ({list}) VALUES {}", rows.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for value in batch.drain(..).flatten() {
        query = value.bind(query);
    }
    query.execute(&mut *target).await?;
    Ok(())
}
