//! The service at its door: real requests over HTTP, real databases, the real binary where processes matter.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod architecture;
mod bad_input;
mod command_line;
mod configuration;
mod crash;
mod full_disk;
mod journey;
mod postgres;
mod process;
mod scope;
mod service;
mod spaces;
