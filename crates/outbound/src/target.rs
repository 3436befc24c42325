//! Where a request goes: a URL that was read once, as a browser reads it.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use crate::address::is_public;

/// The longest URL, in bytes.
pub const MAX_URL_BYTES: usize = 2_048;

/// A URL that a request may be sent to, as far as can be said before its name is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    url: Url,
    host: Host<String>,
    port: u16,
}

/// Why no request is sent to a URL; to be read after the field's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTarget {
    /// It cannot be read.
    #[error("must be a URL such as https://example.com/hook: {0}")]
    Unreadable(String),
    /// It is neither `http` nor `https`.
    #[error("must begin with https:// or http://")]
    Scheme,
    /// It carries a name or a password, which would be stored and sent.
    #[error("must have no user name and no password")]
    Credentials,
    /// It is too long.
    #[error("must be at most {MAX_URL_BYTES} bytes long")]
    TooLong,
    /// It names an address that is not public.
    #[error("must not name {0}, which is no public address")]
    NotPublic(IpAddr),
}

impl Target {
    /// Reads a URL. Decimal, octal and hexadecimal forms of an IPv4 address are addresses here as they are in a browser;
    /// one that is not public is refused unless `danger_allow_private_addresses`. Names are judged when they are resolved.
    pub fn parse(text: &str, danger_allow_private_addresses: bool) -> Result<Self, InvalidTarget> {
        if text.len() > MAX_URL_BYTES {
            return Err(InvalidTarget::TooLong);
        }
        let url = Url::parse(text).map_err(|error| InvalidTarget::Unreadable(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(InvalidTarget::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidTarget::Credentials);
        }
        // Percent-encoding may have made it longer.
        if url.as_str().len() > MAX_URL_BYTES {
            return Err(InvalidTarget::TooLong);
        }
        let no_host = || InvalidTarget::Unreadable("no host".to_owned());
        let host = url.host().ok_or_else(no_host)?.to_owned();
        let port = url.port_or_known_default().ok_or_else(no_host)?;
        let target = Self { url, host, port };
        match target.address() {
            Some(address) if !danger_allow_private_addresses && !is_public(address) => {
                Err(InvalidTarget::NotPublic(address))
            }
            _ => Ok(target),
        }
    }

    /// The URL, in its normal form.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The host's name or address, for people.
    pub fn host(&self) -> String {
        self.host.to_string()
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// The name to resolve; none when the host is an address.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.host {
            Host::Domain(name) => Some(name),
            Host::Ipv4(_) | Host::Ipv6(_) => None,
        }
    }

    /// The address that the URL itself gives.
    pub(crate) const fn address(&self) -> Option<IpAddr> {
        match &self.host {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(IpAddr::V4(*address)),
            Host::Ipv6(address) => Some(IpAddr::V6(*address)),
        }
    }

    /// The value of the `Host` header: the port only where it is not the scheme's own.
    pub(crate) fn authority(&self) -> String {
        match self.url.port() {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.to_string(),
        }
    }

    /// What the request line asks for.
    pub(crate) fn path(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{}?{query}", self.url.path()),
            None => self.url.path().to_owned(),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
