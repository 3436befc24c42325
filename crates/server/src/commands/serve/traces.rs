//! Traces, sent to a collector of OpenTelemetry: OTLP over HTTP, in protobuf.
//!
//! Spans are gathered and sent together by a thread of their own. Nothing waits for them: when the collector is out
//! of reach, or slower than they come, they are dropped, and the log says so once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper::Uri;
use hyper::header::{HeaderValue, USER_AGENT};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use recollect_model::Environment;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use super::super::CommandError;
use crate::configuration::TraceOptions;
use crate::https::{connector, innermost};

/// What the endpoint of OTLP over HTTP is called, below a collector's address.
const PATH: &str = "/v1/traces";
/// How long the collector may take for one request.
const SENDING: Duration = Duration::from_secs(5);
/// How long a stop waits for what was not sent yet.
const ENDING: Duration = Duration::from_secs(3);
/// For how long a connection to the collector is kept that nothing happens on.
const IDLE: Duration = Duration::from_secs(30);
/// The most that is read of its answer.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Traces that are sent for as long as the process runs.
#[derive(Debug)]
pub(super) struct Traces(SdkTracerProvider);

impl Traces {
    /// Prepares what the options want; no connection is made yet.
    pub(super) fn begin(
        options: &TraceOptions,
        environment: &Environment,
    ) -> Result<Option<Self>, CommandError> {
        let Some(address) = &options.otlp_endpoint else {
            return Ok(None);
        };
        let uri = endpoint(address).map_err(|reason| wrong(&reason))?;
        let door = Door::to(&uri).map_err(|reason| wrong(&reason))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(door)
            .with_endpoint(uri.to_string())
            .build()
            .map_err(|error| wrong(&error.to_string()))?;
        let sampler = Sampler::TraceIdRatioBased(options.otlp_sampling);
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::ParentBased(Box::new(sampler)))
            .with_resource(resource(environment));
        Ok(Some(Self(provider.build())))
    }

    /// What turns spans of the process into spans of a trace: their names, their fields and their times, nothing else.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        tracing_opentelemetry::layer()
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_tracer(self.0.tracer(env!("CARGO_PKG_NAME")))
    }

    /// Sends what was not sent yet, if that goes quickly.
    pub(super) async fn end(self) {
        // The thread that sends is waited for.
        let ended = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(ENDING));
        if let Ok(Err(error)) = ended.await {
            tracing::warn!("the last spans were not sent: {error}");
        }
    }
}

/// Who sends: one name for all nodes, and one for this run of this node.
fn resource(environment: &Environment) -> Resource {
    let instance = format!("{:032x}", u128::from_be_bytes(environment.random()));
    Resource::builder()
        .with_service_name("recollect")
        .with_attributes([
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", instance),
        ])
        .build()
}

/// Where spans are sent to, at a collector of this address.
fn endpoint(address: &str) -> Result<Uri, String> {
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix(PATH).unwrap_or(address);
    let uri: Uri = format!("{address}{PATH}")
        .parse()
        .map_err(|_| "it is no URL".to_owned())?;
    let is_http = matches!(uri.scheme_str(), Some("http" | "https"));
    match is_http && uri.host().is_some_and(|host| !host.is_empty()) {
        true => Ok(uri),
        false => Err("it must begin with http:// or https://".to_owned()),
    }
}

fn wrong(reason: &str) -> CommandError {
    CommandError::Setting {
        flag: "--otlp-endpoint",
        reason: reason.to_owned(),
    }
}

/// What carries requests to the collector. It is used by a thread that knows nothing of tokio, and works on the service's runtime.
#[derive(Clone)]
struct Door {
    runtime: Handle,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    is_reached: Arc<AtomicBool>,
}

impl Door {
    fn to(uri: &Uri) -> Result<Self, String> {
        let connector = connector(HttpConnector::new(), uri)
            .map_err(|_| "this system has no certificates to trust anybody by".to_owned())?;
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(connector);
        Ok(Self {
            runtime: Handle::current(),
            client,
            is_reached: Arc::new(AtomicBool::new(true)),
        })
    }

    async fn exchange(self, mut request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let agent = concat!("recollect/", env!("CARGO_PKG_VERSION"));
        request
            .headers_mut()
            .insert(USER_AGENT, HeaderValue::from_static(agent));
        let response = self.client.request(request.map(Full::new)).await?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }

    /// Says in the log when the collector stops to take spans, and when it takes them again.
    fn note(&self, complaint: Option<&str>) {
        let was_reached = self.is_reached.swap(complaint.is_none(), Ordering::Relaxed);
        match complaint {
            Some(complaint) if was_reached => {
                tracing::warn!("traces cannot be sent, and are dropped meanwhile: {complaint}");
            }
            None if !was_reached => tracing::info!("traces are sent again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for Door {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let door = self.clone();
        // The clock of the runtime is to be had on it alone.
        let exchange = async move { timeout(SENDING, door.exchange(request)).await };
        let answered = match self.runtime.spawn(exchange).await? {
            Ok(answered) => answered,
            Err(late) => Err(late.into()),
        };
        match &answered {
            Ok(response) if response.status().is_success() => self.note(None),
            Ok(response) => self.note(Some(&format!("it answered {}", response.status()))),
            Err(error) => self.note(Some(&innermost(error.as_ref()).to_string())),
        }
        answered
    }
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Door")
    }
}
