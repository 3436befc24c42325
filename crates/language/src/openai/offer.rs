//! What a provider offers: `/models`. Asking costs nothing, so it is how somebody finds out whether a provider can be
//! reached with these settings.

use std::time::Duration;

use recollect_model::Environment;

use super::http::Http;
use super::settings::{InvalidSetting, ProviderSettings};

/// How long the answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of the list; the longest known has some hundred kilobytes.
const LONGEST_LIST: usize = 8 * 1024 * 1024;

/// The names of the provider's models, asked for once; none when it answers with something else than a list.
///
/// # Errors
///
/// A sentence that says why it cannot be reached or does not let these settings in.
pub async fn offered_models(
    settings: &ProviderSettings,
    environment: Environment,
) -> Result<Vec<String>, InvalidSetting> {
    let http = Http::new(settings, environment)?;
    let url = settings.endpoint.resource("/models");
    let list = http
        .get(&url, PATIENCE, LONGEST_LIST)
        .await
        .map_err(|failure| InvalidSetting(failure.sentence(settings.endpoint.host())))?;
    let models = list["data"].as_array().into_iter().flatten();
    let names = models.filter_map(|model| model["id"].as_str());
    Ok(names.map(str::to_owned).collect())
}
