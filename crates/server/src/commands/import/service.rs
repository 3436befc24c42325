//! The running service, as the command asks it.

use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

use super::brought::BOUNDARY;
use super::{CommandError, failed};
use crate::configuration::McpOptions;
use crate::https::{connector, innermost};

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
const REQUEST_LIMIT: Duration = Duration::from_secs(300);

/// The way to the service.
pub(super) struct Service {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    url: String,
    authorization: HeaderValue,
}

impl Service {
    pub(super) fn new(options: &McpOptions) -> Result<Self, CommandError> {
        let setting = |flag, reason: String| CommandError::Setting { flag, reason };
        let key = options.key.as_ref().ok_or_else(|| {
            let reason = "set RECOLLECT_API_KEY to an API key; `recollect key create` makes one";
            setting("--key", reason.to_owned())
        })?;
        let mut authorization = HeaderValue::from_str(&format!("Bearer {}", key.0.trim()))
            .map_err(|_| setting("--key", "that can be no API key".to_owned()))?;
        authorization.set_sensitive(true);
        let url = options
            .url
            .trim_end_matches('/')
            .trim_end_matches("/mcp")
            .to_owned();
        let uri: Uri = url
            .parse()
            .ok()
            .filter(|uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")))
            .ok_or_else(|| {
                let reason = "must be an address such as http://localhost:3033";
                setting("--url", reason.to_owned())
            })?;
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(CONNECT_LIMIT));
        tcp.set_nodelay(true);
        let connector = connector(tcp, &uri).map_err(|error| {
            setting("--url", format!("this system has no certificates: {error}"))
        })?;
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            url,
            authorization,
        })
    }

    /// The service's answer, as JSON.
    pub(super) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<Value, CommandError> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header(AUTHORIZATION, self.authorization.clone())
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={BOUNDARY}"),
            )
            .body(Full::new(body))
            .map_err(|error| failed(&error.to_string()))?;
        let asked = tokio::time::timeout(REQUEST_LIMIT, self.client.request(request)).await;
        let answered = asked.map_err(|_| failed("the service does not answer"))?;
        let response = answered.map_err(|error| {
            failed(&format!(
                "{} is out of reach: {}",
                self.url,
                innermost(&error)
            ))
        })?;
        let status = response.status();
        let body = response.into_body().collect().await;
        let body = body.map_err(|error| failed(&error.to_string()))?.to_bytes();
        let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
        match status.is_success() {
            true => Ok(answer),
            false => {
                let said = answer["error"].as_str().map(str::to_owned);
                Err(failed(&said.unwrap_or_else(|| {
                    format!("the service answered {status}")
                })))
            }
        }
    }
}
