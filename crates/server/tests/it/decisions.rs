//! What a person says of a fact: wrong, ended, corrected, pinned; and of a text and an entity. All of it stands, and can be
//! taken back.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::{all_told, text, texts};
use crate::service::{Client, Reply, Service};

async fn remember_at(client: &Client, told: &str, day: &str) -> Value {
    let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
    client.remember(told, &more).await
}

async fn decide(client: &Client, statement: &Value, decision: &Value) -> Reply {
    let path = format!("/api/v1/statements/{}/decisions", text(&statement["id"]));
    client.post(&path, decision).await
}

async fn decided(client: &Client, statement: &Value, decision: &Value) -> Value {
    let (status, reply) = decide(client, statement, decision).await;
    assert_eq!(status, StatusCode::CREATED, "{reply}");
    reply
}

async fn undo(client: &Client, decided: &Value) {
    let path = format!("/api/v1/decisions/{}", text(&decided["decision"]["id"]));
    let (status, reply) = client.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
}

async fn told(client: &Client, entity: &str) -> Vec<String> {
    all_told(&client.said_of(entity, "").await)
}

async fn edit(client: &Client, log: &Value, body: &str) -> Reply {
    let path = format!("/api/v1/logs/{}", text(&log["id"]));
    let body = json!({ "episodeBody": body });
    client.call(Method::PUT, &path, Some(&body)).await
}

#[tokio::test]
async fn what_is_dismissed_is_told_no_more_even_when_it_is_said_again() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Hamburg.", "2024-02-10").await;
    remember_at(&nora, "Clara moved to Berlin on 3 June 2024.", "2024-06-14").await;
    let clara = nora.entity("Clara").await;
    let before = nora.said_of(&clara, "").await;
    let berlin = before
        .iter()
        .find(|one| one["object"]["name"] == "Berlin" && one["relation"] == "lives_in")
        .unwrap();
    let dismissed = decided(&nora, berlin, &json!({ "decision": "dismissed" })).await;
    assert_eq!(dismissed["statement"], json!(null));
    let hamburg = ["Clara lives_in Hamburg 2024-02-10T09:00:00Z.."];
    assert_eq!(
        told(&nora, &clara).await,
        hamburg,
        "what it had ended holds"
    );
    remember_at(&nora, "Clara lives in Berlin.", "2024-07-01").await;
    assert_eq!(told(&nora, &clara).await, hamburg);
    let facts = nora.facts("Where does Clara live?", &json!({})).await;
    assert_eq!(facts, hamburg);
    let listed = nora.read("/api/v1/decisions").await;
    assert_eq!(listed["decisions"][0]["decision"], "dismissed");
    assert_eq!(listed["decisions"][0]["fact"], berlin["fact"]);
    undo(&nora, &dismissed).await;
    let after = told(&nora, &clara).await;
    assert!(
        after.iter().any(|line| line.contains("lives_in Berlin")),
        "{after:?}"
    );
    let listed = nora.read("/api/v1/decisions").await;
    assert_eq!(listed["decisions"], json!([]));
    let trail = nora.read("/api/v1/audit").await;
    let actions = texts(&trail["entries"], |entry| &entry["action"]);
    assert_eq!(actions[..2], ["decision.undone", "fact.decided"]);
}

#[tokio::test]
async fn a_correction_counts_as_if_the_text_had_said_it() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Hamburg.", "2024-02-10").await;
    remember_at(&nora, "Clara lives in Berlin.", "2024-06-14").await;
    let clara = nora.entity("Clara").await;
    let before = nora.said_of(&clara, "").await;
    let right = json!({ "decision": "corrected", "object": "Bremen" });
    let corrected = decided(&nora, &before[1], &right).await;
    assert_eq!(corrected["statement"]["fact"], "Clara lives in Bremen.");
    assert_eq!(corrected["statement"]["decided"], json!(["corrected"]));
    assert_eq!(
        corrected["statement"]["evidence"], before[1]["evidence"],
        "where it was said is told"
    );
    let now = [
        "Clara lives_in Hamburg 2024-02-10T09:00:00Z..2024-06-14T09:00:00Z",
        "Clara lives_in Bremen 2024-06-14T09:00:00Z..",
    ];
    assert_eq!(told(&nora, &clara).await, now);
    // Corrected once more, and once more back to what the text says.
    let again = json!({ "decision": "corrected", "object": "Kiel" });
    let kiel = decided(&nora, &corrected["statement"], &again).await;
    assert_eq!(kiel["statement"]["object"]["name"], "Kiel");
    let back = json!({ "decision": "corrected", "object": "Berlin" });
    let berlin = decided(&nora, &kiel["statement"], &back).await;
    assert_eq!(berlin["statement"]["object"]["name"], "Berlin");
    assert_eq!(told(&nora, &clara).await, all_told(&before));
    let known = nora.entity_names("query=Bremen").await;
    assert_eq!(known.len(), 1, "{known:?}");
}

#[tokio::test]
async fn a_value_is_corrected_with_its_sentence_and_undone() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara works as a nurse.", "2024-02-10").await;
    let clara = nora.entity("Clara").await;
    let before = nora.said_of(&clara, "").await;
    let right = json!({ "decision": "corrected", "object": "engineer" });
    let corrected = decided(&nora, &before[0], &right).await;
    assert_eq!(
        corrected["statement"]["fact"],
        "Clara works as an engineer."
    );
    undo(&nora, &corrected).await;
    let after = nora.said_of(&clara, "").await;
    assert_eq!(all_told(&after), all_told(&before));
    let reworded = json!({ "decision": "corrected", "fact": "Clara is a night nurse." });
    let corrected = decided(&nora, &after[0], &reworded).await;
    assert_eq!(corrected["statement"]["fact"], "Clara is a night nurse.");
    assert_eq!(corrected["statement"]["object"]["name"], "nurse");
    for nonsense in [
        json!({ "decision": "corrected" }),
        json!({ "decision": "corrected", "object": " " }),
        json!({ "decision": "corrected", "fact": "Clara is a night nurse." }),
        json!({ "decision": "wrong" }),
        json!({ "decision": "ended" }),
        json!({ "decision": "ended", "at": "2020-01-01T00:00:00Z" }),
        json!({}),
    ] {
        let (status, reply) = decide(&nora, &corrected["statement"], &nonsense).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{nonsense}: {reply}");
        assert!(reply["details"]["field"].is_string(), "{reply}");
    }
}

#[tokio::test]
async fn what_was_ended_has_ended_and_may_begin_anew() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara works at Zeiss.", "2024-02-10").await;
    remember_at(&nora, "Clara works at Zeiss.", "2024-04-10").await;
    let clara = nora.entity("Clara").await;
    let before = nora.said_of(&clara, "").await;
    assert_eq!(before.len(), 1, "{before:?}");
    let end = json!({ "decision": "ended", "at": "2024-03-01T00:00:00Z" });
    let ended = decided(&nora, &before[0], &end).await;
    assert_eq!(ended["statement"]["id"], before[0]["id"]);
    assert_eq!(ended["statement"]["invalidAt"], "2024-03-01T00:00:00Z");
    assert_eq!(ended["statement"]["decided"], json!(["ended"]));
    assert_eq!(ended["statement"]["closedBy"], json!(null));
    assert_eq!(
        told(&nora, &clara).await,
        ["Clara works_at Zeiss 2024-02-10T09:00:00Z..2024-03-01T00:00:00Z"]
    );
    remember_at(&nora, "Clara works at Zeiss.", "2024-09-10").await;
    assert_eq!(
        told(&nora, &clara).await,
        [
            "Clara works_at Zeiss 2024-02-10T09:00:00Z..2024-03-01T00:00:00Z",
            "Clara works_at Zeiss 2024-09-10T09:00:00Z..",
        ]
    );
    let pinned = decided(&nora, &ended["statement"], &json!({ "decision": "pinned" })).await;
    assert_eq!(pinned["statement"]["decided"], json!(["ended", "pinned"]));
    undo(&nora, &ended).await;
    let open = told(&nora, &clara).await;
    assert_eq!(open, ["Clara works_at Zeiss 2024-02-10T09:00:00Z.."]);
}

#[tokio::test]
async fn a_decision_goes_with_the_last_text_that_says_what_it_is_about() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let first = remember_at(&nora, "Clara likes tea.", "2024-02-10").await;
    let clara = nora.entity("Clara").await;
    let said = nora.said_of(&clara, "").await;
    decided(&nora, &said[0], &json!({ "decision": "dismissed" })).await;
    let second = remember_at(&nora, "Clara likes tea.", "2024-03-10").await;
    nora.forget(&first).await;
    let listed = nora.read("/api/v1/decisions").await;
    assert_eq!(listed["decisions"].as_array().unwrap().len(), 1, "{listed}");
    nora.forget(&second).await;
    let listed = nora.read("/api/v1/decisions").await;
    assert_eq!(listed["decisions"], json!([]));
    assert_eq!(nora.read("/api/v1/entities").await["totalCount"], 0);
    let exported = nora.read("/api/v1/export").await;
    assert!(!exported.to_string().contains("tea"), "{exported}");
}

#[tokio::test]
async fn a_correction_leaves_nothing_behind_once_it_is_taken_back() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = remember_at(&nora, "Clara lives in Berlin.", "2024-06-14").await;
    let clara = nora.entity("Clara").await;
    let said = nora.said_of(&clara, "").await;
    let right = json!({ "decision": "corrected", "object": "Bremen" });
    let corrected = decided(&nora, &said[0], &right).await;
    let exported = nora.read("/api/v1/export").await;
    assert_eq!(
        exported["decisions"][0]["correctedTo"],
        "Clara lives in Bremen."
    );
    undo(&nora, &corrected).await;
    assert_eq!(nora.entity_names("query=Bremen").await.len(), 0);
    let said = nora.said_of(&clara, "").await;
    decided(&nora, &said[0], &right).await;
    nora.forget(&log).await;
    assert_eq!(nora.read("/api/v1/entities").await["totalCount"], 0);
}

#[tokio::test]
async fn an_entity_keeps_the_name_and_the_kind_that_it_was_given() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = remember_at(&nora, "Clara lives in Berlin.", "2024-06-14").await;
    let clara = nora.entity("Clara").await;
    let path = format!("/api/v1/entities/{clara}");
    let change = json!({ "name": "Klara", "kind": "animal" });
    let (status, changed) = nora.call(Method::PUT, &path, Some(&change)).await;
    assert_eq!(status, StatusCode::OK, "{changed}");
    let named = |reply: &Value| {
        let entity = &reply["entity"];
        (text(&entity["name"]), text(&entity["kind"]))
    };
    let given = ("Klara".to_owned(), "animal".to_owned());
    assert_eq!(named(&changed), given);
    remember_at(
        &nora,
        "Clara likes tea. Clara met her friend Tom.",
        "2024-07-14",
    )
    .await;
    remember_at(&nora, "Klara likes jam.", "2024-08-14").await;
    assert_eq!(named(&nora.read(&path).await), given);
    assert_eq!(nora.said_of(&clara, "relation=likes").await.len(), 2);
    for question in ["Where does Klara live?", "Where does Clara live?"] {
        let facts = nora.facts(question, &json!({})).await;
        assert!(facts[0].contains("Berlin"), "{question}: {facts:?}");
    }
    let (status, _) = edit(&nora, &log, "Clara lives in Bonn.").await;
    assert_eq!(status, StatusCode::OK);
    nora.processed(&text(&log["id"])).await;
    assert_eq!(named(&nora.read(&path).await), given);
    let back = json!({ "name": null, "kind": null });
    let (_, changed) = nora.call(Method::PUT, &path, Some(&back)).await;
    assert_eq!(named(&changed).1, "person");
    let taken = json!({ "name": "Bonn" });
    let (status, reply) = nora.call(Method::PUT, &path, Some(&taken)).await;
    assert_eq!(status, StatusCode::CONFLICT, "{reply}");
}

#[tokio::test]
async fn what_the_owner_is_and_is_called_is_refused_by_the_field_that_was_sent() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "I live in Berlin.", "2024-06-14").await;
    let owners = nora.read("/api/v1/entities?kind=owner").await;
    let path = format!("/api/v1/entities/{}", text(&owners["entities"][0]["id"]));
    for (change, field) in [
        (json!({ "kind": "animal" }), "kind"),
        (json!({ "name": "Clara" }), "name"),
        (json!({ "name": "Clara", "kind": "animal" }), "name"),
    ] {
        let (status, reply) = nora.call(Method::PUT, &path, Some(&change)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{reply}");
        assert_eq!(reply["details"]["field"], field, "{reply}");
    }
}

#[tokio::test]
async fn an_edited_text_does_what_its_new_words_say_and_decisions_stand() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = remember_at(
        &nora,
        "Clara lives in Berlin. Clara likes tea.",
        "2024-06-14",
    )
    .await;
    let clara = nora.entity("Clara").await;
    let said = nora.said_of(&clara, "relation=likes").await;
    decided(&nora, &said[0], &json!({ "decision": "dismissed" })).await;
    let (status, reply) = edit(&nora, &log, "Clara lives in Bonn. Clara likes tea.").await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    let edited = nora.processed(&text(&log["id"])).await;
    assert_eq!(
        edited["ingestText"],
        "Clara lives in Bonn. Clara likes tea."
    );
    assert_eq!(edited["episodeUUID"], log["episodeUUID"]);
    let clara = nora.entity("Clara").await;
    assert_eq!(
        told(&nora, &clara).await,
        ["Clara lives_in Bonn 2024-06-14T09:00:00Z.."]
    );
    assert_eq!(nora.entity_names("query=Berlin").await.len(), 0);
    let found = nora.search("Berlin", &json!({})).await;
    assert!(
        found.iter().all(|text| !text.contains("Berlin")),
        "{found:?}"
    );
    let (status, _) = edit(&nora, &log, " ").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_put_right_among_the_results_of_a_search_is_said_there_and_can_be_taken_back() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Hamburg.", "2024-02-10").await;
    let clara = nora.entity("Clara").await;
    let lives = nora.said_of(&clara, "relation=lives_in").await;
    let browser = nora.sign_in().await;
    let search = "/search?q=Where+does+Clara+live%3F";
    let path = format!("/facts/{}", text(&lives[0]["id"]));
    let form = [("decision", "dismissed"), ("back", search)];
    let said = browser.post_form(&path, &form).await;
    assert!(said.location().starts_with(search), "{}", said.location());
    let page = browser.get(said.location()).await.body;
    assert!(page.contains("Noted. It stands"), "{page}");
    assert!(!page.contains("Clara lives in Hamburg.</span>"), "{page}");
    let undo = page.split("action=\"/decisions/").nth(1).unwrap();
    let undo = undo.split('/').next().unwrap();
    let path = format!("/decisions/{undo}/undo");
    let back = browser.post_form(&path, &[("back", search)]).await;
    assert!(back.location().starts_with(search), "{}", back.location());
    let page = browser.get(back.location()).await.body;
    assert!(page.contains("told again") && page.contains("Clara lives in Hamburg.</span>"));
}

#[tokio::test]
async fn a_fact_that_was_put_right_stands_first_and_is_marked_as_the_persons_own() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Berlin.", "2024-02-10").await;
    remember_at(&nora, "Clara works at Siemens.", "2024-03-10").await;
    let clara = nora.entity("Clara").await;
    let search = "/search?q=Clara+lives+in+Berlin";
    let works = nora.said_of(&clara, "relation=works_at").await;
    let right = json!({ "decision": "corrected", "object": "Airbus" });
    decided(&nora, &works[0], &right).await;
    let browser = nora.sign_in().await;
    let page = browser.get(search).await.body;
    let facts = page.split("id=\"facts-title\"").nth(1).unwrap();
    let first = facts.split("<li class=\"fact").nth(1).unwrap();
    assert!(first.contains("Clara works at Airbus."), "{first}");
    assert!(first.contains("corrected by you"), "{first}");
    for open in [
        "Open: Clara lives in Berlin.",
        "Open: Clara works at Siemens.",
    ] {
        assert!(page.contains(&format!("aria-label=\"{open}\"")), "{page}");
    }
    let home = browser.get("/").await.body;
    let named = "<summary aria-label=\"Forget: Clara lives in Berlin.\">";
    assert!(home.contains(named), "{home}");
}

#[tokio::test]
async fn a_page_says_what_is_wrong_with_a_form_in_words_of_the_page() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "Clara lives in Berlin.", "2024-02-10").await;
    let clara = nora.entity("Clara").await;
    let lives = nora.said_of(&clara, "relation=lives_in").await;
    let browser = nora.sign_in().await;
    let path = format!("/facts/{}", text(&lives[0]["id"]));
    let form = [("decision", "ended"), ("at", "2023-01-01")];
    let said = browser.post_form(&path, &form).await.body;
    assert!(
        said.contains("The end must be after the beginning."),
        "{said}"
    );
    let key = [
        ("name", "old"),
        ("scope", "memory:read"),
        ("expires", "2020-01-01"),
    ];
    for (path, form, wanted) in [
        ("/api/keys", &key[..], "The end must be in the future."),
        (
            "/api/keys",
            &key[..1],
            "Choose at least one thing that it may do.",
        ),
        (
            "/webhooks",
            &[("url", "nonsense"), ("events", "episode.completed")],
            "The address ",
        ),
    ] {
        let said = browser.post_form(path, form).await.body;
        assert!(said.contains(wanted), "{path}: {said}");
    }
}
