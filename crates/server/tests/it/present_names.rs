//! Facts say what their entities are called now, wherever they are shown; texts stay as they were said.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::service::{Client, Service};

const PUT: Method = Method::PUT;

/// Every sentence of a reply that tells a fact.
fn sentences(reply: &Value, told: &mut Vec<String>) {
    match reply {
        Value::Array(items) => items.iter().for_each(|item| sentences(item, told)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(fact) if name == "fact" => told.push(fact.to_owned()),
                    _ => sentences(value, told),
                }
            }
        }
        _ => {}
    }
}

/// The facts that each door tells. All of them are sorted, each once.
async fn told_at_every_door(client: &Client, query: &str) -> Vec<(&'static str, Vec<String>)> {
    let asked = json!({ "query": query, "limit": 50 });
    let mut doors = vec![("search", client.post("/search", &asked).await.1)];
    for (door, path) in [
        ("context", "/api/v1/context"),
        ("timeline", "/api/v1/graph/timeline?limit=100"),
        ("graph", "/api/v1/graph/overview?limit=100"),
        ("export", "/api/v1/export"),
    ] {
        doors.push((door, client.read(path).await));
    }
    let told = doors.into_iter().map(|(door, reply)| {
        let mut told = Vec::new();
        sentences(&reply, &mut told);
        told.sort();
        told.dedup();
        (door, told)
    });
    told.collect()
}

/// What an assistant is told.
async fn told_to_an_assistant(client: &Client, query: &str) -> String {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "memory_search", "arguments": { "query": query } } });
    let (_, reply) = client.post("/mcp", &message).await;
    reply["result"]["content"].to_string()
}

async fn be_called(client: &Client, name: &str) {
    let (status, changed) = client
        .call(PUT, "/api/v1/me", Some(&json!({ "name": name })))
        .await;
    assert_eq!(status, StatusCode::OK, "{changed}");
}

async fn rename(client: &Client, entity: &str, name: &str) {
    let path = format!("/api/v1/entities/{entity}");
    let (status, changed) = client
        .call(PUT, &path, Some(&json!({ "name": name })))
        .await;
    assert_eq!(status, StatusCode::OK, "{changed}");
}

#[tokio::test]
async fn the_text_in_which_the_owner_says_their_name_is_told_with_it_too() {
    let service = Service::start().await;
    let nora = service.client("zz@example.com").await;
    nora.remember("I work at Airbus.", &json!({})).await;
    nora.remember("My name is Nora Berg. I live in Bern.", &json!({}))
        .await;
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["name"], "Nora Berg");
    for (door, told) in told_at_every_door(&nora, "Where do I live and work?").await {
        let all = told.join(" ");
        assert!(!all.contains("zz"), "{door}: {told:?}");
        if door != "graph" {
            assert!(all.contains("Nora Berg lives in Bern"), "{door}: {told:?}");
        }
    }
    let (_, found) = nora.post("/search", &json!({ "query": "Bern" })).await;
    assert!(
        found["episodes"]
            .to_string()
            .contains("My name is Nora Berg. I live in Bern."),
        "a text stays as it was said: {found}"
    );
}

#[tokio::test]
async fn after_the_owner_is_renamed_all_facts_name_them_so_and_both_names_find_them() {
    let service = Service::start().await;
    let nora = service.client("zz@example.com").await;
    nora.remember("I live in Bern.", &json!({})).await;
    be_called(&nora, "Nora Bell").await;
    nora.remember("I work at Airbus. My sister lives in Graz.", &json!({}))
        .await;
    nora.remember("My brother is called Tom.", &json!({})).await;
    be_called(&nora, "Nora Berg").await;
    nora.remember("I play the cello.", &json!({})).await;
    for (door, told) in told_at_every_door(&nora, "What is known of Nora Berg?").await {
        for fact in &told {
            let is_old = fact.contains("zz") || fact.replace("Nora Berg", "").contains("Nora Bell");
            assert!(!is_old, "{door}: {fact}");
        }
        if door == "export" {
            let all = told.join(" ");
            for fact in [
                "Nora Berg lives in Bern",
                "Nora Berg works at Airbus",
                "Nora Berg plays the cello",
                "Nora Berg's sister lives in Graz",
            ] {
                assert!(all.contains(fact), "{fact}: {told:?}");
            }
        }
    }
    let assistant = told_to_an_assistant(&nora, "Where do I live?").await;
    assert!(assistant.contains("Nora Berg lives in Bern"), "{assistant}");
    for query in ["Where does Nora Berg live?", "Where does Nora Bell live?"] {
        let facts = nora.post("/search", &json!({ "query": query })).await.1["facts"].to_string();
        assert!(
            facts.contains("Nora Berg lives in Bern"),
            "{query}: {facts}"
        );
    }
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["alsoCalled"], json!(["Nora Bell"]), "{me}");
    nora.remember("Nora Bell adopted a dog.", &json!({})).await;
    let (_, found) = nora.post("/search", &json!({ "query": "dog" })).await;
    assert!(
        found["facts"]
            .to_string()
            .contains("Nora Berg adopted a dog"),
        "{found}"
    );
}

#[tokio::test]
async fn after_somebody_is_renamed_every_fact_that_names_them_says_so_and_both_names_find_them() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    nora.remember("My brother Tom lives in Linz.", &json!({}))
        .await;
    nora.remember("Clara knows Tom. I gave Clara a ring for Tom.", &json!({}))
        .await;
    let tom = nora.entity("Tom").await;
    rename(&nora, &tom, "Thomas").await;
    let mut all = Vec::new();
    for (door, told) in told_at_every_door(&nora, "Who is Thomas?").await {
        assert!(!told.join(" ").contains("Tom"), "{door}: {told:?}");
        all.extend(told);
    }
    let all = all.join(" ");
    for fact in [
        "Thomas is Nora's brother",
        "Thomas lives in Linz",
        "Clara knows Thomas",
    ] {
        assert!(all.contains(fact), "{fact}: {all}");
    }
    for query in ["Where does Tom live?", "Where does Thomas live?"] {
        let facts = nora.post("/search", &json!({ "query": query })).await.1["facts"].to_string();
        assert!(facts.contains("Thomas lives in Linz"), "{query}: {facts}");
    }
    // As it was known before, it is told of the same person.
    let log = nora.remember("Tom likes tea.", &json!({})).await;
    let path = format!(
        "/api/v1/graph/timeline?limit=100&recordedAt={}",
        log["processedAt"].as_str().unwrap()
    );
    let mut told = Vec::new();
    sentences(&nora.read(&path).await, &mut told);
    assert!(told.contains(&"Thomas likes tea.".to_owned()), "{told:?}");
    assert!(!told.join(" ").contains("Tom "), "{told:?}");
}

#[tokio::test]
async fn what_is_decided_about_a_fact_is_the_sentence_that_is_shown() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    nora.remember("Tom lives in Linz.", &json!({})).await;
    let tom = nora.entity("Tom").await;
    rename(&nora, &tom, "Thomas").await;
    let tom = nora.entity("Thomas").await;
    let said = nora.said_of(&tom, "").await;
    let path = format!(
        "/api/v1/statements/{}/decisions",
        said[0]["id"].as_str().unwrap()
    );
    let corrected = json!({ "decision": "corrected", "object": "Graz" });
    let (status, reply) = nora.post(&path, &corrected).await;
    assert_eq!(status, StatusCode::CREATED, "{reply}");
    assert_eq!(
        reply["decision"]["fact"], "Thomas lives in Linz.",
        "{reply}"
    );
    assert_eq!(reply["decision"]["correctedTo"], "Thomas lives in Graz.");
    assert_eq!(
        reply["statement"]["fact"], "Thomas lives in Graz.",
        "{reply}"
    );
}

#[tokio::test]
async fn a_fact_of_several_claims_is_told_with_present_names_whichever_of_them_is_left() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    let first = nora.remember("Tom lives in Linz.", &json!({})).await;
    nora.remember(
        "Tom lives in Linz.",
        &json!({ "referenceTime": "2025-04-01T09:30:00Z" }),
    )
    .await;
    let tom = nora.entity("Tom").await;
    rename(&nora, &tom, "Thomas").await;
    let path = format!("/api/v1/logs/{}", first["id"].as_str().unwrap());
    let (status, gone) = nora.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    let tom = nora.entity("Thomas").await;
    let said = nora.said_of(&tom, "").await;
    let told: Vec<&str> = said.iter().filter_map(|one| one["fact"].as_str()).collect();
    assert_eq!(told, ["Thomas lives in Linz."]);
}

#[tokio::test]
async fn the_card_of_a_person_tells_what_others_are_to_them_and_they_to_others() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    nora.remember(
        "My brother Tom came to see me. My sister is Clara.",
        &json!({}),
    )
    .await;
    let browser = nora.sign_in().await;
    let people = browser.get("/people").await.body;
    for (name, fact) in [("Tom", "is Nora’s brother"), ("Clara", "is Nora’s sister")] {
        let card = people
            .split("<article")
            .find(|card| card.contains(&format!(">{name}</a></h2>")))
            .unwrap_or_else(|| panic!("no card of {name}: {people}"));
        let card = card
            .replace("&#39;", "’")
            .replace("&#x27;", "’")
            .replace('\'', "’");
        assert!(card.contains(fact), "{name}: {card}");
        let id = nora.entity(name).await;
        let page = browser.get(&format!("/entities/{id}")).await.body;
        let page = page
            .replace("&#39;", "’")
            .replace("&#x27;", "’")
            .replace('\'', "’");
        assert!(page.contains(fact), "{name}: {page}");
    }
}

#[tokio::test]
async fn what_happened_is_told_by_its_day_and_what_holds_since_when() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    let more = json!({ "referenceTime": "2026-08-09T09:00:00Z" });
    nora.remember("Ben broke the teapot.", &more).await;
    nora.remember("Ben lives in Graz.", &more).await;
    let ben = nora.entity("Ben").await;
    let browser = nora.sign_in().await;
    let page = browser.get(&format!("/entities/{ben}")).await.body;
    let of = |words: &str| {
        let rest = page
            .split(words)
            .nth(1)
            .unwrap_or_else(|| panic!("{words}: {page}"));
        rest.split("</li>").next().unwrap().to_owned()
    };
    let broke = of("Ben broke the teapot.</span>");
    assert!(broke.contains(">9 Aug 2026</span>"), "{broke}");
    assert!(
        broke.contains("data-event") && !broke.contains("It ended on"),
        "{broke}"
    );
    assert!(
        broke.contains("class=\"held\" x=\"") && broke.contains("width=\"6\""),
        "{broke}"
    );
    let lives = of("Ben lives in Graz.</span>");
    assert!(
        lives.contains("since 9 Aug 2026") && lives.contains("It ended on"),
        "{lives}"
    );
    let more = json!({ "referenceTime": "2026-08-11T09:00:00Z" });
    nora.remember("Ben broke the vase yesterday.", &more).await;
    let told = told_to_an_assistant(&nora, "What did Ben break?").await;
    // An assistant is not told that the day on which it was said is the one on which it happened.
    assert!(
        told.contains("broke the teapot. (said 2026-08-09)"),
        "{told}"
    );
    assert!(told.contains("broke the vase. (2026-08-10)"), "{told}");
}

#[tokio::test]
async fn everybody_in_every_space_is_on_the_page_of_people_page_by_page_and_by_name() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let (_, made) = nora
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let space = made["space"]["id"]
        .as_str()
        .or(made["id"].as_str())
        .unwrap();
    let names = [
        "Anna", "Clara", "Peter", "Lena", "Maria", "Thomas", "Julia", "Martin", "Sophie",
    ];
    let families = [
        "Berg", "Novak", "Weber", "Lindner", "Haas", "Moser", "Keller", "Fischer",
    ];
    let all = families
        .iter()
        .flat_map(|family| names.map(|name| format!("{name} {family} lives in Graz.")));
    nora.remember(&all.collect::<Vec<_>>().join("\n\n"), &json!({}))
        .await;
    nora.remember(
        "Oskar Lindqvist lives in Oslo.",
        &json!({ "spaceId": space }),
    )
    .await;
    let browser = nora.sign_in().await;
    let page = browser.get("/people").await.body;
    let total = nora.read("/api/v1/entities?kind=person&limit=1").await["totalCount"].to_string();
    assert!(
        page.contains(&format!("Everybody: {total} people")),
        "{total}: {page}"
    );
    assert!(
        page.contains("page=2") && page.contains("All spaces"),
        "{page}"
    );
    let second = browser.get("/people?page=2").await.body;
    assert!(second.contains("Page 2") && !second.contains("last mentioned"));
    let found = browser.get("/people?words=Lindqvist").await.body;
    assert!(
        found.contains("Oskar Lindqvist") && found.contains("Found: 1 person"),
        "{found}"
    );
    let elsewhere = browser.get(&format!("/people?space={space}")).await.body;
    assert!(elsewhere.contains("Oskar Lindqvist") && !elsewhere.contains("Clara Weber"));
    let nobody = browser.get("/people?words=Xaver").await.body;
    assert!(nobody.contains("Nobody found"), "{nobody}");
    for path in ["/timeline", "/profile"] {
        let chosen = browser.get(&format!("{path}?space={space}")).await.body;
        let option = format!("<option value=\"{space}\" selected>Work</option>");
        assert!(chosen.contains(&option), "{path}: {chosen}");
    }
    let timeline = browser.get(&format!("/timeline?space={space}")).await.body;
    assert!(
        timeline.contains("Oskar Lindqvist lives in Oslo."),
        "{timeline}"
    );
}
