//! The relation of a statement: a known one, or an open one by its name.

use std::cmp::Ordering;
use std::fmt;

use super::{Nature, Relation};

/// The relation of a statement. Its name is what the database and the interfaces have.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum RelationName {
    /// One of the catalogue.
    Known(Relation),
    /// The lemmas of the text's own phrase, joined by `_`; never the name of one of the catalogue.
    Open(String),
}

/// What the names of favourites begin with: `favorite_color`.
const FAVORITE: &str = "favorite_";

impl RelationName {
    /// The relation of that name.
    pub fn of(name: &str) -> Self {
        Relation::from_name(name).map_or_else(|| Self::Open(name.to_owned()), Self::Known)
    }

    /// What somebody's favourite of a kind is: `color`, `ice_cream`.
    pub fn favorite(kind: &str) -> Self {
        // One colour is no other relation than one color.
        let kind = kind.replace("colour", "color").replace("flavour", "flavor");
        Self::Open(format!("{FAVORITE}{kind}"))
    }

    /// What somebody is to another by a role that no relation is made for: `dentist_of` of "dentist".
    pub fn of_role(role: &str) -> Self {
        Self::of(&format!("{}_of", role.replace(' ', "_")))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(relation) => relation.name(),
            Self::Open(name) => name,
        }
    }

    /// The one of the catalogue; `None` for an open one.
    pub const fn known(&self) -> Option<Relation> {
        match self {
            Self::Known(relation) => Some(*relation),
            Self::Open(_) => None,
        }
    }

    /// Of what kind it says the favourite: `color` of `favorite_color`.
    pub fn favorite_kind(&self) -> Option<&str> {
        match self {
            Self::Known(_) => None,
            Self::Open(name) => name.strip_prefix(FAVORITE),
        }
    }

    /// Whether a subject has one object of this relation at a time. Favourites are such.
    pub fn is_exclusive(&self) -> bool {
        match self {
            Self::Known(relation) => relation.definition().is_exclusive,
            Self::Open(_) => self.is_favorite(),
        }
    }

    /// How it relates to time, when its name alone tells: open relations do not, but favourites.
    pub fn nature(&self) -> Option<Nature> {
        match self {
            Self::Known(relation) => Some(relation.nature()),
            Self::Open(_) => self.is_favorite().then_some(Nature::State),
        }
    }

    fn is_favorite(&self) -> bool {
        self.favorite_kind().is_some_and(|kind| !kind.is_empty())
    }
}

impl From<Relation> for RelationName {
    fn from(relation: Relation) -> Self {
        Self::Known(relation)
    }
}

impl PartialEq<Relation> for RelationName {
    fn eq(&self, other: &Relation) -> bool {
        self.known() == Some(*other)
    }
}

impl fmt::Display for RelationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl PartialOrd for RelationName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RelationName {
    /// By name, as the database orders them.
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}
