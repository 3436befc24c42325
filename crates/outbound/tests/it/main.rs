//! The door to the outside, tried from inside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod addresses;
mod requests;
