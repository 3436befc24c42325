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
            Self::Undone => "undone",
        }
    }

    /// The status of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Running,
            Self::Completed,
            Self::Cancelled,
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
