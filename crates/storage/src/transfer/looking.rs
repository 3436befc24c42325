//! Looking at every value of a database as it is stored, for whoever must know what is there.

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Connection, Executor};

use super::value::Value;
use super::{TransferError, layout};
use crate::Database;

impl Database {
    /// Shows the bytes of every value of every column of every table that holds what people sent, as they are stored. What
    /// of a database is in no table it cannot show: `PostgreSQL`'s dead rows and its log.
    pub async fn look_through(
        &self,
        mut seen: impl FnMut(&str, &[u8]) + Send,
    ) -> Result<(), TransferError> {
        let (mut connection, _) = self.source().await?;
        for table in layout::current().await? {
            let rows = format!("SELECT {} FROM {}", table.list(), table.name);
            let mut rows = connection.fetch(AssertSqlSafe(rows));
            while let Some(row) = rows.try_next().await? {
                for (number, column) in table.columns.iter().enumerate() {
                    if let Some(bytes) = Value::read(&row, number, column.kind)?.bytes() {
                        seen(&table.name, &bytes);
                    }
                }
            }
        }
        Ok(connection.close().await?)
    }
}
