//! Models of the operator's own, in directories as model hubs publish them: a network in ONNX, its tokenizer, and its
//! configuration files. Everything is looked at when the model is opened; what cannot be used is refused with a sentence
//! that names the file.

mod directory;
mod embedding;
mod reranker;

use std::fmt;
use std::path::{Path, PathBuf};

pub use embedding::OnnxEmbedding;
pub use reranker::OnnxReranker;

/// Why a model cannot be used, and which of its files says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct UnusableModel {
    /// The file, or the directory.
    pub file: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl UnusableModel {
    fn new(file: &Path, reason: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }
}
