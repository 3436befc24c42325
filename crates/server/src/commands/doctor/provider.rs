//! The provider of language models, where one is configured.

use recollect_language::openai::{ProviderSettings, offered_models};
use recollect_model::Environment;

use super::super::CommandError;
use super::super::serve::provider::{is_here, models};
use super::finding::Finding;
use crate::configuration::ServeOptions;

const SUBJECT: &str = "provider";

/// Whether the settings go together, and whether the provider can be reached with them and knows the models.
pub(super) async fn check(options: &ServeOptions, environment: &Environment) -> Vec<Finding> {
    let models = match models(options) {
        Ok(models) => models,
        Err(error) => return vec![contradiction(&error)],
    };
    let extraction = models.extraction.map(|(settings, _)| settings);
    let embedding = models.embedding.map(|(settings, _)| settings);
    let used: Vec<ProviderSettings> = extraction.into_iter().chain(embedding).collect();
    // There is one provider, whatever its models are used for.
    let Some(settings) = used.first() else {
        return vec![Finding::fine(
            SUBJECT,
            "none is configured; no text leaves this machine",
        )];
    };
    let host = settings.endpoint.host();
    let mut findings = Vec::new();
    if settings.key.is_some() && !settings.endpoint.is_encrypted() && !is_here(host) {
        findings.push(Finding::warning(
            SUBJECT,
            format!("the key and the texts go to {host} unencrypted"),
            "use https in RECOLLECT_OPENAI_URL, unless nobody else is on the way",
        ));
    }
    let offered = match offered_models(settings, environment.clone()).await {
        Ok(offered) => offered,
        Err(error) => {
            let advice = "check RECOLLECT_OPENAI_URL and the key, and that the provider runs";
            findings.push(Finding::wrong(SUBJECT, error.0, advice));
            return findings;
        }
    };
    findings.extend(used.iter().map(|settings| known(settings, &offered)));
    findings
}

fn known(settings: &ProviderSettings, offered: &[String]) -> Finding {
    let (host, model) = (settings.endpoint.host(), &settings.model);
    if offered.contains(model) {
        return Finding::fine(SUBJECT, format!("{host} answers and offers {model}"));
    }
    let seen = match offered.len() {
        0 => format!("{host} answers and does not say which models it offers"),
        count => format!("{host} answers, and {model} is not among the {count} models it lists"),
    };
    let advice = "make sure that the model's name is right; the log says so when it is not";
    Finding::warning(SUBJECT, seen, advice)
}

fn contradiction(error: &CommandError) -> Finding {
    Finding::wrong(
        SUBJECT,
        error.to_string(),
        "the service refuses to start until it is mended",
    )
}
