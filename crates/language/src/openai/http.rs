//! One request to a provider: JSON there, JSON back, within a time and a size.
//!
//! Redirects are not followed and no proxy is asked. What a provider says about an error is not repeated anywhere: it
//! may contain what was sent.

use std::error::Error;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, USER_AGENT,
};
use hyper::http::{request, response};
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use recollect_model::{Environment, Timestamp};
use serde_json::Value;

use super::failure::{Complaint, Failure};
use super::settings::{InvalidSetting, ProviderSettings};

/// How long a connection that nothing happens on is kept.
const IDLE: Duration = Duration::from_secs(30);

/// The longest wait a provider may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// A connection to one provider.
pub(super) struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    authorization: Option<HeaderValue>,
    environment: Environment,
}

impl Http {
    /// Prepares connections; none is made yet. An encrypted one needs the system's certificates.
    pub(super) fn new(
        settings: &ProviderSettings,
        environment: Environment,
    ) -> Result<Self, InvalidSetting> {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(settings.connect_timeout));
        tcp.set_nodelay(true);
        let authorization = settings
            .key
            .as_ref()
            .map(super::ApiSecret::authorization)
            .transpose()?;
        Ok(Self {
            client: Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(IDLE)
                .build(connector(tcp, settings.endpoint.is_encrypted())?),
            authorization,
            environment,
        })
    }

    /// Sends `body` and reads at most `limit` bytes of the reply, all within `time`, or it is [`Failure::OutOfTime`].
    pub(super) async fn post(
        &self,
        url: &str,
        body: &Value,
        time: Duration,
        limit: usize,
    ) -> Result<Value, Failure> {
        let request = Request::post(url).header(CONTENT_TYPE, "application/json");
        let body = Bytes::from(body.to_string());
        let (head, body) = self.exchange(request, body, time, limit).await?;
        self.read(&head, &body)
    }

    /// Reads a resource under the same limits; null where the provider has none there.
    pub(super) async fn get(
        &self,
        url: &str,
        time: Duration,
        limit: usize,
    ) -> Result<Value, Failure> {
        let request = Request::get(url);
        let (head, body) = self.exchange(request, Bytes::new(), time, limit).await?;
        match head.status {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Ok(Value::Null),
            _ => self.read(&head, &body),
        }
    }

    async fn exchange(
        &self,
        request: request::Builder,
        body: Bytes,
        time: Duration,
        limit: usize,
    ) -> Result<(response::Parts, Bytes), Failure> {
        let mut request = request
            .header(ACCEPT, "application/json")
            .header(USER_AGENT, concat!("recollect/", env!("CARGO_PKG_VERSION")));
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let request = request
            .body(Full::new(body))
            .map_err(|_| Failure::Misconfigured("has an address that cannot be used".to_owned()))?;
        let exchange = async {
            let response = self
                .client
                .request(request)
                .await
                .map_err(|error| unreached(&error))?;
            let (head, body) = response.into_parts();
            let body = Limited::new(body, limit)
                .collect()
                .await
                .map_err(|error| broken(error.as_ref(), limit))?;
            Ok((head, body.to_bytes()))
        };
        tokio::time::timeout(time, exchange)
            .await
            .map_err(|_| Failure::OutOfTime)?
    }

    fn read(&self, head: &response::Parts, body: &[u8]) -> Result<Value, Failure> {
        if !head.status.is_success() {
            let after = retry_after(&head.headers, self.environment.now());
            return Err(failure_of(head.status, after, body));
        }
        serde_json::from_slice(body)
            .map_err(|_| Failure::unavailable("sent something that is not JSON"))
    }
}

fn connector(
    tcp: HttpConnector,
    is_encrypted: bool,
) -> Result<HttpsConnector<HttpConnector>, InvalidSetting> {
    let provider = rustls::crypto::ring::default_provider();
    let builder = HttpsConnectorBuilder::new();
    let builder = if is_encrypted {
        builder
            .with_provider_and_native_roots(provider)
            .map_err(|_| {
                let reason = "this system has no certificates to trust a provider by; install them \
                              (on Debian: apt-get install ca-certificates)";
                InvalidSetting(reason.to_owned())
            })?
    } else {
        // Nothing is trusted, because nothing is encrypted.
        let config = rustls::ClientConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .map_err(|error| InvalidSetting(error.to_string()))?
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth();
        builder.with_tls_config(config)
    };
    Ok(builder.https_or_http().enable_http1().wrap_connector(tcp))
}

fn unreached(error: &hyper_util::client::legacy::Error) -> Failure {
    if !error.is_connect() {
        return Failure::unavailable("broke the connection off");
    }
    // The innermost cause is what the operating system or the certificate check says.
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let cause: String = cause.to_string().chars().take(120).collect();
    Failure::unavailable(format!("cannot be reached ({cause})"))
}

fn broken(error: &(dyn Error + Send + Sync + 'static), limit: usize) -> Failure {
    if error.is::<LengthLimitError>() {
        Failure::unavailable(format!("sent more than {limit} bytes"))
    } else {
        Failure::unavailable("broke its reply off")
    }
}

fn failure_of(status: StatusCode, after: Option<Duration>, body: &[u8]) -> Failure {
    let code = status.as_u16();
    let misconfigured = |what: &str| Failure::Misconfigured(format!("{what} (status {code})"));
    match code {
        401 => misconfigured("does not accept the key; check RECOLLECT_OPENAI_API_KEY"),
        403 => misconfigured("does not let this key use the model; check the key and the model"),
        404 => misconfigured(
            "does not know the address or the model; check RECOLLECT_OPENAI_URL and the model's name",
        ),
        405 | 501 => misconfigured("does not offer this service; check RECOLLECT_OPENAI_URL"),
        300..=399 => misconfigured(
            "answers from another address; set RECOLLECT_OPENAI_URL to where it leads",
        ),
        402 => misconfigured("wants to be paid first; check the account"),
        429 => Failure::Busy { after },
        400 | 413 | 422 => rejected(body),
        408 | 409 | 425 | 500..=599 => Failure::Unavailable {
            reason: format!("is in trouble (status {code})"),
            after,
        },
        _ => misconfigured("does not accept the request"),
    }
}

/// What a refusal of the request is about, by the words providers use.
fn rejected(body: &[u8]) -> Failure {
    let text = String::from_utf8_lossy(&body[..body.len().min(4096)]).to_lowercase();
    if [
        "context_length",
        "context length",
        "context size",
        "maximum context",
        "too large",
    ]
    .iter()
    .any(|words| text.contains(words))
    {
        return Failure::TooLong;
    }
    Failure::Rejected(Complaint {
        names_max_tokens: text.contains("max_tokens"),
        names_temperature: text.contains("temperature"),
    })
}

/// The wait a `Retry-After` header asks for (RFC 9110, 10.2.3): seconds, or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match value.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let date = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
            Duration::try_from(date.duration_since(now)).unwrap_or_default()
        }
    };
    Some(wait.min(LONGEST_WAIT))
}
