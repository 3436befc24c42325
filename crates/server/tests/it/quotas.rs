//! Quotas and suspensions at the door: what is told, what is refused, and what whoever runs the service sees.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::process::run;
use crate::service::{Client, Service};

async fn limited(flags: &[&str]) -> Service {
    Service::with(&[&["--embedder", "potion"], flags].concat()).await
}

fn text(body: &str) -> Value {
    json!({ "episodeBody": body, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" })
}

async fn send(client: &Client, body: &str) -> (StatusCode, Value) {
    client.post("/ingest", &text(body)).await
}

/// What the command prints of the service's accounts.
fn accounts(service: &Service, arguments: &[&str]) -> String {
    let data = service.data().to_str().unwrap();
    let output = run(&[&["accounts"], arguments, &["--data", data]].concat());
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8(said).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

#[tokio::test]
async fn an_account_that_has_all_it_may_is_told_what_to_do_and_another_is_not() {
    let service = limited(&["--quota-texts", "2", "--quota-bytes", "60"]).await;
    let anna = service.client("anna@example.com").await;
    let first = anna
        .remember("Ida likes tea.", &json!({ "externalId": "tea" }))
        .await;
    let (status, refused) = send(&anna, &"x".repeat(47)).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("quota_exceeded"))
    );
    assert!(
        refused["error"].as_str().unwrap().contains("60 bytes"),
        "{refused}"
    );
    anna.remember("Eva likes milk.", &json!({})).await;
    let (status, refused) = send(&anna, "Bob").await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        refused["error"].as_str().unwrap().contains("2 texts"),
        "{refused}"
    );
    let (_, me) = anna.get("/api/v1/me").await;
    assert_eq!(
        me["usage"],
        json!({ "texts": 2, "bytes": 29, "textsToday": 2 })
    );
    assert_eq!(
        me["quotas"],
        json!({ "texts": 2, "bytes": 60, "textsADay": null })
    );

    // What takes the place of another is no further text; what is forgotten makes room.
    anna.remember("Ida likes coffee.", &json!({ "externalId": "tea" }))
        .await;
    let (_, me) = anna.get("/api/v1/me").await;
    assert_eq!(me["usage"]["texts"], 2, "{me}");
    let (_, logs) = anna.get("/api/v1/logs").await;
    assert_eq!(
        logs["logs"].as_array().unwrap().len(),
        3,
        "{} is replaced",
        first["id"]
    );
    let newest = logs["logs"][0]["id"].as_str().unwrap();
    let forgotten = anna
        .call(Method::DELETE, &format!("/api/v1/logs/{newest}"), None)
        .await;
    assert!(forgotten.0.is_success(), "{forgotten:?}");
    assert_eq!(send(&anna, "Bob").await.0, StatusCode::OK);
    let batch = json!({ "episodes": [text("a"), text("b")] });
    let (_, reply) = anna.post("/api/v1/batch", &batch).await;
    assert!(reply.to_string().contains("quota_exceeded"), "{reply}");
    let bob = service.client("bob@example.com").await;
    assert_eq!(send(&bob, "Bob").await.0, StatusCode::OK);

    let page = anna.sign_in().await.get("/account").await;
    assert!(page.body.contains("2 of 2"), "{}", page.body);
    assert_eq!(
        service.options.storage.database().verify().await.unwrap(),
        []
    );
}

#[tokio::test]
async fn a_day_s_texts_are_there_again_after_midnight() {
    let service = limited(&["--quota-texts-a-day", "1"]).await;
    let anna = service.client("anna@example.com").await;
    assert_eq!(send(&anna, "Ida likes tea.").await.0, StatusCode::OK);
    let refused = anna
        .request(Method::POST, "/ingest")
        .json(&text("Eva"))
        .send()
        .await
        .unwrap();
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=24 * 60 * 60).contains(&wait), "{wait}");
    let refused: Value = refused.json().await.unwrap();
    assert_eq!(refused["code"], "daily_quota_exceeded");
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .contains("after midnight UTC"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_suspended_account_does_nothing_until_it_is_resumed() {
    let service = limited(&[]).await;
    let anna = service.client("anna@example.com").await;
    let bob = service.client("bob@example.com").await;
    let browser = anna.sign_in().await;
    anna.remember("A secret word of Anna.", &json!({})).await;
    let listed = accounts(&service, &["list"]);
    let line = listed
        .lines()
        .find(|line| line.ends_with("anna@example.com"))
        .unwrap();
    let columns: Vec<&str> = line.split('\t').collect();
    assert_eq!(
        (columns[0], columns[1], columns[2], columns[4]),
        ("1", "22", "0", "-")
    );
    assert!(!listed.contains("secret"), "{listed}");

    accounts(&service, &["suspend", "--email", "anna@example.com"]);
    let status = until(&anna, StatusCode::FORBIDDEN).await;
    assert_eq!(status["code"], "account_suspended");
    assert_eq!(send(&anna, "Bob").await.0, StatusCode::FORBIDDEN);
    let page = browser.get("/").await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    assert!(page.body.contains("suspended"), "{}", page.body);
    assert_eq!(bob.get("/api/v1/me").await.0, StatusCode::OK);
    assert!(accounts(&service, &["list"]).contains('Z'));

    accounts(&service, &["resume", "--email", "anna@example.com"]);
    until(&anna, StatusCode::OK).await;
    assert_eq!(anna.search("secret", &json!({})).await.len(), 1);
}

/// Waits until the account is answered so.
async fn until(client: &Client, expected: StatusCode) -> Value {
    for _ in 0..200 {
        let (status, body) = client.get("/api/v1/me").await;
        if status == expected {
            return body;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{expected} is not answered after 10 s");
}

#[tokio::test]
async fn an_account_is_deleted_by_whoever_runs_the_service_once_they_say_so() {
    let service = limited(&[]).await;
    let anna = service.client("anna@example.com").await;
    anna.remember("Ida likes tea.", &json!({})).await;
    let data = service.data().to_str().unwrap();
    let delete = [
        "accounts",
        "delete",
        "--data",
        data,
        "--email",
        "anna@example.com",
    ];
    let output = run(&delete);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--yes"));
    assert_eq!(anna.get("/api/v1/me").await.0, StatusCode::OK);
    assert!(run(&[&delete[..], &["--yes"]].concat()).status.success());
    assert_eq!(anna.get("/api/v1/me").await.0, StatusCode::UNAUTHORIZED);
    assert!(!accounts(&service, &["list"]).contains("anna@example.com"));
    let output = run(&[&delete[..], &["--yes"]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("account not found"));
}
