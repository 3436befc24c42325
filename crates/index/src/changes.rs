//! What the database tells an index: the documents and removals that lead from one revision to another.

use recollect_model::{
    CharRange, EntityId, EntityKind, EpisodeId, PassageKey, QuantizedVector, Revision, StatementId,
    Timestamp,
};

/// Everything that changed in a space since the revision its index has reached.
///
/// Removals happen before additions. A document for something already known takes its place, so the same change may
/// come twice. The documents of one kind may come in any order.
#[derive(Clone, Debug, Default)]
pub struct IndexChanges {
    /// The revision these changes lead to.
    pub to: Revision,
    /// What tells the history that this revision belongs to from others with the same number.
    pub mark: String,
    /// New passages, or known ones understood anew.
    pub passages: Vec<PassageDocument>,
    /// New entities, or known ones with other names.
    pub entities: Vec<EntityDocument>,
    /// New statements, or known ones with another end of validity.
    pub statements: Vec<StatementDocument>,
    /// New evidence, for new and for known statements.
    pub evidence: Vec<EvidenceDocument>,
    /// Episodes that are gone, with all their passages and the evidence in them.
    pub removed_episodes: Vec<EpisodeId>,
    /// Entities that are gone.
    pub removed_entities: Vec<EntityId>,
    /// Statements that are gone, with their evidence.
    pub removed_statements: Vec<StatementId>,
}

/// One passage, as a search can find it.
#[derive(Clone, Debug)]
pub struct PassageDocument {
    /// Which passage it is.
    pub key: PassageKey,
    /// Where in the episode's text it lies.
    pub range: CharRange,
    /// Its own words.
    pub text: String,
    /// The date of its episode in words ("8 May 2023"): the passage is found by them, its session is not.
    pub date: String,
    /// The name of who speaks, if it is a name and not a role such as "user".
    pub speaker_name: Option<String>,
    /// Who speaks.
    pub speaker: Option<EntityId>,
    /// Whether an assistant speaks: what it says is found less easily than what people say.
    pub by_assistant: bool,
    /// Whom or what it mentions.
    pub mentions: Vec<EntityId>,
    /// Its embedding; one of another number of dimensions than the index has is left out.
    pub vector: Option<QuantizedVector>,
    /// The session its episode belongs to; passages of one session are neighbours.
    pub session: Option<String>,
    /// When its episode was said or written.
    pub reference_time: Timestamp,
    /// When its episode was accepted.
    pub accepted_at: Timestamp,
    /// The place of its episode in the order of acceptance.
    pub sequence: i64,
}

/// One entity and the names a question may call it by.
#[derive(Clone, Debug)]
pub struct EntityDocument {
    /// Which entity it is.
    pub id: EntityId,
    /// The entity that this is another name of: a question that names the one names all its names.
    pub part_of: Option<EntityId>,
    /// What it is: "I" names the owner, and persons are also known by a part of their name.
    pub kind: EntityKind,
    /// Every name it goes by, in full.
    pub names: Vec<String>,
}

/// One statement, as a search can find it once it has evidence.
#[derive(Clone, Debug)]
pub struct StatementDocument {
    /// Which statement it is.
    pub id: StatementId,
    /// Whom or what it is about.
    pub subject: EntityId,
    /// Its relation by name.
    pub relation: String,
    /// The other entity, if its object is one.
    pub object: Option<EntityId>,
    /// The fact as a sentence.
    pub words: String,
    /// From when it held; `None` when it always did, or nobody said when it began.
    pub valid_at: Option<Timestamp>,
    /// Until when it held.
    pub invalid_at: Option<Timestamp>,
}

/// A passage that says what a statement states. Both must be in the index or in the same changes, else it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvidenceDocument {
    /// The statement.
    pub statement: StatementId,
    /// The passage.
    pub passage: PassageKey,
}
