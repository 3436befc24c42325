//! A receiver that is down for a while, and a service that is killed meanwhile: every event arrives, each id with one body.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::clients::python;
use crate::process::{Process, free_port, run};
use crate::reading::text;
use crate::receiver::{Delivered, Received, Receiver, file_of};

/// A client of a process that comes and goes.
struct Caller {
    base: String,
    key: String,
    http: reqwest::Client,
}

impl Caller {
    async fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.base);
        let sent = self.http.post(url).bearer_auth(&self.key).json(body);
        let reply = sent.send().await.unwrap();
        assert!(reply.status().is_success(), "{path}: {}", reply.status());
        reply.json().await.unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let url = format!("{}{path}", self.base);
        let reply = self
            .http
            .get(url)
            .bearer_auth(&self.key)
            .send()
            .await
            .unwrap();
        assert!(reply.status().is_success(), "{path}: {}", reply.status());
        reply.json().await.unwrap()
    }

    async fn tell(&self, numbers: std::ops::Range<usize>) {
        for number in numbers {
            let body = json!({
                "episodeBody": format!("Anna lives in House {number}."),
                "referenceTime": "2025-03-01T09:30:00Z", "source": "outage",
            });
            self.post("/ingest", &body).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_outage_and_no_kill_loses_an_event_or_changes_what_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let data = data.to_str().unwrap();
    let log = directory.path().join("server.log");
    let arguments = [
        "key",
        "create",
        "--data",
        data,
        "--email",
        "anna@example.com",
    ];
    let key = String::from_utf8(run(&arguments).stdout).unwrap();
    let flags = flags(data);
    let (port, hook) = (free_port(), free_port());
    let received = Received::default();
    let receiver = Receiver::listening(hook, received.clone()).await;
    let process = Process::start(port, &flags, &log);
    process.healthy().await;
    let caller = Caller {
        base: process.base.clone(),
        key: key.trim().to_owned(),
        http: reqwest::Client::new(),
    };
    let body = json!({ "url": receiver.url });
    let webhook = caller.post("/api/v1/webhooks", &body).await;
    let deliveries = format!("/api/v1/webhooks/{}/deliveries", text(&webhook["id"]));

    caller.tell(0..10).await;
    received.wait_for(3).await;
    // The receiver goes down in the middle, and the service is killed while it tries.
    drop(receiver);
    caller.tell(10..25).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    process.kill();
    let process = Process::start(port, &flags, &log);
    process.healthy().await;
    caller.tell(25..40).await;
    let failing = caller
        .get(&format!("{deliveries}?state=pending&limit=1"))
        .await;
    assert!(failing["totalCount"].as_u64().unwrap() > 0, "{failing}");
    // It is up again, and the service is killed while it delivers.
    let came = received.all().len();
    let _receiver = Receiver::listening(hook, received.clone()).await;
    received.wait_for(came + 5).await;
    process.kill();
    let process = Process::start(port, &flags, &log);
    process.healthy().await;

    let happened = all_delivered(&caller, &deliveries).await;
    drop(process);
    let all = received.all();
    compare(&all, &happened);
    let file = file_of(&all);
    let secret = text(&webhook["secret"]);
    python(
        "verify_webhooks.py",
        &[file.path().to_str().unwrap(), &secret],
    )
    .await;
}

/// A second and a half between attempts, for half a minute.
fn flags(data: &str) -> [String; 7] {
    let schedule = ["1.5"; 20].join(",");
    [
        "--data",
        data,
        "--embedder",
        "potion",
        "--webhook-retry-schedule",
        &schedule,
        "--danger-allow-private-addresses",
    ]
    .map(str::to_owned)
}

/// Waits until all 40 texts are processed and everything is delivered; the events, in order.
async fn all_delivered(caller: &Caller, deliveries: &str) -> Vec<Value> {
    let start = Instant::now();
    loop {
        let done = caller
            .get(&format!("{deliveries}?state=delivered&limit=1"))
            .await;
        let all = caller.get(&format!("{deliveries}?limit=1")).await;
        let events = caller.get("/api/v1/events?limit=1000").await["events"].take();
        let events = events.as_array().unwrap();
        let completed = events
            .iter()
            .filter(|event| event["type"] == "episode.completed");
        if completed.count() == 40 && done["totalCount"] == all["totalCount"] {
            return events.clone();
        }
        assert!(start.elapsed() < Duration::from_secs(90), "{done} {all}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Every event was told, each id with one body.
fn compare(received: &[Delivered], happened: &[Value]) {
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    for one in received {
        let id = one.headers["webhook-id"].clone();
        assert_eq!(one.json()["id"], json!(id));
        let body = bodies.entry(id).or_insert_with(|| one.body.clone());
        assert_eq!(*body, one.body, "an id came with two bodies");
    }
    let mut told: Vec<(Value, Value)> = bodies
        .values()
        .map(|body| serde_json::from_str::<Value>(body).unwrap())
        .map(|told| (told["eventSequence"].clone(), told["type"].clone()))
        .collect();
    told.sort_by_key(|(sequence, _)| sequence.as_u64());
    let happened: Vec<(Value, Value)> = happened
        .iter()
        .map(|event| (event["sequence"].clone(), event["type"].clone()))
        .collect();
    assert_eq!(told, happened, "what was told is not what happened");
}
