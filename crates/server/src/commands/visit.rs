//! Asking a service how it is, as a client of its would: `GET /healthz`.
//!
//! Redirects are not followed and no proxy is asked, so that the answer is that of the address itself.

use std::time::Duration;

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::{Request, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

use crate::https::{connector, innermost};

/// The most bytes of a reply that are read: the service's own has a few dozen.
const MAX_REPLY_BYTES: usize = 16 * 1024;

/// The most characters of a cause that are told.
const MAX_CAUSE_CHARACTERS: usize = 160;

/// What is at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// The service, and it takes requests.
    Healthy,
    /// The service, and its database does not answer.
    Unwell,
    /// Something else; what it does, as the end of a sentence.
    Stranger(String),
    /// Nothing that answers; why.
    None(String),
}

/// Asks the service at a base URL.
pub(super) async fn visit(base: &str, patience: Duration) -> Answer {
    let url = format!("{}/healthz", base.trim_end_matches('/'));
    let Ok(uri) = url.parse::<Uri>() else {
        return Answer::None("the address cannot be read".to_owned());
    };
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Answer::None("the address begins neither with http:// nor https://".to_owned());
    }
    tokio::time::timeout(patience, ask(uri))
        .await
        .unwrap_or_else(|_| {
            Answer::None(format!("there is no answer in {} ms", patience.as_millis()))
        })
}

async fn ask(uri: Uri) -> Answer {
    let Ok(connector) = connector(HttpConnector::new(), &uri) else {
        return Answer::None(
            "this system has no certificates to trust it by; install them (on Debian: apt-get install ca-certificates)"
                .to_owned(),
        );
    };
    let client: Client<_, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build(connector);
    let request = Request::get(uri)
        .header(
            "user-agent",
            concat!("recollect/", env!("CARGO_PKG_VERSION")),
        )
        .body(Empty::new())
        .expect("a request for an address without more is well formed");
    let response = match client.request(request).await {
        Ok(response) => response,
        Err(error) if error.is_connect() => {
            let cause = innermost(&error).to_string();
            return Answer::None(cause.chars().take(MAX_CAUSE_CHARACTERS).collect());
        }
        Err(_) => return Answer::Stranger("does not speak HTTP".to_owned()),
    };
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_REPLY_BYTES);
    let body = body.collect().await;
    let body = body.map(|body| body.to_bytes()).unwrap_or_default();
    let said: Value = serde_json::from_slice(&body).unwrap_or_default();
    match status {
        StatusCode::OK if said["status"] == "ok" => Answer::Healthy,
        StatusCode::SERVICE_UNAVAILABLE if said["code"] == "unavailable" => Answer::Unwell,
        status if status.is_redirection() => {
            let code = status.as_u16();
            Answer::Stranger(format!("leads elsewhere (status {code})"))
        }
        status => {
            let code = status.as_u16();
            Answer::Stranger(format!("answers /healthz with status {code}"))
        }
    }
}
