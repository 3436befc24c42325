//! Who may log in, how links reach them, and which proxies are believed.

use std::time::Duration;

use recollect_engine::Registration;

use super::super::serve::access::login_mail;
use super::finding::Finding;
use crate::configuration::ServeOptions;

/// How long the mail server may take to greet and let us in.
const PATIENCE: Duration = Duration::from_secs(10);

/// Looks at the way in; `is_public` says whether strangers can reach the service by its name, `is_encrypted` whether by
/// https.
pub(super) async fn check(
    options: &ServeOptions,
    is_public: bool,
    is_encrypted: bool,
) -> Vec<Finding> {
    let mut findings = vec![registration(&options.access.registration, is_public)];
    if is_encrypted && options.access.trusted_proxies.is_empty() {
        findings.push(Finding::warning(
            "proxies",
            "the base URL is https, which a proxy speaks for the service, and no proxy is trusted",
            "set RECOLLECT_TRUSTED_PROXIES to the proxy's address, or every client counts as the proxy in limits and log",
        ));
    }
    findings.push(mail(options).await);
    findings
}

fn registration(registration: &Registration, is_public: bool) -> Finding {
    let subject = "registration";
    match registration {
        Registration::Open if is_public => Finding::warning(
            subject,
            "is open, and so is the name of the service",
            "set RECOLLECT_REGISTRATION to the addresses or @domains that may have an account, unless everybody may",
        ),
        Registration::Open => {
            Finding::fine(subject, "is open to everybody who reaches the service")
        }
        Registration::Listed(listed) => Finding::fine(
            subject,
            format!("is open to {} addresses or domains", listed.len()),
        ),
    }
}

async fn mail(options: &ServeOptions) -> Finding {
    let subject = "mail";
    let mail = match login_mail(options) {
        Ok(mail) => mail,
        Err(error) => {
            let advice = "the service refuses to start until it is mended";
            return Finding::wrong(subject, error.to_string(), advice);
        }
    };
    if !mail.is_configured() {
        return Finding::fine(subject, "no mail is sent; login links are in the log alone");
    }
    let advice = "check RECOLLECT_SMTP_URL; until then login links are in the log alone";
    match tokio::time::timeout(PATIENCE, mail.greet()).await {
        Ok(Ok(())) => Finding::fine(subject, "the mail server lets the service in"),
        Ok(Err(reason)) => {
            let seen = format!("the mail server does not let the service in ({reason})");
            Finding::wrong(subject, seen, advice)
        }
        Err(_) => Finding::wrong(subject, "the mail server does not answer", advice),
    }
}
