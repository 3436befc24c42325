//! Until when a text is kept: by what it was sent with, and by its space.

use std::time::{Duration, SystemTime};

use recollect_model::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::mcp::Exchange;
use crate::reading::text;
use crate::service::Service;

#[tokio::test]
async fn a_text_says_until_when_it_is_kept_and_no_time_that_is_over_is_taken() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let until = json!({ "expiresAt": "2090-01-01T00:00:00+02:00" });
    let log = nora.remember("The code of the door is 4711.", &until).await;
    assert_eq!(log["expiresAt"], "2089-12-31T22:00:00Z");
    let log = nora.remember("The cat sleeps.", &json!({})).await;
    assert_eq!(log["expiresAt"], json!(null));
    for wrong in [
        "2020-01-01T00:00:00Z",
        "tomorrow",
        "2090-01-01T00:00:00+25:00",
    ] {
        let body = json!({ "episodeBody": "x y", "referenceTime": "2025-03-01T09:30:00Z", "source": "test", "expiresAt": wrong });
        let (status, reply) = nora.post("/ingest", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}: {reply}");
        assert_eq!(reply["details"]["field"], "expiresAt", "{wrong}: {reply}");
    }
}

#[tokio::test]
async fn a_space_says_for_how_long_it_keeps_its_texts() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let body = json!({ "name": "Notes", "retentionDays": 30 });
    let (status, made) = nora.post("/api/v1/spaces", &body).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(made["space"]["retentionDays"], 30);
    let path = format!("/api/v1/spaces/{}", text(&made["space"]["id"]));
    for (change, kept) in [
        (json!({ "name": "Jottings" }), json!(30)),
        (json!({ "retentionDays": 7 }), json!(7)),
        (json!({ "retentionDays": null }), json!(null)),
    ] {
        let (_, changed) = nora.call(Method::PUT, &path, Some(&change)).await;
        assert_eq!(changed["space"]["retentionDays"], kept, "{changed}");
        let shown = nora.read(&path).await;
        assert_eq!(shown["space"]["retentionDays"], kept, "{shown}");
    }
    for wrong in [json!(0), json!(40_000), json!("a week"), json!(1.5)] {
        let change = json!({ "retentionDays": wrong });
        let (status, reply) = nora.call(Method::PUT, &path, Some(&change)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{reply}");
        assert_eq!(reply["details"]["field"], "retentionDays");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the service has the clock of the machine"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

#[tokio::test]
async fn a_text_whose_time_is_over_is_shown_by_nothing_that_reads_texts() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("Clara likes tea.", &json!({})).await;
    let at = now() + Duration::from_secs(10);
    let until = Timestamp::try_from(at).unwrap();
    let log = nora
        .remember(
            "Clara lives in Lisbon.",
            &json!({ "expiresAt": until.to_string() }),
        )
        .await;
    let asked = json!({ "query": "Where does Clara live?" });
    let mcp = Exchange::of(&service, &nora);
    let said = async || {
        let mut said = nora.post("/api/v1/search", &asked).await.1.to_string();
        for path in [
            "/api/v1/context?query=Clara",
            "/api/v1/context",
            "/api/v1/logs",
            "/api/v1/graph/overview",
            "/api/v1/export",
        ] {
            said.push_str(&nora.read(path).await.to_string());
        }
        for (tool, arguments) in [
            ("memory_facts_about", json!({ "entity": "Clara" })),
            ("memory_timeline", json!({})),
            ("memory_entities", json!({})),
            ("memory_recent", json!({})),
        ] {
            said.push_str(&mcp.said(tool, arguments).await);
        }
        said
    };
    assert!(said().await.contains("Lisbon"));
    let left = at.duration_since(now()).unwrap_or_default();
    tokio::time::sleep(left + Duration::from_millis(10)).await;
    let said = said().await;
    assert!(!said.contains("Lisbon"), "{said}");
    assert!(said.contains("Clara likes tea"), "{said}");
    assert_eq!(nora.read("/api/v1/logs").await["totalCount"], 1);
    for path in [
        format!("/api/v1/logs/{}", text(&log["id"])),
        format!("/api/v1/episodes/{}", text(&log["episodeUUID"])),
    ] {
        assert_eq!(nora.get(&path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
