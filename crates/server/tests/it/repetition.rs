//! What the service has just told is no news when it comes back.

use reqwest::Method;
use serde_json::{Value, json};

use crate::service::{Client, Service};

/// The episodes that say where Clara lives.
async fn evidence(client: &Client) -> usize {
    let clara = client.entity("Clara").await;
    let said = client.said_of(&clara, "relation=lives_in").await;
    assert_eq!(said.len(), 1, "{said:?}");
    said[0]["episodeUUIDs"].as_array().unwrap().len()
}

async fn found(client: &Client) -> Value {
    let query = json!({ "query": "Where does Clara live?" });
    client.post("/search", &query).await.1
}

fn is_marked(log: &Value) -> bool {
    assert_eq!(log["status"], "completed");
    log["note"]
        .as_str()
        .is_some_and(|note| note.contains("repeat"))
}

#[tokio::test]
async fn a_text_or_fact_that_was_just_told_adds_no_evidence_and_its_log_says_so() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let told = "My old friend Clara lives in Hamburg.";
    let log = nora.remember(told, &json!({})).await;
    assert!(!is_marked(&log), "{log}");
    let reply = found(&nora).await;
    assert_eq!(reply["episodes"][0], told);
    let fact = reply["facts"][0]["fact"].as_str().unwrap();
    for repeated in [told, fact] {
        let later = json!({ "referenceTime": "2025-06-01T00:00:00Z" });
        let log = nora.remember(repeated, &later).await;
        assert!(is_marked(&log), "{log}");
        assert_eq!(evidence(&nora).await, 1, "{repeated}");
    }
    let kept = nora.search("Clara Hamburg", &json!({})).await;
    assert!(kept.contains(&fact.to_owned()), "it is kept: {kept:?}");
}

#[tokio::test]
async fn what_is_said_again_after_its_text_was_forgotten_is_news() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let text = "My old friend Clara lives in Hamburg.";
    let log = nora.remember(text, &json!({})).await;
    found(&nora).await;
    let (status, _) = nora.forget(&log).await;
    assert!(status.is_success(), "{status}");
    let log = nora.remember(text, &json!({})).await;
    assert!(!is_marked(&log), "{log}");
    assert_eq!(evidence(&nora).await, 1);
}

#[tokio::test]
async fn what_was_passed_over_is_asserted_once_the_text_that_said_it_goes_or_says_something_else() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let told = "My old friend Clara lives in Hamburg.";
    let first = nora.remember(told, &json!({})).await;
    found(&nora).await;
    let second = nora.remember(told, &json!({})).await;
    assert!(is_marked(&second), "{second}");
    nora.forget(&first).await;
    told_by(&nora, &second).await;

    let reply = found(&nora).await;
    let fact = reply["facts"][0]["fact"].as_str().unwrap();
    let third = nora.remember(fact, &json!({})).await;
    assert!(is_marked(&third), "{third}");
    let path = format!("/api/v1/logs/{}", second["id"].as_str().unwrap());
    let edited = json!({ "episodeBody": "I like tea." });
    let (status, answer) = nora.call(Method::PUT, &path, Some(&edited)).await;
    assert!(status.is_success(), "{answer}");
    told_by(&nora, &third).await;
}

/// Waits until where Clara lives is what this text alone says.
async fn told_by(client: &Client, log: &Value) {
    let log = log["id"].as_str().unwrap();
    for _ in 0..600 {
        let read = client.read(&format!("/api/v1/logs/{log}")).await;
        let read = &read["log"];
        let note = read["note"].as_str().unwrap_or_default();
        if read["status"] == "completed" && !note.contains("repeat") {
            assert_eq!(evidence(client).await, 1);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{log} is not read anew");
}

#[tokio::test]
async fn the_same_news_in_other_words_is_evidence() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("Clara lives in Hamburg.", &json!({})).await;
    found(&nora).await;
    let log = nora
        .remember(
            "By the way, Clara still lives in Hamburg, as I heard from Tom.",
            &json!({}),
        )
        .await;
    assert!(!is_marked(&log), "{log}");
    assert_eq!(evidence(&nora).await, 2);
}

#[tokio::test]
async fn what_was_never_told_may_be_said_twice() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    for _ in 0..2 {
        let log = nora.remember("Clara lives in Hamburg.", &json!({})).await;
        assert!(!is_marked(&log), "{log}");
    }
    assert_eq!(evidence(&nora).await, 2);
}

#[tokio::test]
async fn what_one_user_was_told_is_news_from_another() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let bert = service.client("bert@example.com").await;
    nora.remember("Clara lives in Hamburg.", &json!({})).await;
    found(&nora).await;
    let log = bert.remember("Clara lives in Hamburg.", &json!({})).await;
    assert!(!is_marked(&log), "{log}");
    assert_eq!(evidence(&bert).await, 1);
}

#[tokio::test]
async fn news_beside_what_was_told_is_understood() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("Clara lives in Hamburg.", &json!({})).await;
    found(&nora).await;
    nora.remember(
        "Clara lives in Hamburg. Since last month Clara works at Zeiss.",
        &json!({}),
    )
    .await;
    let clara = nora.entity("Clara").await;
    let works = nora.said_of(&clara, "relation=works_at").await;
    assert_eq!(works.len(), 1, "{works:?}");
}
