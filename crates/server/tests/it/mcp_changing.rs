//! What an assistant may put right: decisions taken back, names, kinds and texts; and what texts are sorted by.

use serde_json::{Value, json};

use crate::mcp::Exchange;
use crate::reading::text;
use crate::service::{Client, Service};

/// Calls a tool that saves something; the structured part of its answer.
async fn saved(mcp: &Exchange<'_>, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let mut answered = mcp.ask("tools/call", params).await.body;
    let result = answered["result"].take();
    assert_eq!(result["isError"], false, "{name}: {result}");
    result["structuredContent"].clone()
}

async fn refused(mcp: &Exchange<'_>, name: &str, arguments: Value, word: &str) {
    let (said, is_error) = mcp.tool(name, arguments).await;
    assert!(is_error && said.contains(word), "{name}: {said}");
}

async fn about(mcp: &Exchange<'_>, entity: &str) -> String {
    let asked = json!({ "entity": entity, "evidence": true });
    mcp.said("memory_facts_about", asked).await
}

/// The id of the first fact that is shown.
fn fact_id(shown: &str) -> String {
    let after = shown.split("fact ").nth(1).unwrap();
    after.split_whitespace().next().unwrap().to_owned()
}

async fn with_clara() -> (Service, Client, Value) {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    (service, anna, log)
}

#[tokio::test]
async fn a_decision_is_listed_and_taken_back() {
    let (service, anna, _) = with_clara().await;
    let mcp = Exchange::of(&service, &anna);
    let none = mcp.said("memory_decisions", json!({})).await;
    assert!(none.contains("Nothing was decided"), "{none}");
    let shown = about(&mcp, "Clara").await;
    let fact = fact_id(&shown);
    let right = json!({ "id": fact, "decision": "corrected", "object": "Porto" });
    let decided = saved(&mcp, "memory_correct_fact", right).await;
    assert!(about(&mcp, "Clara").await.contains("Porto"));

    let listed = mcp.said("memory_decisions", json!({})).await;
    let id = text(&decided["decisionId"]);
    assert!(
        listed.contains(&id) && listed.contains("Lisbon") && listed.contains("Porto"),
        "{listed}"
    );
    saved(&mcp, "memory_undo_decision", json!({ "id": id })).await;
    let now = about(&mcp, "Clara").await;
    assert!(now.contains("Lisbon") && !now.contains("Porto"), "{now}");
    for gone in [&id, "nothing"] {
        let arguments = json!({ "id": gone });
        refused(&mcp, "memory_undo_decision", arguments, "memory_decisions").await;
    }
}

#[tokio::test]
async fn an_entity_is_renamed_and_given_a_kind_and_both_are_taken_back() {
    let (service, anna, _) = with_clara().await;
    let mcp = Exchange::of(&service, &anna);
    let named = json!({ "entity": "clara", "name": "Clara Berg", "kind": "animal" });
    let changed = saved(&mcp, "memory_update_entity", named).await;
    let listed = mcp
        .said("memory_entities", json!({ "query": "Clara" }))
        .await;
    assert!(listed.contains("Clara Berg (animal"), "{listed}");
    assert!(about(&mcp, "Clara Berg").await.contains("Lisbon"));
    let back = json!({ "entity": changed["entityId"], "name": "", "kind": "" });
    saved(&mcp, "memory_update_entity", back).await;
    let listed = mcp
        .said("memory_entities", json!({ "query": "Clara" }))
        .await;
    assert!(listed.contains("Clara (person"), "{listed}");

    for (arguments, word) in [
        (json!({ "entity": "Clara" }), "name or kind is missing"),
        (json!({ "entity": "Clara", "kind": "ghost" }), "no kind"),
        (
            json!({ "entity": "Cla", "name": "Clara Berg" }),
            "memory_entities",
        ),
        (json!({ "entity": "me", "name": "Anna" }), "page Account"),
        (
            json!({ "entity": "00000000-0000-4000-8000-000000000000", "name": "Anna" }),
            "memory_entities",
        ),
    ] {
        refused(&mcp, "memory_update_entity", arguments, word).await;
    }
}

#[tokio::test]
async fn what_is_wrong_is_told_in_plain_words_and_a_whole_number_may_have_a_point() {
    let (service, anna, log) = with_clara().await;
    let mcp = Exchange::of(&service, &anna);
    for (tool, arguments, words) in [
        (
            "memory_search",
            json!({ "query": "x", "limit": 1.5 }),
            "limit must be a whole number, not below 0, not the number `1.5`",
        ),
        (
            "memory_search",
            json!({ "query": "x", "limit": -1 }),
            "limit must be a whole number, not below 0, not the number `-1`",
        ),
        (
            "memory_search",
            json!({ "query": "x", "tags": "a,b" }),
            "tags must be a list, not the text \"a,b\"",
        ),
        (
            "memory_search",
            json!({ "query": ["x"] }),
            "query must be a text, not a list",
        ),
        ("memory_search", json!({}), "`query` is missing"),
        (
            "memory_correct_fact",
            json!({ "id": "x", "decision": "wrong" }),
            "decision must be one of `dismissed`, `ended`, `corrected`, `pinned`, not `wrong`",
        ),
        (
            "memory_entities",
            json!({ "kind": "people" }),
            "date, quantity or thing",
        ),
        (
            "memory_facts_about",
            json!({ "entity": "me", "includePast": "yes" }),
            "includePast must be true or false, not the text \"yes\"",
        ),
    ] {
        refused(&mcp, tool, arguments, words).await;
    }
    let found = json!({ "query": "Where does Clara live?", "limit": 1.0 });
    assert!(mcp.said("memory_search", found).await.contains("Lisbon"));
    let nothing = json!({ "entity": "Clara", "name": "" });
    let said = mcp.said("memory_update_entity", nothing).await;
    assert!(said.starts_with("There was nothing to take back"), "{said}");
    let gone = mcp.said("memory_forget", json!({ "id": log["id"] })).await;
    assert!(gone.contains("1 fact and 2 names"), "{gone}");
}

#[tokio::test]
async fn an_entity_takes_the_name_of_another_only_where_both_are_said_to_be_the_same() {
    let (service, anna, _) = with_clara().await;
    let told = "Mirjam Berg works at Zeiss.";
    anna.remember(told, &json!({})).await;
    let mcp = Exchange::of(&service, &anna);
    let mut named = json!({ "entity": "Clara", "name": "Mirjam Berg" });
    refused(&mcp, "memory_update_entity", named.clone(), "merge true").await;
    assert!(!about(&mcp, "Mirjam Berg").await.contains("Lisbon"));
    named["merge"] = json!(true);
    saved(&mcp, "memory_update_entity", named).await;
    let both = about(&mcp, "Mirjam Berg").await;
    assert!(both.contains("Lisbon") && both.contains("Zeiss"), "{both}");
}

#[tokio::test]
async fn what_was_put_right_is_told_with_the_ids_that_are_needed_next() {
    let (service, anna, _) = with_clara().await;
    let mcp = Exchange::of(&service, &anna);
    let first = fact_id(&about(&mcp, "Clara").await);
    let right = json!({ "id": first, "decision": "corrected", "object": "Porto" });
    let said = mcp.said("memory_correct_fact", right).await;
    let second = fact_id(&said);
    let shown = about(&mcp, "Clara").await;
    assert!(
        second != first && shown.contains(&second),
        "{said}: {shown}"
    );
    let decision = said.split("decision ").nth(1).unwrap();
    let decision = decision.split(',').next().unwrap();

    // What is asked is looked at before the fact is.
    let nobodys = "00000000-0000-4000-8000-000000000000";
    for (mut arguments, word) in [
        (json!({ "decision": "pinned" }), "memory_facts_about"),
        (json!({ "decision": "corrected" }), "object is missing"),
        (json!({ "decision": "ended" }), "at is missing"),
        (json!({ "decision": "ended", "at": "soon" }), "at "),
        (
            json!({ "decision": "pinned", "object": "Rome" }),
            "corrected",
        ),
        (
            json!({ "decision": "dismissed", "at": "2024-01-01" }),
            "ended",
        ),
    ] {
        arguments["id"] = json!(nobodys);
        refused(&mcp, "memory_correct_fact", arguments, word).await;
    }
    saved(&mcp, "memory_undo_decision", json!({ "id": decision })).await;
    assert!(about(&mcp, "Clara").await.contains("Lisbon"));
}

#[tokio::test]
async fn the_same_text_under_its_name_is_unchanged_where_nobody_says_when() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let note = |message: &str| json!({ "message": message, "externalId": "note", "tags": ["a"] });
    let first = saved(&mcp, "memory_ingest", note("Clara lives in Lisbon.")).await;
    anna.processed(&text(&first["logId"])).await;
    let again = saved(&mcp, "memory_ingest", note("Clara lives in Lisbon.")).await;
    assert_eq!(again["status"], "unchanged");
    assert_eq!(again["logId"], first["logId"]);
    for (field, value) in [
        ("referenceTime", json!("2024-03-01T09:00:00Z")),
        ("message", json!("Clara lives in Porto.")),
        ("tags", json!(["b"])),
    ] {
        let mut other = note("Clara lives in Lisbon.");
        other[field] = value;
        let other = saved(&mcp, "memory_ingest", other).await;
        assert_eq!(other["status"], "replaced", "{field}");
        anna.processed(&text(&other["logId"])).await;
    }
}

#[tokio::test]
async fn a_text_is_given_other_words() {
    let (service, anna, log) = with_clara().await;
    let mcp = Exchange::of(&service, &anna);
    let edit = json!({ "id": log["episodeUUID"], "message": "Clara lives in Porto." });
    let edited = saved(&mcp, "memory_edit", edit).await;
    assert_eq!(edited["logId"], log["id"]);
    anna.processed(&text(&edited["logId"])).await;
    let now = about(&mcp, "Clara").await;
    assert!(now.contains("Porto") && !now.contains("Lisbon"), "{now}");
    for (arguments, word) in [
        (
            json!({ "id": log["id"], "message": " " }),
            "message must not be blank",
        ),
        (json!({ "id": "x", "message": "Anything." }), "not found"),
    ] {
        refused(&mcp, "memory_edit", arguments, word).await;
    }
}

#[tokio::test]
async fn texts_are_saved_with_labels_and_found_by_them() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let save = async |city: &str, tags: Value, project: &str| {
        let arguments = json!({
            "message": format!("Clara likes {city}."),
            "tags": tags,
            "metadata": { "project": project },
            "expiresAt": "2100-01-01",
        });
        let saved = saved(&mcp, "memory_ingest", arguments).await;
        anna.processed(&text(&saved["logId"])).await
    };
    let log = save("Lisbon", json!(["travel", "summer"]), "atlas").await;
    assert_eq!(log["tags"], json!(["summer", "travel"]));
    assert_eq!(log["metadata"], json!({ "project": "atlas" }));
    assert_eq!(log["expiresAt"], "2100-01-01T00:00:00Z");
    save("Porto", json!(["travel", "winter"]), "borealis").await;
    for (narrowed, is_lisbon, is_porto) in [
        (json!({ "tags": ["summer", "winter"] }), true, true),
        (json!({ "tags": ["summer"] }), true, false),
        (json!({ "allTags": ["travel", "winter"] }), false, true),
        (json!({ "noTags": ["summer"] }), false, true),
        (
            json!({ "metadata": { "all": { "project": "atlas" } } }),
            true,
            false,
        ),
        (json!({ "tags": [], "metadata": null }), true, true),
    ] {
        let mut arguments = narrowed.clone();
        arguments["query"] = json!("Which cities does Clara like?");
        let said = mcp.said("memory_search", arguments).await;
        let texts = said.split("Texts:").nth(1).unwrap_or_default();
        assert_eq!(
            (texts.contains("Lisbon"), texts.contains("Porto")),
            (is_lisbon, is_porto),
            "{narrowed}: {said}"
        );
    }
    for (tool, arguments, word) in [
        (
            "memory_ingest",
            json!({ "message": "x", "tags": "travel" }),
            "tags must be a list",
        ),
        (
            "memory_ingest",
            json!({ "message": "x", "expiresAt": "2001-01-01" }),
            "ahead",
        ),
        (
            "memory_ingest",
            json!({ "message": "x", "expiresAt": "soon" }),
            "expiresAt",
        ),
        (
            "memory_search",
            json!({ "query": "x", "metadata": { "project": "atlas" } }),
            "metadata must",
        ),
    ] {
        refused(&mcp, tool, arguments, word).await;
    }
}

#[tokio::test]
async fn a_text_of_the_same_name_takes_the_place_of_the_one_before() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let save = async |words: &str| {
        let arguments = json!({ "message": words, "externalId": "notes/clara.md", "referenceTime": "2025-03-01" });
        saved(&mcp, "memory_ingest", arguments).await
    };
    let first = save("Clara lives in Lisbon.").await;
    assert_eq!(first["status"], "added");
    anna.processed(&text(&first["logId"])).await;
    let same = save("Clara lives in Lisbon.").await;
    assert_eq!(
        (&same["status"], &same["logId"]),
        (&json!("unchanged"), &first["logId"])
    );
    let second = save("Clara lives in Porto.").await;
    assert_eq!(second["status"], "replaced");
    anna.processed(&text(&second["logId"])).await;
    let now = about(&mcp, "Clara").await;
    assert!(now.contains("Porto") && !now.contains("Lisbon"), "{now}");
}

#[tokio::test]
async fn what_is_put_right_is_its_owners_and_needs_the_scope() {
    let (service, anna, log) = with_clara().await;
    let hers = Exchange::of(&service, &anna);
    let fact = fact_id(&about(&hers, "Clara").await);
    let pin = json!({ "id": fact, "decision": "pinned" });
    let pinned = saved(&hers, "memory_correct_fact", pin).await;
    let calls = [
        (
            "memory_undo_decision",
            json!({ "id": pinned["decisionId"] }),
        ),
        (
            "memory_update_entity",
            json!({ "entity": anna.entity("Clara").await, "name": "Eve" }),
        ),
        (
            "memory_edit",
            json!({ "id": log["id"], "message": "Nothing." }),
        ),
    ];
    let bert = service.client("bert@example.com").await;
    let reader = service
        .client_with("anna@example.com", "memory:read".parse().unwrap())
        .await;
    let (his, reading) = (
        Exchange::of(&service, &bert),
        Exchange::of(&service, &reader),
    );
    for (name, arguments) in calls {
        refused(&his, name, arguments.clone(), "not found").await;
        refused(&reading, name, arguments, "memory:write").await;
    }
    let none = his.said("memory_decisions", json!({})).await;
    assert!(none.contains("Nothing was decided"), "{none}");
    let listed = reading.said("memory_decisions", json!({})).await;
    assert!(listed.contains("pinned"), "{listed}");
}
