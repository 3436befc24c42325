//! Who may log in, how links reach them, and which proxies are believed.

use std::net::IpAddr;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;
use recollect_engine::Registration;

use super::Secret;

/// Logging in, and where requests come from.
#[derive(Debug, Clone, Args)]
pub struct AccessOptions {
    /// Who may create an account by logging in: open, or addresses and @domains separated by commas; whoever has an account
    /// can always log in
    #[arg(
        long,
        env = "RECOLLECT_REGISTRATION",
        value_name = "WHO",
        default_value = "open"
    )]
    pub registration: Registration,
    /// How long ago a person may have logged in, in minutes, who exports everything, makes a key, connects an application, sets
    /// up a webhook or deletes the account on the pages; whoever logged in earlier is asked to log in again; never when 0
    #[arg(
        long,
        env = "RECOLLECT_FRESH_LOGIN_MINUTES",
        value_name = "MINUTES",
        default_value_t = 15
    )]
    pub fresh_login_minutes: u32,
    /// How long a browser stays logged in that is not used, in days
    #[arg(
        long,
        env = "RECOLLECT_SESSION_DAYS",
        value_name = "DAYS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=400)
    )]
    pub session_days: u64,
    /// The mail server that login links are sent through, such as `smtps://user:password@mail.example.com`; without it they
    /// are in the log alone
    #[arg(
        long,
        env = "RECOLLECT_SMTP_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    pub smtp_url: Option<Secret>,
    /// The sender of the mails, such as "Recollect <recollect@example.com>"
    #[arg(long, env = "RECOLLECT_MAIL_FROM", value_name = "MAILBOX")]
    pub mail_from: Option<String>,
    /// The proxies whose X-Forwarded-For is believed: addresses and networks separated by commas
    #[arg(long, env = "RECOLLECT_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Whom to tell of a weakness of this service, for /.well-known/security.txt: a mailto:, https: or tel: URI, such as
    /// mailto:security@example.com; without it there is no such file
    #[arg(long, env = "RECOLLECT_SECURITY_CONTACT", value_name = "URI", value_parser = contact)]
    pub security_contact: Option<String>,
}

impl AccessOptions {
    pub(super) fn fresh_login(&self) -> Option<Duration> {
        let minutes = u64::from(self.fresh_login_minutes);
        (minutes > 0).then(|| Duration::from_secs(minutes * 60))
    }

    pub(super) const fn session(&self) -> Duration {
        Duration::from_secs(self.session_days * 24 * 60 * 60)
    }
}

/// A URI that a person can be reached at (RFC 9116, 2.5.3), in one line.
fn contact(text: &str) -> Result<String, String> {
    let text = text.trim();
    let reached = ["mailto:", "https://", "tel:"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    match reached && text.chars().all(|character| character.is_ascii_graphic()) {
        true => Ok(text.to_owned()),
        false => Err(
            "a URI such as mailto:security@example.com or https://example.com/security is expected"
                .to_owned(),
        ),
    }
}

/// A network, or an address as the network of it alone.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| "an address or a network such as 10.0.0.0/8 is expected".to_owned())
}
