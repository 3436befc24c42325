//! Connections that this process opens by itself, plain or encrypted.

use std::error::Error;
use std::io;

use hyper::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::crypto::ring::default_provider;
use rustls::{ClientConfig, RootCertStore};

/// What connects to this address over `tcp`. For `https` the system's certificates are trusted; it fails where there are
/// none.
pub(crate) fn connector(
    mut tcp: HttpConnector,
    uri: &Uri,
) -> io::Result<HttpsConnector<HttpConnector>> {
    tcp.enforce_http(false);
    let builder = HttpsConnectorBuilder::new();
    let builder = if uri.scheme_str() == Some("https") {
        builder.with_provider_and_native_roots(default_provider())?
    } else {
        // Nothing is trusted, because nothing is encrypted.
        let config = ClientConfig::builder_with_provider(default_provider().into())
            .with_safe_default_protocol_versions()
            .expect("ring has cipher suites for the default versions")
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth();
        builder.with_tls_config(config)
    };
    Ok(builder.https_or_http().enable_http1().wrap_connector(tcp))
}

/// The innermost cause of an error: what the operating system or the certificate check says.
pub(crate) fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}
