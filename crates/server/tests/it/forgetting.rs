//! A text that is deleted is gone with all that only it supported, and what only it had ended holds again.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::reading::{all_told, text};
use crate::service::{Client, Service};

async fn remember_at(client: &Client, told: &str, day: &str) -> Value {
    let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
    client.remember(told, &more).await
}

#[tokio::test]
async fn a_deleted_text_is_not_found_and_its_statements_and_entities_go_with_it() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Hamburg.", "2024-02-10").await;
    let log = remember_at(&nora, "Clara works at Zeiss.", "2024-03-10").await;
    let clara = nora.entity("Clara").await;
    let zeiss = nora.entity("Zeiss").await;
    let (status, deleted) = nora.forget(&log).await;
    assert_eq!(status, StatusCode::OK, "{deleted}");
    assert_eq!(
        deleted,
        json!({ "success": true, "deleted": { "episodes": 1, "statements": 1, "entities": 1 } })
    );
    let found = nora
        .search("Where does Clara work? Zeiss", &json!({}))
        .await;
    assert_eq!(found, ["Clara lives in Hamburg."]);
    let facts = nora.facts("Clara works at Zeiss", &json!({})).await;
    assert!(
        facts.iter().all(|fact| !fact.contains("Zeiss")),
        "{facts:?}"
    );
    let said = nora.said_of(&clara, "").await;
    assert_eq!(
        all_told(&said),
        ["Clara lives_in Hamburg 2024-02-10T09:00:00Z.."]
    );
    assert_eq!(nora.entity_names("query=Zeiss").await.len(), 0);
    for path in [
        format!("/api/v1/entities/{zeiss}"),
        format!("/api/v1/logs/{}", text(&log["id"])),
        format!("/api/v1/episodes/{}", text(&log["episodeUUID"])),
    ] {
        assert_eq!(nora.get(&path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let named = nora
        .read(&format!("/api/v1/entities/{clara}/episodes"))
        .await;
    assert_eq!(named["totalCount"], 1);
}

#[tokio::test]
async fn what_only_the_deleted_text_had_ended_holds_again() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Hamburg.", "2024-02-10").await;
    let moved = remember_at(&nora, "Clara moved to Berlin on 3 June 2024.", "2024-06-14").await;
    let clara = nora.entity("Clara").await;
    let before = nora.said_of(&clara, "").await;
    assert_eq!(before[0]["invalidAt"], "2024-06-03T00:00:00Z");
    assert_eq!(nora.forget(&moved).await.0, StatusCode::OK);
    let after = nora.said_of(&clara, "").await;
    assert_eq!(
        all_told(&after),
        ["Clara lives_in Hamburg 2024-02-10T09:00:00Z.."]
    );
    assert_eq!(after[0]["invalidAt"], json!(null));
    assert_eq!(after[0]["closedBy"], json!(null));
    assert_eq!(after[0]["id"], before[0]["id"], "it is the same statement");
    let facts = nora.facts("Where does Clara live?", &json!({})).await;
    assert_eq!(facts, ["Clara lives_in Hamburg 2024-02-10T09:00:00Z.."]);
}

#[tokio::test]
async fn what_another_text_says_too_stays() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let first = remember_at(&nora, "Ida likes tea.", "2024-02-10").await;
    let second = remember_at(&nora, "Everybody knows that Ida likes tea.", "2024-03-10").await;
    let ida = nora.entity("Ida").await;
    let (_, deleted) = nora.forget(&first).await;
    assert_eq!(deleted["deleted"]["entities"], 0, "{deleted}");
    let said = nora.said_of(&ida, "relation=likes").await;
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0]["episodeUUIDs"], json!([second["episodeUUID"]]));
}

#[tokio::test]
async fn deleting_the_text_that_names_a_role_leaves_the_name() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora
        .remember("My sister Anna works at Siemens.", &json!({}))
        .await;
    nora.remember("Anna lives in Hamburg.", &json!({})).await;
    let anna = nora.entity("sister").await;
    nora.forget(&log).await;
    assert_eq!(nora.entity_names("query=sister").await.len(), 0);
    assert_eq!(nora.entity("Anna").await, anna);
    let one = nora.read(&format!("/api/v1/entities/{anna}")).await;
    assert_eq!(one["aliases"], json!([]));
}

#[tokio::test]
async fn a_memory_of_which_everything_is_deleted_is_empty() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let mut logs = Vec::new();
    for told in [
        "My sister Anna lives in Hamburg.",
        "Anna moved to Berlin last week. She met Mel.",
        "Melanie likes tea, and so does Anna.",
    ] {
        logs.push(nora.remember(told, &json!({})).await);
    }
    for log in &logs {
        assert_eq!(nora.forget(log).await.0, StatusCode::OK);
    }
    assert_eq!(nora.read("/api/v1/entities").await["totalCount"], 0);
    assert_eq!(nora.read("/api/v1/graph/timeline").await["totalCount"], 0);
    assert_eq!(
        nora.read("/api/v1/graph/overview").await,
        json!({ "clusters": [], "statements": [], "isComplete": true })
    );
    let found = nora.search("Anna Berlin tea", &json!({})).await;
    assert_eq!(found, Vec::<String>::new());
    nora.remember("Anna lives in Oslo.", &json!({})).await;
    let anna = nora.entity("Anna").await;
    assert_eq!(
        all_told(&nora.said_of(&anna, "").await),
        ["Anna lives_in Oslo 2025-03-01T09:30:00Z.."]
    );
}

#[tokio::test]
async fn what_is_not_there_or_not_ones_own_cannot_be_deleted() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let bert = service.client("bert@example.com").await;
    let log = nora.remember("Clara lives in Hamburg.", &json!({})).await;
    let (status, body) = bert.forget(&log).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("log_not_found"))
    );
    assert_eq!(nora.search("Clara", &json!({})).await.len(), 1);
    for id in [
        log["episodeUUID"].clone(),
        json!("nonsense"),
        json!("018f0000-0000-7000-8000-000000000000"),
    ] {
        let (status, _) = nora.forget(&json!({ "id": id })).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    assert_eq!(nora.forget(&log).await.0, StatusCode::OK);
    let (status, body) = nora.forget(&log).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("log_not_found"))
    );
}

#[tokio::test]
async fn a_text_that_is_deleted_while_it_waits_is_never_processed() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let mut logs = Vec::new();
    for number in 0..12 {
        // The first is long enough to keep the queue busy on any machine.
        let times = if number == 0 { 3_000 } else { 40 };
        let told = format!("Quentin lives in Zurich, entry {number}. ").repeat(times);
        let body = json!({ "episodeBody": told, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
        let (status, accepted) = nora.post("/ingest", &body).await;
        assert_eq!(status, StatusCode::OK);
        logs.push(json!({ "id": accepted["logId"] }));
    }
    let last = logs.last().unwrap();
    let waiting = nora
        .read(&format!("/api/v1/logs/{}", text(&last["id"])))
        .await;
    assert_eq!(waiting["log"]["status"], "pending");
    let (status, deleted) = nora.forget(last).await;
    assert_eq!(status, StatusCode::OK, "{deleted}");
    assert_eq!(
        deleted["deleted"],
        json!({ "episodes": 1, "statements": 0, "entities": 0 })
    );
    // Whichever of them is being processed now.
    for log in &logs[..11] {
        assert_eq!(nora.forget(log).await.0, StatusCode::OK);
    }
    nora.remember("Ida lives in Oslo.", &json!({})).await;
    for log in &logs {
        let path = format!("/api/v1/logs/{}", text(&log["id"]));
        assert_eq!(nora.get(&path).await.0, StatusCode::NOT_FOUND);
    }
    assert_eq!(nora.entity_names("query=Quentin").await.len(), 0);
    let found = nora
        .search("Quentin Zurich", &json!({ "limit": 200 }))
        .await;
    assert!(
        found.iter().all(|text| !text.contains("Quentin")),
        "{found:?}"
    );
    assert_eq!(nora.read("/api/v1/graph/timeline").await["totalCount"], 1);
}
