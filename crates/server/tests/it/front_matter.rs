//! The properties of a note: they tell its time and its tags, and are no facts about whoever wrote it.

use serde_json::json;

use crate::imports::brought;
use crate::reading::{text, texts};
use crate::service::{Client, Service};

const NOTE: &str = "---\ndate: 2026-02-03\nauthor: Otto\nstatus: open\ntags: [beds]\n---\n# Garden\n\nMarta lives in Graz.\n";

async fn facts(client: &Client) -> Vec<String> {
    let told = client.read("/api/v1/graph/timeline?limit=100").await;
    texts(&told["statements"], |one| &one["fact"])
}

#[tokio::test]
async fn the_properties_of_a_note_that_is_brought_in_are_no_facts() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    brought(&nora, &[], &[("garden.md", NOTE.as_bytes())]).await;
    let logs = nora.read("/api/v1/logs").await;
    let log = nora.processed(&text(&logs["logs"][0]["id"])).await;
    assert_eq!(log["ingestText"], NOTE, "the text is kept word for word");
    assert_eq!(log["tags"], json!(["beds"]));
    assert_eq!(log["metadata"]["author"], "Otto");
    assert!(
        text(&log["referenceTime"]).starts_with("2026-02-03"),
        "{log}"
    );
    assert_eq!(facts(&nora).await, ["Marta lives in Graz."]);
    assert_eq!(nora.entity_names("query=Otto").await.len(), 0);
    let path = format!("/api/v1/episodes/{}", text(&log["episodeUUID"]));
    let one = nora.read(&path).await;
    let said = crate::reading::cut(NOTE, &one["facts"][0]);
    assert_eq!(
        said, "Marta lives in Graz",
        "it points at the words of the note"
    );
}

#[tokio::test]
async fn nor_are_those_of_a_note_that_a_tool_sends() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    nora.remember(NOTE, &json!({})).await;
    assert_eq!(facts(&nora).await, ["Marta lives in Graz."]);
    // Words between two rules are words.
    let text = "---\nKlara lives in Linz.\n---\nShe likes tea.";
    nora.remember(text, &json!({})).await;
    assert!(
        facts(&nora)
            .await
            .contains(&"Klara lives in Linz.".to_owned())
    );
}
