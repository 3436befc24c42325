//! Changing a user's graph apart from processing: merging and splitting entities, forgetting and renewing episodes.
//!
//! A change holds the user's lane from its beginning to its end, as a settlement does: neither sees the other half
//! done, and what is being understood meanwhile is settled afterwards, without what was forgotten. Dropped before
//! [`Change::commit`], nothing has happened.

use recollect_model::{AuditEntry, LeaseToken, UserId};

use crate::faults::CommitPoint;
use crate::graph::GraphRows;
use crate::lanes::lock_lane;
use crate::{StorageError, Store};

mod edit;
mod forget;
mod person;
mod quota;
mod renew;

pub use edit::Edited;
pub use forget::Forgotten;
pub use renew::Replaced;

/// An open change. Until it ends, whoever holds it must ask the database nothing else, as with a
/// [`Settlement`](crate::Settlement).
#[derive(Debug)]
pub struct Change {
    graph: GraphRows,
}

impl Store {
    /// Begins a change of the user's graph, once nobody else is settling or changing it.
    /// The token is its alone.
    pub async fn begin_change(
        &self,
        user: UserId,
        token: LeaseToken,
    ) -> Result<Change, StorageError> {
        let mut write = self.begin().await?;
        lock_lane(&mut write, user).await?;
        Ok(Change {
            graph: GraphRows::new(write, user, token).await?,
        })
    }
}

impl Change {
    /// The user's graph, to look things up in and to change.
    pub const fn graph(&mut self) -> &mut GraphRows {
        &mut self.graph
    }

    /// Adds to the user's trail.
    pub async fn record_audit(&mut self, entry: &AuditEntry) -> Result<(), StorageError> {
        self.graph.record_audit(entry).await
    }

    /// Makes it all so.
    pub async fn commit(self) -> Result<(), StorageError> {
        self.graph.into_write().commit(CommitPoint::CHANGE).await
    }

    /// The same for a part of what a change left for later.
    pub async fn commit_part(self) -> Result<(), StorageError> {
        self.graph.into_write().commit(CommitPoint::FOLLOW).await
    }
}
