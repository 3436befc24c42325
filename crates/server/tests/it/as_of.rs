//! A search as of a past time: what held then, and what was known then.

use serde_json::{Value, json};

use crate::reading::text;
use crate::service::{Client, Service};

const QUERY: &str = "Where does Clara live?";
const IN_HAMBURG: &str = "Clara lives_in Hamburg 2024-02-10T09:00:00Z..2024-06-03T00:00:00Z";
const STILL_IN_HAMBURG: &str = "Clara lives_in Hamburg 2024-02-10T09:00:00Z..";
const IN_BERLIN: &str = "Clara lives_in Berlin 2024-06-03T00:00:00Z..";

/// Where Clara lives, told twice; the logs.
async fn remember_a_move(nora: &Client) -> [Value; 2] {
    let lives = json!({ "referenceTime": "2024-02-10T09:00:00Z" });
    let moved = json!({ "referenceTime": "2024-06-14T09:00:00Z" });
    [
        nora.remember("Clara lives in Hamburg.", &lives).await,
        nora.remember("Clara moved to Berlin on 3 June 2024.", &moved)
            .await,
    ]
}

#[tokio::test]
async fn without_a_time_only_what_still_holds_is_told_unless_asked() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_move(&nora).await;
    assert_eq!(nora.facts(QUERY, &json!({})).await, [IN_BERLIN]);
    let mut all = nora
        .facts(QUERY, &json!({ "includeInvalidated": true }))
        .await;
    all.sort();
    assert_eq!(all, [IN_BERLIN, IN_HAMBURG]);
}

#[tokio::test]
async fn valid_at_tells_what_held_then() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_move(&nora).await;
    for (time, wanted) in [
        ("2024-01-01T00:00:00Z", &[][..]),
        ("2024-06-02T23:59:59Z", &[IN_HAMBURG]),
        ("2024-06-03T00:00:00Z", &[IN_BERLIN]),
        ("2030-01-01T00:00:00Z", &[IN_BERLIN]),
    ] {
        let facts = nora.facts(QUERY, &json!({ "validAt": time })).await;
        assert_eq!(facts, wanted, "{time}");
        let snake = nora.facts(QUERY, &json!({ "valid_at": time })).await;
        assert_eq!(snake, wanted, "{time}");
    }
}

#[tokio::test]
async fn recorded_at_tells_what_was_known_then() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let [first, second] = remember_a_move(&nora).await;
    let before = text(&first["processedAt"]);
    let then = json!({ "recordedAt": before });
    assert_eq!(nora.facts(QUERY, &then).await, [STILL_IN_HAMBURG]);
    assert_eq!(nora.search(QUERY, &then).await, ["Clara lives in Hamburg."]);
    let much_later = json!({ "recordedAt": before, "validAt": "2030-01-01T00:00:00Z" });
    assert_eq!(nora.facts(QUERY, &much_later).await, [STILL_IN_HAMBURG]);
    let after = json!({ "recordedAt": second["processedAt"] });
    assert_eq!(nora.facts(QUERY, &after).await, [IN_BERLIN]);
    assert_eq!(nora.search(QUERY, &after).await.len(), 2);
    let never = json!({ "recordedAt": "2020-01-01T00:00:00Z" });
    assert_eq!(nora.facts(QUERY, &never).await, Vec::<String>::new());
    assert_eq!(nora.search(QUERY, &never).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_fact_of_which_only_the_end_is_known_has_no_beginning() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("Tom used to live in Rome until 2018.", &json!({}))
        .await;
    let body = json!({ "query": "Where did Tom live?", "includeInvalidated": true });
    let (_, found) = nora.post("/search", &body).await;
    let fact = &found["facts"][0];
    assert_eq!(
        (&fact["subject"], &fact["object"]),
        (&json!("Tom"), &json!("Rome"))
    );
    assert_eq!(fact["validAt"], json!(null));
    assert_eq!(fact["invalidAt"], "2018-01-01T00:00:00Z");
    let now = nora.facts("Where does Tom live?", &json!({})).await;
    assert_eq!(now, Vec::<String>::new());
    let then = json!({ "validAt": "1999-01-01T00:00:00Z" });
    let then = nora.facts("Where did Tom live?", &then).await;
    assert_eq!(then, ["Tom lives_in Rome ..2018-01-01T00:00:00Z"]);
}

const LISBON: &str = "Clara lives_in Lisbon 2024-06-03T00:00:00Z..";
const OSLO: &str = "Clara lives_in Oslo 2020-02-10T09:00:00Z..2024-06-03T00:00:00Z";

/// Clara moves from Oslo, of which much is told, to Lisbon.
async fn remember_much_of_the_past(nora: &Client) {
    let told = |time: &str| json!({ "referenceTime": time });
    for (time, text) in [
        ("2020-02-10T09:00:00Z", "Clara lives in Oslo."),
        (
            "2021-02-10T09:00:00Z",
            "Clara lives in Oslo and has a flat with a view of Oslo's harbour.",
        ),
        (
            "2022-02-10T09:00:00Z",
            "Where does Clara live? Clara lives in Oslo.",
        ),
        (
            "2024-06-14T09:00:00Z",
            "Clara moved to Lisbon on 3 June 2024.",
        ),
    ] {
        nora.remember(text, &told(time)).await;
    }
}

#[tokio::test]
async fn what_holds_goes_before_what_has_ended_unless_the_past_is_asked_for() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_much_of_the_past(&nora).await;
    for (question, order) in [
        ("Where does Clara live?", [LISBON, OSLO]),
        ("Which city does Clara live in?", [LISBON, OSLO]),
        ("Does Clara live in Oslo?", [LISBON, OSLO]),
        ("Clara", [LISBON, OSLO]),
        ("Clara Oslo harbour flat", [LISBON, OSLO]),
        ("Clara's city at the moment", [LISBON, OSLO]),
        ("Where did Clara live in 2021?", [OSLO, LISBON]),
        ("Where did Clara live in March 2022?", [OSLO, LISBON]),
        ("Clara's city in 2021", [OSLO, LISBON]),
        ("Where did Clara live?", [OSLO, LISBON]),
        ("Where did Clara live in July 2024?", [LISBON, OSLO]),
    ] {
        let mut facts = nora
            .facts(question, &json!({ "includeInvalidated": true }))
            .await;
        facts.retain(|fact| fact.contains(" lives_in "));
        assert_eq!(facts, order, "{question}");
    }
}
