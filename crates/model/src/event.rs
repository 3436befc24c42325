//! Events: what happened to a user's memory, in order, for whoever follows it.

use jiff::Timestamp;

use crate::{EpisodeId, LogId, SpaceId, StatementId};

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EventKind {
    /// A text became part of the graph.
    EpisodeCompleted,
    /// A text was given up; its log says why.
    EpisodeFailed,
    /// A text was forgotten.
    EpisodeDeleted,
    /// Something that held was ended by what a text said.
    StatementInvalidated,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::EpisodeCompleted,
        Self::EpisodeFailed,
        Self::EpisodeDeleted,
        Self::StatementInvalidated,
    ];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EpisodeCompleted => "episode.completed",
            Self::EpisodeFailed => "episode.failed",
            Self::EpisodeDeleted => "episode.deleted",
            Self::StatementInvalidated => "statement.invalidated",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Something that happened, before it has its place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// What.
    pub kind: EventKind,
    /// In which space.
    pub space: SpaceId,
    /// The log of the text that it happened to.
    pub log: Option<LogId>,
    /// The episode that it happened to, or that ended the statement.
    pub episode: Option<EpisodeId>,
    /// The statement that it happened to.
    pub statement: Option<StatementId>,
    /// When.
    pub at: Timestamp,
}

/// Something that happened. Only identifiers are kept: what was forgotten is not told of again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its place in the order of the user's events: from 1, without gaps.
    pub sequence: u64,
    /// What happened.
    pub event: NewEvent,
}

/// What a webhook is told of an event beside its identifiers; never words of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventDetail {
    /// What the caller named as the source of the text.
    pub source: Option<String>,
    /// The session that the text was sent with.
    pub session: Option<String>,
    /// Why the text was given up.
    pub error: Option<String>,
    /// How much was understood of the text.
    pub understood: Option<UnderstoodCounts>,
}

/// How much was understood of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnderstoodCounts {
    /// Its passages.
    pub passages: usize,
    /// How often it names somebody or something.
    pub mentions: usize,
    /// What it states.
    pub facts: usize,
}
