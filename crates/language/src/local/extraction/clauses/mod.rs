//! Clauses in their passage: what is known around them, their arguments, and what stands as an object.

pub(crate) mod agreement;
pub(crate) mod arguments;
pub(crate) mod arranged;
pub(crate) mod common;
pub(crate) mod context;
pub(crate) mod dates;
mod detail_roles;
pub(crate) mod details;
pub(crate) mod doings;
pub(crate) mod fragments;
pub(crate) mod habits;
mod instead;
mod named;
pub(crate) mod objects;
pub(crate) mod pointers;
pub(crate) mod proposals;
pub(crate) mod purposes;
pub(crate) mod remainders;
pub(crate) mod reminders;
pub(crate) mod reported;
pub(crate) mod subjects;
mod tails;
pub(crate) mod words;
