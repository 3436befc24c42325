//! The catalogue: one entry a relation, by what it is about.
//!
//! An entry is `Variant "name" = definition;`. Each file has the entries of one topic in a macro that hands them on
//! to the next in the list below, and the last makes the enum of them all: Rust generates an enum from one place
//! only.
//!
//! The order counts where two relations share a verb and a preposition: "joined a band" is tried as `member_of`
//! before `works_at`, "started a company" as `founded` before `started`.

mod definition;
#[macro_use]
mod home;
#[macro_use]
mod work;
#[macro_use]
mod people;
#[macro_use]
mod possessions;
#[macro_use]
mod health;
#[macro_use]
mod tastes;
#[macro_use]
mod things;
#[macro_use]
mod events;

pub use definition::{Nature, RelationDefinition};
use definition::{event, office, permanent, permanent_many, state};

use super::Pattern;
use super::pattern::ObjectPosition::{After, Completing, Object, Passive};
use super::pattern::{ObjectType as Of, always, begins, ends, happens, holds};
use crate::EntityKind as Kind;

macro_rules! relations {
    ([] $($variant:ident $name:literal = $definition:expr;)*) => {
        /// A known relation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum Relation {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
        }

        static DEFINITIONS: &[RelationDefinition] = &[$($definition),*];

        impl Relation {
            /// All of them, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name: lower-case words joined by `_`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The relation of that name; `None` for an open one.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

home! { [work people possessions health tastes things events relations] }

impl Relation {
    /// Its entry in the catalogue.
    pub fn definition(self) -> &'static RelationDefinition {
        &DEFINITIONS[self as usize]
    }

    /// How it relates to time.
    pub fn nature(self) -> Nature {
        self.definition().nature
    }

    /// The ways to express the relations, with the relations: in the order in which they are tried.
    pub fn patterns() -> impl Iterator<Item = (Self, &'static Pattern)> {
        Self::ALL.iter().flat_map(|relation| {
            let patterns = relation.definition().patterns.iter();
            patterns.map(|pattern| (*relation, pattern))
        })
    }
}
