//! Our own export, brought to an empty server of the other database.

use serde_json::{Map, Value, json};

use crate::imports::brought;
use crate::postgres::ScratchDatabase;
use crate::service::{Client, Service};

/// What each export has of its own: when it was made, by whom, and under which ids.
const OWN: [&str; 10] = [
    "audit",
    "createdAt",
    "decisions",
    "importId",
    "isAdmin",
    "processedAt",
    "recordedAt",
    "time",
    "updatedAt",
    "deprecatedAt",
];

/// Texts of every kind, in several spaces, of several years.
async fn live(anna: &Client) {
    let (_, space) = anna
        .post(
            "/api/v1/spaces",
            &json!({ "name": "Work", "description": "What is paid for" }),
        )
        .await;
    let space = &space["space"]["id"];
    for (body, more) in [
        (
            "Clara lives in Lisbon.",
            json!({ "referenceTime": "2023-03-01T23:30:00+02:00", "tags": ["family"], "sessionId": "s1" }),
        ),
        (
            "Clara moved to Porto in May 2024. Her brother is Tom.",
            json!({ "referenceTime": "2024-06-11T08:00:00Z", "sessionId": "s1", "externalId": "clara/2" }),
        ),
        (
            "Tom: I work at Acme since January.\nAnna: I love pottery.",
            json!({ "referenceTime": "2024-02-03T10:00:00-10:00", "metadata": { "mood": "happy", "n": 3 } }),
        ),
        (
            "# Plan\n\nThe plan is on time. Zoe leads the team.",
            json!({ "spaceId": space, "type": "DOCUMENT", "sessionId": "plan", "sourceURL": "https://example.com/plan",
                    "integrationSlug": "notes" }),
        ),
        (
            "The parking permit of the office is in the blue folder.",
            json!({ "spaceId": space, "expiresAt": "2190-01-01T00:00:00Z" }),
        ),
    ] {
        anna.remember(body, &more).await;
    }
}

/// The export with ids told as such, and lists in an order that does not follow from them.
fn alike(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .filter(|(name, _)| !OWN.contains(&name.as_str()));
            let fields: Map<String, Value> = fields
                .map(|(name, value)| (name.clone(), alike(value)))
                .collect();
            Value::Object(fields)
        }
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().map(alike).collect();
            list.sort_by_key(Value::to_string);
            Value::Array(list)
        }
        // A text that had no name is called by its id.
        Value::String(text) if text.starts_with("recollect/") => Value::Null,
        Value::String(text) if is_id(text) => json!("an id"),
        value => value.clone(),
    }
}

fn is_id(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_hexdigit() || c == '-';
    text.len() == 36 && text.chars().all(is_part) && text.matches('-').count() == 4
}

/// What a search answers with.
async fn answers(client: &Client) -> Vec<Value> {
    let mut answers = Vec::new();
    for query in [
        "Where does Clara live?",
        "Where did Clara live in 2023?",
        "Where does Tom work?",
        "Who leads the team?",
        "parking permit",
        "What do I love?",
        "qwertz asdf",
    ] {
        let body = json!({ "query": query, "referenceTime": "2025-03-01T12:00:00Z" });
        let (_, found) = client.post("/api/v1/search", &body).await;
        let facts = found["facts"].as_array().unwrap().iter();
        let facts = facts.map(|fact| json!([fact["fact"], fact["validAt"], fact["invalidAt"]]));
        let facts: Vec<Value> = facts.collect();
        answers.push(json!([
            query,
            found["answer"]["text"],
            found["episodes"],
            facts
        ]));
    }
    answers
}

/// Brings what lives in the first service to the second, which is empty.
async fn carry(first: &Service, second: &Service) {
    let anna = first.client_called("anna@example.com", "Anna").await;
    live(&anna).await;
    let (_, export) = anna.get("/api/v1/export").await;
    let bytes = serde_json::to_vec(&export).unwrap();
    let anna_there = second.client_called("anna@example.com", "Anna").await;
    let files: [(&str, &[u8]); 1] = [("recollect-export.json", &bytes)];
    let import = brought(&anna_there, &[], &files).await;
    assert_eq!(
        (&import["added"], &import["problems"]),
        (&json!(5), &json!([]))
    );
    let (_, there) = anna_there.get("/api/v1/export").await;
    for part in ["account", "spaces", "logs", "entities", "statements"] {
        assert_eq!(alike(&there[part]), alike(&export[part]), "{part}");
    }
    assert!(!export["statements"].as_array().unwrap().is_empty());
    assert_eq!(answers(&anna_there).await, answers(&anna).await);
    // Where it was, it changes nothing.
    let again = brought(&anna, &[], &files).await;
    assert_eq!(
        (&again["added"], &again["unchanged"]),
        (&json!(0), &json!(5))
    );
}

#[tokio::test]
async fn our_export_from_sqlite_to_postgresql_is_the_same_memory() {
    let database = ScratchDatabase::create("brought");
    let postgres = ["--embedder", "potion", "--database", &database.url];
    carry(&Service::start().await, &Service::with(&postgres).await).await;
}

#[tokio::test]
async fn our_export_from_postgresql_to_sqlite_is_the_same_memory() {
    let database = ScratchDatabase::create("taken");
    let postgres = ["--embedder", "potion", "--database", &database.url];
    carry(&Service::with(&postgres).await, &Service::start().await).await;
}
