//! The language crate at its doors.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

#[cfg(target_os = "linux")]
mod background;
mod embedding;
mod extraction;
mod extractive;
mod fuzz;
mod onnx;
mod openai;
mod openai_embedding;
mod openai_failures;
mod openai_llama;
mod openai_notes;
mod openai_server;
mod passages;
mod questions;
mod scripted;
mod time;

use std::sync::Arc;

use recollect_language::{TextToRead, passages};
use recollect_model::{CharRange, CharText, ReferenceTime};

/// Monday, 8 May 2023, five to two in the afternoon, two hours ahead of UTC.
fn monday() -> ReferenceTime {
    "2023-05-08T13:55:00+02:00".parse().expect("a date-time")
}

/// The words of a range.
fn words_of(text: &str, range: CharRange) -> &str {
    CharText::new(text).slice(range)
}

/// A text as extraction gets it, of an owner called Sam.
fn to_read(body: &str) -> Arc<TextToRead> {
    Arc::new(TextToRead {
        context: recollect_language::Context::default(),
        body: body.to_owned(),
        passages: passages(body),
        reference_time: monday(),
        owner_name: "Sam".to_owned(),
    })
}
