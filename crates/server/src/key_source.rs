//! Where the public keys of an outside issuer are read: a file, or an address of the issuer.

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, USER_AGENT};
use hyper::{Request, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use recollect_engine::oauth::KeySource;

use crate::https::connector;

/// How long the issuer may take, and how much it may say.
const TIME: Duration = Duration::from_secs(5);
const MAX_BYTES: usize = 256 * 1024;

/// A file that holds a key set.
pub(crate) struct KeyFile(pub(crate) PathBuf);

#[async_trait]
impl KeySource for KeyFile {
    async fn fetch(&self) -> Result<Vec<u8>, String> {
        let path = self.0.clone();
        let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
        read.map_err(|error| error.to_string())?
            .map_err(|error| format!("{}: {error}", self.0.display()))
    }
}

/// An address that answers with a key set. Redirects are not followed and no proxy is asked.
pub(crate) struct KeyAddress {
    uri: Uri,
    client: Client<HttpsConnector<HttpConnector>, Empty<Bytes>>,
}

impl KeyAddress {
    /// An address: `https`, or `http` on this machine.
    pub(crate) fn new(address: &str) -> Result<Self, String> {
        let uri: Uri = address.parse().map_err(|_| "it is no URL".to_owned())?;
        let host = uri.host().unwrap_or_default();
        let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        match uri.scheme_str() {
            Some("https") if !host.is_empty() => {}
            Some("http") if is_local => {}
            _ => return Err("it must be an https URL; http is only for this machine".to_owned()),
        }
        let connector = connector(HttpConnector::new(), &uri)
            .map_err(|_| "this system has no certificates to trust anybody by".to_owned())?;
        Ok(Self {
            uri,
            client: Client::builder(TokioExecutor::new()).build(connector),
        })
    }
}

#[async_trait]
impl KeySource for KeyAddress {
    async fn fetch(&self) -> Result<Vec<u8>, String> {
        let request = Request::get(self.uri.clone())
            .header(ACCEPT, "application/json")
            .header(USER_AGENT, concat!("recollect/", env!("CARGO_PKG_VERSION")))
            .body(Empty::new())
            .map_err(|error| error.to_string())?;
        let exchange = async {
            let response = self.client.request(request).await;
            let response = response.map_err(|error| error.to_string())?;
            if !response.status().is_success() {
                return Err(format!("it answered {}", response.status()));
            }
            let body = Limited::new(response.into_body(), MAX_BYTES)
                .collect()
                .await;
            let body = body.map_err(|error| error.to_string())?;
            Ok(body.to_bytes().to_vec())
        };
        let answered = tokio::time::timeout(TIME, exchange).await;
        answered.unwrap_or_else(|_| Err(format!("it did not answer within {TIME:?}")))
    }
}
