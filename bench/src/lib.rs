//! How right the service's understanding is: what a careful reader notes in a text, and what it is compared with.
//!
//! [`annotation`] and [`history`] are the formats of the two files in `bench/data`; [`judgement`] says when an extracted
//! item and a noted one are the same, and [`score`] counts. [`placement`] and [`queue`] are simulations of many nodes. Nothing
//! here reads files or talks to a service. The rules are told in `bench/README.md`.

pub mod annotation;
pub mod history;
pub mod judgement;
pub mod memories;
pub mod placement;
pub mod question_set;
pub mod queue;
pub mod score;
mod sharing;
pub mod wording;
