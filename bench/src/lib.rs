//! How right the service's understanding is: what a careful reader notes in a text, and what it is compared with.
//!
//! [`annotation`] and [`history`] are the formats of the two files in `bench/data`; [`judgement`] says when an extracted
//! item and a noted one are the same, and [`score`] counts. Nothing here reads files or talks to a service. The rules
//! are told in `bench/README.md`.

pub mod annotation;
pub mod history;
pub mod judgement;
pub mod question_set;
pub mod score;
pub mod wording;
