//! Whom somebody may have several of: "my aunt", "our neighbour", "a friend of mine". Nothing tells which of them is meant.

use recollect_model::{EntityKind, Relation, RelationName};

use crate::EntityRef;
use crate::lexicon::{is_of_several, role};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};

/// Whether somebody is told of by what they are to another, and may be one of several.
pub(super) fn is_one_relative(entity: &EntityRef) -> bool {
    let EntityRef::Role { role: noun, .. } = entity else {
        return false;
    };
    let found = role(noun).filter(|role| !role.is_unique && !is_of_several(noun));
    found.is_some_and(|role| role.relation.is_some() && role.kind == EntityKind::Person)
}

/// The same in words that end nothing: another aunt may live elsewhere, and this one goes on living where she does.
pub(super) fn one_of_many(candidate: RelationCandidate) -> RelationCandidate {
    let said = match candidate.relation.known() {
        Some(Relation::LivesIn) => "live in",
        Some(Relation::WorksAt) => "work at",
        Some(Relation::WorksAs) => "work as",
        Some(Relation::StudiesAt) => "study at",
        Some(Relation::LocatedIn) => "be in",
        _ => return candidate,
    };
    RelationCandidate {
        relation: RelationName::of(&name(said)),
        phrase: said.to_owned(),
        ..candidate
    }
}
