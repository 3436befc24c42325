//! Relations: what statements say of their subjects.
//!
//! The known ones, the small set that a personal memory turns on, are entries of one [catalogue]: what each implies,
//! what it tells of its subject and object, how English expresses that it begins, holds and ends, how it is told, and
//! which questions ask for it. The enum [`Relation`] is generated from the entries, and whatever asks something of a
//! relation reads its entry, so that adding one touches one place and a misspelt one does not compile.
//!
//! A relation that is not in the catalogue is an open one: its name is the text's own phrase, lemmas joined by `_`,
//! and nothing follows from it but what it says. Every claim keeps the text's own phrase, whatever its relation.

mod catalogue;
mod name;
mod pattern;

pub use catalogue::{Nature, Relation, RelationDefinition};
pub use name::RelationName;
pub use pattern::{Aspect, ObjectPosition, ObjectType, Pattern};
