//! What is mine is mine: strangers are refused everywhere, and another user's things are not there.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::service::Service;

/// Every operation behind a key. The architecture test keeps it complete.
pub(crate) const OPERATIONS: [(&str, &str); 11] = [
    ("POST", "/ingest"),
    ("POST", "/api/v1/add"),
    ("POST", "/search"),
    ("POST", "/api/v1/search"),
    ("GET", "/api/v1/logs/{log}"),
    ("GET", "/api/v1/me"),
    ("GET", "/api/v1/spaces"),
    ("POST", "/api/v1/spaces"),
    ("GET", "/api/v1/spaces/{space}"),
    ("PUT", "/api/v1/spaces/{space}"),
    ("DELETE", "/api/v1/spaces/{space}"),
];

#[tokio::test]
async fn every_operation_refuses_a_stranger() {
    let service = Service::start().await;
    let http = reqwest::Client::new();
    let unknown = format!("rc_pat_{}", "A".repeat(40));
    for (method, path) in OPERATIONS {
        for authorization in [
            None,
            Some("Bearer"),
            Some("Bearer nonsense"),
            Some("Basic YTpi"),
            Some(&*format!("Bearer {unknown}")),
        ] {
            let mut request = http.request(
                method.parse::<Method>().unwrap(),
                format!("{}{path}", service.base),
            );
            if let Some(value) = authorization {
                request = request.header("Authorization", value);
            }
            let response = request.body("not even JSON").send().await.unwrap();
            assert_eq!(
                response.status(),
                StatusCode::UNAUTHORIZED,
                "{method} {path} {authorization:?}"
            );
            assert!(
                response.headers()["www-authenticate"]
                    .to_str()
                    .unwrap()
                    .starts_with("Bearer ")
            );
            let body: Value = response.json().await.unwrap();
            assert_eq!(
                body,
                json!({ "error": "Invalid API Key", "code": "invalid_api_key" })
            );
        }
    }
}

#[tokio::test]
async fn a_memory_is_found_only_by_its_owner() {
    let service = Service::start().await;
    let (anna, bert) = (
        service.client("anna@example.com").await,
        service.client("bert@example.com").await,
    );
    let log = anna
        .remember("My bank code is hidden in the old atlas.", &json!({}))
        .await;
    assert_eq!(
        bert.search("bank code atlas", &json!({})).await,
        Vec::<String>::new()
    );
    let (status, body) = bert
        .get(&format!("/api/v1/logs/{}", log["id"].as_str().unwrap()))
        .await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("log_not_found"))
    );
    let space = log["spaceId"].as_str().unwrap();
    let stolen = json!({ "query": "bank code", "spaceId": space });
    assert_eq!(bert.post("/search", &stolen).await.0, StatusCode::NOT_FOUND);
    let planted = json!({ "episodeBody": "x", "referenceTime": "2025-03-01T09:30:00Z", "source": "x", "spaceId": space });
    let (status, body) = bert.post("/ingest", &planted).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("space_not_found"))
    );
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let body = json!({ "name": "mine now" });
        let (status, _) = bert
            .call(
                method.clone(),
                &format!("/api/v1/spaces/{space}"),
                Some(&body),
            )
            .await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method}");
    }
    assert_eq!(anna.search("bank code atlas", &json!({})).await.len(), 1);
}

#[tokio::test]
async fn the_same_address_has_one_account_however_it_is_written() {
    let service = Service::start().await;
    let (first, second) = (
        service.client("Anna@Example.com").await,
        service.client(" anna@example.com ").await,
    );
    let (_, me) = first.get("/api/v1/me").await;
    assert_eq!(me, second.get("/api/v1/me").await.1);
    assert_eq!(
        (&me["email"], &me["name"]),
        (&json!("anna@example.com"), &json!("anna"))
    );
}
