//! Entities: who and what the texts speak of, the names they go by, and what makes two names one entity.
//!
//! An entity is stored for every name, and for every role that stands for somebody ("my sister"). Those that turn out
//! to be the same stay what they are, and say which one they are part of: what joins them can be taken back.

use crate::{CharRange, EntityId, EpisodeId};

/// What an entity is, as far as the text tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum EntityKind {
    /// The account's owner, the "I" of a text that names no speaker.
    Owner,
    /// Somebody.
    Person,
    /// A company, school, team or other body.
    Organization,
    /// Somewhere.
    Place,
    /// Something that takes place: a marathon, a wedding, a festival.
    Event,
    /// A book, film, song, game or other work.
    Work,
    /// Something made and sold: a car model, a program, a device.
    Product,
    /// A pet or another animal.
    Animal,
    /// A day, a year or another stretch of the calendar, as the object of a statement.
    Date,
    /// An amount with or without its unit, as the object of a statement.
    Quantity,
    /// Anything else, or not known yet.
    Thing,
}

impl EntityKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Owner,
        Self::Person,
        Self::Organization,
        Self::Place,
        Self::Event,
        Self::Work,
        Self::Product,
        Self::Animal,
        Self::Date,
        Self::Quantity,
        Self::Thing,
    ];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Person => "person",
            Self::Organization => "organization",
            Self::Place => "place",
            Self::Event => "event",
            Self::Work => "work",
            Self::Product => "product",
            Self::Animal => "animal",
            Self::Date => "date",
            Self::Quantity => "quantity",
            Self::Thing => "thing",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What decides whether two names mean the same entity of a space: the name in lower case, its white space single;
/// or whose role it is; or the fixed key of the owner.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct EntityKey(String);

const OWNER: &str = "\u{1}owner";
const ROLE: &str = "\u{1}role ";

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
        Self(OWNER.to_owned())
    }

    /// The key of who or what stands in a role to somebody: `of_role("sister", &EntityKey::owner())` is "my sister".
    pub fn of_role(role: &str, of: &Self) -> Self {
        let role = Self::of_name(role).0;
        Self(format!("{ROLE}{role} of {}", of.0))
    }

    /// The role and whose it is, when this is the key of a role.
    pub fn role(&self) -> Option<(&str, Self)> {
        let (role, of) = self.0.strip_prefix(ROLE)?.split_once(" of ")?;
        Some((role, Self(of.to_owned())))
    }

    /// Whether this is the owner's key.
    pub fn is_owner(&self) -> bool {
        self.0 == OWNER
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

/// A node of a space's graph: one name or role of somebody or something.
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
    /// The entity that this is another name of; statements are about that one. `None` when it stands for itself.
    pub part_of: Option<EntityId>,
}

impl Entity {
    /// The entity that statements about this name are about.
    pub fn canonical(&self) -> EntityId {
        self.part_of.unwrap_or(self.id)
    }
}

/// A place where a text names an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The entity.
    pub entity: EntityId,
    /// What it is, as far as this place tells.
    pub kind: EntityKind,
    /// The episode.
    pub episode: EpisodeId,
    /// The passage of the episode.
    pub passage: u32,
    /// The words that name it.
    pub range: CharRange,
}

/// Evidence that two names mean the same, or that they do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityLink {
    /// One name.
    pub left: EntityId,
    /// The other.
    pub right: EntityId,
    /// Whether they are the same; otherwise they are kept apart.
    pub is_same: bool,
    /// Where it comes from.
    pub reason: LinkReason,
    /// The words that say so; `None` when somebody asked for it.
    pub said: Option<(EpisodeId, CharRange)>,
}

/// Where a link between two names comes from. What follows from the names alone ("Mel" and "Melanie") is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum LinkReason {
    /// Somebody asked for it through the interface; it goes before everything else.
    Asked,
    /// Somebody gave the right one the left one's name: it stands for both.
    Named,
    /// A text says so: "Mel is short for Melanie".
    Stated,
    /// A text names who has a role: "my sister Anna".
    Role,
}

impl LinkReason {
    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Named => "named",
            Self::Stated => "stated",
            Self::Role => "role",
        }
    }

    /// The reason of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Asked, Self::Named, Self::Stated, Self::Role]
            .into_iter()
            .find(|reason| reason.as_str() == name)
    }
}
