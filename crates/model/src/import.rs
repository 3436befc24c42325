//! Imports: texts that were brought in together, and can be taken back together.

use std::fmt;

use jiff::Timestamp;

use crate::{ImportId, SpaceId};

/// Where an import stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ImportStatus {
    /// Its texts are being accepted.
    Running,
    /// All of them are accepted.
    Completed,
    /// It was stopped on the way; what was accepted by then stays.
    Cancelled,
    /// It broke off, or its process ended; what was accepted by then stays, and begun again it brings the rest.
    Interrupted,
    /// What it brought is being forgotten, whether or not anybody waits for that.
    Undoing,
    /// What it brought is forgotten.
    Undone,
}

impl ImportStatus {
    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Interrupted => "interrupted",
            Self::Undoing => "undoing",
            Self::Undone => "undone",
        }
    }

    /// The status of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Running,
            Self::Completed,
            Self::Cancelled,
            Self::Interrupted,
            Self::Undoing,
            Self::Undone,
        ]
        .into_iter()
        .find(|status| status.as_str() == name)
    }
}

impl fmt::Display for ImportStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An import, as its owner may follow it.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// Its identifier.
    pub id: ImportId,
    /// The space it brings its texts to.
    pub space: SpaceId,
    /// What it brings, in words: the names of the files.
    pub name: String,
    /// How it is read.
    pub format: String,
    /// Where it stands.
    pub status: ImportStatus,
    /// How many texts were found in it.
    pub found: u64,
    /// How many of them were new.
    pub added: u64,
    /// How many took the place of an earlier version.
    pub replaced: u64,
    /// How many were there already.
    pub unchanged: u64,
    /// What could not be brought in, a sentence each, with its place in the file.
    pub problems: Vec<String>,
    /// When it was begun.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// How fast an import brings its texts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ImportPace {
    /// How many texts a second.
    pub per_second: f64,
    /// How long the rest takes at that, in seconds, about; of one that goes on.
    pub seconds_left: Option<u64>,
}

impl Import {
    /// How many of its texts are brought, or were there.
    pub const fn done(&self) -> u64 {
        self.added + self.replaced + self.unchanged
    }

    /// How fast it is by now, once that can be said.
    pub fn pace(&self, now: Timestamp) -> Option<ImportPace> {
        let until = self.ended_at.unwrap_or(now);
        let seconds = until.duration_since(self.started_at).as_secs_f64();
        if self.done() == 0 || seconds <= 0.0 {
            return None;
        }
        let per_second = self.done() as f64 / seconds;
        let left = self.found.saturating_sub(self.done()) as f64 / per_second;
        let seconds_left = self.status == ImportStatus::Running;
        Some(ImportPace {
            per_second,
            seconds_left: seconds_left.then_some(left.ceil() as u64),
        })
    }
}
