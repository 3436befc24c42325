//! Where the indexes of many persons are, on many nodes, and what a node that fails, returns or is added does to that: a
//! simulation that is the same for the same seed.
//!
//! What decides is the code of those who decide: [`IndexCache`](recollect_engine::IndexCache) of the service, and the hashes
//! of the balancers that `docs/hosting.md` shows ([`balancing`]). What an index weighs, and how long it takes to be built,
//! is what was measured ([`costs`]). Who comes when is made up ([`persons`]), and says so in the results.
//!
//! It leaves out what other work a node has meanwhile, and that PostgreSQL has limits of its own: how many cores of it the
//! building keeps busy is told instead.

pub mod balancing;
pub mod costs;
mod figures;
mod nodes;
pub mod persons;
mod simulation;

pub use figures::{Figures, Stretch};
pub use simulation::{Plan, simulate};
