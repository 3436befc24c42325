//! The graph: entities, statements, and where the texts speak of them.

use jiff::Timestamp;

use crate::{CharRange, EntityId, EpisodeId, StatementId};

/// What an entity is, as far as the text tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EntityKind {
    /// The account's owner, the "I" of a text that names no speaker.
    Owner,
    /// Somebody.
    Person,
    /// A company, school, team or other body.
    Organization,
    /// Somewhere.
    Place,
    /// Anything else, or not known yet.
    Thing,
}

impl EntityKind {
    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Person => "person",
            Self::Organization => "organization",
            Self::Place => "place",
            Self::Thing => "thing",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Owner,
            Self::Person,
            Self::Organization,
            Self::Place,
            Self::Thing,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == name)
    }
}

/// What decides whether two names mean the same entity of a space: the name in lower case, its white space single,
/// or the fixed key of the owner.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct EntityKey(String);

impl EntityKey {
    /// The key of a name.
    pub fn of_name(name: &str) -> Self {
        Self(
            name.split_whitespace()
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    /// The key of the account's owner, which no name has.
    pub fn owner() -> Self {
        Self("\u{1}owner".to_owned())
    }

    /// The key as the database keeps it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads what [`as_str`](Self::as_str) gave.
    pub fn from_stored(key: String) -> Self {
        Self(key)
    }
}

/// A node of a space's graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// Its identifier.
    pub id: EntityId,
    /// What is compared when a text names it.
    pub key: EntityKey,
    /// The name as it was first written.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
}

/// A place where a text names an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The entity.
    pub entity: EntityId,
    /// The episode.
    pub episode: EpisodeId,
    /// The passage of the episode.
    pub passage: u32,
    /// The words that name it.
    pub range: CharRange,
}

/// What a statement says of its subject.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Object {
    /// Another entity.
    Entity(EntityId),
    /// A value in words.
    Value(String),
}

/// What decides whether two statements are the same fact, so that the second adds evidence only.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct StatementKey(String);

impl StatementKey {
    /// The key of subject, relation and object; values are compared in lower case.
    pub fn of(subject: EntityId, relation: &str, object: &Object) -> Self {
        Self(match object {
            Object::Entity(entity) => format!("{subject}|{relation}|{entity}"),
            Object::Value(value) => format!(
                "{subject}|{relation}|\"{}\"",
                EntityKey::of_name(value).as_str()
            ),
        })
    }

    /// The key as the database keeps it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A fact: a relation between an entity and another or a value, with the time it held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its identifier.
    pub id: StatementId,
    /// Whom or what it is about.
    pub subject: EntityId,
    /// The relation, normalised: lower-case words joined by `_`.
    pub relation: String,
    /// What is said of the subject.
    pub object: Object,
    /// The fact as a sentence a person can read.
    pub fact: String,
    /// From when it held in the world.
    pub valid_at: Timestamp,
    /// Until when it held, once something said otherwise.
    pub invalid_at: Option<Timestamp>,
    /// When it was learned.
    pub recorded_at: Timestamp,
}

impl Statement {
    /// What decides whether it is the same fact as another.
    pub fn key(&self) -> StatementKey {
        StatementKey::of(self.subject, &self.relation, &self.object)
    }
}

/// A place where a text supports a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The statement.
    pub statement: StatementId,
    /// The episode.
    pub episode: EpisodeId,
    /// The passage of the episode.
    pub passage: u32,
    /// The words that say it.
    pub range: CharRange,
}
