//! Where things are kept: the only crate that knows SQL.
//!
//! [`Store`] runs the same statements on an embedded `SQLite` file and on `PostgreSQL`. What it guarantees:
//!
//! - A call that changes something is one transaction. When it returns `Ok`, the change is on disk (fsync) and every
//!   later read on any node sees it; when it returns [`StorageError::Unavailable`], nothing was kept or it is not
//!   known whether it was, and the same call may be made again.
//! - Every call names its owner first and sees nothing of anybody else. The exceptions are the system's own:
//!   `ensure_account`, `caller_of`, `accept` (its items name their owners), `claim`, `next_ready_at`,
//!   `release_all_leases`.
//! - A user's episodes leave the queue in the order of acceptance, each exactly once (see [`Settlement`]).
//! - Rows of a space at or below its committed revision are complete (see [`SpaceChanges`]).
//!
//! What it does not do: it reads no clock and rolls no dice (time and tokens are parameters), it knows no policy
//! (limits, backoff, what a default space is for), and it retries nothing.

mod accounts;
mod changes;
mod data_directory;
mod dialect;
mod error;
mod faults;
mod graph;
mod ingest;
mod lanes;
mod logs;
mod many;
mod migrations;
mod recall;
mod rows;
mod settlement;
mod spaces;
mod store;

pub use changes::{ChangedEpisode, ChangedPassage, SpaceChanges, Speaker};
pub use data_directory::DataDirectoryLock;
pub use error::{Cause, StorageError};
pub use faults::Faults;
pub use ingest::Acceptance;
pub use lanes::{Claim, QueuedEpisode};
pub use recall::RecalledStatement;
pub use settlement::{CompletedEpisode, Settlement};
pub use spaces::DeletedSpace;
pub use store::{Database, Store};
