//! A primary that stops answering, as writers and readers see it who ask two nodes of the service: in time they are refused, and
//! answered again by whichever server takes writes, without a restart.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::cluster::Cluster;
use crate::reading::text;
use crate::service::{Client, Service};
use crate::trouble::readiness;

/// Short enough for a test, and long enough for a machine that is busy.
const DEADLINES: [&str; 6] = [
    "--database-connect-timeout-ms",
    "1500",
    "--database-wait-ms",
    "3000",
    "--database-timeout-ms",
    "3000",
];
/// How long a request may take while the primary answers nothing: as long as its commit is waited for, a connection, and a little.
const REFUSED_WITHIN: Duration = Duration::from_secs(25);
/// How long after a server takes writes again each node must be of use.
const BACK_WITHIN: Duration = Duration::from_secs(15);
const WRITERS: usize = 6;

async fn node(cluster: &Cluster) -> Service {
    let url = cluster.url();
    let flags = [
        &["--database", &url, "--embedder", "potion"],
        &DEADLINES[..],
    ];
    Service::with(&flags.concat()).await
}

fn elsewhere(client: &Client, node: &Service) -> Client {
    let email = "anna@example.com";
    Client::of(&node.base, client.key(), email, client.store().clone())
}

/// Sends a text under a key; what was answered, if anything.
async fn send(client: &Client, words: &str) -> Option<(StatusCode, Value)> {
    let body =
        json!({ "episodeBody": words, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let request = client.request(Method::POST, "/ingest").json(&body);
    let request = request.header("Idempotency-Key", words).send();
    let response = timeout(REFUSED_WITHIN, request)
        .await
        .expect("it hangs")
        .ok()?;
    let status = response.status();
    Some((status, response.json().await.ok()?))
}

async fn search(client: &Client) -> StatusCode {
    let asked = json!({ "query": "note", "limit": 3 });
    let asked = timeout(REFUSED_WITHIN, client.post("/search", &asked)).await;
    asked.expect("it hangs").0
}

/// Sends text after text, each until it is stored, now to one node and now to the other; those that were.
async fn write(
    nodes: [Client; 2],
    writer: usize,
    stops: Arc<AtomicBool>,
    sent: Arc<AtomicUsize>,
) -> Vec<String> {
    let mut stored = Vec::new();
    let mut turn = writer;
    while !stops.load(Ordering::SeqCst) {
        let words = format!("Note {writer}-{}: the cat sleeps.", stored.len());
        loop {
            turn += 1;
            match send(&nodes[turn % 2], &words).await {
                Some((StatusCode::OK, _)) => break,
                Some((StatusCode::SERVICE_UNAVAILABLE | StatusCode::CONFLICT, _)) | None => {
                    sleep(Duration::from_millis(100)).await;
                }
                Some((status, said)) => panic!("{status}: {said}"),
            }
        }
        sent.fetch_add(1, Ordering::SeqCst);
        stored.push(words);
    }
    stored
}

/// Waits until a node stores and finds; how long that took.
async fn of_use_again(client: &Client, name: &str) -> Duration {
    let begun = Instant::now();
    for number in 0.. {
        let stored = send(client, &format!("Note {name}-{number}: the cat wakes.")).await;
        let is_stored = stored.is_some_and(|(status, _)| status == StatusCode::OK);
        if is_stored && search(client).await == StatusCode::OK {
            break;
        }
        assert!(begun.elapsed() < BACK_WITHIN, "{name} is of no use");
        sleep(Duration::from_millis(100)).await;
    }
    begun.elapsed()
}

/// All texts that there are, once each is processed.
async fn processed(client: &Client) -> Vec<String> {
    for _ in 0..300 {
        let (status, queue) = client.get("/api/v1/queue").await;
        if status == StatusCode::OK && queue["depth"] == 0 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let (_, logs) = client.get("/api/v1/logs?limit=1000").await;
    let logs = logs["logs"].as_array().unwrap();
    for log in logs {
        assert_eq!(log["status"], "completed", "it is stuck: {log}");
    }
    logs.iter().map(|log| text(&log["ingestText"])).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_lose_and_double_nothing_when_the_primary_freezes_and_the_standby_takes_over() {
    let cluster = Cluster::start();
    cluster.synchronize().await;
    let nodes = [node(&cluster).await, node(&cluster).await];
    let anna = nodes[0].client("anna@example.com").await;
    let (stops, sent) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
    let writers = (0..WRITERS).map(|writer| {
        let clients = [elsewhere(&anna, &nodes[0]), elsewhere(&anna, &nodes[1])];
        tokio::spawn(write(clients, writer, stops.clone(), sent.clone()))
    });
    let writers: Vec<_> = writers.collect();
    until_sent(&sent, 5 * WRITERS).await;
    cluster.primary.freeze();
    // Long enough for every writer to have a text of which it is not known what became of it.
    sleep(Duration::from_secs(1)).await;
    cluster.standby.promote();
    let back = nodes.iter().enumerate().map(async |(number, node)| {
        of_use_again(&elsewhere(&anna, node), &format!("node {number}")).await
    });
    let back = join_all(back).await;
    let after = sent.load(Ordering::SeqCst);
    until_sent(&sent, after + 5 * WRITERS).await;
    stops.store(true, Ordering::SeqCst);

    let mut expected = BTreeSet::new();
    for stored in join_all(writers).await {
        expected.extend(stored.unwrap());
    }
    assert!(expected.len() >= 10 * WRITERS, "{}", expected.len());
    let kept = processed(&elsewhere(&anna, &nodes[1])).await;
    let kept: Vec<&String> = kept
        .iter()
        .filter(|words| words.contains("sleeps"))
        .collect();
    let once: BTreeSet<String> = kept.iter().map(|words| (*words).clone()).collect();
    assert_eq!(once, expected, "accepted and lost, or the other way round");
    assert_eq!(kept.len(), once.len(), "some are there twice");
    assert!(back.iter().all(|took| *took < BACK_WITHIN), "{back:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_server_is_a_standby_is_not_ready_until_one_takes_writes() {
    let cluster = Cluster::start();
    let node = node(&cluster).await;
    readiness(&node.base, StatusCode::OK).await;
    // Demoted, with its connections left open, and nobody else is the primary yet.
    cluster.primary.set_read_only(true);
    let said = readiness(&node.base, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(said["status"], "unavailable");
    let checks: Vec<_> = said["checks"].as_object().unwrap().values().collect();
    assert!(checks.contains(&&json!("failing")), "{said}");
    let live = reqwest::get(format!("{}/livez", node.base)).await;
    assert_eq!(live.unwrap().status(), StatusCode::OK);
    cluster.standby.promote();
    readiness(&node.base, StatusCode::OK).await;
}

async fn until_sent(sent: &AtomicUsize, count: usize) {
    let all = async {
        while sent.load(Ordering::SeqCst) < count {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let all = timeout(REFUSED_WITHIN, all).await;
    all.expect("the writers are stuck");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_and_searches_are_refused_in_time_while_the_primary_is_frozen_and_answered_after() {
    let cluster = Cluster::start();
    let node = node(&cluster).await;
    let anna = node.client("anna@example.com").await;
    anna.remember("Note 0: the cat sleeps.", &json!({})).await;
    assert_eq!(search(&anna).await, StatusCode::OK);
    cluster.primary.freeze();
    for number in 0..2 {
        let begun = Instant::now();
        let words = format!("Note refused-{number}: the cat sleeps.");
        let (stored, found) = tokio::join!(send(&anna, &words), search(&anna));
        let (status, said) = stored.unwrap();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
        assert_eq!(found, StatusCode::SERVICE_UNAVAILABLE);
        assert!(begun.elapsed() < REFUSED_WITHIN, "{:?}", begun.elapsed());
    }
    cluster.primary.resume();
    of_use_again(&anna, "node").await;
    // What was refused may have been stored all the same, and is the same text when it is sent again.
    for number in 0..2 {
        let words = format!("Note refused-{number}: the cat sleeps.");
        let (status, said) = send(&anna, &words).await.unwrap();
        assert_eq!(status, StatusCode::OK, "{said}");
    }
    let mut kept = processed(&anna).await;
    kept.retain(|words| words.contains("refused"));
    kept.sort();
    let expected = [0, 1].map(|number| format!("Note refused-{number}: the cat sleeps."));
    assert_eq!(kept, expected);
}
