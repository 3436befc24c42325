//! Our own export, brought to an empty server of the other database: all comes back, and undoing it takes all of it back.

use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::imports::brought;
use crate::postgres::ScratchDatabase;
use crate::reading::text;
use crate::service::{Client, Service};

/// What each export has of its own: when it and its account and spaces were made, by whom, and under which ids.
const OWN: [&str; 6] = [
    "audit",
    "createdAt",
    "importId",
    "isAdmin",
    "processedAt",
    "updatedAt",
];

async fn asked(client: &Client, method: Method, path: &str, body: &Value) -> Value {
    let (status, reply) = client.call(method, path, Some(body)).await;
    assert!(status.is_success(), "{path}: {reply}");
    reply
}

/// The entity that is called so.
async fn entity(client: &Client, name: &str) -> String {
    let (_, found) = client.get("/api/v1/entities?limit=200").await;
    let mut found = found["entities"].as_array().unwrap().iter();
    text(&found.find(|one| one["name"] == name).unwrap()["id"])
}

async fn exported(client: &Client, filter: &str) -> Value {
    let (status, export) = client.get(&format!("/api/v1/export{filter}")).await;
    assert_eq!(status, StatusCode::OK, "{export}");
    export
}

/// Texts of every kind, in several spaces, of several years; and all that can be said of an account, of facts and of names.
async fn live(anna: &Client) {
    let person = json!({ "alsoCalled": ["Annie"], "timeZone": "Europe/Vienna" });
    asked(anna, Method::PUT, "/api/v1/me", &person).await;
    let work = json!({ "name": "Work", "description": "What is paid for" });
    let work = asked(anna, Method::POST, "/api/v1/spaces", &work).await;
    let empty = json!({ "name": "Guests", "description": "Who comes", "retentionDays": 7 });
    asked(anna, Method::POST, "/api/v1/spaces", &empty).await;
    for (body, more) in texts_of(&work["space"]["id"]) {
        anna.remember(body, &more).await;
    }
    for (words, decision) in [
        ("Rome", json!({ "decision": "dismissed" })),
        (
            "Vienna",
            json!({ "decision": "corrected", "object": "Graz" }),
        ),
        (
            "Acme",
            json!({ "decision": "ended", "at": "2024-12-01T00:00:00Z" }),
        ),
        ("pottery", json!({ "decision": "pinned" })),
        (
            "leads",
            json!({ "decision": "corrected", "fact": "Zoe leads the whole team." }),
        ),
    ] {
        let export = exported(anna, "").await;
        let mut facts = export["statements"].as_array().unwrap().iter();
        let fact = facts.find(|one| text(&one["fact"]).contains(words));
        let fact = fact.unwrap_or_else(|| panic!("no fact of {words}: {}", export["statements"]));
        let path = format!("/api/v1/statements/{}/decisions", text(&fact["id"]));
        asked(anna, Method::POST, &path, &decision).await;
    }
    let of = async |name: &str, what: &str| {
        let entity = entity(anna, name).await;
        format!("/api/v1/entities/{entity}{what}")
    };
    let lisbon = json!({ "name": "Lisboa" });
    asked(anna, Method::PUT, &of("Lisbon", "").await, &lisbon).await;
    let acme = json!({ "kind": "product" });
    asked(anna, Method::PUT, &of("Acme", "").await, &acme).await;
    let bobo = json!({ "other": entity(anna, "Bobo").await });
    asked(anna, Method::POST, &of("Carl", "/merge").await, &bobo).await;
    let path = of("Melanie Smith", "").await;
    let (_, melanie) = anna.get(&path).await;
    let mut aliases = melanie["aliases"].as_array().unwrap().iter();
    let mel = aliases.find(|one| one["name"] == "Mel").unwrap();
    let split = json!({ "alias": mel["id"] });
    asked(anna, Method::POST, &format!("{path}/split"), &split).await;
}

fn texts_of(work: &Value) -> Vec<(&'static str, Value)> {
    vec![
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
            "Melanie Smith lives in Rome. Mel plays chess.",
            json!({ "referenceTime": "2024-03-03T10:00:00Z" }),
        ),
        (
            "Carl lives in Vienna. Bobo likes tea.",
            json!({ "referenceTime": "2024-03-04T10:00:00Z", "tags": ["friends"] }),
        ),
        (
            "# Plan\n\nThe plan is on time. Zoe leads the team.",
            json!({ "spaceId": work, "type": "DOCUMENT", "sessionId": "plan", "sourceURL": "https://example.com/plan",
                    "integrationSlug": "notes" }),
        ),
        (
            "The parking permit of the office is in the blue folder.",
            json!({ "spaceId": work, "expiresAt": "2190-01-01T00:00:00Z" }),
        ),
    ]
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

/// What a search answers with, by what was known at the end and at this time.
async fn answers(client: &Client, known_at: &Value) -> Vec<Value> {
    let mut answers = Vec::new();
    for query in [
        "Where does Clara live?",
        "Where did Clara live in 2023?",
        "Where does Tom work?",
        "Where does Carl live?",
        "Where does Melanie live?",
        "Who leads the team?",
        "parking permit",
        "What do I love?",
        "qwertz asdf",
    ] {
        for known_at in [&Value::Null, known_at] {
            let body = json!({ "query": query, "referenceTime": "2025-03-01T12:00:00Z", "recordedAt": known_at });
            let (_, found) = client.post("/api/v1/search", &body).await;
            let facts = found["facts"].as_array().unwrap().iter();
            let facts = facts.map(|fact| json!([fact["fact"], fact["validAt"], fact["invalidAt"]]));
            let facts: Vec<Value> = facts.collect();
            answers.push(json!([
                query,
                known_at,
                found["answer"]["text"],
                found["episodes"],
                facts
            ]));
        }
    }
    answers
}

const TEXTS: usize = 7;

async fn bring(client: &Client, export: &Value) -> Value {
    let bytes = serde_json::to_vec(export).unwrap();
    brought(client, &[], &[("recollect-export.json", &bytes)]).await
}

/// Brings what lives in the first service to the second, which is empty.
async fn carry(first: &Service, second: &Service) {
    let anna = first.client_called("anna@example.com", "Anna").await;
    live(&anna).await;
    let export = exported(&anna, "").await;
    assert_eq!(export["decisions"].as_array().unwrap().len(), 5);
    let anna_there = second.client_called("anna@example.com", "Anna").await;
    let import = bring(&anna_there, &export).await;
    assert_eq!(
        (&import["added"], &import["problems"]),
        (&json!(TEXTS), &json!([]))
    );
    let there = exported(&anna_there, "").await;
    for part in [
        "account",
        "spaces",
        "logs",
        "names",
        "decisions",
        "entities",
        "statements",
    ] {
        assert_eq!(alike(&there[part]), alike(&export[part]), "{part}");
        assert!(!alike(&export[part]).to_string().is_empty(), "{part}");
    }
    assert!(!export["statements"].as_array().unwrap().is_empty());
    let known_at = &export["logs"][1]["time"];
    assert_eq!(
        answers(&anna_there, known_at).await,
        answers(&anna, known_at).await
    );
    let (_, me) = anna_there.get("/api/v1/me").await;
    assert_eq!(me["usage"]["textsToday"], TEXTS, "they were brought today");
    // Where it was, and once it is there, it changes nothing.
    for client in [&anna, &anna_there] {
        let before = exported(client, "").await;
        let again = bring(client, &export).await;
        assert_eq!(
            (&again["added"], &again["unchanged"], &again["problems"]),
            (&json!(0), &json!(TEXTS), &json!([]))
        );
        let after = exported(client, "").await;
        for part in [
            "account",
            "spaces",
            "logs",
            "names",
            "decisions",
            "entities",
            "statements",
        ] {
            assert_eq!(after[part], before[part], "{part}");
        }
    }
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

#[tokio::test]
async fn undoing_an_import_of_our_export_takes_back_all_that_it_did() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    live(&anna).await;
    let export = exported(&anna, "").await;
    let bert = service.client("bert@example.com").await;
    // Texts of his own say some of the same, of whom something was asked for and decided.
    for own in [
        "Carl lives in Vienna. Bobo likes tea.",
        "Clara lives in Lisbon.",
    ] {
        bert.remember(own, &json!({ "referenceTime": "2024-03-04T10:00:00Z" }))
            .await;
    }
    let parts = [
        "account",
        "spaces",
        "logs",
        "names",
        "decisions",
        "entities",
        "statements",
    ];
    let before = exported(&bert, "").await;
    let import = bring(&bert, &export).await;
    let between = exported(&bert, "").await;
    for part in parts {
        assert_ne!(alike(&between[part]), alike(&before[part]), "{part}");
    }
    // What he decides himself about what is brought goes with it; what he decides about his own does not.
    let path = format!("/api/v1/imports/{}", text(&import["id"]));
    let (status, undone) = bert.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{undone}");
    let after = exported(&bert, "").await;
    for part in parts {
        assert_eq!(alike(&after[part]), alike(&before[part]), "{part}");
    }
}

#[tokio::test]
async fn an_undone_import_leaves_no_name_behind_and_stands_still() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let export = exported(&anna, "").await;
    let bert = service.client("bert@example.com").await;
    let before = bert.read("/api/v1/me").await;
    let import = bring(&bert, &export).await;
    assert_eq!(bert.read("/api/v1/me").await["name"], "Anna");
    let path = format!("/api/v1/imports/{}", text(&import["id"]));
    for _ in 0..2 {
        let (status, undone) = bert.call(Method::DELETE, &path, None).await;
        assert_eq!(status, StatusCode::OK, "{undone}");
        let now = &bert.read(&path).await["import"];
        assert_eq!(now["status"], "undone");
        for field in ["endedAt", "perSecond"] {
            assert_eq!(now[field], import[field], "{field}");
        }
    }
    let after = bert.read("/api/v1/me").await;
    for field in ["name", "alsoCalled", "timeZone"] {
        assert_eq!(after[field], before[field], "{field}");
    }
}

#[tokio::test]
async fn what_the_account_says_already_goes_before_what_is_brought() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    live(&anna).await;
    let mut export = exported(&anna, "").await;
    // Nobody knew of it in a time that is to come.
    export["logs"][0]["time"] = json!("2950-01-01T00:00:00Z");
    export["decisions"][0]["decidedAt"] = json!("2950-01-01T00:00:00Z");
    let bert = service.client("bert@example.com").await;
    let person = json!({ "name": "Bert", "alsoCalled": ["Bertie"], "timeZone": "Europe/Lisbon" });
    asked(&bert, Method::PUT, "/api/v1/me", &person).await;
    let guests = json!({ "name": "Guests", "retentionDays": 30 });
    asked(&bert, Method::POST, "/api/v1/spaces", &guests).await;
    bring(&bert, &export).await;
    let there = exported(&bert, "").await;
    for (field, value) in person.as_object().unwrap() {
        assert_eq!(there["account"][field], *value);
    }
    let mut spaces = there["spaces"].as_array().unwrap().iter();
    let guests = spaces.find(|one| one["name"] == "Guests").unwrap();
    assert_eq!(guests["retentionDays"], 30);
    for (list, time) in [("logs", "time"), ("decisions", "decidedAt")] {
        let times = there[list].as_array().unwrap().iter();
        for time in times.map(|one| text(&one[time])) {
            assert!(time.as_str() < "2900", "{list}: {time}");
        }
    }
}

#[tokio::test]
async fn an_export_of_chosen_texts_has_only_what_these_name_and_say() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    live(&anna).await;
    let export = exported(&anna, "?tags=friends").await;
    assert_eq!(export["logs"].as_array().unwrap().len(), 1);
    let episode = json!([export["logs"][0]["episodeUUID"]]);
    let statements = export["statements"].as_array().unwrap();
    assert!(!statements.is_empty());
    for statement in statements {
        assert_eq!(statement["episodeUUIDs"], episode, "{statement}");
        let places = statement["evidence"].as_array().unwrap().iter();
        for place in places {
            assert_eq!(place["episodeUUID"], episode[0]);
        }
    }
    let decisions = export["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 1);
    assert_eq!(decisions[0]["decision"], "corrected");
    assert_eq!(decisions[0]["episodeUUIDs"], episode);
    let names = export["names"].as_array().unwrap();
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(names[0]["asked"], "same");
    let all = export["entities"].to_string();
    for other in ["Clara", "Lisboa", "Lisbon", "Tom", "Acme", "Zoe"] {
        assert!(!all.contains(other), "{other}: {all}");
    }
    assert!(all.contains("Carl") && all.contains("Bobo"), "{all}");
    let none = exported(&anna, "?tags=nothing").await;
    for part in ["logs", "entities", "statements", "decisions", "names"] {
        assert_eq!(none[part], json!([]), "{part}");
    }
}
