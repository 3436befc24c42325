//! What nodes tell each other of how often something happened that is limited.

use recollect_model::Timestamp;

use crate::dialect::Dialect;
use crate::faults::CommitPoint;
use crate::rows::stored;
use crate::sealing::register::LIMIT_KEY;
use crate::{StorageError, Store};

/// How often something happened at a node, without a pause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitCount {
    /// The node's own name.
    pub node: String,
    /// Which limit, and of whom.
    pub key: String,
    /// How often.
    pub counted: u32,
}

impl Store {
    /// Whether several processes may share the database.
    pub fn is_shared(&self) -> bool {
        self.dialect == Dialect::Postgres
    }

    /// Tells the other nodes what was counted here, in place of what was told before; removes what any node told before
    /// `forgotten_before`.
    pub async fn tell_limit_counts(
        &self,
        counts: &[LimitCount],
        node: &str,
        (now, forgotten_before): (Timestamp, Timestamp),
    ) -> Result<(), StorageError> {
        let words = self.service_words();
        let mut write = self.begin().await?;
        sqlx::query("DELETE FROM limit_counts WHERE node = $1 OR counted_at < $2")
            .bind(node)
            .bind(stored(forgotten_before))
            .execute(write.connection())
            .await?;
        for (position, count) in counts.iter().enumerate() {
            let id = format!("{node} {position}");
            sqlx::query(
                "INSERT INTO limit_counts (id, node, key, counted, counted_at) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(id.as_str())
            .bind(node)
            .bind(words.seal(LIMIT_KEY, id.as_str(), &count.key))
            .bind(i64::from(count.counted))
            .bind(stored(now))
            .execute(write.connection())
            .await?;
        }
        write.commit(CommitPoint::USES).await
    }

    /// What the other nodes have told since.
    pub async fn limit_counts_elsewhere(
        &self,
        node: &str,
        since: Timestamp,
    ) -> Result<Vec<LimitCount>, StorageError> {
        let words = self.service_words();
        let rows = sqlx::query(
            "SELECT id, node, key, counted FROM limit_counts WHERE node <> $1 AND counted_at >= $2 ORDER BY id",
        )
        .bind(node)
        .bind(stored(since))
        .fetch_all(&self.reads)
        .await?;
        words.read_all(&rows, |columns| {
            let id = columns.text()?;
            Ok(LimitCount {
                node: columns.text()?,
                key: columns.sealed(LIMIT_KEY, &id)?,
                counted: columns.number()?,
            })
        })
    }
}
