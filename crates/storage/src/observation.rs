//! How the database fares, in numbers, for whoever watches the service. Nothing here is anybody's in particular: the
//! counts are of all users together.

use recollect_model::Timestamp;
use sqlx::Row;

use crate::dialect::Dialect;
use crate::figures::{Backlog, Connections, Room, Trouble};
use crate::rows::{Columns, stored};
use crate::{StorageError, Store};

impl Store {
    /// The name of the engine: `sqlite` or `postgresql`.
    pub const fn engine_name(&self) -> &'static str {
        match self.dialect {
            Dialect::Sqlite => "sqlite",
            Dialect::Postgres => "postgresql",
        }
    }

    /// The connections that are held now; asks nobody.
    pub fn connections(&self) -> Connections {
        let writes = self.writes.connections();
        match self.dialect {
            Dialect::Postgres => writes,
            Dialect::Sqlite => {
                let reads = self.reads.connections();
                Connections {
                    used: reads.used + writes.used,
                    idle: reads.idle + writes.idle,
                    most: reads.most + writes.most,
                }
            }
        }
    }

    /// What went wrong since the start; asks nobody.
    pub fn trouble(&self) -> Trouble {
        let (unavailable, failed) = self.condition.failures();
        Trouble {
            unavailable,
            failed,
            reconnections: self.writes.reconnections(),
        }
    }

    /// What waits now.
    pub async fn backlog(&self, now: Timestamp) -> Result<Backlog, StorageError> {
        // Of each user the head alone is looked up: a queue may be long.
        let waiting = sqlx::query(
            "SELECT COUNT(*), CAST(COALESCE(SUM(heads.texts), 0) AS BIGINT),
             MIN(COALESCE(queue.retried_at, logs.accepted_at))
             FROM (SELECT user_id, MIN(seq) AS seq, COUNT(*) AS texts FROM queue GROUP BY user_id) AS heads
             JOIN queue ON queue.user_id = heads.user_id AND queue.seq = heads.seq
             JOIN logs ON logs.user_id = heads.user_id AND logs.seq = heads.seq",
        );
        let waiting = waiting.fetch_one(&self.reads).await?;
        let leased = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM lanes WHERE ready_at IS NOT NULL AND lease_until > $1)
             + (SELECT COUNT(*) FROM bulk_lanes WHERE ready_at IS NOT NULL AND lease_until > $1)",
        );
        let leased = leased.bind(stored(now)).fetch_one(&self.reads).await?;
        let first = sqlx::query("SELECT COUNT(*) FROM deliveries WHERE is_first = 1");
        let first = first.fetch_one(&self.reads).await?;
        let again =
            sqlx::query("SELECT COUNT(*) FROM deliveries WHERE next_attempt_at IS NOT NULL");
        let again = again.fetch_one(&self.reads).await?;
        let count = |row: &_| -> Result<u64, StorageError> {
            Ok(Columns::of(row).integer()?.unsigned_abs())
        };
        let mut columns = Columns::of(&waiting);
        Ok(Backlog {
            users: columns.integer()?.unsigned_abs(),
            texts: columns.integer()?.unsigned_abs(),
            oldest_since: columns.optional_instant()?,
            leased: count(&leased)?,
            deliveries: count(&first)? + count(&again)?,
        })
    }

    /// How much room the database takes.
    pub async fn room(&self) -> Result<Room, StorageError> {
        if self.dialect == Dialect::Postgres {
            let size = sqlx::query("SELECT pg_database_size(current_database())");
            let size: i64 = size.fetch_one(&self.reads).await?.try_get(0)?;
            return Ok(Room {
                bytes: size.unsigned_abs(),
                log_bytes: None,
            });
        }
        Ok(self.condition.room())
    }
}
