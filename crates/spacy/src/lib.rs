//! Reads English as spaCy's pipeline `en_core_web_sm` 3.8 does, from that package's own files.
//!
//! A [`Pipeline`] cuts a text into tokens and says of each its Penn tag, its part of speech, its head and how it
//! depends on it, its lemma, and whether it starts a sentence; and it finds names, dates and amounts. The tokens are
//! spaCy's exactly; the rest differs from spaCy only where two scores are equal up to rounding.
//!
//! The algorithms, the rules and the weights are those of spaCy and of its English pipeline (MIT, Explosion), whose
//! files the caller provides. Reading keeps no state, needs no clock and no randomness, and takes any text: time is
//! proportional to the text's length, memory for the networks is bounded by [`MAX_TOKENS_TOGETHER`]. Not offered:
//! training, other languages' pipelines, word vectors, morphological features, probabilities.

mod actions;
mod attribute_ruler;
mod characters;
mod doc;
mod error;
mod labels;
mod lemmatizer;
mod lexeme;
mod morphology;
mod msgpack;
mod names;
mod network;
mod parser;
mod pattern;
mod pipeline;
mod spelling;
mod strings;
mod tagger;
mod tokenizer;

pub use doc::{Doc, Entity, Token};
pub use error::LoadError;
pub use labels::{Dep, EntityLabel, Pos, Tag};
pub use pipeline::{MAX_TOKENS_TOGETHER, Pipeline};
pub use spelling::Spellings;
