//! Reading: whether a passage is English, its parse, what is mended there, and how its words are looked at.

mod adjectives;
mod attachments;
mod brief;
mod coordination;
mod edits;
pub(crate) mod elision;
pub(crate) mod english;
mod hyphens;
mod misplaced;
pub(crate) mod model;
mod noting;
mod nouns;
pub(crate) mod owner;
mod perfects;
pub(crate) mod pictures;
mod possessors;
pub(crate) mod reading;
pub(crate) mod repair;
pub(crate) mod replies;
pub(crate) mod spelling;
mod splices;
mod stray;
mod telegraphic;
mod terse;
mod titles;
mod tokens;
mod verbless;
