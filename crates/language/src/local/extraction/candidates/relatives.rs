//! Whom somebody may have several of: "my aunt", "our neighbour", "a friend of mine". Nothing tells which of them is meant.

use recollect_model::{EntityKind, Relation, RelationName};

use crate::EntityRef;
use crate::lexicon::{is_of_several, role};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::objects::ObjectCandidate;

/// Whether somebody is told of by what they are to another, and may be one of several.
pub(super) fn is_one_relative(entity: &EntityRef) -> bool {
    let EntityRef::Role { role: noun, .. } = entity else {
        return false;
    };
    let found = role(noun).filter(|role| !role.is_unique && !is_of_several(noun));
    found.is_some_and(|role| role.relation.is_some() && role.kind == EntityKind::Person)
}

/// What is said of one of them in words that end nothing: another aunt may live elsewhere and be older, and this one goes on living where
/// she does. `None` where it says no more than that something has ended.
pub(super) fn one_of_many(candidate: RelationCandidate) -> Option<RelationCandidate> {
    if !is_one_relative(&candidate.subject) {
        return Some(candidate);
    }
    let said = match candidate.relation.known() {
        _ if candidate.closes => return None,
        Some(Relation::LivesIn) => "live in",
        Some(Relation::WorksAt) => "work at",
        Some(Relation::WorksAs) => "work as",
        Some(Relation::StudiesAt) => "study at",
        Some(Relation::LocatedIn) => "be in",
        Some(Relation::HasAge) => return Some(of_age(candidate)),
        _ => return Some(candidate),
    };
    Some(RelationCandidate {
        relation: RelationName::of(&name(said)),
        phrase: said.to_owned(),
        ..candidate
    })
}

/// "is 12 years old".
fn of_age(candidate: RelationCandidate) -> RelationCandidate {
    let age = format!("{} years old", candidate.thing.words);
    RelationCandidate {
        relation: Relation::Is.into(),
        thing: ObjectCandidate {
            tokens: candidate.thing.tokens.clone(),
            ..ObjectCandidate::value(&age, candidate.thing.head)
        },
        ..candidate
    }
}
