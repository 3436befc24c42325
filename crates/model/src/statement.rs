//! Claims and statements: what the texts say, and what held when because of it.
//!
//! A *claim* is what one place of a text says; it is kept as it was said and never changes. *Statements* are derived
//! from all claims of a *slot* together (one thing that can be so or otherwise, such as where somebody lives): the
//! same claims give the same statements, in whatever order they arrived, and a claim that is forgotten takes back all
//! it did.

use jiff::Timestamp;

use crate::{
    CharRange, Details, EntityId, EpisodeId, NamedPlaces, Precision, RelationName, StatementId,
    Worth,
};

/// What a statement says of its subject.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Object {
    /// Another entity.
    Entity(EntityId),
    /// A value in words.
    Value(String),
}

/// How a text means what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Default)]
pub enum Modality {
    /// It is, or was, so.
    #[default]
    Actual,
    /// Somebody means to: "is going to", "will", "plans to".
    Planned,
    /// Somebody would like to: "wants to", "hopes to".
    Wished,
    /// It may be so: "might", "maybe", "I think".
    Possible,
    /// It is to be so: "must", "needs to", "should".
    Required,
    /// It would be so in a case that is not said to be the case: "if", "would".
    Conditional,
}

impl Modality {
    const ALL: [Self; 6] = [
        Self::Actual,
        Self::Planned,
        Self::Wished,
        Self::Possible,
        Self::Required,
        Self::Conditional,
    ];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Actual => "actual",
            Self::Planned => "planned",
            Self::Wished => "wished",
            Self::Possible => "possible",
            Self::Required => "required",
            Self::Conditional => "conditional",
        }
    }

    /// The modality of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|modality| modality.as_str() == name)
    }
}

/// What is claimed, apart from where and when: two claims that agree in it support the same statement.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Proposition {
    /// Whom or what it is about.
    pub subject: EntityId,
    /// The relation: a known one, or an open one.
    pub relation: RelationName,
    /// What is said of the subject.
    pub object: Object,
    /// Whether it is denied: "does not live in".
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so, when it is not whoever wrote the text: "Sam says that".
    pub attributed_to: Option<EntityId>,
}

/// What one place of a text says.
///
/// With neither `from` nor `until` it holds from the episode's reference time on. With `until` alone it came to an end
/// then, and nobody said when it began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What is said, with the entities as the text names them.
    pub proposition: Proposition,
    /// The relation in the text's own words, such as `live in`.
    pub phrase: String,
    /// With whom, where, for what, how much: what else the words say of it.
    pub details: Details,
    /// How much anybody would look for it.
    pub worth: Worth,
    /// What is said as a sentence that a person can read; empty for a claim that only closes what others say: with an end,
    /// and perhaps an empty value for whatever the subject has of the relation.
    pub fact: String,
    /// Where that sentence names entities.
    pub names: NamedPlaces,
    /// From when it held, where the words tell.
    pub from: Option<Timestamp>,
    /// Until when it held, where the words tell; this instant excluded.
    pub until: Option<Timestamp>,
    /// How finely the words tell it.
    pub precision: Option<Precision>,
    /// Whether it comes on top of what held before ("also", "a second job"), even where one usually ends the other.
    pub is_additional: bool,
    /// Whether it says that what was said before was wrong ("actually it is", "I meant").
    pub is_correction: bool,
    /// The passage of the episode.
    pub passage: u32,
    /// The words that say it.
    pub range: CharRange,
}

/// A claim where it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedClaim {
    /// The episode that says it.
    pub episode: EpisodeId,
    /// Its place among the episode's claims, from 0.
    pub number: u32,
    /// What it says.
    pub claim: Claim,
    /// The reference time of the episode.
    pub said_at: Timestamp,
    /// When the episode was accepted.
    pub recorded_at: Timestamp,
}

/// What the claims that bear on each other have in common, such as "where Anna lives".
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Slot(pub String);

/// What held in the world from some time until another, as far as the claims tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its identifier.
    pub id: StatementId,
    /// The slot whose claims it is derived from.
    pub slot: Slot,
    /// What held, with the entities that the names stand for.
    pub proposition: Proposition,
    /// The relation in a text's own words.
    pub phrase: String,
    /// With whom, where, for what, how much.
    pub details: Details,
    /// How much anybody would look for it.
    pub worth: Worth,
    /// The fact as a sentence a person can read.
    pub fact: String,
    /// Where that sentence names entities; nowhere in one that is told with their present names.
    pub names: NamedPlaces,
    /// From when it held; `None` when it is only known until when.
    pub valid_at: Option<Timestamp>,
    /// Until when it held, once something said so.
    pub invalid_at: Option<Timestamp>,
    /// How finely its time is known.
    pub precision: Option<Precision>,
    /// The episode that ended it.
    pub closed_by: Option<EpisodeId>,
    /// When it was first learned.
    pub recorded_at: Timestamp,
    /// What of it its owner decided.
    pub decided: Decided,
}

/// What of a statement its owner decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Decided {
    /// It was corrected to what it is.
    pub is_corrected: bool,
    /// Its end was said.
    pub is_ended: bool,
    /// It was pinned.
    pub is_pinned: bool,
}

impl Decided {
    /// As the database keeps it.
    pub const fn stored(self) -> i64 {
        self.is_corrected as i64 | (self.is_ended as i64) << 1 | (self.is_pinned as i64) << 2
    }

    /// Reads what [`stored`](Self::stored) gave.
    pub const fn from_stored(bits: i64) -> Self {
        Self {
            is_corrected: bits & 1 != 0,
            is_ended: bits & 2 != 0,
            is_pinned: bits & 4 != 0,
        }
    }

    /// The names of what was decided.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.is_corrected, "corrected"),
            (self.is_ended, "ended"),
            (self.is_pinned, "pinned"),
        ];
        all.into_iter().filter_map(|(is, name)| is.then_some(name))
    }
}

/// A place where a text supports a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The statement.
    pub statement: StatementId,
    /// The episode.
    pub episode: EpisodeId,
    /// The place of the claim among the episode's claims.
    pub number: u32,
    /// The passage of the episode.
    pub passage: u32,
    /// The words that say it.
    pub range: CharRange,
}
