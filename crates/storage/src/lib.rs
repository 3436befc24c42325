//! Where things are kept: the only crate that knows SQL.
//!
//! [`Store`] runs the same statements on an embedded `SQLite` file and on `PostgreSQL`. What it guarantees:
//!
//! - A call that changes something is one transaction; a [`Settlement`] and a [`Change`] are one each. When it
//!   returns `Ok`, the change is on disk (fsync) and every later read on any node sees it; when it returns
//!   [`StorageError::Unavailable`], nothing was kept or it is not known whether it was, and the same call may be made
//!   again.
//! - Every call names its owner first and sees nothing of anybody else. The exceptions are the system's own: what
//!   finds an owner by a secret or an address, what looks for what is due of all users, and what is about no row of
//!   anybody. `tests/it/owners.rs` finds them all, and has a reason for each.
//! - A user's episodes leave the queue in the order of acceptance, each exactly once (see [`Settlement`]).
//! - Rows of a space at or below its committed revision are complete (see [`SpaceChanges`]).
//!
//! What it does not do: nothing that it keeps depends on a clock or on dice of its own (time and tokens are
//! parameters; only deadlines are measured here), it knows no policy (limits, backoff, what a default space is for),
//! and it repeats no statement that changes something: only for a connection that works it asks again, within the
//! time that a call may wait.

mod accounts;
mod api_keys;
mod audit;
mod change;
mod changes;
mod columns;
mod condition;
mod data_directory;
mod data_keys;
mod database;
mod dialect;
mod encryption_record;
mod erasing;
mod error;
mod events;
mod expiry;
mod faults;
mod figures;
mod graph;
mod hosts;
mod idempotency;
mod import_acts;
mod imports;
mod ingest;
mod inspection;
mod keyring;
mod lanes;
mod leaving;
mod limit_counts;
mod logins;
mod many;
mod master_key;
mod migrations;
mod oauth;
mod observation;
mod opening;
mod operating;
mod passkeys;
mod quotas;
mod reading;
mod removing;
mod renewals;
mod retry;
mod rows;
mod sealing;
mod servers;
mod sessions;
mod settlement;
mod spaces;
mod store;
mod transfer;
mod uses;
mod verification;
mod webhooks;

pub use change::{Change, Edited, Forgotten, Replaced};
pub use changes::{ChangedEpisode, ChangedPassage, SpaceChanges, Speaker};
pub use data_directory::DataDirectoryLock;
pub use database::Database;
pub use error::{Cause, StorageError};
pub use faults::Faults;
pub use figures::{Backlog, Connections, Room, Trouble};
pub use graph::{
    EpisodeGraph, GraphRows, HeldDocument, NewEntity, RestoredDecision, RestoredVerdict, ToFollow,
    Touched,
};
pub use idempotency::{GivenAnswer, Keyed};
pub use import_acts::ImportAct;
pub use imports::ReplacedVersion;
pub use ingest::{Acceptance, LatestVersion, TextVersion};
pub use inspection::{Inspection, Obstacle, Schema};
pub use lanes::{LaneClaim, QueuedEpisode, UnreadableEpisode};
pub use limit_counts::LimitCount;
pub use logins::{Beginning, Entered};
pub use master_key::Encryption;
pub use oauth::{Consent, Granted, NewCode, NewRefreshToken};
pub use operating::AccountOverview;
pub use passkeys::PasskeyChallenge;
pub use quotas::{Quota, Quotas, Usage};
pub use reading::{
    AsOf, EntityDetail, EntityFilter, EpisodeDetail, Found, ListedEntity, LogFilter, NamedIn,
    NamedText, Page, Places, RecalledStatement, SessionContext, SessionNeighbours, Side, SpokenOf,
    Standing, StandingFact, StatementFilter, TextSource, TimelineFilter, UnprocessedText,
    UnprocessedTexts,
};
pub use recollect_sealing::{MasterKey, Sealer};
pub use removing::DeletedSpace;
pub use renewals::{EpisodeToRenew, Reading};
pub use retry::Retried;
pub use sealing::sealed_columns;
pub use servers::{Pooling, PostgresLimits};
pub use settlement::{CompletedEpisode, Settlement};
pub use store::{Store, Unready};
pub use transfer::{TableSum, TransferError};
pub use uses::Use;
pub use verification::Disagreement;
pub use webhooks::{ClaimedDelivery, Disabling, EndedAttempt, Verdict, WebhookChange, WebhookLane};
