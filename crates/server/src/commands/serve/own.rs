//! Models of the operator's own.

use std::num::NonZeroUsize;
use std::path::Path;

use recollect_language::Embed;
use recollect_language::local::{OnnxEmbedding, OnnxReranker, UnusableModel};

use super::super::CommandError;
use crate::configuration::{Reranker, ServeOptions};

/// The embedding model in a directory.
pub(in crate::commands) fn embedding(
    directory: &Path,
    threads: NonZeroUsize,
) -> Result<OnnxEmbedding, CommandError> {
    let model = OnnxEmbedding::open(directory, threads);
    let model = model.map_err(|error| refused("--embedder", &error))?;
    let (name, floats) = (model.model(), model.dimensions());
    tracing::info!("texts are embedded by {name}, {floats} floats each");
    Ok(model)
}

/// The reranker, where one is configured.
pub(in crate::commands) fn reranker(
    options: &ServeOptions,
    threads: NonZeroUsize,
) -> Result<Option<OnnxReranker>, CommandError> {
    let Some(Reranker(directory)) = &options.models.reranker else {
        return match options.models.rerank_by_default {
            true => Err(CommandError::Setting {
                flag: "--rerank-by-default",
                reason: "it has no effect without RECOLLECT_RERANKER".to_owned(),
            }),
            false => Ok(None),
        };
    };
    let model = OnnxReranker::open(directory, threads);
    let model = model.map_err(|error| refused("--reranker", &error))?;
    tracing::info!("searches may be reranked by {}", model.name());
    Ok(Some(model))
}

fn refused(flag: &'static str, error: &UnusableModel) -> CommandError {
    CommandError::Setting {
        flag,
        reason: error.to_string(),
    }
}
