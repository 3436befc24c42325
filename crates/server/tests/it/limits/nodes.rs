//! Limits that hold over several nodes on one database.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;

use super::{POTION, ask_to_log_in};
use crate::postgres::{ScratchDatabase, asked};
use crate::service::{Client, Service};

/// Nodes tell each other every two seconds; here they share the machine with much else.
const TOLD: Duration = Duration::from_secs(20);

async fn node(database: &ScratchDatabase, flags: &[&str]) -> Service {
    let database = ["--database", &database.url];
    Service::with(&[&POTION, &database[..], flags].concat()).await
}

/// Waits until each of so many nodes has told of whoever comes often, and has read after that what the others told: a node reads when it
/// has told, and tells again only then.
async fn until_told(database: &ScratchDatabase, nodes: usize) {
    let told = async || {
        let rows = "SELECT node, MAX(counted_at) FROM limit_counts GROUP BY node ORDER BY node";
        let rows = asked(&database.url, rows);
        let rows: Vec<String> = rows.lines().map(str::to_owned).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        rows
    };
    let until = async {
        let mut before = told().await;
        while before.len() < nodes {
            before = told().await;
        }
        for _ in 0..2 {
            let mut now = told().await;
            while now.iter().any(|row| before.contains(row)) {
                now = told().await;
            }
            before = now;
        }
    };
    tokio::time::timeout(TOLD, until).await.unwrap();
}

#[tokio::test]
async fn what_one_node_has_counted_another_does_not_allow_again() {
    let database = ScratchDatabase::create("limits");
    let flags = ["--texts-per-minute", "3", "--logins-per-email", "3"];
    let (one, other) = (node(&database, &flags).await, node(&database, &flags).await);
    let ann = one.client("ann@example.com").await;
    let bob = one.client("bob@example.com").await;
    let elsewhere = |client: &Client, email: &str| {
        Client::of(&other.base, client.key(), email, client.store().clone())
    };
    let text = json!({
        "episodeBody": "Clara lives in Lisbon.",
        "referenceTime": "2025-03-01T09:30:00Z",
        "source": "notes",
    });
    let (status, _) = ann.post("/ingest", &text).await;
    assert_eq!(status, StatusCode::OK);
    for _ in 0..3 {
        assert_eq!(
            ask_to_log_in(&one, "cleo@example.com").await.status(),
            StatusCode::OK
        );
    }
    // What tells nothing has not read, as far as anybody sees.
    for _ in 0..3 {
        ask_to_log_in(&other, "emil@example.com").await;
    }
    until_told(&database, 2).await;
    let (status, refused) = elsewhere(&ann, "ann@example.com")
        .post("/ingest", &text)
        .await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{refused}");
    let refused = ask_to_log_in(&other, "cleo@example.com").await.status();
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS);
    // Nobody else is refused for it.
    let (status, _) = elsewhere(&bob, "bob@example.com")
        .post("/ingest", &text)
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        ask_to_log_in(&other, "dora@example.com").await.status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn what_is_told_names_nobody_and_nothing_is_told_of_those_who_come_seldom() {
    let database = ScratchDatabase::create("limits_told");
    let one = node(&database, &[]).await;
    let ann = one.client("ann@example.com").await;
    for _ in 0..3 {
        ann.get("/api/v1/me").await;
    }
    ask_to_log_in(&one, "cleo@example.com").await;
    until_told(&database, 1).await;
    let told = asked(&database.url, "SELECT counted, key FROM limit_counts");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("1|"), "{told}");
    assert!(
        !told.contains("cleo@") && !told.contains("addresses"),
        "{told}"
    );
}
