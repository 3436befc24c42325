//! Episodes and their passages.

use jiff::Timestamp;

use crate::{
    CharRange, EntityId, EpisodeId, ImportId, Labels, LogId, QuantizedVector, ReferenceTime,
    SpaceId, UserId,
};

/// What an episode's text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EpisodeKind {
    /// Something said: a message, a turn, a transcript.
    #[default]
    Conversation,
    /// Something written: a note, an article.
    Document,
}

impl EpisodeKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Conversation, Self::Document];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Conversation => "CONVERSATION",
            Self::Document => "DOCUMENT",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A text that has passed every check and is to be kept; storing it is what makes it accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct AcceptedEpisode {
    /// Its owner.
    pub user: UserId,
    /// The space it goes to.
    pub space: SpaceId,
    /// The identifier it will have.
    pub episode: EpisodeId,
    /// The log that follows it.
    pub log: LogId,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// What the text is.
    pub kind: EpisodeKind,
    /// The text, verbatim.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// Whether nobody named that time: it is that of the request, and tells no version of a text from another.
    pub is_undated: bool,
    /// When the request arrived.
    pub accepted_at: Timestamp,
    /// When another server of ours accepted it, of a text that our own export brings; it counts as known since then.
    pub known_since: Option<Timestamp>,
    /// The request as it was sent, a JSON object, without the text.
    pub request: String,
    /// What whoever sent it calls it: it takes the place of the text that has this name in its space.
    pub external_id: Option<String>,
    /// What it is sorted by.
    pub labels: Labels,
    /// The import that brought it.
    pub import: Option<ImportId>,
    /// Whether it goes to the lane of what nobody waits for.
    pub is_bulk: bool,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
}

/// A processed text, the evidence for what the graph says.
#[derive(Clone, PartialEq, Debug)]
pub struct Episode {
    /// Its identifier.
    pub id: EpisodeId,
    /// The log that followed it.
    pub log: LogId,
    /// The space it is in.
    pub space: SpaceId,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// The text, verbatim.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
}

/// One passage of an episode: what a search matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct PassageKey {
    /// The episode it is part of.
    pub episode: EpisodeId,
    /// Its place in the episode, from 0.
    pub number: u32,
}

/// A passage with what was understood of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Passage {
    /// Its place in the episode, from 0.
    pub number: u32,
    /// Where in the episode's text it lies.
    pub range: CharRange,
    /// Who speaks, when the text says so.
    pub speaker: Option<EntityId>,
    /// Its embedding; none when the text has nothing to embed.
    pub vector: Option<QuantizedVector>,
    /// Whether it merely repeats what the service itself returned not long before.
    pub is_repetition: bool,
}
