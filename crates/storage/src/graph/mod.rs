//! The rows of a user's graph, in one open transaction.
//!
//! [`GraphRows`] keeps and finds rows: names and what joins them, claims and what follows from them. It interprets
//! nothing: which names are one entity, and which statements follow from the claims of a slot, others decide and say
//! here. What it sees to itself is that an index that has read up to a revision can catch up from there: rows that
//! come, change or go carry the revision that [`GraphRows::advance_space`] gave. Each revision is marked with the
//! token of the transaction that gave it, so that an index can tell whether the database still has the history it was
//! built from.
//!
//! Whoever has one holds the user's lane, so that what is read stays true until the transaction ends.

use std::collections::HashMap;

use recollect_model::{AuditEntry, LeaseToken, Revision, SpaceId, UserId};
use sqlx::any::AnyRow;

use crate::StorageError;
use crate::many::{Parameters, Rows};
use crate::rows::Columns;
use crate::sealing::Words;
use crate::sessions::Session;
use crate::store::Write;

pub(crate) mod claims;
mod decisions;
mod documents;
pub(crate) mod entities;
mod episodes;
mod later;
pub(crate) mod links;
mod removal;
mod restoring;
mod roles;
mod statements;

pub use documents::HeldDocument;
pub use entities::NewEntity;
pub use episodes::EpisodeGraph;
pub(crate) use episodes::ReadEpisode;
pub use later::ToFollow;
pub use removal::Touched;
pub(crate) use removal::{Kept, TakenOut};
pub use restoring::{RestoredDecision, RestoredVerdict};

/// A user's graph, as a settlement or a change finds and leaves it.
#[derive(Debug)]
pub struct GraphRows {
    write: Write,
    user: UserId,
    words: Words,
    /// What marks the revisions that this transaction gives.
    token: LeaseToken,
    /// The spaces whose revision this transaction has raised, with it.
    advanced: HashMap<SpaceId, Revision>,
    /// Whether it notes something that is left for later.
    leaves_something: bool,
}

/// What a removal says is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Removed {
    Episode,
    Entity,
    Statement,
}

impl Removed {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Episode => "episode",
            Self::Entity => "entity",
            Self::Statement => "statement",
        }
    }
}

const REMOVALS: Rows = Rows {
    before: "INSERT INTO removals (user_id, space_id, revision, what, id) VALUES ",
    shared: 4,
    own: 1,
    after: " ON CONFLICT (user_id, what, id) DO UPDATE SET revision = excluded.revision",
};

/// The marks of so many revisions of a space are kept, and what was removed in them: an index that is further behind is built
/// anew.
pub(crate) const KEPT_MARKS: i64 = 4_096;
const MARKS_REMOVED_AT_ONCE: i64 = 256;

impl GraphRows {
    pub(crate) async fn new(
        mut write: Write,
        user: UserId,
        token: LeaseToken,
    ) -> Result<Self, StorageError> {
        let words = write.words(user).await?;
        Ok(Self {
            write,
            user,
            words,
            token,
            advanced: HashMap::new(),
            leaves_something: false,
        })
    }

    /// What seals and opens the user's values.
    pub(crate) fn words(&self) -> Words {
        self.words.clone()
    }

    /// Whose graph it is.
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// Raises the space's revision, once in this transaction, and returns it: what comes, changes or goes now carries
    /// it. `None` when the space was deleted.
    pub async fn advance_space(
        &mut self,
        space: SpaceId,
    ) -> Result<Option<Revision>, StorageError> {
        if let Some(revision) = self.advanced.get(&space) {
            return Ok(Some(*revision));
        }
        let row = sqlx::query(
            "UPDATE spaces SET revision = revision + 1
             WHERE user_id = $1 AND id = $2 AND is_deleted = 0 RETURNING revision",
        )
        .bind(self.user.to_string())
        .bind(space.to_string())
        .fetch_optional(self.connection())
        .await?;
        let revision = row.map(|row| Columns::of(&row).integer().map(Revision));
        let revision = revision.transpose()?;
        if let Some(revision) = revision {
            self.leave_mark(space, revision).await?;
            self.advanced.insert(space, revision);
        }
        Ok(revision)
    }

    /// Leaves the mark of a revision, and now and then removes those that no index is likely to stand at any more, with what
    /// only an index would ask for that stands there.
    async fn leave_mark(&mut self, space: SpaceId, at: Revision) -> Result<(), StorageError> {
        let (user, token) = (self.user.to_string(), self.token.to_string());
        sqlx::query(
            "INSERT INTO space_marks (user_id, space_id, revision, mark) VALUES ($1, $2, $3, $4)",
        )
        .bind(user.as_str())
        .bind(space.to_string())
        .bind(at.0)
        .bind(token)
        .execute(self.connection())
        .await?;
        if at.0 % MARKS_REMOVED_AT_ONCE == 0 {
            // An index at the oldest mark that is kept lacks what was removed after it.
            for sql in [
                "DELETE FROM space_marks WHERE user_id = $1 AND space_id = $2 AND revision < $3",
                "DELETE FROM removals WHERE user_id = $1 AND space_id = $2 AND revision <= $3",
            ] {
                sqlx::query(sql)
                    .bind(user.as_str())
                    .bind(space.to_string())
                    .bind(at.0 - KEPT_MARKS)
                    .execute(self.connection())
                    .await?;
            }
        }
        Ok(())
    }

    /// Whether this transaction gave the space this revision.
    pub(crate) fn has_advanced(&self, space: SpaceId, revision: Revision) -> bool {
        self.advanced.get(&space) == Some(&revision)
    }

    pub(crate) const fn connection(&mut self) -> &mut Session {
        self.write.connection()
    }

    /// Adds to the user's trail, in this transaction.
    pub(crate) async fn record_audit(&mut self, entry: &AuditEntry) -> Result<(), StorageError> {
        self.write.record_audit(self.user, entry).await
    }

    /// Says that what this transaction deletes is not to be found in the files any more.
    pub(crate) fn is_to_be_erased(&self) {
        self.write.is_to_be_erased();
    }

    pub(crate) fn into_write(self) -> Write {
        self.write
    }

    /// Runs a statement whose shared columns are the user and the space.
    async fn run<T>(
        &mut self,
        statement: &Rows,
        space: SpaceId,
        rows: &[T],
        own: impl Fn(&T, &mut Parameters),
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let user = self.user;
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(space);
        };
        statement.run(self.connection(), rows, shared, own).await
    }

    /// Runs a statement whose shared columns are the user, the space and the revision.
    async fn run_at<T>(
        &mut self,
        statement: &Rows,
        (space, revision): (SpaceId, Revision),
        rows: &[T],
        own: impl Fn(&T, &mut Parameters),
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let user = self.user;
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(space).bind(revision.0);
        };
        statement.run(self.connection(), rows, shared, own).await
    }

    /// Tells the indexes of the space what is gone.
    pub(crate) async fn record_removals(
        &mut self,
        space: SpaceId,
        revision: Revision,
        what: Removed,
        ids: &[String],
    ) -> Result<(), StorageError> {
        let user = self.user;
        let shared = |shared: &mut Parameters| {
            shared
                .id(user)
                .id(space)
                .bind(revision.0)
                .bind(what.as_str());
        };
        let id = |id: &String, own: &mut Parameters| {
            own.bind(id.as_str());
        };
        REMOVALS.run(self.connection(), ids, shared, id).await?;
        Ok(())
    }
}

/// Gives an id as the only column of its own.
fn bind_id<I: ToString + Copy>(id: &I, own: &mut Parameters) {
    own.id(*id);
}
