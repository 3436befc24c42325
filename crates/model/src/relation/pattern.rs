//! How English expresses relations: verbs, and where in the clause of a verb the object stands.

/// How what a clause says runs in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Aspect {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ObjectType {
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

/// Where in a clause the object of a relation stands; several words are separated by spaces, phrases of several words are
/// joined by `_`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectPosition {
    /// The direct object.
    Object,
    /// After one of these prepositions.
    After(&'static str),
    /// After a preposition that completes one of these attributes: "allergic" "to".
    Completing(&'static str, &'static str),
    /// The passive: after one of these prepositions.
    Passive(&'static str),
}

/// A way to express a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Dictionary forms of the verb, with its particle, separated by spaces.
    pub verbs: &'static str,
    /// Where the object is.
    pub position: ObjectPosition,
    /// What it must be.
    pub object: ObjectType,
    /// What the verb says of how the relation runs in time.
    pub aspect: Aspect,
}

impl Pattern {
    /// Whether a verb, in dictionary form with its particle joined by `_`, is one of the pattern's.
    pub fn has_verb(&self, verb: &str) -> bool {
        self.verbs.split(' ').any(|listed| listed == verb)
    }
}

pub(super) const fn holds(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
) -> Pattern {
    pattern(verbs, position, object, Aspect::Holds)
}

pub(super) const fn begins(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
) -> Pattern {
    pattern(verbs, position, object, Aspect::Begins)
}

pub(super) const fn ends(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
) -> Pattern {
    pattern(verbs, position, object, Aspect::Ends)
}

pub(super) const fn happens(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
) -> Pattern {
    pattern(verbs, position, object, Aspect::Happens)
}

pub(super) const fn always(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
) -> Pattern {
    pattern(verbs, position, object, Aspect::Always)
}

const fn pattern(
    verbs: &'static str,
    position: ObjectPosition,
    object: ObjectType,
    aspect: Aspect,
) -> Pattern {
    Pattern {
        verbs,
        position,
        object,
        aspect,
    }
}
