//! What an entry of the catalogue says of its relation.

use super::super::Pattern;
use super::Relation;
use crate::EntityKind;

/// How what a relation says relates to time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Nature {
    /// It holds from some time until another: to live somewhere.
    State,
    /// It happens, and is true ever after: to have visited.
    Event,
    /// It holds always; another value corrects it: to be born on a day.
    Permanent,
}

/// An entry of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelationDefinition {
    /// How the relation relates to time.
    pub nature: Nature,
    /// Whether a subject has one object at a time, so that a new one ends the one before.
    pub is_exclusive: bool,
    /// Whether an object has one subject at a time, so that a new one ends the one before: an office has one holder.
    pub has_one_subject: bool,
    /// Whether it holds in both directions.
    pub is_symmetric: bool,
    /// The relation that cannot hold with the same object at the same time.
    pub opposite: Option<Relation>,
    /// The relation that says the same the other way round, where that is another: a child's to its parent.
    pub inverse: Option<Relation>,
    /// What the subject is, where the relation tells.
    pub subject: Option<EntityKind>,
    /// What the object is when it is an entity, where the relation tells.
    pub object: Option<EntityKind>,
    /// The verb phrase in dictionary form, such as `live in`; `{}` stands for the object where it does not come last.
    pub wording: &'static str,
    /// Whether an object in words is what somebody is, and takes an article: "works as a nurse".
    pub takes_article: bool,
    /// The ways to express it. Of the ways of all relations, in the order of the catalogue, the first that fits is taken.
    pub patterns: &'static [Pattern],
    /// Nouns in dictionary form that its verbs go with in another meaning, and that are never its object: "lost weight".
    pub never: &'static [&'static str],
    /// Whether nouns too light or too vague to say something ("a difference", "the thing") are not its object either.
    pub needs_substance: bool,
    /// The questions that ask for it: lower-case phrasings, `{}` for the subject.
    pub asked: &'static [&'static str],
}

/// Holds from some time until another.
pub(super) const fn state(wording: &'static str) -> RelationDefinition {
    RelationDefinition {
        nature: Nature::State,
        is_exclusive: false,
        has_one_subject: false,
        is_symmetric: false,
        opposite: None,
        inverse: None,
        subject: None,
        object: None,
        wording,
        takes_article: false,
        patterns: &[],
        never: &[],
        needs_substance: false,
        asked: &[],
    }
}

/// An office: of one body, it has one holder at a time.
pub(super) const fn office(wording: &'static str) -> RelationDefinition {
    state(wording).with_one_subject().of(EntityKind::Person)
}

/// Happens, and is true ever after.
pub(super) const fn event(wording: &'static str) -> RelationDefinition {
    state(wording).with_nature(Nature::Event)
}

/// Holds always and has one object.
pub(super) const fn permanent(wording: &'static str) -> RelationDefinition {
    permanent_many(wording).exclusive()
}

/// Holds always, with any number of objects.
pub(super) const fn permanent_many(wording: &'static str) -> RelationDefinition {
    state(wording).with_nature(Nature::Permanent)
}

impl RelationDefinition {
    const fn with_nature(mut self, nature: Nature) -> Self {
        self.nature = nature;
        self
    }

    pub(super) const fn exclusive(mut self) -> Self {
        self.is_exclusive = true;
        self
    }

    pub(super) const fn with_one_subject(mut self) -> Self {
        self.has_one_subject = true;
        self
    }

    pub(super) const fn symmetric(mut self) -> Self {
        self.is_symmetric = true;
        self
    }

    pub(super) const fn against(mut self, opposite: Relation) -> Self {
        self.opposite = Some(opposite);
        self
    }

    pub(super) const fn turned(mut self, inverse: Relation) -> Self {
        self.inverse = Some(inverse);
        self
    }

    pub(super) const fn of(mut self, subject: EntityKind) -> Self {
        self.subject = Some(subject);
        self
    }

    pub(super) const fn to(mut self, object: EntityKind) -> Self {
        self.object = Some(object);
        self
    }

    pub(super) const fn with_article(mut self) -> Self {
        self.takes_article = true;
        self
    }

    pub(super) const fn said(mut self, patterns: &'static [Pattern]) -> Self {
        self.patterns = patterns;
        self
    }

    pub(super) const fn never(mut self, nouns: &'static [&'static str]) -> Self {
        self.never = nouns;
        self
    }

    pub(super) const fn asked(mut self, questions: &'static [&'static str]) -> Self {
        self.asked = questions;
        self
    }

    pub(super) const fn substantial(mut self) -> Self {
        self.needs_substance = true;
        self
    }
}
