//! What things are: identifiers, time, episodes, logs, the graph, accounts and secrets.
//!
//! This crate does no input or output and knows no async. Everything above it speaks in these types, so a
//! pending thing and a finished thing differ by type, one identifier cannot be passed for another, and the
//! clock and the dice are parameters ([`Environment`]).

mod account;
mod environment;
mod episode;
mod graph;
mod id;
mod log;
mod space;
mod text;
mod time;
mod vector;

pub use account::{
    Account, ApiKey, ApiKeyToken, Caller, EmailAddress, InvalidEmailAddress, TokenHash,
};
pub use environment::{
    Clock, Entropy, Environment, ManualClock, OsEntropy, SeededEntropy, SystemClock,
};
pub use episode::{AcceptedEpisode, Episode, EpisodeKind, Passage, PassageKey};
pub use graph::{
    Entity, EntityKey, EntityKind, Evidence, Mention, Object, Statement, StatementKey,
};
pub use id::{
    ApiKeyId, EntityId, EpisodeId, InvalidId, LeaseToken, LogId, SpaceId, StatementId, UserId,
};
pub use log::{Log, LogStatus};
pub use space::{Revision, Space};
pub use text::{CharRange, CharText};
pub use time::{Interval, InvalidDateTime, ReferenceTime};
pub use vector::{Embedding, QuantizedVector};

pub use jiff::Timestamp;
