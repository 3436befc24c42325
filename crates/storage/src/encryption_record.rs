//! Whether the database is encrypted: recorded once, by whoever opens or fills it first.
//!
//! A process that found a database in plain goes on to write in plain, and one that found it encrypted to seal. So
//! what the first decided holds for everybody: the row is inserted in the transaction that makes the first key,
//! whoever is second waits for that transaction, and nobody changes the row.

use sqlx::{Any, Executor};

use crate::StorageError;
use crate::rows::Columns;

/// What was recorded; nothing of a database that nobody has opened yet.
pub(crate) async fn recorded(
    connection: impl Executor<'_, Database = Any>,
) -> Result<Option<bool>, StorageError> {
    let row = sqlx::query("SELECT is_encrypted FROM encryption WHERE id = 1")
        .fetch_optional(connection)
        .await?;
    row.map(|row| Columns::of(&row).flag()).transpose()
}

/// Records it. False when somebody had recorded it before, as this or otherwise.
pub(crate) async fn record(
    connection: impl Executor<'_, Database = Any>,
    is_encrypted: bool,
) -> Result<bool, StorageError> {
    let inserted = sqlx::query(
        "INSERT INTO encryption (id, is_encrypted) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
    )
    .bind(i64::from(is_encrypted))
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}
