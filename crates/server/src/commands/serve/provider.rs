//! From the options to a provider, or to the sentence that says which of them is wrong.

use std::time::Duration;

use recollect_language::openai::{
    ApiSecret, Endpoint, ExtractionLimits, InvalidSetting, ProviderSettings,
};

use super::super::CommandError;
use crate::configuration::{Embedder, Extraction, ServeOptions};

/// The part of the time a text may take that is left to the local extraction, when the provider has used up the rest.
const LEFT_FOR_THE_STAND_IN: Duration = Duration::from_secs(20);

/// The most bytes a file with a key may have.
const MAX_KEY_FILE_BYTES: u64 = 64 * 1024;

/// The provider's models that are to be used.
#[derive(Debug, Default)]
pub(in crate::commands) struct Models {
    /// The model that reads texts, and how much.
    pub(in crate::commands) extraction: Option<(ProviderSettings, ExtractionLimits)>,
    /// The model that makes vectors, and how many floats they have.
    pub(in crate::commands) embedding: Option<(ProviderSettings, Option<usize>)>,
}

/// The provider's models that the options name. Options that contradict each other, lack something, or would have no
/// effect are refused.
pub(in crate::commands) fn models(options: &ServeOptions) -> Result<Models, CommandError> {
    let provider = &options.provider;
    let reads = options.extraction == Extraction::Openai;
    let embeds = options.models.embedder == Embedder::Openai;
    let is_idle = [
        (
            !reads && provider.openai_extraction_model.is_some(),
            "--openai-extraction-model",
            "it has no effect unless RECOLLECT_EXTRACTION is openai",
        ),
        (
            !reads && provider.openai_daily_tokens > 0,
            "--openai-daily-tokens",
            "it has no effect unless RECOLLECT_EXTRACTION is openai",
        ),
        (
            !embeds && provider.openai_embedding_model.is_some(),
            "--openai-embedding-model",
            "it has no effect unless RECOLLECT_EMBEDDER is openai",
        ),
        (
            !embeds && provider.openai_embedding_dimensions.is_some(),
            "--openai-embedding-dimensions",
            "it has no effect unless RECOLLECT_EMBEDDER is openai",
        ),
        (
            !reads && !embeds && provider.openai_url.is_some(),
            "--openai-url",
            "it has no effect unless RECOLLECT_EXTRACTION or RECOLLECT_EMBEDDER is openai",
        ),
    ];
    for (is_wrong, flag, reason) in is_idle {
        if is_wrong {
            return Err(refused(flag, reason));
        }
    }
    let mut models = Models::default();
    if reads {
        let model = provider.openai_extraction_model.as_deref();
        let settings = settings(options, "--openai-extraction-model", model)?;
        let limits = ExtractionLimits {
            daily_tokens: provider.openai_daily_tokens,
            ..ExtractionLimits::default()
        };
        models.extraction = Some((settings, limits));
    }
    if embeds {
        let model = provider.openai_embedding_model.as_deref();
        let settings = settings(options, "--openai-embedding-model", model)?;
        models.embedding = Some((settings, provider.openai_embedding_dimensions));
    }
    Ok(models)
}

/// A setting that cannot be used.
pub(super) fn invalid(flag: &'static str, error: &InvalidSetting) -> CommandError {
    refused(flag, &error.0)
}

fn refused(flag: &'static str, reason: &str) -> CommandError {
    CommandError::Setting {
        flag,
        reason: reason.to_owned(),
    }
}

fn settings(
    options: &ServeOptions,
    flag: &'static str,
    model: Option<&str>,
) -> Result<ProviderSettings, CommandError> {
    let provider = &options.provider;
    let url = provider.openai_url.as_deref().ok_or_else(|| {
        refused(
            "--openai-url",
            "set RECOLLECT_OPENAI_URL to the provider's address, such as https://api.openai.com/v1",
        )
    })?;
    let endpoint: Endpoint = url
        .parse()
        .map_err(|error| invalid("--openai-url", &error))?;
    let model = model
        .map(str::trim)
        .filter(|model| !model.is_empty())
        .ok_or_else(|| refused(flag, "set it to the model's name, as the provider calls it"))?;
    let key = key(options)?;
    if key.is_some() && !endpoint.is_encrypted() && !is_here(endpoint.host()) {
        tracing::warn!(
            "the key and the texts go to {} unencrypted; use https",
            endpoint.host()
        );
    }
    let deadline = (options.settings().processing_deadline).saturating_sub(LEFT_FOR_THE_STAND_IN);
    let most = deadline.mul_f32(0.9);
    let request_timeout = Duration::from_millis(provider.openai_timeout_ms);
    if request_timeout.is_zero() || request_timeout > most {
        let reason = format!("it must be 1 to {}", most.as_millis());
        return Err(refused("--openai-timeout-ms", &reason));
    }
    if provider.openai_parallel == 0 {
        return Err(refused("--openai-parallel", "it must be at least 1"));
    }
    Ok(ProviderSettings {
        request_timeout,
        deadline,
        parallel: provider.openai_parallel,
        ..ProviderSettings::new(endpoint, key, model)
    })
}

/// The key, from where it is said to be; some providers ask for none.
fn key(options: &ServeOptions) -> Result<Option<ApiSecret>, CommandError> {
    let provider = &options.provider;
    let (flag, text) = match (&provider.openai_api_key, &provider.openai_api_key_file) {
        (Some(_), Some(_)) => {
            let reason = "the key is given twice: unset RECOLLECT_OPENAI_API_KEY or this";
            return Err(refused("--openai-api-key-file", reason));
        }
        (None, None) => return Ok(None),
        (Some(key), None) => ("--openai-api-key", key.0.clone()),
        (None, Some(file)) => {
            let flag = "--openai-api-key-file";
            let size = std::fs::metadata(file).map(|metadata| metadata.len());
            if size.is_ok_and(|size| size > MAX_KEY_FILE_BYTES) {
                return Err(refused(flag, "the file is too large to hold a key alone"));
            }
            let text = std::fs::read_to_string(file).map_err(|error| {
                refused(flag, &format!("the file cannot be read: {}", error.kind()))
            })?;
            (flag, text)
        }
    };
    let key = text.parse().map_err(|error| invalid(flag, &error))?;
    Ok(Some(key))
}

/// Whether a host, with or without its port, is this machine.
pub(in crate::commands) fn is_here(host: &str) -> bool {
    ["127.0.0.1", "localhost", "[::1]"]
        .iter()
        .any(|here| host == *here || host.starts_with(&format!("{here}:")))
}
