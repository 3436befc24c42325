//! The HTTP interface: every handler extracts, makes one call of the engine, and renders.

mod caller;
mod error;
mod fields;
mod health;
mod ingest;
mod logs;
mod me;
mod router;
mod search;
mod spaces;

pub use router::router;
