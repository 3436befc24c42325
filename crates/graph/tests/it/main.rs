//! The graph's derivations at their door: what follows from claims and names, in whatever order they come.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod events;
mod identity;
mod matching;
mod order;
mod reading;
mod said;
mod slots;
mod states;
