//! Calls of tools under an `Idempotency-Key`.

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::mcp::{Answered, Exchange};
use crate::reading::text;
use crate::service::{Client, Service};

fn call(id: u64, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": id } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

async fn keyed(service: &Service, client: &Client, key: &str, body: &Value) -> Answered {
    let mcp = Exchange::of(service, client).with("idempotency-key", key);
    mcp.send(Method::POST, Some(body)).await
}

fn was_replayed(answered: &Answered) -> bool {
    answered.headers.contains_key("idempotency-replayed")
}

async fn texts(client: &Client) -> Value {
    client.get("/api/v1/logs").await.1["totalCount"].take()
}

#[tokio::test]
async fn a_tool_that_is_called_again_under_its_key_saves_once() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let message = json!({ "message": "Clara lives in Lisbon." });
    let first = keyed(&service, &anna, "one", &call(1, "memory_ingest", &message)).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.body);
    assert!(!was_replayed(&first));
    // Whoever sends it again may number it anew, and send it to the other path.
    let again = keyed(&service, &anna, "one", &call(7, "memory_ingest", &message)).await;
    assert!(was_replayed(&again), "{}", again.body);
    assert_eq!(again.body["id"], 7);
    assert_eq!(again.body["result"], first.body["result"]);
    let request = anna.request(Method::POST, "/api/v1/mcp");
    let request = request.header("Idempotency-Key", "one");
    let request = request.json(&call(8, "memory_ingest", &message));
    let other: Value = request.send().await.unwrap().json().await.unwrap();
    assert_eq!(other["result"], first.body["result"]);
    assert_eq!(texts(&anna).await, 1);

    let otherwise = json!({ "message": "Clara lives in Porto." });
    let reused = keyed(
        &service,
        &anna,
        "one",
        &call(1, "memory_ingest", &otherwise),
    )
    .await;
    assert_eq!(reused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reused.body["code"], "idempotency_key_reused");
    let ingest =
        json!({ "episodeBody": "x", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let request = anna.request(Method::POST, "/ingest").json(&ingest);
    let elsewhere = request.header("Idempotency-Key", "one").send().await;
    assert_eq!(
        elsewhere.unwrap().status(),
        StatusCode::UNPROCESSABLE_ENTITY
    );
    // The key is Anna's.
    let bert = service.client("bert@example.com").await;
    let his = keyed(
        &service,
        &bert,
        "one",
        &call(1, "memory_ingest", &otherwise),
    )
    .await;
    assert!(!was_replayed(&his) && his.status == StatusCode::OK);
    assert_eq!(
        (texts(&anna).await, texts(&bert).await),
        (json!(1), json!(1))
    );
}

#[tokio::test]
async fn calls_side_by_side_under_one_key_save_once() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let message = json!({ "message": "Clara lives in Lisbon." });
    let asked = call(1, "memory_ingest", &message);
    let all = (0..8).map(|_| keyed(&service, &anna, "one", &asked));
    for answered in join_all(all).await {
        let is_under_way = answered.body["code"] == "request_under_way";
        assert!(
            answered.status == StatusCode::OK || is_under_way,
            "{}",
            answered.body
        );
    }
    assert_eq!(texts(&anna).await, 1);
}

#[tokio::test]
async fn what_reads_is_done_anew_and_what_failed_may_be_tried_again() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let search = call(1, "memory_search", &json!({ "query": "Clara" }));
    for key in ["one", "one"] {
        let found = keyed(&service, &anna, key, &search).await;
        assert!(!was_replayed(&found) && found.status == StatusCode::OK);
    }
    let refused = call(2, "memory_ingest", &json!({ "message": " " }));
    for _ in 0..2 {
        let answered = keyed(&service, &anna, "one", &refused).await;
        assert_eq!(answered.body["result"]["isError"], true);
        assert!(!was_replayed(&answered), "{}", answered.body);
    }
    // A fact that is there only at the second time.
    let renaming = json!({ "entity": "Clara", "name": "Clara Berg" });
    let renaming = call(3, "memory_update_entity", &renaming);
    let early = keyed(&service, &anna, "two", &renaming).await;
    assert_eq!(early.body["result"]["isError"], true, "{}", early.body);
    anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let later = keyed(&service, &anna, "two", &renaming).await;
    assert_eq!(later.body["result"]["isError"], false, "{}", later.body);
    let again = keyed(&service, &anna, "two", &renaming).await;
    assert!(was_replayed(&again), "{}", again.body);
}

#[tokio::test]
async fn the_answer_that_tells_what_was_forgotten_is_not_kept() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let forgetting = call(1, "memory_forget", &json!({ "id": log["id"] }));
    let gone = keyed(&service, &anna, "one", &forgetting).await;
    assert!(gone.body.to_string().contains("Lisbon"), "{}", gone.body);
    let again = keyed(&service, &anna, "one", &forgetting).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert_eq!(again.body["code"], "carried_out_already", "{}", again.body);
}

#[tokio::test]
async fn a_batch_under_a_key_is_carried_out_once() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let saves = |id, words: &str| call(id, "memory_ingest", &json!({ "message": words }));
    let batch = json!([
        saves(1, "Clara lives in Lisbon."),
        { "jsonrpc": "2.0", "id": 2, "method": "tools/list" },
        saves(3, "Bert lives in Porto."),
    ]);
    let first = keyed(&service, &anna, "one", &batch).await;
    let again = keyed(&service, &anna, "one", &batch).await;
    assert!(was_replayed(&again) && !was_replayed(&first));
    assert_eq!(first.body, again.body);
    assert_eq!(texts(&anna).await, 2);
    // One that is refused in part is tried again as a whole, and what was saved is saved once.
    let batch = json!([saves(1, "Dora lives in Faro."), saves(2, " ")]);
    let ids: Vec<String> = [
        keyed(&service, &anna, "two", &batch).await,
        keyed(&service, &anna, "two", &batch).await,
    ]
    .iter()
    .map(|answered| text(&answered.body[0]["result"]["structuredContent"]["logId"]))
    .collect();
    assert_eq!(ids[0], ids[1]);
    assert_eq!(texts(&anna).await, 3);
}

#[tokio::test]
async fn operations_of_oauth_take_no_key() {
    let service = Service::start().await;
    let metadata = json!({ "client_name": "Notes", "redirect_uris": ["http://127.0.0.1:9/done"] });
    let register = async || -> Value {
        let request = reqwest::Client::new()
            .post(format!("{}/oauth/register", service.base))
            .header("Idempotency-Key", "one")
            .json(&metadata);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::CREATED);
        assert!(!response.headers().contains_key("idempotency-replayed"));
        response.json().await.unwrap()
    };
    let (one, other) = (register().await, register().await);
    assert_ne!(one["client_id"], other["client_id"]);
}

#[tokio::test]
async fn what_was_done_is_answered_however_long_the_answer_is_and_is_not_done_again() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    // The answer repeats what the message is called, and is too long to be kept.
    let mut message = call(
        1,
        "memory_ingest",
        &json!({ "message": "Clara lives in Lisbon." }),
    );
    message["id"] = json!("x".repeat(3 * 1024 * 1024));
    let first = keyed(&service, &anna, "long", &message).await;
    assert_eq!(first.status, StatusCode::OK);
    assert_ne!(first.body["result"]["isError"], true);
    let again = keyed(&service, &anna, "long", &message).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert_eq!(again.body["code"], "carried_out_already");
    assert_eq!(texts(&anna).await, 1);
}
