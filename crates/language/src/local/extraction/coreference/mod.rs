//! Coreference: who speaks, and whom and what names, roles and pronouns stand for.

mod activities;
mod binding;
pub(crate) mod discourse;
pub(crate) mod expletives;
pub(crate) mod hearing;
pub(crate) mod interlocutors;
mod mentioned;
mod pronouns;
pub(crate) mod referents;
pub(crate) mod resolve;
mod several;
pub(crate) mod things;
mod turns;
