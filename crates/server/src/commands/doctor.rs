//! `recollect doctor`: looks at a configuration, and at what it names, and says in sentences what is wrong and what
//! to do.
//!
//! It takes the settings of `recollect serve` and changes nothing: no file is created, no migration applied. It may
//! run before the first start, beside the running service, and as the user who runs the service, whose rights it then
//! tells of. A provider, where one is configured, is asked for the names of its models; no text is sent anywhere.
//! What is printed contains no key and no password.

mod access;
mod clock;
mod data;
mod database;
mod door;
mod encryption;
mod finding;
mod name;
mod own;
mod provider;

use std::io::Write;

use recollect_model::Environment;
use tracing_subscriber::EnvFilter;

pub use self::finding::{Finding, Verdict};
use super::CommandError;
use crate::configuration::{DoctorOptions, ServeOptions};

/// Prints what is found, a line a check, and fails when something is wrong.
pub(super) async fn run(options: DoctorOptions) -> Result<(), CommandError> {
    let findings = examine(&options.serve, &Environment::system()).await;
    let count = |verdict| {
        let findings = findings.iter();
        findings
            .filter(|finding| finding.verdict == verdict)
            .count()
    };
    let (warnings, wrong) = (count(Verdict::Warning), count(Verdict::Wrong));
    let mut page: String = findings
        .iter()
        .map(|finding| format!("{finding}\n"))
        .collect();
    page.push_str(&format!(
        "{} checks: {} ok, {warnings} to be warned of, {wrong} wrong\n",
        findings.len(),
        count(Verdict::Fine),
    ));
    // A reader that closed the pipe has seen enough.
    let _ = std::io::stdout().write_all(page.as_bytes());
    match wrong {
        0 => Ok(()),
        wrong => Err(CommandError::Unsound(wrong)),
    }
}

/// Every check, in the order in which the service would stumble over them.
pub async fn examine(options: &ServeOptions, environment: &Environment) -> Vec<Finding> {
    let door = door::look(options.listen).await;
    let mut findings = vec![log_filter(&options.log), clock::check(environment.now())];
    findings.extend(data::check(&options.storage, &door));
    findings.extend(database::check(&options.storage, environment).await);
    findings.push(door::check(options.listen, &door));
    let name = name::check(options, &door).await;
    findings.extend(name.findings);
    findings.extend(access::check(options, name.is_public, name.is_encrypted).await);
    findings.extend(own::check(options));
    findings.extend(provider::check(options, environment).await);
    findings
}

fn log_filter(filter: &str) -> Finding {
    match EnvFilter::try_new(filter) {
        Ok(_) => Finding::fine("log", format!("shows {filter:?}")),
        Err(error) => Finding::wrong(
            "log",
            format!("the filter {filter:?} cannot be read ({error})"),
            "set RECOLLECT_LOG to info, or to a filter such as \"info,sqlx=warn\"",
        ),
    }
}
