//! `recollect healthcheck`: success exactly when the service takes requests. For what restarts a service that does
//! not, such as a container engine; it needs no other program.

use std::time::Duration;

use super::CommandError;
use super::visit::{Answer, visit};
use crate::configuration::{HealthcheckOptions, local_url};

/// Asks the service once.
pub(super) async fn run(options: HealthcheckOptions) -> Result<(), CommandError> {
    let url = options.url.unwrap_or_else(|| local_url(options.listen));
    let answer = visit(&url, Duration::from_millis(options.timeout_ms)).await;
    match answer {
        Answer::Healthy => Ok(()),
        Answer::Unwell => Err(CommandError::Unhealthy(format!(
            "{url} answers that its database cannot be used"
        ))),
        Answer::Stranger(what) => Err(CommandError::Unhealthy(format!(
            "{url} is not Recollect: it {what}"
        ))),
        Answer::None(reason) => Err(CommandError::Unhealthy(format!(
            "{url} cannot be reached: {reason}"
        ))),
    }
}
