//! The audit trail that a person can read.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::text;
use crate::service::{Browser, Service};

async fn trail(browser: &Browser, query: &str) -> Value {
    let path = format!("/api/v1/audit{query}");
    let (status, trail) = browser.call(Method::GET, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{trail}");
    trail
}

fn actions(trail: &Value) -> Vec<String> {
    let entries = trail["entries"].as_array().unwrap();
    entries.iter().map(|entry| text(&entry["action"])).collect()
}

#[tokio::test]
async fn what_is_done_with_an_account_can_be_read_by_its_owner() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = service.sign_in("anna@example.com").await;
    fail_to_log_in(&service).await;
    let body = json!({ "name": "laptop" });
    let (_, key) = browser
        .call(Method::POST, "/api/v1/keys", Some(&body))
        .await;
    let path = format!("/api/v1/keys/{}", text(&key["id"]));
    browser.call(Method::DELETE, &path, None).await;
    let log = anna.remember("The code is xylophone.", &json!({})).await;
    let path = format!("/api/v1/logs/{}", text(&log["id"]));
    anna.call(Method::DELETE, &path, None).await;
    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "work" }))
        .await;
    let path = format!("/api/v1/spaces/{}", text(&space["space"]["id"]));
    anna.call(Method::DELETE, &path, None).await;

    let whole = trail(&browser, "").await;
    assert_eq!(
        actions(&whole),
        [
            "space.deleted",
            "text.forgotten",
            "key.revoked",
            "key.created",
            "login.failed",
            "login.succeeded",
            "login.succeeded",
            "key.created"
        ]
    );
    let entries = whole["entries"].as_array().unwrap();
    let subjects: Vec<String> = entries
        .iter()
        .map(|entry| text(&entry["subject"]))
        .collect();
    assert_eq!(subjects[0], "work");
    assert_eq!(subjects[1], text(&log["id"]));
    assert!(subjects[2].starts_with("laptop (rc_pat_"), "{subjects:?}");
    assert_eq!(subjects[4], "a link that was used before");
    let by_hand = entries.last().unwrap();
    assert_eq!(by_hand["address"], json!(null), "made on the command line");
    assert!(
        entries[..7]
            .iter()
            .all(|entry| entry["address"] == "127.0.0.1"),
        "{whole}"
    );
    let text_of_it = whole.to_string();
    assert!(
        !text_of_it.contains("xylophone") && !text_of_it.contains(&text(&key["key"])),
        "{whole}"
    );

    assert_paged(&browser, entries).await;
    browser.post_form("/logout", &[]).await;
    let again = service.sign_in("anna@example.com").await;
    assert_eq!(
        actions(&trail(&again, "?limit=2").await),
        ["login.succeeded", "session.ended"]
    );
    let bert = service.sign_in("bert@example.com").await;
    assert_eq!(actions(&trail(&bert, "").await), ["login.succeeded"]);
}

#[tokio::test]
async fn each_way_to_the_service_leaves_its_address_in_the_trail() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = service.sign_in("anna@example.com").await;
    let first = anna.remember("The code is xylophone.", &json!({})).await;
    let second = anna.remember("The code is 5678.", &json!({})).await;
    let hook = json!({ "url": "https://hooks.example.com/a" });
    let (_, made) = anna.post("/api/v1/webhooks", &hook).await;
    let id = text(&made["id"]);
    let disable = json!({ "enabled": false });
    let path = format!("/api/v1/webhooks/{id}");
    anna.call(Method::PUT, &path, Some(&disable)).await;
    anna.post(&format!("{path}/rotate-secret"), &json!({}))
        .await;
    browser
        .post_form(&format!("/webhooks/{id}/delete"), &[])
        .await;
    let path = format!("/logs/{}/forget", text(&first["id"]));
    browser.post_form(&path, &[]).await;
    let call = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": { "name": "memory_forget", "arguments": { "id": second["id"] } }
    });
    anna.post("/api/v1/mcp", &call).await;

    let whole = trail(&browser, "?limit=6").await;
    assert_eq!(
        actions(&whole),
        [
            "text.forgotten",
            "text.forgotten",
            "webhook.deleted",
            "webhook.secret_rotated",
            "webhook.changed",
            "webhook.created"
        ]
    );
    let entries = whole["entries"].as_array().unwrap();
    let mut addresses = entries.iter().map(|entry| &entry["address"]);
    assert!(addresses.all(|address| address == "127.0.0.1"), "{whole}");
}

/// The trail can be read page by page.
async fn assert_paged(browser: &Browser, entries: &[Value]) {
    let newest = trail(browser, "?limit=3").await;
    assert_eq!(
        (
            newest["entries"].as_array().unwrap().len(),
            &newest["hasMore"]
        ),
        (3, &json!(true))
    );
    let older = trail(
        browser,
        &format!("?limit=5&before={}", newest["entries"][2]["number"]),
    )
    .await;
    assert_eq!(
        (&older["entries"], &older["hasMore"]),
        (&json!(entries[3..]), &json!(false))
    );
}

/// Uses a link, and tries it again.
async fn fail_to_log_in(service: &Service) {
    let used = service.login_link("anna@example.com", None).await;
    for expected in [StatusCode::SEE_OTHER, StatusCode::GONE] {
        let elsewhere = Browser::new(&service.base);
        assert_eq!(elsewhere.post_form(&used, &[]).await.status, expected);
    }
}
