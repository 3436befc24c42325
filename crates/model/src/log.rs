//! Logs: what became of each accepted text.

use std::fmt;

use jiff::Timestamp;

use crate::{EpisodeId, ImportId, Labels, LogId, ReferenceTime, SpaceId};

/// Where an accepted text stands. `Completed` and `Failed` are terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LogStatus {
    /// Accepted, waiting for its turn.
    Pending,
    /// A worker has it.
    Processing,
    /// Part of the graph and of every search that begins from now on.
    Completed,
    /// Given up; the log's `error` says why.
    Failed,
}

impl LogStatus {
    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    /// The status of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Pending,
            Self::Processing,
            Self::Completed,
            Self::Failed,
        ]
        .into_iter()
        .find(|status| status.as_str() == name)
    }

    /// Whether the status will not change by itself any more.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }
}

impl fmt::Display for LogStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The log of one accepted text, as its owner may read it.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// Its identifier.
    pub id: LogId,
    /// The space the text was sent to.
    pub space: SpaceId,
    /// The session the text was sent with.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// The text, verbatim; empty once it is gone and only the log is left.
    pub text: String,
    /// When the text says it was written.
    pub reference_time: ReferenceTime,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// When it reached a terminal status.
    pub processed_at: Option<Timestamp>,
    /// The episode it became, once completed and as long as it is there.
    pub episode: Option<EpisodeId>,
    /// Where it stands.
    pub status: LogStatus,
    /// Why it failed, or why it is being tried again.
    pub error: Option<String>,
    /// What is to be said of how the text was read, such as that a simpler extraction stood in.
    pub note: Option<String>,
    /// The log of the newer version of the document that stands in the place of this text.
    pub replaced_by: Option<LogId>,
    /// The request as it was sent, a JSON object, without the text.
    pub request: String,
    /// What whoever sent the text calls it.
    pub external_id: Option<String>,
    /// What it is sorted by.
    pub labels: Labels,
    /// The import that brought it.
    pub import: Option<ImportId>,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
    /// Where the text stands in its owner's queue, while it does.
    pub queue: Option<QueuePlace>,
}

impl Log {
    /// Whether it was to be forgotten by then.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|at| at <= now)
    }
}

/// A place in one of a user's lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueuePlace {
    /// How many texts of the lane are processed until this one is, itself included.
    pub position: u64,
    /// How many texts are in the lane.
    pub depth: u64,
}

/// A user's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueState {
    /// How many texts wait or are being processed.
    pub depth: u64,
    /// How many of them are being processed.
    pub processing: u64,
    /// Since when the first one waits that is not being processed.
    pub oldest_waiting_since: Option<Timestamp>,
    /// When it is tried again, if an attempt at it has failed.
    pub next_attempt_at: Option<Timestamp>,
}
