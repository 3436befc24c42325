//! How the outside talks to the service: HTTP, the command line and its configuration.
//!
//! Handlers decide nothing; they read a request, make one call of the engine and render its answer. `main` builds
//! everything once, top down, from the [`configuration`].

pub mod commands;
pub mod configuration;
pub mod http;
mod https;
pub mod key_source;
mod mail;
mod pages;
