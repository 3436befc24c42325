//! Removing a space: at once for everybody who looks, and step by step in the database.
//!
//! The first transaction says that the space is deleted: from then on no call finds it or anything in it. Then its
//! rows go in transactions of their own, each of which removes a bounded number of them, so that whoever wants to
//! write waits for one of these and not for all: the embedded database has one writer. The last one removes the
//! space. Broken off in between, by a kill or a lost connection, it is gone on with by whoever finds it
//! ([`Store::deleted_spaces`]); several may do so at once.

use recollect_model::{AuditEntry, EpisodeId, LogId, SpaceId, UserId};
use sqlx::AssertSqlSafe;

use crate::faults::CommitPoint;
use crate::lanes::lock_lane;
use crate::many::Rows;
use crate::rows::{Columns, read_all};
use crate::sealing::register::SPACE_NAME;
use crate::store::Write;
use crate::{StorageError, Store};

/// So many texts are removed at a time at most, and as many as have this many bytes together: what was understood of a
/// text grows with it.
const TEXTS_AT_ONCE: i64 = 64;
const BYTES_AT_ONCE: i64 = 12 * 1024;
/// Of a text longer than that, so many passages at a time.
const PASSAGES_AT_ONCE: i64 = 256;
/// So many rows of another table are removed at a time.
const ROWS_AT_ONCE: i64 = 256;

/// That what a column names, `$1` being the owner, is no space that was deleted.
macro_rules! not_in_deleted {
    () => {
        " NOT IN (SELECT gone.id FROM spaces AS gone WHERE gone.user_id = $1 AND gone.is_deleted = 1)"
    };
}
pub(crate) use not_in_deleted;

/// What was removed with a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeletedSpace {
    /// Episodes, processed or waiting; each with its log.
    pub episodes: u64,
    /// Entities.
    pub entities: u64,
    /// Statements.
    pub statements: u64,
}

const DELETE_EPISODES: Rows = Rows {
    before: "DELETE FROM episodes WHERE (user_id, id) IN (SELECT asked.column1, asked.column2
             FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked) RETURNING size_bytes",
};

const DELETE_LOGS: Rows = Rows {
    before: "DELETE FROM logs WHERE (user_id, id) IN (SELECT asked.column1, asked.column2
             FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked)",
};

/// What is left of a space without texts: each by a key that finds it, and of which table. Foreign keys take along what
/// belongs to it.
const LEFT: [(&str, &str); 5] = [
    ("statements", "id"),
    ("entities", "id"),
    ("removals", "what, id"),
    ("decisions", "id"),
    ("space_marks", "space_id, revision"),
];

impl Store {
    /// Removes a space with everything in it, what waits in the queue and what is being processed included; `None`
    /// when the user has no such space. The default space is removed like any other: whoever asks decides.
    ///
    /// # Errors
    ///
    /// When it broke off after the first step nobody finds the space any more, and [`Store::finish_deletion`] goes on.
    pub async fn delete_space(
        &self,
        user: UserId,
        id: SpaceId,
    ) -> Result<Option<DeletedSpace>, StorageError> {
        match self.hide_space(user, id, None).await? {
            true => self.finish_deletion(user, id).await.map(Some),
            false => Ok(None),
        }
    }

    /// The first step: nobody finds the space or anything in it any more, and its name is free. False when the user has no
    /// such space. An entry for the user's trail is written with it.
    pub async fn hide_space(
        &self,
        user: UserId,
        id: SpaceId,
        entry: Option<&AuditEntry>,
    ) -> Result<bool, StorageError> {
        let words = self.words(user).await?;
        let mut write = self.begin().await?;
        write.is_to_be_erased();
        lock_lane(&mut write, user).await?;
        let hidden = sqlx::query(
            "UPDATE spaces SET is_deleted = 1, is_default = 0, name = $3, description = NULL, retention_days = NULL
             WHERE user_id = $1 AND id = $2 AND is_deleted = 0",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        // Nobody can give a space a name that begins with a blank.
        .bind(words.seek(SPACE_NAME, &format!(" {id}")))
        .execute(write.connection())
        .await?;
        let is_hidden = hidden.rows_affected() == 1;
        for sql in [
            "DELETE FROM imports WHERE user_id = $1 AND space_id = $2",
            "DELETE FROM replaced_versions WHERE user_id = $1 AND space_id = $2",
        ] {
            sqlx::query(sql)
                .bind(user.to_string())
                .bind(id.to_string())
                .execute(write.connection())
                .await?;
        }
        // Answers that were kept may tell of what was in it.
        sqlx::query(
            "UPDATE idempotency_keys SET body = NULL WHERE user_id = $1 AND body IS NOT NULL",
        )
        .bind(user.to_string())
        .execute(write.connection())
        .await?;
        if let Some(entry) = entry.filter(|_| is_hidden) {
            write.record_audit(user, entry).await?;
        }
        match is_hidden {
            true => write.commit(CommitPoint::DELETE_SPACE).await?,
            false => write.abandon().await?,
        }
        Ok(is_hidden)
    }

    /// All further steps; what they removed.
    pub async fn finish_deletion(
        &self,
        user: UserId,
        id: SpaceId,
    ) -> Result<DeletedSpace, StorageError> {
        let mut removed = DeletedSpace::default();
        while !self.remove_some(user, id, &mut removed).await? {}
        Ok(removed)
    }

    /// The spaces, of all users, whose deletion is not at its end.
    pub async fn deleted_spaces(&self) -> Result<Vec<(UserId, SpaceId)>, StorageError> {
        let rows = sqlx::query("SELECT user_id, id FROM spaces WHERE is_deleted = 1");
        read_all(&rows.fetch_all(&self.reads).await?, |columns| {
            Ok((columns.id()?, columns.id()?))
        })
    }

    /// One step; true when the space is gone.
    async fn remove_some(
        &self,
        user: UserId,
        id: SpaceId,
        removed: &mut DeletedSpace,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        write.is_to_be_erased();
        lock_lane(&mut write, user).await?;
        let mut removing = Removing {
            write,
            user,
            space: id,
            removed: *removed,
        };
        let is_gone = removing.step().await?;
        let after = removing.removed;
        removing.write.commit(CommitPoint::REMOVE_SOME).await?;
        *removed = after;
        Ok(is_gone)
    }
}

/// A step that is being made.
struct Removing {
    write: Write,
    user: UserId,
    space: SpaceId,
    removed: DeletedSpace,
}

/// A log of the space, and the text that it follows with its size, where that is still there.
type Text = (LogId, EpisodeId, Option<i64>);

impl Removing {
    /// Removes some of what there is; true when that was the space itself.
    async fn step(&mut self) -> Result<bool, StorageError> {
        let texts = self.texts().await?;
        if !texts.is_empty() {
            self.remove_texts(&texts).await?;
            return Ok(false);
        }
        for (table, key) in LEFT {
            let sql = format!(
                "DELETE FROM {table} WHERE user_id = $1 AND ({key}) IN
                 (SELECT {key} FROM {table} WHERE space_id = $2 AND user_id = $1 LIMIT $3)"
            );
            let gone = sqlx::query(AssertSqlSafe(sql))
                .bind(self.user.to_string())
                .bind(self.space.to_string())
                .bind(ROWS_AT_ONCE)
                .execute(self.write.connection())
                .await?
                .rows_affected();
            match table {
                "statements" => self.removed.statements += gone,
                "entities" => self.removed.entities += gone,
                _ => {}
            }
            if gone > 0 {
                return Ok(false);
            }
        }
        // What nothing above knows goes along by the foreign keys.
        sqlx::query("DELETE FROM spaces WHERE user_id = $1 AND id = $2 AND is_deleted = 1")
            .bind(self.user.to_string())
            .bind(self.space.to_string())
            .execute(self.write.connection())
            .await?;
        Ok(true)
    }

    /// The last texts of the space in the order of acceptance, as many as go in one step: those that wait are the last, and no
    /// worker is to begin with them.
    async fn texts(&mut self) -> Result<Vec<Text>, StorageError> {
        let rows = sqlx::query(
            "SELECT logs.id, logs.episode_id, episodes.size_bytes FROM logs LEFT JOIN episodes
             ON episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
             WHERE logs.space_id = $2 AND logs.user_id || '' = $1 ORDER BY logs.seq DESC LIMIT $3",
        )
        .bind(self.user.to_string())
        .bind(self.space.to_string())
        .bind(TEXTS_AT_ONCE)
        .fetch_all(self.write.connection())
        .await?;
        let mut bytes = 0;
        let all: Vec<Text> = read_all(&rows, |columns| {
            Ok((columns.id()?, columns.id()?, columns.optional_integer()?))
        })?;
        let fits = all.iter().take_while(|(.., size)| {
            let is_first = bytes == 0;
            bytes += size.unwrap_or(0).max(1);
            is_first || bytes <= BYTES_AT_ONCE
        });
        let fits = fits.count();
        Ok(all.into_iter().take(fits).collect())
    }

    async fn remove_texts(&mut self, texts: &[Text]) -> Result<(), StorageError> {
        if let [(_, episode, Some(size))] = texts
            && *size > BYTES_AT_ONCE
            && self.remove_passages(*episode).await?
        {
            return Ok(());
        }
        let user = self.user;
        let gone = DELETE_EPISODES.run(
            self.write.connection(),
            texts,
            |shared| {
                shared.id(user);
            },
            |(_, episode, _), own| {
                own.id(*episode);
            },
        );
        let sizes = read_all(&gone.await?, |columns| columns.integer())?;
        self.removed.episodes += sizes.len() as u64;
        sqlx::query("UPDATE lanes SET texts = texts - $2, bytes = bytes - $3 WHERE user_id = $1")
            .bind(user.to_string())
            .bind(sizes.len() as i64)
            .bind(sizes.iter().sum::<i64>())
            .execute(self.write.connection())
            .await?;
        let logs = DELETE_LOGS.run(
            self.write.connection(),
            texts,
            |shared| {
                shared.id(user);
            },
            |(log, ..), own| {
                own.id(*log);
            },
        );
        logs.await?;
        Ok(())
    }

    /// Removes the last passages of a long text, with what was understood of them; false when only few are left.
    async fn remove_passages(&mut self, episode: EpisodeId) -> Result<bool, StorageError> {
        let last = sqlx::query(
            "SELECT COALESCE(MAX(number), 0) FROM passages WHERE user_id = $1 AND episode_id = $2",
        )
        .bind(self.user.to_string())
        .bind(episode.to_string())
        .fetch_one(self.write.connection())
        .await?;
        let from = Columns::of(&last).integer()? - PASSAGES_AT_ONCE;
        if from <= 0 {
            return Ok(false);
        }
        for (table, passage) in [
            ("mentions", "passage"),
            ("claims", "passage"),
            ("passages", "number"),
        ] {
            let sql = format!(
                "DELETE FROM {table} WHERE user_id = $1 AND episode_id = $2 AND {passage} >= $3"
            );
            sqlx::query(AssertSqlSafe(sql))
                .bind(self.user.to_string())
                .bind(episode.to_string())
                .bind(from)
                .execute(self.write.connection())
                .await?;
        }
        Ok(true)
    }
}
