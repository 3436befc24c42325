//! Understanding with what is inside the binary, or in a directory of this machine: no network, no key.
//!
//! All work runs on blocking threads, and only so much of it at a time as there are [`Workers`](workers) and
//! [`Readers`](readers): one single-threaded run for each core finishes more than one run spread over several.

mod background;
mod encoder;
mod extraction;
mod extractive;
mod minilm;
mod onnx;
mod potion;
mod questions;
mod readers;
mod tokens;
mod transformer;
mod workers;

use recollect_model::Embedding;

pub use extraction::{LocalExtraction, tells_in_past, tells_picture};
pub use extractive::{ExtractiveReader, ReadSpan};
pub use minilm::MiniLm;
pub use onnx::{OnnxEmbedding, OnnxReranker, UnusableModel};
pub use potion::Potion;

/// A vector at length 1; one of zeros stays as it is.
pub(crate) fn normalized(mut vector: Vec<f32>) -> Embedding {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    Embedding(vector)
}
