//! Whom and what the words of a passage stand for: names, roles, and pronouns where they are clear.

use std::collections::HashMap;
use std::ops::Range;

use recollect_model::EntityKind;

use crate::EntityRef;
use crate::lexicon::{Gender, Role, is_of_several};
use crate::local::extraction::parse::reading::{Reading, head_of};

/// How words stand for an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// By its name.
    Named,
    /// By whose it is.
    Role,
    /// By a pronoun.
    Pronoun,
    /// By a noun with "the".
    Common,
    /// By a pronoun that stands for a common noun phrase: "a pottery class. It was fun".
    Anaphor,
}

/// What some words of a passage stand for.
#[derive(Debug, Clone)]
pub(crate) struct Referent {
    /// The entity.
    pub(crate) entity: EntityRef,
    /// What it is, as far as these words tell.
    pub(crate) kind: EntityKind,
    /// How sure that is.
    pub(crate) weight: u8,
    /// How it is spoken of.
    pub(crate) gender: Option<Gender>,
    /// The words.
    pub(crate) tokens: Range<usize>,
    /// How they stand for it.
    pub(crate) how: How,
}

impl Referent {
    /// "the Finals": a name with "the" of which nothing tells that it is somebody's.
    pub(crate) fn is_the_one(&self, reading: &Reading<'_>) -> bool {
        let head = head_of(reading, self.tokens.clone());
        self.how == How::Named
            && self.kind == EntityKind::Thing
            && reading
                .doc
                .children(head)
                .any(|child| child < head && reading.is_any(child, &["the"]))
    }
}

/// A place where a text names who or what has a role: "my sister Anna".
#[derive(Debug, Clone)]
pub(crate) struct NamedRole {
    /// Who is named.
    pub(crate) name: EntityRef,
    /// The role as an entity of its own; `None` of roles that many have.
    pub(crate) entity: Option<EntityRef>,
    /// The role.
    pub(crate) role: Role,
    /// Whose it is.
    pub(crate) of: EntityRef,
    /// The words that say so.
    pub(crate) tokens: Range<usize>,
}

/// Who speaks in a passage and who is spoken to, as far as that is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interlocutors {
    /// "I".
    pub(crate) first: Option<EntityRef>,
    /// "you".
    pub(crate) second: Option<EntityRef>,
}

/// What the words of one passage stand for.
#[derive(Debug, Default)]
pub(crate) struct Referents {
    pub(crate) all: Vec<Referent>,
    /// For each token, the number of what it stands for.
    pub(crate) at: Vec<Option<usize>>,
    /// Where roles are named.
    pub(crate) named_roles: Vec<NamedRole>,
    /// Of a pronoun that stands for several, each of them.
    pub(crate) each: HashMap<usize, Vec<EntityRef>>,
}

impl Referents {
    /// What a token stands for as the head of its phrase.
    pub(crate) fn at(&self, token: usize) -> Option<&Referent> {
        self.all.get((*self.at.get(token)?)?)
    }

    /// Everything that is stood for, in the order it was found.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Referent> {
        self.all.iter()
    }

    pub(crate) fn set(&mut self, tokens: impl Iterator<Item = usize>, referent: Referent) {
        let number = self.all.len();
        for token in tokens {
            if let Some(place) = self.at.get_mut(token) {
                *place = Some(number);
            }
        }
        self.all.push(referent);
    }
}

/// Whoever has a name: one that is the owner's whole name is the owner.
pub(crate) fn called(name: &str, owner_name: &str) -> EntityRef {
    let named = EntityRef::Named(name.to_owned());
    if named.key() == recollect_model::EntityKey::of_name(owner_name) {
        EntityRef::Owner
    } else {
        named
    }
}

/// What an entity is called in a sentence about it.
pub(crate) fn name_of(entity: &EntityRef, owner_name: &str) -> String {
    match entity {
        EntityRef::Named(name) => name.clone(),
        EntityRef::Owner if owner_name.trim().is_empty() => "The owner".to_owned(),
        EntityRef::Owner => owner_name.trim().to_owned(),
        EntityRef::Role { role, of } => {
            let owner = name_of(of, owner_name);
            // "Ann's parents' wedding"
            let is_several = matches!(&**of, EntityRef::Role { role, .. }
                if role.ends_with('s') && is_of_several(role));
            let ending = if is_several { "'" } else { "'s" };
            format!("{owner}{ending} {role}")
        }
    }
}
