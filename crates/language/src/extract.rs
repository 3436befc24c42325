//! The door to extraction, and what comes out of it.

use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::{CharRange, EntityKind, Interval, ReferenceTime};

use crate::{LanguageError, PassageText};

/// Reads a text: who and what it names, and what it says of them.
///
/// An implementation asserts only what the text says, and points at the words that say it. It keeps nothing
/// between calls, and resolves names against nothing but the text itself. Passages in which turns of several speakers
/// are joined give no statements: there is no telling who "I" is.
#[async_trait]
pub trait Extract: Send + Sync {
    /// What read the text, such as `local/1`.
    fn name(&self) -> &str;

    /// Reads one episode.
    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError>;
}

/// An episode as extraction sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TextToRead {
    /// The episode's text, verbatim.
    pub body: String,
    /// Its passages, as [`passages`](crate::passages) cut them.
    pub passages: Vec<PassageText>,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// What the account's owner is called, in the facts that are about them; may be empty.
    pub owner_name: String,
}

/// What a text names and says. Every entity that `speakers` and `statements` refer to is also among `mentions`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extraction {
    /// Who speaks in each passage: as many as there are passages.
    pub speakers: Vec<Option<EntityRef>>,
    /// Where entities are named, in the order of the text.
    pub mentions: Vec<ExtractedMention>,
    /// What is said, in the order of the text.
    pub statements: Vec<ExtractedStatement>,
}

/// An entity before it is looked up in the graph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntityRef {
    /// The account's owner.
    Owner,
    /// Whoever or whatever has this name; compared by [`EntityKey::of_name`](recollect_model::EntityKey::of_name).
    Named(String),
}

/// A place where a text names an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractedMention {
    /// The entity.
    pub entity: EntityRef,
    /// What it is, as far as this place tells.
    pub kind: EntityKind,
    /// The number of the passage it lies in.
    pub passage: usize,
    /// The words that name it, in the whole text.
    pub range: CharRange,
}

/// Something a text says.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractedStatement {
    /// Whom or what it is about.
    pub subject: EntityRef,
    /// The relation, normalised: lower-case words joined by `_`, such as `lives_in`.
    pub relation: String,
    /// The relation in the text's own words, such as `live in`.
    pub phrase: String,
    /// What is said of the subject.
    pub object: ExtractedObject,
    /// The fact as a sentence a person can read, such as `Caroline lives in Berlin.`
    pub fact: String,
    /// The number of the passage that says it.
    pub passage: usize,
    /// The words that say it, in the whole text.
    pub range: CharRange,
    /// When it was so, where the words tell.
    pub valid: Option<Interval>,
}

/// What is said of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtractedObject {
    /// Another entity.
    Entity(EntityRef),
    /// A value in words.
    Value(String),
}
