//! Whether the rows of a database agree with each other.
//!
//! The databases themselves keep most references; this looks at what they cannot know: that what follows from
//! something has something it follows from, that counts are right, that every text on its way has its place in the
//! queue, and that no row is newer than its space. It reads one state of the database and changes nothing; it takes
//! as long as reading everything does.

use std::path::Path;

use sqlx::{AnyConnection, Connection, Executor, Row};

use crate::Database;
use crate::dialect::Dialect;
use crate::inspection::{Schema, schema};
use crate::transfer::{TransferError, examine_backup, open_backup};

/// A kind of disagreement, and how much there is of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// What the rows are, in words.
    pub what: &'static str,
    /// How many.
    pub rows: u64,
    /// The owner of one of them.
    pub user: String,
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rows, what, user) = (self.rows, self.what, &self.user);
        write!(f, "{rows} {what}; of user {user} for one")
    }
}

/// What is looked for: what the rows are, and a query for their owners.
const CHECKS: [(&str, &str); 33] = [
    (
        "texts that wait without a place in the queue",
        "SELECT logs.user_id FROM logs LEFT JOIN queue ON queue.user_id = logs.user_id AND queue.seq = logs.seq
         WHERE logs.status IN ('pending', 'processing') AND queue.seq IS NULL",
    ),
    (
        "places in the queue of texts that have ended or are another's",
        "SELECT queue.user_id FROM queue LEFT JOIN logs ON logs.user_id = queue.user_id AND logs.seq = queue.seq
         WHERE logs.id IS NULL OR logs.id <> queue.log_id OR logs.status NOT IN ('pending', 'processing')",
    ),
    (
        "places in the queue without their text",
        "SELECT queue.user_id FROM queue LEFT JOIN episodes
         ON episodes.user_id = queue.user_id AND episodes.id = queue.episode_id WHERE episodes.id IS NULL",
    ),
    (
        "users with a queue that nobody will look at",
        "SELECT DISTINCT queue.user_id FROM queue LEFT JOIN lanes ON lanes.user_id = queue.user_id
         LEFT JOIN bulk_lanes ON bulk_lanes.user_id = queue.user_id
         WHERE CASE WHEN queue.bulk = 0 THEN lanes.ready_at ELSE bulk_lanes.ready_at END IS NULL",
    ),
    (
        "queues that would give a place out twice",
        "SELECT lanes.user_id FROM lanes WHERE lanes.last_seq <
         (SELECT COALESCE(MAX(logs.seq), 0) FROM logs WHERE logs.user_id = lanes.user_id)",
    ),
    (
        "accounts whose texts or bytes are counted wrongly",
        "SELECT lanes.user_id FROM lanes LEFT JOIN (SELECT user_id, COUNT(*) AS texts,
         SUM(size_bytes) AS bytes FROM episodes GROUP BY user_id) AS kept ON kept.user_id = lanes.user_id
         WHERE lanes.texts <> COALESCE(kept.texts, 0) OR lanes.bytes <> COALESCE(kept.bytes, 0)",
    ),
    (
        "accounts without exactly one default space",
        "SELECT accounts.id AS user_id FROM accounts WHERE 1 <> (SELECT COUNT(*) FROM spaces
         WHERE spaces.user_id = accounts.id AND spaces.is_default = 1)",
    ),
    (
        "accounts without a key although the database is encrypted",
        "SELECT accounts.id AS user_id FROM accounts LEFT JOIN data_keys ON data_keys.owner = accounts.id
         WHERE data_keys.owner IS NULL AND EXISTS (SELECT 1 FROM data_keys AS other WHERE other.owner = 'service')",
    ),
    (
        "keys of accounts that are gone",
        "SELECT data_keys.owner AS user_id FROM data_keys LEFT JOIN accounts ON accounts.id = data_keys.owner
         WHERE accounts.id IS NULL AND data_keys.owner <> 'service'",
    ),
    (
        "spaces without an account",
        "SELECT spaces.user_id FROM spaces LEFT JOIN accounts ON accounts.id = spaces.user_id
         WHERE accounts.id IS NULL",
    ),
    (
        "logs without their space",
        "SELECT logs.user_id FROM logs LEFT JOIN spaces
         ON spaces.user_id = logs.user_id AND spaces.id = logs.space_id WHERE spaces.id IS NULL",
    ),
    (
        "texts without their space",
        "SELECT episodes.user_id FROM episodes LEFT JOIN spaces
         ON spaces.user_id = episodes.user_id AND spaces.id = episodes.space_id WHERE spaces.id IS NULL",
    ),
    (
        "texts without a log",
        "SELECT episodes.user_id FROM episodes LEFT JOIN logs
         ON logs.user_id = episodes.user_id AND logs.id = episodes.log_id WHERE logs.id IS NULL",
    ),
    (
        "completed logs without their text, which nothing has taken the place of",
        "SELECT logs.user_id FROM logs LEFT JOIN episodes
         ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
         WHERE logs.status = 'completed' AND logs.replaced_by IS NULL AND episodes.id IS NULL",
    ),
    (
        "texts that are newer than their space",
        "SELECT episodes.user_id FROM episodes JOIN spaces
         ON spaces.user_id = episodes.user_id AND spaces.id = episodes.space_id
         WHERE episodes.revision > spaces.revision",
    ),
    (
        "entities that are newer than their space",
        "SELECT entities.user_id FROM entities JOIN spaces
         ON spaces.user_id = entities.user_id AND spaces.id = entities.space_id
         WHERE entities.revision > spaces.revision",
    ),
    (
        "statements that are newer than their space",
        "SELECT statements.user_id FROM statements JOIN spaces
         ON spaces.user_id = statements.user_id AND spaces.id = statements.space_id
         WHERE statements.revision > spaces.revision",
    ),
    (
        "claims that are newer than their space",
        "SELECT claims.user_id FROM claims JOIN spaces
         ON spaces.user_id = claims.user_id AND spaces.id = claims.space_id
         WHERE claims.revision > spaces.revision",
    ),
    (
        "removals that are newer than their space",
        "SELECT removals.user_id FROM removals JOIN spaces
         ON spaces.user_id = removals.user_id AND spaces.id = removals.space_id
         WHERE removals.revision > spaces.revision",
    ),
    (
        "spaces without the mark of their revision",
        "SELECT spaces.user_id FROM spaces LEFT JOIN space_marks ON space_marks.user_id = spaces.user_id
         AND space_marks.space_id = spaces.id AND space_marks.revision = spaces.revision
         WHERE space_marks.mark IS NULL
         AND EXISTS (SELECT 1 FROM space_marks AS other WHERE other.user_id = spaces.user_id AND other.space_id = spaces.id)",
    ),
    (
        "passages without their text",
        "SELECT passages.user_id FROM passages LEFT JOIN episodes
         ON episodes.user_id = passages.user_id AND episodes.id = passages.episode_id WHERE episodes.id IS NULL",
    ),
    (
        "processed texts without a passage",
        "SELECT episodes.user_id FROM episodes LEFT JOIN passages
         ON passages.user_id = episodes.user_id AND passages.episode_id = episodes.id AND passages.number = 0
         WHERE episodes.revision IS NOT NULL AND episodes.extractor <> 'none' AND passages.number IS NULL",
    ),
    (
        "mentions outside the passages of their text",
        "SELECT mentions.user_id FROM mentions LEFT JOIN passages
         ON passages.user_id = mentions.user_id AND passages.episode_id = mentions.episode_id
         AND passages.number = mentions.passage WHERE passages.number IS NULL",
    ),
    (
        "mentions of nobody",
        "SELECT mentions.user_id FROM mentions LEFT JOIN entities
         ON entities.user_id = mentions.user_id AND entities.id = mentions.entity_id WHERE entities.id IS NULL",
    ),
    (
        "kinds of entities whose mentions are counted wrongly",
        "SELECT counted.user_id FROM entity_kinds AS counted LEFT JOIN
         (SELECT user_id, entity_id, kind, COUNT(*) AS mentions FROM mentions GROUP BY user_id, entity_id, kind) AS found
         ON found.user_id = counted.user_id AND found.entity_id = counted.entity_id AND found.kind = counted.kind
         WHERE counted.mentions <> COALESCE(found.mentions, 0)",
    ),
    (
        "entities that are another name of nobody",
        "SELECT entities.user_id FROM entities LEFT JOIN entities AS whole
         ON whole.user_id = entities.user_id AND whole.id = entities.part_of
         WHERE entities.part_of IS NOT NULL AND whole.id IS NULL",
    ),
    (
        "links between names of which one is gone",
        "SELECT entity_links.user_id FROM entity_links
         LEFT JOIN entities AS one ON one.user_id = entity_links.user_id AND one.id = entity_links.left_id
         LEFT JOIN entities AS other ON other.user_id = entity_links.user_id AND other.id = entity_links.right_id
         WHERE one.id IS NULL OR other.id IS NULL",
    ),
    (
        "claims about nobody",
        "SELECT claims.user_id FROM claims LEFT JOIN entities
         ON entities.user_id = claims.user_id AND entities.id = claims.subject_id WHERE entities.id IS NULL",
    ),
    (
        "claims whose object is gone",
        "SELECT claims.user_id FROM claims LEFT JOIN entities
         ON entities.user_id = claims.user_id AND entities.id = claims.object_entity_id
         WHERE claims.object_entity_id IS NOT NULL AND entities.id IS NULL",
    ),
    (
        "claims of which a statement follows that is gone",
        "SELECT claims.user_id FROM claims LEFT JOIN statements
         ON statements.user_id = claims.user_id AND statements.id = claims.statement_id
         WHERE claims.statement_id IS NOT NULL AND statements.id IS NULL",
    ),
    (
        "statements that no claim says",
        "SELECT statements.user_id FROM statements LEFT JOIN claims
         ON claims.user_id = statements.user_id AND claims.statement_id = statements.id
         WHERE claims.statement_id IS NULL",
    ),
    (
        "statements about nobody",
        "SELECT statements.user_id FROM statements LEFT JOIN entities
         ON entities.user_id = statements.user_id AND entities.id = statements.subject_id WHERE entities.id IS NULL",
    ),
    (
        "deliveries that wait and that no worker will look at",
        "SELECT deliveries.user_id FROM deliveries JOIN webhooks
         ON webhooks.user_id = deliveries.user_id AND webhooks.id = deliveries.webhook_id
         LEFT JOIN webhook_lanes ON webhook_lanes.user_id = deliveries.user_id
         AND webhook_lanes.webhook_id = deliveries.webhook_id
         AND webhook_lanes.lane = CASE WHEN deliveries.is_first = 1 THEN 'first' ELSE 'again' END
         WHERE webhooks.is_enabled = 1 AND (deliveries.is_first = 1 OR deliveries.next_attempt_at IS NOT NULL)
         AND webhook_lanes.ready_at IS NULL",
    ),
];

impl Database {
    /// Looks for rows that do not agree with each other; a service may go on using the database.
    ///
    /// # Errors
    ///
    /// [`TransferError::Refused`] when there is no database, or one of another version.
    pub async fn verify(&self) -> Result<Vec<Disagreement>, TransferError> {
        let (mut connection, dialect) = self.source().await?;
        connection.execute(dialect.begin_snapshot()).await?;
        let found = look(&mut connection).await?;
        connection.close().await?;
        Ok(found)
    }

    /// The same for a backup, of which first is made sure that it is what was written.
    ///
    /// # Errors
    ///
    /// [`TransferError::Differs`] and [`TransferError::Refused`] when it is not, or when it is of another version.
    pub async fn verify_backup(file: &Path) -> Result<Vec<Disagreement>, TransferError> {
        let mut backup = open_backup(file).await?;
        examine_backup(&mut backup).await?;
        if schema(&mut backup, Dialect::Sqlite).await? != Schema::Current {
            let reason = "the backup is what was written; it is of another version, whose recollect can verify its rows";
            return Err(TransferError::Refused(reason.to_owned()));
        }
        let found = look(&mut backup).await?;
        backup.close().await?;
        Ok(found)
    }
}

async fn look(connection: &mut AnyConnection) -> Result<Vec<Disagreement>, TransferError> {
    let mut disagreements = Vec::new();
    for (what, rows) in CHECKS {
        // What is in a space that was deleted goes step by step.
        let sql = format!(
            "SELECT COUNT(*), COALESCE(MIN(found.user_id), '') FROM ({rows}) AS found
             WHERE found.user_id NOT IN (SELECT user_id FROM spaces WHERE is_deleted = 1)"
        );
        let row = connection.fetch_one(sqlx::AssertSqlSafe(sql)).await?;
        let found: i64 = row.try_get(0)?;
        if found > 0 {
            disagreements.push(Disagreement {
                what,
                rows: found.unsigned_abs(),
                user: row.try_get(1)?,
            });
        }
    }
    Ok(disagreements)
}
