//! Traces: what a collector of OpenTelemetry is sent of the service's work, and that none of it is anybody's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Said;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode as SpanStatus;
use prost::Message;
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::process::{Process, create_key, free_port, refusal};
use crate::receiver::Receiver;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";
const STOPPING: Duration = Duration::from_secs(20);
/// Everything that a span may say besides its name and its times.
const ATTRIBUTES: [&str; 8] = [
    "error.type",
    "http.request.method",
    "http.request.resend_count",
    "http.response.status_code",
    "http.route",
    "recollect.batch.settled",
    "recollect.batch.texts",
    "recollect.delivery.outcome",
];

type Received = Arc<Mutex<Vec<ExportTraceServiceRequest>>>;

/// A collector that keeps what it is sent.
struct Collector {
    url: String,
    received: Received,
    serving: JoinHandle<()>,
}

impl Collector {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let received = Received::default();
        let router = Router::new().fallback(collect).with_state(received.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            url,
            received,
            serving,
        }
    }

    fn resources(&self) -> Vec<Resource> {
        let received = self.received.lock().unwrap();
        let parts = received.iter().flat_map(|sent| &sent.resource_spans);
        parts.filter_map(|part| part.resource.clone()).collect()
    }

    fn spans(&self) -> Vec<Span> {
        let received = self.received.lock().unwrap();
        let parts = received.iter().flat_map(|sent| &sent.resource_spans);
        let parts = parts.flat_map(|part| &part.scope_spans);
        parts.flat_map(|part| part.spans.clone()).collect()
    }

    /// The one span of this name.
    fn span(&self, name: &str) -> Span {
        let mut named: Vec<Span> = self.spans();
        named.retain(|span| span.name == name);
        assert_eq!(named.len(), 1, "{name}: {:?}", self.names());
        named.remove(0)
    }

    fn names(&self) -> Vec<String> {
        let spans = self.spans().into_iter();
        spans.map(|span| span.name).collect()
    }

    /// The names of the spans below one, in the order of their beginnings.
    fn below(&self, parent: &Span) -> Vec<String> {
        let mut spans = self.spans();
        spans.retain(|span| span.parent_span_id == parent.span_id);
        spans.sort_by_key(|span| span.start_time_unix_nano);
        for span in &spans {
            assert_eq!(span.trace_id, parent.trace_id, "{}", span.name);
            assert!(span.start_time_unix_nano >= parent.start_time_unix_nano);
            // Its end may be a moment later: the thread of the embedded database leaves it after it has answered.
            assert!(span.start_time_unix_nano <= parent.end_time_unix_nano);
        }
        spans.into_iter().map(|span| span.name).collect()
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn collect(
    State(received): State<Received>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> &'static str {
    assert_eq!(uri.path(), "/v1/traces");
    assert_eq!(headers["content-type"], "application/x-protobuf");
    let sent = ExportTraceServiceRequest::decode(body).unwrap();
    received.lock().unwrap().push(sent);
    ""
}

/// A service in a process of its own, and somebody who uses it.
struct Traced {
    process: Process,
    directory: tempfile::TempDir,
    key: String,
}

impl Traced {
    async fn start(endpoint: &str, more: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data").display().to_string();
        let place = ["--data".to_owned(), data];
        let key = create_key(&place, "zvoranda@example.com");
        let always = ["--embedder", "potion", "--danger-allow-private-addresses"];
        let traced = ["--otlp-endpoint", endpoint];
        let more = always.iter().chain(&traced).chain(more);
        let flags: Vec<String> = place
            .into_iter()
            .chain(more.map(|&flag| flag.to_owned()))
            .collect();
        let process = Process::start(free_port(), &flags, &directory.path().join("log"));
        process.healthy().await;
        Self {
            process,
            directory,
            key,
        }
    }

    async fn ask(&self, method: Method, path: &str, body: &Value, traceparent: &str) -> Response {
        let request = Client::new().request(method, format!("{}{path}", self.process.base));
        let request = request.bearer_auth(&self.key).json(body);
        let request = request.header("traceparent", traceparent);
        request.send().await.unwrap()
    }

    async fn get(&self, path: &str, traceparent: &str) -> Response {
        let nothing = Value::Null;
        self.ask(Method::GET, path, &nothing, traceparent).await
    }

    /// Sends a text and waits until it is processed; the id of its log.
    async fn remember(&self, text: &str, traceparent: &str) -> String {
        let body = json!({
            "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "qwinilox",
            "sessionId": "xelkumek",
        });
        let sent = self.ask(Method::POST, "/ingest", &body, traceparent).await;
        assert_eq!(sent.status(), StatusCode::OK);
        let reply = sent.json::<Value>().await.unwrap();
        let log = reply["logId"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/logs/{log}");
        loop {
            let log = self.get(&path, "").await;
            let log = log.json::<Value>().await.unwrap();
            match log["log"]["status"].as_str().unwrap() {
                "completed" => break,
                "failed" => panic!("{log}"),
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
        log
    }

    /// What was not sent yet is sent when the service stops; what its log says.
    async fn stop(self) -> String {
        self.process.terminate(STOPPING).await;
        read(&self.directory.path().join("log"))
    }
}

fn read(log: &Path) -> String {
    std::fs::read_to_string(log).unwrap()
}

fn attributes(of: &[KeyValue]) -> BTreeMap<&str, String> {
    let told = |value: &Option<AnyValue>| match value.as_ref().and_then(|any| any.value.as_ref()) {
        Some(Said::StringValue(text)) => text.clone(),
        Some(Said::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    };
    let pairs = of.iter();
    pairs
        .map(|pair| (pair.key.as_str(), told(&pair.value)))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn requests_searches_batches_and_deliveries_are_traced_and_nothing_of_anybody_is() {
    let collector = Collector::start().await;
    let receiver = Receiver::start().await;
    let traced = Traced::start(&collector.url, &[]).await;
    let webhook = json!({ "url": receiver.url, "events": ["episode.completed"] });
    let made = traced.ask(Method::POST, "/api/v1/webhooks", &webhook, "");
    assert!(made.await.status().is_success());
    let theirs = format!("00-{TRACE}-{PARENT}-01");
    let log = traced
        .remember("Jurbostra lives in Vystibel.", &theirs)
        .await;
    receiver.received.wait_for(1).await;
    let question = json!({ "query": "Where does Jurbostra live?" });
    let found = traced.ask(Method::POST, "/search", &question, "");
    assert_eq!(found.await.status(), StatusCode::OK);
    let nowhere = traced.get("/krozenko", "").await;
    assert_eq!(nowhere.status(), StatusCode::NOT_FOUND);
    let (key, said) = (traced.key.clone(), traced.stop().await);
    // The log says what it always says, and nothing of spans.
    for line in [
        "accepted 28 characters",
        " processing ",
        " completed: ",
        " delivered ",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("process batch"), "{said}");

    let ingest = collector.span("POST /ingest");
    assert_eq!(hex(&ingest.trace_id), TRACE);
    assert_eq!(hex(&ingest.parent_span_id), PARENT);
    assert_eq!(ingest.kind, SpanKind::Server as i32);
    let said = attributes(&ingest.attributes);
    assert_eq!(said["http.request.method"], "POST");
    assert_eq!(said["http.route"], "/ingest");
    assert_eq!(said["http.response.status_code"], "200");
    let search = collector.span("search");
    let asked = collector.span("POST /search");
    assert_eq!(collector.below(&asked), ["search"]);
    let steps = [
        "search question",
        "search indexes",
        "search rank",
        "search read",
    ];
    assert_eq!(collector.below(&search), steps);
    let batch = collector.span("process batch");
    assert!(batch.parent_span_id.is_empty());
    assert_eq!(attributes(&batch.attributes)["recollect.batch.texts"], "1");
    let steps = ["process read", "process embed", "process settle"];
    assert_eq!(collector.below(&batch), steps);
    let delivery = collector.span("deliver webhook");
    assert_eq!(delivery.kind, SpanKind::Client as i32);
    let said = attributes(&delivery.attributes);
    assert_eq!(said["http.response.status_code"], "204");
    assert_eq!(said["recollect.delivery.outcome"], "delivered");
    let nowhere = collector.span("GET");
    let said = attributes(&nowhere.attributes);
    assert_eq!(said["http.response.status_code"], "404");
    assert!(
        !collector
            .names()
            .iter()
            .any(|name| name.contains("healthz"))
    );

    assert_is_nobodys(&collector, &[&key, &log, &receiver.url]);
}

/// Only known attributes are there, and nothing in all that was sent is of somebody.
fn assert_is_nobodys(collector: &Collector, more: &[&str]) {
    let spans = collector.spans();
    let used: BTreeSet<&str> = spans
        .iter()
        .flat_map(|span| attributes(&span.attributes).into_keys().collect::<Vec<_>>())
        .collect();
    let unknown: Vec<_> = used
        .iter()
        .filter(|key| !ATTRIBUTES.contains(key))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(spans.iter().all(|span| span.events.is_empty()));
    let words = [
        "zvoranda",
        "jurbostra",
        "vystibel",
        "qwinilox",
        "xelkumek",
        "krozenko",
        "127.0.0.1",
    ];
    let sent = format!("{:?}", collector.received.lock().unwrap()).to_lowercase();
    assert!(sent.contains("/api/v1/logs/{log}"), "{sent}");
    for word in words.iter().chain(more) {
        assert!(!sent.contains(&word.to_lowercase()), "{word}: {sent}");
    }
}

#[tokio::test]
async fn a_collector_is_told_which_service_sends() {
    let collector = Collector::start().await;
    let mut instances = BTreeSet::new();
    for _ in 0..2 {
        let traced = Traced::start(&format!("{}/", collector.url), &[]).await;
        let asked = traced.get("/api/v1/me", "").await;
        assert!(asked.status().is_success());
        traced.stop().await;
    }
    for resource in collector.resources() {
        let told = attributes(&resource.attributes);
        assert_eq!(told["service.name"], "recollect");
        assert_eq!(told["service.version"], env!("CARGO_PKG_VERSION"));
        instances.insert(told["service.instance.id"].clone());
    }
    assert_eq!(instances.len(), 2, "{instances:?}");
}

#[tokio::test]
async fn a_part_of_the_traces_is_sent_and_those_whose_sender_wants_it() {
    let collector = Collector::start().await;
    let traced = Traced::start(&collector.url, &["--otlp-sampling", "0"]).await;
    let (wanted, unwanted) = ("01", "00");
    for wish in [wanted, unwanted] {
        let theirs = format!("00-{TRACE}-{PARENT}-{wish}");
        let asked = traced.get("/api/v1/me", &theirs).await;
        assert!(asked.status().is_success());
    }
    let asked = traced.get("/api/v1/me", "no trace").await;
    assert!(asked.status().is_success());
    traced.remember("Clara lives in Lisbon.", "").await;
    traced.stop().await;
    assert_eq!(collector.names(), ["GET /api/v1/me"]);
}

#[tokio::test]
async fn a_request_that_fails_is_told_as_an_error() {
    let collector = Collector::start().await;
    let traced = Traced::start(&collector.url, &[]).await;
    // The database goes away under the running service.
    let data = traced.directory.path().join("data");
    std::fs::remove_file(data.join("recollect.db")).unwrap();
    let body = json!({
        "episodeBody": "Clara lives in Lisbon.", "referenceTime": "2025-03-01T09:30:00Z", "source": "notes",
    });
    let refused = traced.ask(Method::POST, "/ingest", &body, "").await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    traced.stop().await;
    let span = collector.span("POST /ingest");
    assert_eq!(span.status.unwrap().code, SpanStatus::Error as i32);
    assert_eq!(attributes(&span.attributes)["error.type"], "503");
}

#[tokio::test]
async fn a_collector_that_is_not_there_disturbs_nobody() {
    let nobody = format!("http://127.0.0.1:{}", free_port());
    let traced = Traced::start(&nobody, &[]).await;
    traced.remember("Clara lives in Lisbon.", "").await;
    let said = traced.stop().await;
    assert_eq!(said.matches("traces cannot be sent").count(), 1, "{said}");
}

#[test]
fn an_endpoint_or_a_part_that_cannot_be_is_refused() {
    let said = refusal(&[["--otlp-endpoint", "collector:4318"]]);
    assert!(said.contains("--otlp-endpoint: it"), "{said}");
    let said = refusal(&[["--otlp-sampling", "1.5"]]);
    assert!(said.contains("between 0 and 1"), "{said}");
}
