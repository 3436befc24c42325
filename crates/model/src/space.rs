//! Spaces: where a user's episodes and graph live.

use jiff::Timestamp;

use crate::SpaceId;

/// How far a space has changed; it only grows, by one with every commit that changes what a search could find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Default)]
pub struct Revision(pub i64);

/// A private space of one user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    /// Its identifier.
    pub id: SpaceId,
    /// Its name, unique among the user's spaces.
    pub name: String,
    /// What the user says it is for.
    pub description: Option<String>,
    /// Whether texts that name no space go here; one space of each user does.
    pub is_default: bool,
    /// For how many days a text is kept after it was accepted; for ever otherwise.
    pub retention_days: Option<u32>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its name or description last changed.
    pub updated_at: Timestamp,
}
