//! Which models are used.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// What stands before the directory of a model of the operator's own.
const ONNX: &str = "onnx:";

/// The models that turn texts into vectors, and that judge what was found.
#[derive(Debug, Clone, Args)]
pub struct ModelOptions {
    /// The model that turns texts into vectors: `minilm` (all-MiniLM-L6-v2 in int8) or `potion` (potion-base-8M: some fifty
    /// times faster, for bulk and small machines), both in the program; `onnx:DIR`, a model of your own in a directory as model
    /// hubs publish them; or `openai`, an embedding model of a provider
    #[arg(long, env = "RECOLLECT_EMBEDDER", value_name = "MODEL", default_value_t = Embedder::Minilm)]
    pub embedder: Embedder,
    /// A model that judges the best thirty texts of a search once more, `onnx:DIR`; none by default
    #[arg(long, env = "RECOLLECT_RERANKER", value_name = "MODEL")]
    pub reranker: Option<Reranker>,
    /// Whether the reranker also judges searches that do not ask for it
    #[arg(
        long,
        env = "RECOLLECT_RERANK_BY_DEFAULT",
        value_name = "BOOL",
        num_args = 0..=1,
        default_value_t = false,
        default_missing_value = "true",
        action = clap::ArgAction::Set
    )]
    pub rerank_by_default: bool,
}

/// The embedding models: two in the binary, any in a directory, and any of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Embedder {
    /// all-MiniLM-L6-v2 in int8: the better one of the two.
    Minilm,
    /// potion-base-8M: some fifty times faster, for bulk and small machines.
    Potion,
    /// A model in this directory.
    Onnx(PathBuf),
    /// An embedding model of a provider.
    Openai,
}

impl FromStr for Embedder {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "minilm" => Ok(Self::Minilm),
            "potion" => Ok(Self::Potion),
            "openai" => Ok(Self::Openai),
            other => match directory(other) {
                Some(directory) => Ok(Self::Onnx(directory)),
                None => Err("it is minilm, potion, openai or onnx: and a directory".to_owned()),
            },
        }
    }
}

impl fmt::Display for Embedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minilm => f.write_str("minilm"),
            Self::Potion => f.write_str("potion"),
            Self::Openai => f.write_str("openai"),
            Self::Onnx(directory) => write!(f, "{ONNX}{}", directory.display()),
        }
    }
}

/// A model that judges what a search found, in this directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reranker(pub PathBuf);

impl FromStr for Reranker {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let directory = directory(text);
        directory
            .map(Self)
            .ok_or_else(|| "it is onnx: and a directory".to_owned())
    }
}

fn directory(text: &str) -> Option<PathBuf> {
    let directory = text.strip_prefix(ONNX)?;
    (!directory.is_empty()).then(|| directory.into())
}
