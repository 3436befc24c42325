//! Where a request comes from and which address it reached: the one place that decides what of it is believed.
//!
//! **The base URL** is where people and clients reach the service, as links, redirects and metadata must name it. It
//! is the configured one, always, where one is configured. Otherwise it is made from the request's `Host`, but only
//! where that names this machine: `localhost`, a loopback address, or the very address that the connection came in
//! on. Any other `Host` is whatever the client chose to write: a link built from it would carry its secret to the
//! host of an attacker who asked for it in the victim's name. For such a request the host is `localhost`. The port is
//! always the one that the connection came in on: another port of this machine may be anybody's.
//!
//! **The client's address** is the connection's peer. Where the peer is a trusted proxy it is the last address in
//! `X-Forwarded-For` that is not a trusted proxy itself; what stands before that was written by the client.
//!
//! Both need the [`Connection`], which [`serve`](super::serve) gives every request.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;

use super::app::App;
use super::limits::ComesFrom;

/// The two ends of the connection that a request came over.
#[derive(Debug, Clone, Copy)]
pub struct Connection {
    /// Who connected.
    pub peer: SocketAddr,
    /// The address of this machine that they connected to, where the operating system tells.
    pub local: Option<SocketAddr>,
}

/// The address that the service is reached at, such as `https://memory.example.com`, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseUrl(pub(crate) String);

impl BaseUrl {
    /// Whether what is sent to it is encrypted, so that cookies are to be kept to that.
    pub(crate) fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The address of what is at this path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The base URL of a request.
    pub(crate) fn of(parts: &Parts, app: &App) -> Self {
        if let Some(configured) = &app.base_url {
            return Self(configured.to_string());
        }
        let local = connection(parts).and_then(|connection| connection.local);
        let host = host(parts).filter(|host| is_this_machine(host, local));
        let host = host.as_ref().map_or("localhost", Authority::host);
        match local.map_or(DEFAULT_PORT, |local| local.port()) {
            80 => Self(format!("http://{host}")),
            port => Self(format!("http://{host}:{port}")),
        }
    }
}

impl FromRequestParts<App> for BaseUrl {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(parts, app))
    }
}

/// The network address of whoever sent the request, where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(parts, &app.trusted_proxies))
    }
}

/// Tells the limits where a request comes from.
pub(super) async fn tell(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let ClientAddress(Some(address)) = ClientAddress::of(&parts, &app.trusted_proxies) {
        parts.extensions.insert(ComesFrom(address));
    }
    next.run(Request::from_parts(parts, body)).await
}

impl ClientAddress {
    /// The address of a request that may have come through these proxies.
    pub(crate) fn of(parts: &Parts, proxies: &[IpNet]) -> Self {
        let peer = connection(parts).map(|connection| connection.peer.ip().to_canonical());
        let is_trusted = |address: &IpAddr| proxies.iter().any(|network| network.contains(address));
        let Some(mut client) = peer.filter(is_trusted) else {
            return Self(peer);
        };
        for address in forwarded_for(&parts.headers).rev() {
            // What cannot be read was not written by a proxy that can be trusted.
            let Some(address) = address else { break };
            client = address;
            if !is_trusted(&address) {
                break;
            }
        }
        Self(Some(client))
    }
}

/// The port of the service when nothing else is known of it.
const DEFAULT_PORT: u16 = 3033;

/// The host that the request names, with its port when it has one.
pub(crate) fn host(parts: &Parts) -> Option<Authority> {
    let named = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    let named = match named {
        Some(host) => host.parse().ok(),
        // HTTP/2 has it in the request line (RFC 9113, 8.3.1).
        None => parts.uri.authority().cloned(),
    };
    named.filter(|authority: &Authority| !authority.as_str().contains('@'))
}

/// The scheme, host and port of a URL that is one and has nothing else; what the base URL must be.
pub(crate) fn checked_base_url(text: &str) -> Result<String, &'static str> {
    const EXPECTED: &str =
        "it must be http:// or https:// and a host, with a port where needed and without a path";
    let text = text.trim().trim_end_matches('/');
    let url: Uri = text.parse().map_err(|_| EXPECTED)?;
    let is_web = matches!(url.scheme_str(), Some("http" | "https"));
    let authority = url.authority().ok_or(EXPECTED)?;
    if !is_web || url.path() != "/" || url.query().is_some() || authority.as_str().contains('@') {
        return Err(EXPECTED);
    }
    Ok(text.to_ascii_lowercase())
}

fn connection(parts: &Parts) -> Option<Connection> {
    let info = parts.extensions.get::<ConnectInfo<Connection>>();
    info.map(|ConnectInfo(connection)| *connection)
}

fn is_this_machine(host: &Authority, local: Option<SocketAddr>) -> bool {
    let name = host.host().trim_start_matches('[').trim_end_matches(']');
    match name.parse::<IpAddr>() {
        Ok(address) => {
            let address = address.to_canonical();
            address.is_loopback() || local.is_some_and(|local| local.ip().to_canonical() == address)
        }
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

/// The addresses of every `X-Forwarded-For`, in order; `None` for one that cannot be read.
fn forwarded_for(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = Option<IpAddr>> {
    let values = headers.get_all("x-forwarded-for").iter();
    values.flat_map(|value| value.to_str().unwrap_or_default().split(',').map(address))
}

/// An address, with or without a port, as proxies write them.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>();
    let address = address.or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}
