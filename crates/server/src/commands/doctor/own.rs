//! Models of the operator's own, where some are configured.

use std::num::NonZeroUsize;

use recollect_language::Embed;

use super::super::CommandError;
use super::super::serve::own::{embedding, reranker};
use super::finding::Finding;
use crate::configuration::{Embedder, ServeOptions};

const ADVICE: &str =
    "the directory must be as model hubs publish it; docs/models.md says what is read of it";

/// Whether the models in directories can be used, by opening them.
pub(super) fn check(options: &ServeOptions) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Embedder::Onnx(directory) = &options.models.embedder {
        let model = embedding(directory, NonZeroUsize::MIN);
        let told =
            model.map(|model| format!("{} with {} floats", model.model(), model.dimensions()));
        findings.push(finding("embedder", told));
    }
    match reranker(options, NonZeroUsize::MIN) {
        Ok(None) => {}
        Ok(Some(model)) => findings.push(finding("reranker", Ok(model.name().to_owned()))),
        Err(error) => findings.push(finding("reranker", Err(error))),
    }
    findings
}

fn finding(subject: &'static str, told: Result<String, CommandError>) -> Finding {
    match told {
        Ok(told) => Finding::fine(subject, told),
        Err(error) => Finding::wrong(subject, error.to_string(), ADVICE),
    }
}
