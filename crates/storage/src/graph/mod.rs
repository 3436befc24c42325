//! The rows of a user's graph, in one open transaction.
//!
//! [`GraphRows`] keeps and finds rows: names and what joins them, claims and what follows from them. It interprets
//! nothing: which names are one entity, and which statements follow from the claims of a slot, others decide and say
//! here. What it sees to itself is that an index that has read up to a revision can catch up from there: rows that come,
//! change or go carry the revision that [`GraphRows::advance_space`] gave.
//!
//! Whoever has one holds the user's lane, so that what is read stays true until the transaction ends.

use std::collections::HashMap;

use recollect_model::{AuditEntry, Revision, SpaceId, UserId};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::StorageError;
use crate::many::{Parameters, Rows};
use crate::rows::Columns;
use crate::store::Write;

pub(crate) mod claims;
mod documents;
pub(crate) mod entities;
mod episodes;
pub(crate) mod links;
mod removal;
mod statements;

pub use documents::HeldDocument;
pub use entities::NewEntity;
pub use episodes::EpisodeGraph;
pub(crate) use episodes::ReadEpisode;
pub use removal::Touched;
pub(crate) use removal::{Kept, TakenOut};

/// A user's graph, as a settlement or a change finds and leaves it.
#[derive(Debug)]
pub struct GraphRows {
    write: Write,
    user: UserId,
    /// The spaces whose revision this transaction has raised, with it.
    advanced: HashMap<SpaceId, Revision>,
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

impl GraphRows {
    pub(crate) fn new(write: Write, user: UserId) -> Self {
        Self {
            write,
            user,
            advanced: HashMap::new(),
        }
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
             WHERE user_id = $1 AND id = $2 RETURNING revision",
        )
        .bind(self.user.to_string())
        .bind(space.to_string())
        .fetch_optional(self.connection())
        .await?;
        let revision = row.map(|row| Columns::of(&row).integer().map(Revision));
        let revision = revision.transpose()?;
        if let Some(revision) = revision {
            self.advanced.insert(space, revision);
        }
        Ok(revision)
    }

    /// Whether this transaction gave the space this revision.
    pub(crate) fn has_advanced(&self, space: SpaceId, revision: Revision) -> bool {
        self.advanced.get(&space) == Some(&revision)
    }

    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        self.write.connection()
    }

    /// Adds to the user's trail, in this transaction.
    pub(crate) async fn record_audit(&mut self, entry: &AuditEntry) -> Result<(), StorageError> {
        self.write.record_audit(self.user, entry).await
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
