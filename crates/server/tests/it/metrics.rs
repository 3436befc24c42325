//! What a service tells whoever watches it: counts, times and sizes, and nothing that is anybody's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::architecture::workspace;
use crate::process::free_port;
use crate::receiver::Receiver;
use crate::service::Service;

/// A service that tells its metrics, and where.
struct Watched {
    service: Service,
    page: String,
}

/// One value that is told: its name, its labels and itself.
type Sample = (String, BTreeMap<String, String>, f64);

impl Watched {
    async fn start(flags: &[&str]) -> Self {
        Self::with(&[&["--embedder", "potion"], flags].concat()).await
    }

    async fn with(flags: &[&str]) -> Self {
        let address = format!("127.0.0.1:{}", free_port());
        let always = ["--metrics-listen", &address];
        Self {
            service: Service::with(&[&always, flags].concat()).await,
            page: format!("http://{address}/metrics"),
        }
    }

    async fn text(&self) -> String {
        let page = reqwest::get(&self.page).await.unwrap();
        assert_eq!(page.status(), StatusCode::OK);
        let kind = page.headers()["content-type"].to_str().unwrap();
        assert!(
            kind.starts_with("application/openmetrics-text; version=1.0.0"),
            "{kind}"
        );
        page.text().await.unwrap()
    }

    async fn samples(&self) -> Vec<Sample> {
        samples(&self.text().await)
    }

    /// The sum of what is told under a name with these labels.
    async fn value(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        let samples = self.samples().await;
        let told: Vec<f64> = samples
            .iter()
            .filter(|(told, with, _)| {
                let has =
                    |(label, value): &(&str, &str)| with.get(*label).is_some_and(|v| v == value);
                told == name && labels.iter().all(has)
            })
            .map(|(_, _, value)| *value)
            .collect();
        assert!(!told.is_empty(), "nothing is told of {name} {labels:?}");
        told.iter().sum()
    }
}

fn samples(page: &str) -> Vec<Sample> {
    let lines = page.lines().filter(|line| !line.starts_with('#'));
    lines.map(sample).collect()
}

/// `name{label="value",…} number`
fn sample(line: &str) -> Sample {
    let (head, value) = line.rsplit_once(' ').unwrap();
    let (name, labels) = head.split_once('{').unwrap_or((head, "}"));
    let labels = labels.strip_suffix('}').unwrap();
    let labels = labels.split("\",").filter(|label| !label.is_empty());
    let labels = labels.map(|label| {
        let (name, value) = label.split_once("=\"").unwrap();
        (name.to_owned(), value.trim_end_matches('"').to_owned())
    });
    (name.to_owned(), labels.collect(), value.parse().unwrap())
}

#[tokio::test]
async fn what_happens_is_counted() {
    let watched = Watched::start(&["--danger-allow-private-addresses"]).await;
    let receiver = Receiver::start().await;
    let anna = watched.service.client("anna@example.com").await;
    anna.post(
        "/api/v1/webhooks",
        &json!({ "url": receiver.url, "events": ["episode.completed"] }),
    )
    .await;
    anna.remember("Clara lives in Lisbon.", &json!({})).await;
    anna.remember("Clara works at a bakery.", &json!({})).await;
    anna.get("/api/v1/nowhere").await;

    assert_eq!(
        watched.value("recollect_texts_accepted_total", &[]).await,
        2.0
    );
    let completed = [("outcome", "completed")];
    assert_eq!(
        watched
            .value("recollect_texts_processed_total", &completed)
            .await,
        2.0
    );
    assert_eq!(
        watched
            .value("recollect_text_completion_seconds_count", &[])
            .await,
        2.0
    );
    assert_eq!(
        watched
            .value(
                "recollect_processing_step_seconds_count",
                &[("step", "read")]
            )
            .await,
        2.0
    );
    let ingested = [("method", "POST"), ("route", "/ingest"), ("status", "200")];
    assert_eq!(
        watched
            .value("recollect_http_requests_total", &ingested)
            .await,
        2.0
    );
    let nowhere = [("route", "none"), ("status", "404")];
    assert_eq!(
        watched
            .value("recollect_http_requests_total", &nowhere)
            .await,
        1.0
    );
    let logs = [("route", "/api/v1/logs/{log}"), ("status", "200")];
    assert!(watched.value("recollect_http_requests_total", &logs).await >= 2.0);
    for _ in 0..500 {
        if watched
            .value(
                "recollect_webhook_attempts_total",
                &[("outcome", "delivered")],
            )
            .await
            >= 2.0
        {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the deliveries are not counted");
}

#[tokio::test]
async fn searches_are_measured_by_their_steps() {
    let watched = Watched::start(&[]).await;
    let anna = watched.service.client("anna@example.com").await;
    anna.remember("Clara lives in Lisbon.", &json!({})).await;
    anna.search("Where does Clara live?", &json!({})).await;
    for step in ["question", "indexes", "rank", "read", "whole"] {
        let step = [("step", step)];
        assert_eq!(
            watched
                .value("recollect_search_step_seconds_count", &step)
                .await,
            1.0
        );
    }
    assert_eq!(watched.value("recollect_index_uses_total", &[]).await, 1.0);
    assert_eq!(watched.value("recollect_indexes", &[]).await, 1.0);
    assert!(watched.value("recollect_index_bytes", &[]).await > 0.0);
}

#[tokio::test]
async fn the_database_and_the_process_are_measured() {
    let watched = Watched::start(&[]).await;
    assert_eq!(watched.value("recollect_database_up", &[]).await, 1.0);
    assert!(watched.value("recollect_database_bytes", &[]).await > 0.0);
    assert!(watched.value("recollect_database_connections", &[]).await >= 1.0);
    assert!(watched.value("process_resident_memory_bytes", &[]).await > 1_000_000.0);
    assert!(watched.value("process_start_time_seconds", &[]).await > 1_700_000_000.0);
}

#[tokio::test]
async fn what_waits_is_told_with_its_age() {
    // Nobody answers at the provider, so that the text waits for its vectors.
    let nobody = format!("http://127.0.0.1:{}/v1", free_port());
    let provider = [
        "--embedder",
        "openai",
        "--openai-url",
        &nobody,
        "--openai-embedding-model",
        "m",
        "--openai-embedding-dimensions",
        "8",
    ];
    let watched = Watched::with(&provider).await;
    let anna = watched.service.client("anna@example.com").await;
    let text = json!({ "episodeBody": "Ida likes tea.", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let (status, _) = anna.post("/ingest", &text).await;
    assert_eq!(status, StatusCode::OK);
    while watched
        .value("recollect_texts_processed_total", &[("outcome", "retried")])
        .await
        < 1.0
    {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(watched.value("recollect_queue_texts", &[]).await, 1.0);
    assert_eq!(watched.value("recollect_queue_users", &[]).await, 1.0);
    assert!(
        watched
            .value("recollect_queue_oldest_age_seconds", &[])
            .await
            > 0.0
    );
}

#[tokio::test]
async fn refusals_are_counted_by_the_limit() {
    let watched = Watched::start(&["--texts-per-minute", "1", "--max-headers", "40"]).await;
    let rate = [("limit", "rate")];
    assert_eq!(watched.value("recollect_refusals_total", &rate).await, 0.0);
    let anna = watched.service.client("anna@example.com").await;
    anna.remember("Ida likes tea.", &json!({})).await;
    let (status, _) = anna.post("/ingest", &json!({})).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    let mut many = anna.request(Method::GET, "/api/v1/me");
    for number in 0..60 {
        many = many.header(format!("x-{number}"), "1");
    }
    assert_eq!(many.send().await.unwrap().status(), 431);
    assert_eq!(watched.value("recollect_refusals_total", &rate).await, 1.0);
    assert_eq!(
        watched
            .value("recollect_refusals_total", &[("limit", "head_size")])
            .await,
        1.0
    );
}

#[tokio::test]
async fn nothing_that_is_told_is_anybody_s() {
    let watched = Watched::start(&[]).await;
    let anna = watched
        .service
        .client_called("marker1@example.com", "Marker2")
        .await;
    let more = json!({ "sessionId": "marker3", "source": "marker4", "tags": ["marker5"], "externalId": "marker6" });
    let log = anna.remember("Marker7 lives in Marker8.", &more).await;
    anna.search("Where does marker9 live?", &json!({})).await;
    anna.get("/api/v1/marker10?marker11=marker12").await;
    anna.get(&format!("/api/v1/logs/{}", log["id"].as_str().unwrap()))
        .await;
    anna.request("MARKER13".parse().unwrap(), "/ingest")
        .send()
        .await
        .unwrap();
    let told = watched.text().await;
    assert!(!told.to_lowercase().contains("marker"), "{told}");
    assert!(!told.contains(log["id"].as_str().unwrap()), "{told}");
    let (_, me) = anna.get("/api/v1/me").await;
    assert!(!told.contains(me["id"].as_str().unwrap()), "{told}");
}

#[tokio::test]
async fn metrics_have_a_listener_of_their_own() {
    let watched = Watched::start(&[]).await;
    let base = &watched.service.base;
    let there = reqwest::get(format!("{base}/metrics")).await.unwrap();
    assert_eq!(there.status(), StatusCode::NOT_FOUND);
    let elsewhere = watched.page.replace("/metrics", "/api/v1/me");
    assert_eq!(
        reqwest::get(elsewhere).await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn names_and_units_follow_the_conventions() {
    let watched = Watched::start(&[]).await;
    let page = watched.text().await;
    assert!(page.ends_with("# EOF\n"), "{page}");
    let told = |kind: &str| -> BTreeMap<String, String> {
        let lines = page.lines().filter_map(|line| line.strip_prefix(kind));
        let pairs = lines.filter_map(|line| line.split_once(' '));
        pairs
            .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
            .collect()
    };
    let (types, helps, units) = (told("# TYPE "), told("# HELP "), told("# UNIT "));
    assert!(types.len() > 30, "{types:?}");
    assert_eq!(
        types.keys().collect::<Vec<_>>(),
        helps.keys().collect::<Vec<_>>()
    );
    for (name, kind) in &types {
        assert!(
            name.starts_with("recollect_") || name.starts_with("process_"),
            "{name}"
        );
        let unit = ["seconds", "bytes"]
            .iter()
            .find(|unit| name.ends_with(*unit));
        assert_eq!(units.get(name).map(String::as_str), unit.copied(), "{name}");
        assert!(
            !name.ends_with("_total") && !name.ends_with("_count"),
            "{name}"
        );
        assert!(kind != "histogram" || unit.is_some(), "{name} has no unit");
    }
}

/// Every word of an expression that could be a metric of ours.
fn named(expression: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = expression.split(|letter| !is_part(letter));
    let ours = |word: &&str| word.starts_with("recollect_") || word.starts_with("process_");
    words.filter(ours).map(str::to_owned).collect()
}

fn expressions(board: &Value) -> Vec<String> {
    let panels = board["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .filter_map(|panel| panel["targets"].as_array());
    let targets = targets.flatten();
    targets
        .map(|target| target["expr"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn every_metric_of_the_board_and_of_the_alerts_is_told() {
    let watched = Watched::start(&[]).await;
    watched
        .service
        .client("anna@example.com")
        .await
        .remember("Ida likes tea.", &json!({}))
        .await;
    let told: BTreeSet<String> = watched
        .samples()
        .await
        .into_iter()
        .map(|(name, _, _)| name)
        .collect();
    let read = |name: &str| fs::read_to_string(workspace().join("hosting").join(name)).unwrap();
    let board: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    let board = expressions(&board);
    let alerts = read("prometheus-alerts.yml");
    let alerts: Vec<String> = alerts
        .lines()
        .filter_map(|line| line.trim().strip_prefix("expr: ").map(str::to_owned))
        .collect();
    assert!(board.len() > 30 && alerts.len() > 8);
    for expression in board.iter().chain(&alerts) {
        let unknown: Vec<_> = named(expression).difference(&told).cloned().collect();
        assert!(unknown.is_empty(), "{unknown:?} in {expression}");
    }
    let documented = fs::read_to_string(workspace().join("docs/metrics.md")).unwrap();
    for name in told {
        let family = ["_total", "_bucket", "_sum", "_count", "_info"]
            .iter()
            .find_map(|end| name.strip_suffix(end))
            .unwrap_or(&name);
        assert!(
            documented.contains(family),
            "docs/metrics.md does not tell of {name}"
        );
    }
}
