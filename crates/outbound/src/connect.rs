//! Connecting: resolve, check, connect to what was checked, and encrypt.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::address::is_public;
use crate::{Failure, Target};

/// So many addresses of a name are tried.
const MAX_ADDRESSES: usize = 4;

/// A connection, encrypted or not.
pub(crate) enum Stream {
    Plain(TcpStream),
    Encrypted(Box<TlsStream<TcpStream>>),
}

/// The addresses of a target that may be connected to.
pub(crate) async fn resolve(
    target: &Target,
    danger_allow_private_addresses: bool,
) -> Result<Vec<SocketAddr>, Failure> {
    let found: Vec<SocketAddr> = match (target.address(), target.name()) {
        (Some(address), _) => vec![SocketAddr::new(address, target.port())],
        (None, name) => {
            let name = name.unwrap_or_default();
            let found = tokio::net::lookup_host((name, target.port())).await;
            found
                .map_err(|_| Failure::Unresolved(target.host()))?
                .collect()
        }
    };
    let Some(first) = found.first().copied() else {
        return Err(Failure::Unresolved(target.host()));
    };
    let mut allowed: Vec<SocketAddr> = found
        .into_iter()
        .filter(|address| danger_allow_private_addresses || is_public(address.ip()))
        .collect();
    allowed.truncate(MAX_ADDRESSES);
    if allowed.is_empty() {
        return Err(Failure::NotPublic(first.ip()));
    }
    Ok(allowed)
}

/// Connects to the first of the addresses that answers; each has an equal share of the time.
pub(crate) async fn connect(
    target: &Target,
    addresses: &[SocketAddr],
    time: Duration,
) -> Result<Stream, Failure> {
    let share = time / u32::try_from(addresses.len().max(1)).unwrap_or(1);
    let mut last = Failure::Unreached("no address".to_owned());
    for address in addresses {
        match tokio::time::timeout(share, TcpStream::connect(address)).await {
            Ok(Ok(tcp)) => {
                // A delay would be all that is lost.
                let _ = tcp.set_nodelay(true);
                return encrypt(target, tcp, time).await;
            }
            Ok(Err(error)) => last = Failure::Unreached(error.to_string()),
            Err(_) => last = Failure::Unreached("no connection in time".to_owned()),
        }
    }
    Err(last)
}

async fn encrypt(target: &Target, tcp: TcpStream, time: Duration) -> Result<Stream, Failure> {
    if !target.is_encrypted() {
        return Ok(Stream::Plain(tcp));
    }
    let name = match (target.name(), target.address()) {
        (Some(name), _) => ServerName::try_from(name.to_owned()).ok(),
        (None, address) => address.map(ServerName::from),
    };
    let name = name.ok_or_else(|| Failure::Untrusted("its name cannot be checked".to_owned()))?;
    let connecting = TlsConnector::from(trust()?).connect(name, tcp);
    match tokio::time::timeout(time, connecting).await {
        Ok(Ok(stream)) => Ok(Stream::Encrypted(Box::new(stream))),
        Ok(Err(error)) => Err(Failure::Untrusted(error.to_string())),
        Err(_) => Err(Failure::Untrusted("no handshake in time".to_owned())),
    }
}

/// Whom to trust: those whom the system trusts. Looked up once, when it is first needed.
fn trust() -> Result<Arc<ClientConfig>, Failure> {
    static TRUST: OnceLock<Option<Arc<ClientConfig>>> = OnceLock::new();
    let trust = TRUST.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return None;
        }
        let provider = rustls::crypto::ring::default_provider();
        let config = ClientConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .ok()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Some(Arc::new(config))
    });
    trust.clone().ok_or(Failure::NoCertificates)
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buffer),
            Self::Encrypted(stream) => Pin::new(stream.as_mut()).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Self::Encrypted(stream) => Pin::new(stream.as_mut()).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Self::Encrypted(stream) => Pin::new(stream.as_mut()).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::Encrypted(stream) => Pin::new(stream.as_mut()).poll_shutdown(cx),
        }
    }
}
