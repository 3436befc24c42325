//! Mentions: proper names, and nouns that stand for somebody by whose they are.

mod additions;
pub(crate) mod names;
pub(crate) mod pairs;
pub(crate) mod roles;
