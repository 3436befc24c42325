//! What happened to a memory, in order.

use serde_json::json;

use crate::reading::texts;
use crate::service::Service;

#[tokio::test]
async fn what_happened_is_told_in_order_without_gaps_and_to_its_owner_only() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let bert = service.client("bert@example.com").await;
    let lives = json!({ "referenceTime": "2024-02-10T09:00:00Z" });
    let first = nora.remember("Clara lives in Hamburg.", &lives).await;
    let second = nora.remember("Clara moved to Berlin.", &json!({})).await;
    nora.forget(&second).await;
    let told = nora.read("/api/v1/events").await;
    let events = told["events"].as_array().unwrap();
    let mut kinds = texts(&told["events"], |event| &event["type"]);
    kinds.sort();
    assert_eq!(
        kinds,
        [
            "episode.completed",
            "episode.completed",
            "episode.deleted",
            "statement.invalidated"
        ]
    );
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event["sequence"], place + 1, "{told}");
    }
    assert_eq!(events[0]["logId"], first["id"]);
    assert_eq!(events[0]["episodeUUID"], first["episodeUUID"]);
    let ended = events
        .iter()
        .find(|event| event["type"] == "statement.invalidated")
        .unwrap();
    let clara = nora.entity("Clara").await;
    assert_eq!(
        ended["statementId"],
        nora.said_of(&clara, "").await[0]["id"]
    );
    assert_eq!(ended["episodeUUID"], second["episodeUUID"]);
    let rest = nora.read("/api/v1/events?after=1&limit=2").await;
    assert_eq!(rest["events"], json!(events[1..3]));
    assert_eq!(rest["hasMore"], true);
    let none = nora.read("/api/v1/events?after=4").await;
    assert_eq!(none, json!({ "events": [], "hasMore": false }));
    let of_bert = bert.read("/api/v1/events").await;
    assert_eq!(of_bert["events"], json!([]));
}
