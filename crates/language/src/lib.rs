//! Understanding text: passages, embeddings, extraction, and expressions of time.
//!
//! Everything that needs a model goes through two doors, [`Embed`] and [`Extract`], chosen separately.
//! [`local`] is behind them by default: it needs no network, and its models lie inside the binary. [`scripted`]
//! stands in for them where a test wants no model. What needs no model is a plain function: [`passages`] cuts a
//! text, [`time`] finds when it speaks of.
//!
//! Ranges are counted in characters of the episode's whole text, everywhere. The crate keeps nothing, reads no
//! clock, and never sees who owns a text.

mod embed;
mod error;
mod exports;
mod extract;
mod heard;
mod lexicon;
pub mod local;
pub mod openai;
mod passages;
pub mod scripted;
mod sentences;
pub mod time;
mod turns;
mod word_list;

pub use embed::Embed;
pub use error::LanguageError;
pub use extract::{
    AskedRelation, AskedTime, Context, EntityRef, Expected, Extract, ExtractedMention,
    ExtractedObject, ExtractedStatement, Extraction, Hole, Identity, Moment, QuestionPattern,
    Selection, TextToRead, may_be_meant_by, relation_of_role,
};
pub use heard::{Heard, heard};
pub use lexicon::{is_role_of_somebody, number_in_words, role_called};
pub use passages::{MAX_PASSAGES, PASSAGE_LIMIT, PassageText, passages, passages_up_to};
pub use sentences::plain_sentences;
pub use turns::{is_assistant, is_owner_role};
