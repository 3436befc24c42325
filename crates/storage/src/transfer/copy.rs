//! Reading the rows of a table, and writing them elsewhere.

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use super::layout::Table;
use super::sealing::Sealing;
use super::value::Value;
use super::{TableSum, TransferError};

/// The most rows, values and bytes written by one statement: `SQLite` takes 32,766 values.
const MAX_ROWS: usize = 500;
const MAX_VALUES: usize = 30_000;
const MAX_BYTES: usize = 8 * 1024 * 1024;

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

/// What is in a table, as it says once it is opened.
pub(super) async fn sum(
    table: &Table,
    connection: &mut AnyConnection,
    mut sealing: Option<&mut Sealing>,
) -> Result<TableSum, TransferError> {
    let mut sum = Sum::default();
    let mut rows = connection.fetch(AssertSqlSafe(select(table)));
    while let Some(row) = rows.try_next().await? {
        let mut row = values(table, &row)?;
        if let Some(sealing) = &mut sealing {
            sealing.open(table, &mut row)?;
        }
        sum.add(&row);
    }
    Ok(sum.told(table))
}

/// Copies the rows of a table, sealed where they are to be; what was read.
pub(super) async fn copy(
    table: &Table,
    source: &mut AnyConnection,
    target: &mut AnyConnection,
    mut sealing: Option<&mut Sealing>,
) -> Result<TableSum, TransferError> {
    let mut sum = Sum::default();
    let mut batch = Vec::new();
    let mut bytes = 0;
    let most = (MAX_VALUES / table.columns.len().max(1)).clamp(1, MAX_ROWS);
    let mut rows = source.fetch(AssertSqlSafe(select(table)));
    while let Some(row) = rows.try_next().await? {
        let mut row = values(table, &row)?;
        bytes += sum.add(&row);
        if let Some(sealing) = &mut sealing {
            sealing.seal(table, &mut row)?;
        }
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
