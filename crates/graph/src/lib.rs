//! What follows from what the texts say: which names are one entity, and what held when.
//!
//! Everything here is a pure function of rows that somebody else loaded and stores: no input or output, no clock, no
//! dice, no async. The order of the input never matters, so texts that arrive late, out of order or again give the
//! same graph, and taking a text away gives the graph that would be if it had never come.
//!
//! The way of a claim: its names are resolved ([`resolve`]), it is put in the direction its relation has
//! ([`proposition_of`]), which gives its [`slot_of`]; all claims of a slot together give its spells ([`spells`]), and
//! [`reconcile`] says what of the stored statements changes by them.

mod decisions;
mod identity;
mod matching;
mod reading;
mod slot;
mod timeline;

pub use decisions::{
    Deciding, Decisions, Ruling, can_end, decided_spells, say_the_same, with_object,
};
pub use identity::{Because, Known, MAX_NAME_WORDS, Resolved, family, may_be_shortened, resolve};
pub use matching::{Reconciled, reconcile};
pub use reading::{Cluster, Edge, Network, Reached};
pub use slot::{ValueKey, is_slot_of_death, proposition_of, slot_of};
pub use timeline::{ClaimPlace, Death, Spell, deaths, slots_of_deaths, spells, spells_known_at};
