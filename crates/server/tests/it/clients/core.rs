//! CORE's TypeScript SDK and its Obsidian plugin, request by request as they send them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::text;
use crate::service::Service;

#[tokio::test]
async fn the_requests_of_the_typescript_sdk_are_answered() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    let me = anna.read("/api/v1/me").await;
    assert_eq!(
        (&me["name"], &me["email"]),
        (&json!("Anna"), &json!("anna@example.com"))
    );
    assert!(me["id"].is_string());

    let add = json!({
        "episodeBody": "Anna moved to Lyon and started at Airbus.", "referenceTime": "2025-03-01T09:30:00.000Z",
        "source": "sdk", "sessionId": "s-1", "metadata": {}, "type": "CONVERSATION",
    });
    let (status, added) = anna.post("/api/v1/add", &add).await;
    assert_eq!((status, &added["success"]), (StatusCode::OK, &json!(true)));
    anna.processed(&text(&added["id"])).await;

    let search = json!({
        "query": "Where does Anna work?", "startTime": "2020-01-01T00:00:00.000Z", "endTime": null, "validAt": null,
        "spaceIds": [], "limit": 20, "includeInvalidated": false, "scoreThreshold": null, "minResults": null,
    });
    let (status, found) = anna.post("/api/v1/search", &search).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(found["episodes"][0], add["episodeBody"]);
    assert!(found["facts"][0]["fact"].is_string() && found["facts"][0]["validAt"].is_string());

    // The client throws what stands in `error`.
    let (status, refused) = anna.post("/api/v1/add", &json!({ "source": "sdk" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(text(&refused["error"]).contains("episodeBody"));
    let (status, refused) = anna.call(Method::GET, "/api/v1/logs/nobody", None).await;
    assert_eq!(
        (status, refused["error"].is_string()),
        (StatusCode::NOT_FOUND, true)
    );
}

#[tokio::test]
async fn the_obsidian_plugin_updates_a_note_instead_of_adding_it_again() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let sync = async |title: &str, body: &str, at: &str| -> Value {
        let note = json!({
            "episodeBody": body, "referenceTime": at, "source": "obsidian", "type": "DOCUMENT", "title": title,
            "sessionId": format!("vault/{title}.md"), "metadata": { "path": format!("{title}.md"), "tags": ["plans"] },
        });
        let (status, added) = anna.post("/api/v1/add", &note).await;
        assert_eq!(status, StatusCode::OK, "{added}");
        anna.processed(&text(&added["id"])).await
    };
    let first = sync(
        "Trip",
        "# Trip\n\nMelanie flies to Oslo on Monday.",
        "2025-03-01T09:30:00.000Z",
    )
    .await;
    sync(
        "Garden",
        "# Garden\n\nThe roses need water.",
        "2025-03-01T09:31:00.000Z",
    )
    .await;
    let unchanged = sync(
        "Trip",
        "# Trip\n\nMelanie flies to Oslo on Monday.",
        "2025-03-02T09:30:00.000Z",
    )
    .await;
    assert_eq!(unchanged["episodeUUID"], first["episodeUUID"]);
    let edited = "# Trip\n\nMelanie flies to Bergen on Friday.";
    let last = sync("Trip", edited, "2025-03-03T09:30:00.000Z").await;
    assert_ne!(last["episodeUUID"], first["episodeUUID"]);
    let found = anna
        .search(
            "Where does Melanie fly? Oslo",
            &json!({ "sessionId": "vault/Trip.md" }),
        )
        .await;
    assert_eq!(found, [edited]);
    let facts = anna
        .facts(
            "Melanie flies to Oslo",
            &json!({ "includeInvalidated": true }),
        )
        .await;
    assert!(facts.iter().all(|fact| !fact.contains("Oslo")), "{facts:?}");
    let logs = anna
        .read("/api/v1/logs?source=obsidian&sessionId=vault/Trip.md")
        .await;
    assert_eq!(logs["totalCount"], 3);
    assert_eq!(logs["logs"][0]["data"]["title"], "Trip");
}
