//! Many texts at once, texts that have a name outside, what they are sorted by, and requests that are sent again.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::text;
use crate::service::{Client, Reply, Service};

const AT: &str = "2025-03-01T09:30:00Z";

fn episode(body: &str) -> Value {
    json!({ "episodeBody": body, "referenceTime": AT, "source": "test" })
}

fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Sends a request under a key; the reply, and whether it was answered before.
async fn keyed(client: &Client, key: &str, path: &str, body: &Value) -> (Reply, bool) {
    let request = client.request(Method::POST, path).json(body);
    let response = request.header("Idempotency-Key", key).send().await.unwrap();
    let again = response.headers().get("idempotency-replayed").is_some();
    let status = response.status();
    ((status, response.json().await.unwrap()), again)
}

async fn total(client: &Client) -> u64 {
    let (_, logs) = client.get("/api/v1/logs").await;
    logs["totalCount"].as_u64().unwrap()
}

#[tokio::test]
async fn a_batch_says_of_each_text_what_became_of_it() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mut episodes: Vec<Value> = (0..1_000)
        .map(|number| episode(&format!("Note {number}: the cat sleeps.")))
        .collect();
    episodes[7]["episodeBody"] = json!(" ");
    episodes[8] = json!("no object");
    episodes[9]["spaceId"] = json!("018f0000-0000-7000-8000-000000000000");
    episodes[10]["referenceTime"] = json!("yesterday");
    let (status, reply) = anna
        .post("/api/v1/batch", &json!({ "episodes": episodes }))
        .await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    assert_eq!(
        (&reply["success"], &reply["added"], &reply["refused"]),
        (&json!(false), &json!(996), &json!(4))
    );
    let results = reply["results"].as_array().unwrap();
    for (number, field) in [
        (7, "episodeBody"),
        (8, "episodes"),
        (9, "spaceId"),
        (10, "referenceTime"),
    ] {
        let one = &results[number];
        assert_eq!(
            (&one["status"], &one["index"]),
            (&json!("refused"), &json!(number)),
            "{one}"
        );
        assert_eq!(one["error"]["details"]["field"], field, "{one}");
    }
    // They are in the order in which they were sent.
    let (_, logs) = anna.get("/api/v1/logs?limit=1").await;
    assert_eq!(logs["totalCount"], 996);
    assert_eq!(logs["logs"][0]["id"], results[999]["logId"]);
    for wrong in [
        json!({}),
        json!({ "episodes": [] }),
        json!({ "episodes": "x" }),
    ] {
        let (status, reply) = anna.post("/api/v1/batch", &wrong).await;
        assert_eq!(
            (status, &reply["details"]["field"]),
            (StatusCode::BAD_REQUEST, &json!("episodes"))
        );
    }
    let too_many = json!({ "episodes": vec![episode("x"); 1_001] });
    let (status, _) = anna.post("/api/v1/batch", &too_many).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_written_does_not_wait_for_a_batch_in_bulk() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let note =
        |number: usize| episode(&format!("Note {number}: Bert sings in Lisbon. ").repeat(20));
    let mut batch = json!({ "episodes": (0..500).map(note).collect::<Vec<_>>(), "bulk": true });
    let (_, accepted) = anna.post("/api/v1/batch", &batch).await;
    assert_eq!(accepted["added"], 500, "{accepted}");
    let written = anna
        .remember("Clara lives in Porto.", &json!({ "referenceTime": AT }))
        .await;
    let (_, queue) = anna.get("/api/v1/queue").await;
    let left = queue["depth"].as_u64().unwrap();
    assert!(left > 100, "{left} of the batch are left");
    assert_eq!(written["status"], "completed");

    batch["bulk"] = json!("perhaps");
    let (status, refused) = anna.post("/api/v1/batch", &batch).await;
    assert_eq!(
        (status, &refused["details"]["field"]),
        (StatusCode::BAD_REQUEST, &json!("bulk"))
    );
}

#[tokio::test]
async fn a_text_of_the_same_name_takes_the_place_of_the_one_before_or_changes_nothing() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let named = |body: &str| with(episode(body), &json!({ "externalId": "notes/1" }));
    let (_, first) = anna.post("/ingest", &named("Clara lives in Lisbon.")).await;
    assert_eq!(
        (&first["status"], &first["replaces"]),
        (&json!("added"), &Value::Null)
    );
    // Whether it is processed by then or not.
    let (_, again) = anna.post("/ingest", &named("Clara lives in Lisbon.")).await;
    assert_eq!(
        (&again["status"], &again["logId"]),
        (&json!("unchanged"), &first["logId"])
    );
    anna.processed(&text(&first["logId"])).await;
    let (_, again) = anna.post("/ingest", &named("Clara lives in Lisbon.")).await;
    assert_eq!(
        (&again["status"], &again["logId"]),
        (&json!("unchanged"), &first["logId"])
    );

    let (_, second) = anna.post("/ingest", &named("Clara lives in Porto.")).await;
    assert_eq!(
        (&second["status"], &second["replaces"]),
        (&json!("replaced"), &first["logId"])
    );
    anna.processed(&text(&second["logId"])).await;
    assert_eq!(
        anna.search("Where does Clara live?", &json!({})).await,
        ["Clara lives in Porto."]
    );
    let (_, log) = anna
        .get(&format!("/api/v1/logs/{}", text(&first["logId"])))
        .await;
    assert_eq!(log["log"]["replacedBy"], second["logId"]);

    // The same words at another time are another version; under another name they are another text.
    let later = with(
        named("Clara lives in Porto."),
        &json!({ "referenceTime": "2025-04-01T00:00:00Z" }),
    );
    let (_, third) = anna.post("/ingest", &later).await;
    assert_eq!(third["status"], "replaced");
    let other = with(
        episode("Clara lives in Porto."),
        &json!({ "externalId": "notes/2" }),
    );
    let (_, other) = anna.post("/ingest", &other).await;
    assert_eq!(other["status"], "added");
    anna.processed(&text(&other["logId"])).await;
    let (_, logs) = anna.get("/api/v1/logs?externalId=notes/1").await;
    assert_eq!(logs["totalCount"], 3, "{logs}");

    // Somebody else's text of that name is nobody's business.
    let bert = service.client("bert@example.com").await;
    let (_, his) = bert.post("/ingest", &named("Clara lives in Porto.")).await;
    assert_eq!(his["status"], "added");
    // What was forgotten is not there.
    anna.call(
        Method::DELETE,
        &format!("/api/v1/logs/{}", text(&other["logId"])),
        None,
    )
    .await;
    let back = with(
        episode("Clara lives in Porto."),
        &json!({ "externalId": "notes/2" }),
    );
    let (_, back) = anna.post("/ingest", &back).await;
    assert_eq!(back["status"], "added");
}

#[tokio::test]
async fn two_documents_of_one_session_that_have_names_do_not_replace_each_other() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let part = |name: &str, body: &str| {
        let more = json!({ "externalId": name, "sessionId": "book", "type": "DOCUMENT" });
        with(episode(body), &more)
    };
    for (name, body) in [
        ("1", "The first chapter is short."),
        ("2", "The second chapter is long."),
    ] {
        let (_, log) = anna.post("/ingest", &part(name, body)).await;
        anna.processed(&text(&log["logId"])).await;
    }
    assert_eq!(anna.search("chapter", &json!({})).await.len(), 2);
}

/// Texts about boats, with labels.
async fn remember_boats(client: &Client) {
    for (body, labels) in [
        (
            "The red boat sails.",
            json!({ "tags": ["sea", "red"], "metadata": { "year": 2024, "crew": ["Ann", "Bo"] } }),
        ),
        (
            "The blue boat sails.",
            json!({ "tags": "sea, blue", "metadata": { "year": 2025.0, "fast": true } }),
        ),
        (
            "The green boat rests.",
            json!({ "tags": [], "metadata": { "note": { "deep": 1 } } }),
        ),
    ] {
        let log = client.remember(body, &labels).await;
        assert_eq!(log["metadata"], labels["metadata"]);
    }
}

#[tokio::test]
async fn texts_are_found_listed_and_exported_by_their_tags_and_metadata() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    remember_boats(&anna).await;
    let found = async |filter: Value| {
        let mut texts = anna.search("boat", &filter).await;
        texts.sort_unstable();
        let colours = texts
            .iter()
            .map(|text| text.split(' ').nth(1).unwrap().to_owned());
        colours.collect::<Vec<_>>().join(" ")
    };
    for (filter, expected) in [
        (json!({}), "blue green red"),
        (json!({ "tags": ["red", "blue"] }), "blue red"),
        (json!({ "tags": { "all": ["sea", "red"] } }), "red"),
        (json!({ "tags": { "none": ["red"] } }), "blue green"),
        (
            json!({ "tags": { "any": ["sea"], "none": ["blue"] } }),
            "red",
        ),
        (
            json!({ "metadata": { "any": { "year": 2024, "fast": true } } }),
            "blue red",
        ),
        (
            json!({ "metadata": { "all": { "year": 2025, "fast": true } } }),
            "blue",
        ),
        (json!({ "metadata": { "all": { "crew": "Bo" } } }), "red"),
        (
            json!({ "metadata": { "all": { "year": [2024, 2025] } } }),
            "blue red",
        ),
        (
            json!({ "metadata": { "none": { "year": 2024 } } }),
            "blue green",
        ),
        (json!({ "tags": ["nothing"] }), ""),
    ] {
        assert_eq!(found(filter.clone()).await, expected, "{filter}");
    }
    let (_, logs) = anna.get("/api/v1/logs?allTags=sea,blue").await;
    assert_eq!(logs["totalCount"], 1);
    assert_eq!(logs["logs"][0]["tags"], json!(["blue", "sea"]));
    let by_year = "/api/v1/logs?metadata=%7B%22all%22%3A%7B%22year%22%3A2024%7D%7D";
    let (_, logs) = anna.get(by_year).await;
    assert_eq!(logs["totalCount"], 1);
    let (_, export) = anna.get("/api/v1/export?noTags=red").await;
    assert_eq!(export["logs"].as_array().unwrap().len(), 2);
    // Nobody else's.
    let bert = service.client("bert@example.com").await;
    assert!(
        bert.search("boat", &json!({ "tags": ["sea"] }))
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_filter_by_labels_or_with_what_a_log_shows_is_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for wrong in [
        json!({ "tags": 7 }),
        json!({ "tags": "sea" }),
        json!({ "tags": [7] }),
        json!({ "tags": { "some": [] } }),
        json!({ "tags": vec!["sea"; 101] }),
        json!({ "metadata": { "year": 2024 } }),
        json!({ "metadata": { "any": { "deep": {} } } }),
        json!({ "metadata": { "any": { "": 1 } } }),
        json!({ "metadata": { "any": { "year": vec![2024; 21] } } }),
    ] {
        let (status, reply) = anna
            .post("/search", &with(json!({ "query": "boat" }), &wrong))
            .await;
        let field = wrong.as_object().unwrap().keys().next().unwrap();
        assert_eq!(
            (status, &reply["details"]["field"]),
            (StatusCode::BAD_REQUEST, &json!(field))
        );
    }
    for shown in ["sourceURL", "integrationSlug"] {
        let wrong = with(episode("The red boat sails."), &json!({ shown: {} }));
        let (status, reply) = anna.post("/ingest", &wrong).await;
        assert_eq!(
            (status, &reply["details"]["field"]),
            (StatusCode::BAD_REQUEST, &json!(shown))
        );
    }
}

#[tokio::test]
async fn a_request_that_is_sent_again_under_its_key_is_carried_out_once() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let sent = episode("The cat sleeps.");
    let (first, again) = keyed(&anna, "k1", "/api/v1/add", &sent).await;
    assert_eq!((first.0, again), (StatusCode::OK, false), "{}", first.1);
    let (second, again) = keyed(&anna, "k1", "/api/v1/add", &sent).await;
    assert_eq!((&second, again), (&first, true));
    assert_eq!(total(&anna).await, 1);
    let (other, _) = keyed(&anna, "k1", "/api/v1/add", &episode("The dog sleeps.")).await;
    assert_eq!(
        (other.0, &other.1["code"]),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!("idempotency_key_reused")
        )
    );
    // A refusal gives the key back.
    let (refused, _) = keyed(&anna, "k2", "/api/v1/add", &json!({})).await;
    assert_eq!(refused.0, StatusCode::BAD_REQUEST);
    let (then, again) = keyed(&anna, "k2", "/api/v1/add", &sent).await;
    assert_eq!((then.0, again), (StatusCode::OK, false));
    // Another's key is another key.
    let bert = service.client("bert@example.com").await;
    let (his, again) = keyed(&bert, "k1", "/api/v1/add", &sent).await;
    assert!(!again && his.1["logId"] != first.1["logId"]);

    let spaces = json!({ "name": "Work" });
    let (made, _) = keyed(&anna, "k3", "/api/v1/spaces", &spaces).await;
    let (same, again) = keyed(&anna, "k3", "/api/v1/spaces", &spaces).await;
    assert_eq!((&same, again), (&made, true));
    // What is shown once is not kept.
    let key = json!({ "name": "laptop" });
    let (made, _) = keyed(&anna, "k4", "/api/v1/keys", &key).await;
    assert_eq!(made.0, StatusCode::CREATED);
    let (same, _) = keyed(&anna, "k4", "/api/v1/keys", &key).await;
    assert_eq!(
        (same.0, &same.1["code"]),
        (StatusCode::CONFLICT, &json!("carried_out_already"))
    );
    let (_, keys) = anna.get("/api/v1/keys").await;
    assert_eq!(keys["keys"].as_array().unwrap().len(), 2);
    // Nor is what was forgotten since.
    let log = text(&first.1["logId"]);
    anna.processed(&log).await;
    anna.call(Method::DELETE, &format!("/api/v1/logs/{log}"), None)
        .await;
    let (gone, _) = keyed(&anna, "k1", "/api/v1/add", &sent).await;
    assert_eq!(gone.0, StatusCode::CONFLICT);
    let (long, _) = keyed(&anna, &"k".repeat(256), "/api/v1/add", &sent).await;
    assert_eq!(
        (long.0, &long.1["details"]["field"]),
        (StatusCode::BAD_REQUEST, &json!("Idempotency-Key"))
    );
}
