//! The engine at its door, on scripted language and a clock moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod fairness;
mod recalling;
mod simulation;
mod support;
