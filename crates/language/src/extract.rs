//! The door to extraction, and what comes out of it.

use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::{
    CharRange, Details, EntityKey, EntityKind, Modality, Precision, ReferenceTime, RelationName,
    Timestamp, Worth,
};

use crate::heard::Heard;
use crate::{LanguageError, PassageText};

mod question;

pub use question::{
    AskedRelation, AskedTime, Expected, Hole, Moment, QuestionPattern, Selection, may_be_meant_by,
    relation_of_role,
};

/// Reads a text: who and what it names, and what it says of them.
///
/// An implementation asserts only what the text says, and points at the words that say it. It keeps nothing
/// between calls, and resolves names against nothing but the text itself. Passages in which turns of several speakers
/// are joined give no statements: there is no telling who "I" is.
#[async_trait]
pub trait Extract: Send + Sync {
    /// What read the text, such as `local/1`.
    fn name(&self) -> &str;

    /// Whether a call ends by itself, after so much work as the text's length allows, and otherwise only waits for its turn.
    /// Whoever calls sets no deadline then: it would count the waiting. False where something else is asked, which may
    /// never answer.
    fn is_bounded(&self) -> bool {
        false
    }

    /// Reads one episode.
    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError>;

    /// Reads one that nobody waits for, and that stands back behind all others.
    async fn extract_in_background(
        &self,
        text: Arc<TextToRead>,
    ) -> Result<Extraction, LanguageError> {
        self.extract(text).await
    }

    /// Whether texts in the language of this one are understood, and not only kept and found.
    fn understands(&self, _text: &str) -> bool {
        true
    }

    /// Reads a question; `None` where it is none whose pattern is understood. Never waits for texts that are read.
    async fn read_question(
        &self,
        _question: String,
        _reference: ReferenceTime,
    ) -> Result<Option<QuestionPattern>, LanguageError> {
        Ok(None)
    }

    /// What asks for the day of an event that a phrase names: "When did I move to Lisbon?" of "moving to Lisbon"; `None` where it names
    /// none. Never waits for texts that are read.
    async fn asking_when(&self, _event: String) -> Result<Option<String>, LanguageError> {
        Ok(None)
    }
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
    /// What was spoken of just before in the same session.
    pub context: Context,
}

/// What was spoken of just before, so that "she" and "you" can be understood. Empty at the beginning of a session.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Context {
    /// Who spoke, the last one last, each once.
    pub speakers: Vec<EntityRef>,
    /// What was named, the last one last, each once.
    pub named: Vec<(EntityRef, EntityKind)>,
    /// What was said, the last one last: that is what a correction may mean.
    pub said: Vec<ExtractedStatement>,
    /// The last turns before the text (see [`heard`](crate::heard())), the last one last: "it" may be what one of them asks about.
    pub heard: Vec<Heard>,
    /// Whether the text is one of a session, where "you" may be somebody who has not spoken yet.
    pub is_in_session: bool,
}

/// What a text names and says. Every entity that `speakers`, `statements` and `identities` refer to is also among
/// `mentions`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extraction {
    /// Who speaks in each passage: as many as there are passages.
    pub speakers: Vec<Option<EntityRef>>,
    /// Where entities are named, in the order of the text.
    pub mentions: Vec<ExtractedMention>,
    /// What is said, in the order of the text.
    pub statements: Vec<ExtractedStatement>,
    /// Which names the text says are the same, or are not.
    pub identities: Vec<Identity>,
    /// What read the text, when it was not the door that was asked but one that stood in for it.
    pub read_by: Option<String>,
    /// A sentence for the log about how the text was read, where there is something to say: that the provider was out of
    /// reach and the local extraction stood in.
    pub note: Option<String>,
}

/// An entity before it is looked up in the graph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntityRef {
    /// The account's owner.
    Owner,
    /// Whoever or whatever has this name.
    Named(String),
    /// Who or what stands in this role to another, and only one does: "my sister" is the owner's `sister`. Of roles that
    /// many have ("a friend of mine"), only named ones are entities.
    Role {
        /// The role: a lower-case noun.
        role: String,
        /// Whose it is.
        of: Box<EntityRef>,
    },
}

impl EntityRef {
    /// What decides whether two references mean the same entity of a space.
    pub fn key(&self) -> EntityKey {
        match self {
            Self::Owner => EntityKey::owner(),
            Self::Named(name) => EntityKey::of_name(name),
            Self::Role { role, of } => EntityKey::of_role(role, &of.key()),
        }
    }
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

/// A place where a text says that two names are the same ("my sister Anna", "Mel is short for Melanie"), or are not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// One name.
    pub left: EntityRef,
    /// The other.
    pub right: EntityRef,
    /// Whether they are the same.
    pub is_same: bool,
    /// The words that say so, in the whole text.
    pub range: CharRange,
}

/// Something a text says.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractedStatement {
    /// Whom or what it is about.
    pub subject: EntityRef,
    /// The relation: a known one, or an open one.
    pub relation: RelationName,
    /// The relation in the text's own words, such as `live in`.
    pub phrase: String,
    /// What is said of the subject.
    pub object: ExtractedObject,
    /// With whom, where, for what, how much.
    pub details: Details,
    /// How much anybody would look for it.
    pub worth: Worth,
    /// Whether it is denied.
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so, when it is not whoever speaks in the passage.
    pub attributed_to: Option<EntityRef>,
    /// What is said as a sentence a person can read, such as `Caroline does not live in Berlin.`; empty for one that only
    /// closes what is said elsewhere ([`closes`](Self::closes)).
    pub fact: String,
    /// The number of the passage that says it.
    pub passage: usize,
    /// The words that say it, in the whole text.
    pub range: CharRange,
    /// From when it was so, where the words tell; for what happened, when it happened.
    pub from: Option<Timestamp>,
    /// Until when it was so, where the words tell. "Used to" and "no longer" end at the reference time at the latest.
    pub until: Option<Timestamp>,
    /// How finely the words tell it.
    pub precision: Option<Precision>,
    /// Whether it comes on top of what held before: "also", "a second job".
    pub is_additional: bool,
    /// Whether it says that what was said before was wrong: "actually it is", "I meant".
    pub is_correction: bool,
}

impl ExtractedStatement {
    /// Whether it says nothing by itself, but until when something held that is said elsewhere: "we got divorced" closes
    /// whatever marriage is known. An empty value as its object stands for whatever the subject has of the relation.
    pub fn closes(&self) -> bool {
        self.fact.is_empty() && self.until.is_some()
    }

    /// A plain statement of this relation, which the words put in no time: not denied, meant as it is said.
    pub fn plain(
        subject: EntityRef,
        relation: impl Into<RelationName>,
        object: ExtractedObject,
        passage: usize,
        range: CharRange,
    ) -> Self {
        let relation = relation.into();
        Self {
            subject,
            phrase: relation.as_str().replace('_', " "),
            relation,
            object,
            details: Details::default(),
            worth: Worth::default(),
            is_negated: false,
            modality: Modality::Actual,
            attributed_to: None,
            fact: String::new(),
            passage,
            range,
            from: None,
            until: None,
            precision: None,
            is_additional: false,
            is_correction: false,
        }
    }
}

/// What is said of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtractedObject {
    /// Another entity.
    Entity(EntityRef),
    /// A value in words; empty for a relation that has no object ("Anna sings").
    Value(String),
}
