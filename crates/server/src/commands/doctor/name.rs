//! The base URL: what the service is called from outside, and whether that leads to it.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use hyper::Uri;

use super::super::serve::access::base_url;
use super::super::visit::{Answer, visit};
use super::door::Door;
use super::finding::Finding;
use crate::configuration::ServeOptions;

const SUBJECT: &str = "base URL";
/// How long the way through proxies and back may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the name says of itself.
pub(super) struct Name {
    /// What was found.
    pub(super) findings: Vec<Finding>,
    /// Whether it is one that strangers can reach.
    pub(super) is_public: bool,
    /// Whether it is https.
    pub(super) is_encrypted: bool,
}

/// Whether the base URL is well formed, fits the listen address and, while the service runs, leads to it.
pub(super) async fn check(options: &ServeOptions, door: &Door) -> Name {
    let mut name = Name {
        findings: Vec::new(),
        is_public: false,
        is_encrypted: false,
    };
    let base = match base_url(options) {
        Ok(None) => {
            name.findings.push(absent(options.listen));
            return name;
        }
        Ok(Some(base)) => base,
        Err(error) => {
            let advice =
                "set RECOLLECT_BASE_URL to one such as https://memory.example.com, or unset it";
            name.findings
                .push(Finding::wrong(SUBJECT, error.to_string(), advice));
            return name;
        }
    };
    let uri: Uri = base.parse().unwrap_or_default();
    name.is_public = !is_private(uri.host().unwrap_or_default());
    name.is_encrypted = uri.scheme_str() == Some("https");
    name.findings.push(form(&base, &uri, options.listen));
    if matches!(door, Door::Taken(Answer::Healthy)) {
        name.findings.push(way(&base).await);
    }
    name
}

fn absent(listen: SocketAddr) -> Finding {
    if listen.ip().is_loopback() {
        return Finding::fine(
            SUBJECT,
            "is not set; this machine alone reaches the service",
        );
    }
    Finding::warning(
        SUBJECT,
        format!("is not set, and {listen} can be reached from other machines"),
        "set RECOLLECT_BASE_URL to the address that people use: links are made of it, and cookies are sent over https alone when it begins so",
    )
}

/// Whether a well-formed one fits the rest.
fn form(base: &str, uri: &Uri, listen: SocketAddr) -> Finding {
    let host = uri.host().unwrap_or_default();
    let is_encrypted = uri.scheme_str() == Some("https");
    if !is_encrypted && !is_private(host) {
        return Finding::warning(
            SUBJECT,
            format!("{base} is a public name without encryption"),
            "use https: over http keys and cookies can be read on the way, and cookies are not marked Secure",
        );
    }
    let port = uri
        .port_u16()
        .unwrap_or(if is_encrypted { 443 } else { 80 });
    if !is_encrypted && is_this_machine(host) && listen.ip().is_loopback() && port != listen.port()
    {
        return Finding::warning(
            SUBJECT,
            format!("{base} names another port than {listen}"),
            "let both agree, unless a proxy stands between them",
        );
    }
    Finding::fine(SUBJECT, base)
}

/// Asks the running service through its public name.
async fn way(base: &str) -> Finding {
    match visit(base, PATIENCE).await {
        Answer::Healthy => Finding::fine(SUBJECT, format!("{base} leads to the service")),
        Answer::Unwell => Finding::wrong(
            SUBJECT,
            format!(
                "the service at {base} answers that its database cannot be used, unlike the one here"
            ),
            "let the name lead to this one",
        ),
        Answer::Stranger(what) => Finding::wrong(
            SUBJECT,
            format!("{base} does not lead to the service: what is there {what}"),
            "correct the proxy, or RECOLLECT_BASE_URL",
        ),
        Answer::None(reason) => Finding::warning(
            SUBJECT,
            format!("{base} cannot be reached from here: {reason}"),
            "try it from another machine: some networks do not let a machine reach itself by its public name",
        ),
    }
}

fn is_this_machine(host: &str) -> bool {
    match address(host) {
        Some(address) => address.is_loopback(),
        None => host.eq_ignore_ascii_case("localhost") || host.ends_with(".localhost"),
    }
}

/// Whether a name or an address belongs to this machine or to a network at home.
fn is_private(host: &str) -> bool {
    let ends = [
        ".localhost",
        ".local",
        ".lan",
        ".home",
        ".home.arpa",
        ".internal",
        ".test",
    ];
    match address(host) {
        Some(IpAddr::V4(address)) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        Some(IpAddr::V6(address)) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
        None => !host.contains('.') || ends.iter().any(|end| host.to_lowercase().ends_with(end)),
    }
}

fn address(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[')
        .trim_end_matches(']')
        .parse()
        .ok()
}
