//! The settings of logging in, checked before anything is opened.

use std::sync::Arc;

use crate::commands::CommandError;
use crate::configuration::ServeOptions;
use crate::http::checked_base_url;
use crate::mail::LoginMail;

/// The configured base URL, as a browser writes it.
pub(in crate::commands) fn base_url(
    options: &ServeOptions,
) -> Result<Option<Arc<str>>, CommandError> {
    let checked = options.base_url.as_deref().map(checked_base_url);
    let checked = checked.transpose();
    checked
        .map(|url| url.map(Arc::from))
        .map_err(|reason| wrong("--base-url", reason))
}

/// The way that login links take. A mail must carry a link that works for whoever reads it elsewhere, so it needs the base
/// URL.
pub(in crate::commands) fn login_mail(options: &ServeOptions) -> Result<LoginMail, CommandError> {
    let access = &options.access;
    match (&access.smtp_url, &access.mail_from) {
        (None, None) => Ok(LoginMail::default()),
        (None, Some(_)) => Err(wrong(
            "--mail-from",
            "it has no effect without a mail server: set RECOLLECT_SMTP_URL",
        )),
        (Some(_), None) => Err(wrong(
            "--smtp-url",
            "a mail needs a sender: set RECOLLECT_MAIL_FROM",
        )),
        (Some(_), Some(_)) if options.base_url.is_none() => Err(wrong(
            "--smtp-url",
            "a mail needs the address that people reach the service at: set RECOLLECT_BASE_URL",
        )),
        (Some(url), Some(from)) => {
            LoginMail::through(&url.0, from).map_err(|(flag, reason)| wrong(flag, reason))
        }
    }
}

fn wrong(flag: &'static str, reason: impl Into<String>) -> CommandError {
    CommandError::Setting {
        flag,
        reason: reason.into(),
    }
}
