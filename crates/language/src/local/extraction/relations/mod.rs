//! From what a clause says to the normalised relations.

mod table;
mod wording;

pub(crate) use table::{Pattern, Slot, TABLE};
pub(crate) use wording::{base_form, open_base, takes_article};

/// How what a clause says runs in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// It is so: "lives in".
    Holds,
    /// It becomes so: "moved to".
    Begins,
    /// It stops being so: "left".
    Ends,
    /// It happens: "visited".
    Happens,
    /// It is so for ever: "was born in".
    Always,
}

/// What an object must be for a relation to be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectType {
    /// Anything that is said in words.
    Any,
    /// A name, or a noun for somewhere.
    Place,
    /// A name, or a noun for a body or the place where it is.
    Organization,
    /// Only a name, of a body.
    NamedOrganization,
    /// A group one is a member of: a club, a band.
    Group,
    /// Somebody.
    Person,
    /// An animal.
    Animal,
    /// Something that takes place.
    Event,
    /// A book, film or another work.
    Work,
    /// A language.
    Language,
    /// A date or year.
    Date,
    /// A medicine.
    Medicine,
    /// Something one can hold or have, not an idea.
    Thing,
    /// What is taught: a subject.
    Field,
}
