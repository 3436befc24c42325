//! What the pages and the interface know of the person: what they are called, what else, and what day it is where they are.

use reqwest::header::ACCEPT;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::service::Service;

const PUT: Method = Method::PUT;

fn facts(found: &Value) -> String {
    found["facts"].to_string()
}

#[tokio::test]
async fn the_first_page_asks_what_the_person_is_called_until_they_say_so() {
    let service = Service::start().await;
    let nora = service.client("n.berg@example.com").await;
    let browser = nora.sign_in().await;
    let home = browser.get("/").await.body;
    for question in [
        "What are you called?",
        "What else are you called?",
        "Your time zone",
    ] {
        assert!(home.contains(question), "{question}");
    }
    let wrong = [("name", "Nora"), ("time_zone", "Europe/Atlantis")];
    let refused = browser.post_form("/account", &wrong).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.body.contains("Europe/Atlantis"), "{}", refused.body);

    let said = [
        ("name", "Nora Berg"),
        ("also_called", "Noni, nora berg, "),
        ("time_zone", "Pacific/Kiritimati"),
        ("back", "/"),
    ];
    let saved = browser.post_form("/account", &said).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.body);
    let home = browser.get(saved.location()).await.body;
    assert!(!home.contains("What are you called?") && home.contains("Good to know you"));
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(
        (&me["name"], &me["alsoCalled"], &me["timeZone"]),
        (
            &json!("Nora Berg"),
            &json!(["Noni"]),
            &json!("Pacific/Kiritimati")
        )
    );
}

#[tokio::test]
async fn whoever_has_one_of_the_persons_names_is_the_person_before_and_after_it_was_said() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("I live in Bonn.", &json!({})).await;
    nora.remember("Noni bought a cello.", &json!({})).await;
    let more = json!({ "alsoCalled": ["Noni"], "name": "Nora Berg" });
    let (status, changed) = nora.call(PUT, "/api/v1/me", Some(&more)).await;
    assert_eq!(status, StatusCode::OK, "{changed}");
    nora.remember("Noni adopted a dog called Biscuit.", &json!({}))
        .await;
    let (_, found) = nora.get("/api/v1/entities?limit=100").await;
    let named = |name: &str| {
        let mut entities = found["entities"].as_array().unwrap().iter();
        entities.any(|one| one["name"] == name)
    };
    assert!(named("Nora Berg") && !named("Noni"), "{found}");
}

#[tokio::test]
async fn a_change_of_the_account_that_changes_nothing_is_refused_and_says_what_can_be_sent() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let before = nora.get("/api/v1/me").await;
    for nothing in [json!({}), json!({ "name": null }), json!({ "nom": "Nora" })] {
        let (status, refused) = nora.call(PUT, "/api/v1/me", Some(&nothing)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{refused}");
        assert_eq!(refused["code"], "missing_field");
        let said = refused["error"].as_str().unwrap();
        assert!(said.contains("name, alsoCalled, timeZone"), "{said}");
    }
    for (wrong, field) in [
        (json!({ "alsoCalled": "Noni" }), "alsoCalled"),
        (json!({ "alsoCalled": [1] }), "alsoCalled"),
        (json!({ "name": "No\nra" }), "name"),
    ] {
        let (status, refused) = nora.call(PUT, "/api/v1/me", Some(&wrong)).await;
        assert_eq!(
            (status, &refused["details"]["field"]),
            (StatusCode::BAD_REQUEST, &json!(field)),
            "{refused}"
        );
    }
    assert_eq!(nora.get("/api/v1/me").await, before);
}

#[tokio::test]
async fn a_text_in_which_the_owner_says_their_name_names_them() {
    let service = Service::start().await;
    let nora = service.client("x93@example.com").await;
    nora.remember("My name is Nora. I live in Bonn.", &json!({}))
        .await;
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["name"], "Nora");
    nora.remember("I bought a cello.", &json!({})).await;
    let (_, found) = nora.post("/search", &json!({ "query": "cello" })).await;
    assert!(facts(&found).contains("Nora bought a cello"), "{found}");
    // What the person has told the service itself goes before.
    let said = json!({ "name": "Eleonora" });
    nora.call(PUT, "/api/v1/me", Some(&said)).await;
    nora.remember("My name is Ella.", &json!({})).await;
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["name"], "Eleonora");
}

#[tokio::test]
async fn a_year_is_shown_as_that_year_and_today_is_the_persons() {
    let service = Service::start().await;
    let mara = service.client("mara@example.com").await;
    let browser = mara.sign_in().await;
    let said = [("name", "Mara"), ("time_zone", "Pacific/Kiritimati")];
    browser.post_form("/account", &said).await;
    let more = json!({ "referenceTime": "2025-03-01T09:30:00+14:00" });
    mara.remember("In 2019 I moved to Lyon.", &more).await;
    let page = browser.get("/search?q=Lyon").await.body;
    assert!(
        page.contains("since 2019") && !page.contains("since 2018"),
        "{page}"
    );
    browser
        .post_form("/", &[("text", "I bought a bicycle today.")])
        .await;
    let (_, logs) = mara.get("/api/v1/logs?limit=1").await;
    let log = logs["logs"][0]["id"].as_str().unwrap().to_owned();
    mara.processed(&log).await;
    let (_, found) = mara.post("/search", &json!({ "query": "bicycle" })).await;
    let at = found["facts"][0]["validAt"].as_str().unwrap();
    // The day begins at 10:00 UTC there.
    assert!(at.ends_with("T10:00:00Z"), "{at}");
}

#[tokio::test]
async fn today_is_the_persons_where_a_text_says_in_utc_when_it_was_said() {
    let service = Service::start().await;
    let mara = service.client("mara@example.com").await;
    let told = json!({ "referenceTime": "2026-11-24T20:30:00Z" });
    let began = async |text: &str, who: &str, more: &Value| {
        mara.remember(text, more).await;
        let who = mara.entity(who).await;
        let said = mara.said_of(&who, "relation=lives_in").await;
        said[0]["validAt"].as_str().unwrap().to_owned()
    };
    let at = began("Ben moved to Graz today.", "Ben", &told).await;
    assert_eq!(
        at, "2026-11-24T00:00:00Z",
        "without a zone the day is that of UTC"
    );
    let zone = json!({ "timeZone": "Pacific/Kiritimati" });
    mara.call(PUT, "/api/v1/me", Some(&zone)).await;
    // It is half past ten in the morning of the 25th there.
    let at = began("Lena moved to Graz today.", "Lena", &told).await;
    assert_eq!(at, "2026-11-24T10:00:00Z");
    let bare = json!({ "referenceTime": "2026-11-24T20:30:00" });
    let at = began("Paul moved to Graz today.", "Paul", &bare).await;
    assert_eq!(at, "2026-11-24T10:00:00Z");
    let elsewhere = json!({ "referenceTime": "2026-11-24T21:30:00+01:00" });
    let at = began("Zoe moved to Graz today.", "Zoe", &elsewhere).await;
    assert_eq!(at, "2026-11-23T23:00:00Z", "a text with an offset keeps it");
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "memory_ingest",
        "arguments": { "message": "Ida moved to Graz today.", "referenceTime": "2026-11-24" } } });
    let (_, reply) = mara.post("/mcp", &message).await;
    let log = &reply["result"]["structuredContent"]["logId"];
    mara.processed(log.as_str().unwrap()).await;
    let ida = mara.entity("Ida").await;
    let said = mara.said_of(&ida, "relation=lives_in").await;
    assert_eq!(
        said[0]["validAt"], "2026-11-23T10:00:00Z",
        "a day alone is that day"
    );
}

#[tokio::test]
async fn a_key_of_the_page_opens_all_but_the_account_and_is_made_once_however_often_the_form_is_sent()
 {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = anna.sign_in().await;
    let page = browser.get("/api").await.body;
    let after = |text: &str, mark: &str| {
        let rest = text.split_once(mark).unwrap().1;
        rest.split(['"', '<']).next().unwrap().to_owned()
    };
    let id = after(&page, "name=\"id\" value=\"");
    let scopes: Vec<&str> = page
        .split("name=\"scope\" value=\"")
        .skip(1)
        .filter(|rest| rest.split('>').next().unwrap().contains("checked"))
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert_eq!(scopes, ["memory:read", "memory:write", "webhooks"]);
    let placeholder = "Authorization: Bearer YOUR_KEY";
    assert!(page.contains(placeholder) && page.contains("claude_desktop_config.json"));
    assert!(
        page.contains("cannot reach this address"),
        "assistants of others are not promised an address of this machine"
    );
    let mut form = vec![("id", id.as_str()), ("name", "notes")];
    form.extend(scopes.iter().map(|scope| ("scope", *scope)));
    let made = browser.post_form("/api/keys", &form).await;
    let token = after(&made.body, "id=\"token\">");
    assert!(!made.body.contains("YOUR_KEY"));
    assert_eq!(
        made.body.matches(&token).count(),
        7,
        "it is put into each example"
    );
    let keys = reqwest::Client::new()
        .get(format!("{}/api/v1/keys", service.base))
        .bearer_auth(&token);
    assert_eq!(keys.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    let hooks = reqwest::Client::new()
        .get(format!("{}/api/v1/webhooks", service.base))
        .bearer_auth(&token);
    assert_eq!(hooks.send().await.unwrap().status(), StatusCode::OK);
    let again = browser.post_form("/api/keys", &form).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    let page = browser.get(again.location()).await.body;
    assert!(page.contains("was made already") && !page.contains("id=\"token\""));
    let (_, keys) = anna.get("/api/v1/keys").await;
    assert_eq!(keys["keys"].as_array().unwrap().len(), 2, "{keys}");
}

#[tokio::test]
async fn an_unknown_path_is_a_page_for_a_browser_and_json_for_a_program() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = anna.sign_in().await;
    for (path, status) in [
        ("/nowhere", 404),
        ("/api/v1/nowhere", 404),
        ("/logout", 405),
    ] {
        let request = browser.request(Method::GET, path);
        let page = browser
            .send(request.header(ACCEPT, "text/html,*/*;q=0.8"))
            .await;
        assert_eq!(page.status.as_u16(), status, "{path}");
        assert!(
            page.body.starts_with("<!doctype html>"),
            "{path}: {}",
            page.body
        );
        let request = browser.request(Method::GET, path);
        let reply = browser.send(request.header(ACCEPT, "*/*")).await;
        let reply: Value = serde_json::from_str(&reply.body).unwrap();
        assert!(reply["code"].is_string(), "{path}: {reply}");
    }
}

#[tokio::test]
async fn the_login_page_says_what_this_is_and_that_an_account_is_gone() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = anna.sign_in().await;
    let gone = browser
        .post_form("/account/delete", &[("confirm", "anna@example.com")])
        .await;
    let page = browser.get(gone.location()).await.body;
    for said in ["Your account is deleted", "private memory", "Magic Link"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!browser.get("/login").await.body.contains("deleted"));
}

#[tokio::test]
async fn what_a_text_was_sent_with_is_in_its_log() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let sent = json!({ "sourceURL": "https://notes.example.com/1", "integrationSlug": "obsidian" });
    let log = anna.remember("The cat sleeps.", &sent).await;
    assert_eq!(
        (&log["sourceURL"], &log["integrationSlug"]),
        (&sent["sourceURL"], &sent["integrationSlug"])
    );
}

#[tokio::test]
async fn a_time_that_cannot_be_kept_and_half_a_character_are_refused() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for time in [
        "9999-12-31T23:59:59Z",
        "2025-03-01T09:30:00+25:00",
        "2025-03-01T09:30:00[Europe/Atlantis]",
        "2016-12-31T23:59:60Z",
    ] {
        let body =
            json!({ "episodeBody": "The cat sleeps.", "referenceTime": time, "source": "test" });
        let (status, reply) = anna.post("/ingest", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{time}: {reply}");
        assert_eq!(reply["details"]["field"], "referenceTime");
    }
    let body = r#"{"episodeBody":"half \ud83d of it","referenceTime":"2025-03-01T09:30:00Z","source":"test"}"#;
    let (status, reply) = anna.post_bytes("/ingest", body.as_bytes().to_vec()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{reply}");
    let vienna = json!({ "referenceTime": "2025-03-01T09:30:00[Europe/Vienna]" });
    let log = anna.remember("The dog sleeps.", &vienna).await;
    assert_eq!(log["referenceTime"], "2025-03-01T08:30:00Z");
}

#[tokio::test]
async fn every_door_keeps_a_time_exactly_or_refuses_it() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let log = anna.remember("Clara works at Zeiss.", &json!({})).await;
    let said = anna.entity("Clara").await;
    let said = anna.said_of(&said, "").await;
    let statement = said[0]["id"].as_str().unwrap();
    for time in [
        "9999-12-31T23:59:59Z",
        "2025-03-01T09:30:00+25:00",
        "2025-03-01T09:30:00[Europe/Atlantis]",
        "2025-03-01T09:30:00+03:00[Europe/Vienna]",
    ] {
        let text =
            json!({ "episodeBody": "The cat sleeps.", "referenceTime": time, "source": "test" });
        let batch = json!({ "episodes": [text] });
        let (_, reply) = anna.post("/api/v1/batch", &batch).await;
        assert!(
            reply.to_string().contains("referenceTime"),
            "{time}: {reply}"
        );
        assert_eq!(reply["results"][0]["status"], "refused", "{time}: {reply}");
        let ended = json!({ "decision": "ended", "at": time });
        let path = format!("/api/v1/statements/{statement}/decisions");
        let (status, reply) = anna.post(&path, &ended).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{time}: {reply}");
        assert_eq!(reply["details"]["field"], "at", "{time}: {reply}");
        for (tool, arguments) in [
            (
                "memory_ingest",
                json!({ "message": "The cat sleeps.", "referenceTime": time }),
            ),
            (
                "memory_correct_fact",
                json!({ "id": statement, "decision": "ended", "at": time }),
            ),
        ] {
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
            let (_, reply) = anna.post("/mcp", &message).await;
            assert_eq!(reply["result"]["isError"], true, "{tool} {time}: {reply}");
        }
        if time.starts_with("9999") {
            // As a bound it says "without end".
            continue;
        }
        let asked = json!({ "query": "cat", "validAt": time });
        let (status, reply) = anna.post("/search", &asked).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{time}: {reply}");
    }
    let texts = anna.read("/api/v1/logs").await;
    assert_eq!(texts["totalCount"], 1, "nothing was stored");
    assert_eq!(texts["logs"][0]["id"], log["id"]);
}

#[tokio::test]
async fn a_mistyped_confirmation_leaves_the_form_of_the_deletion_open_beside_its_reason() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let browser = anna.sign_in().await;
    let page = browser.get("/account").await.body;
    let form = |page: &str| {
        let (before, after) = page.split_once("<summary>Delete the account").unwrap();
        let details = before.rsplit_once("<details").unwrap().1.to_owned();
        (
            details,
            after.split("</details>").next().unwrap().to_owned(),
        )
    };
    assert!(!form(&page).0.contains("open"));
    let wrong = [("confirm", "anna@example.org")];
    let refused = browser.post_form("/account/delete", &wrong).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let (details, inside) = form(&refused.body);
    assert!(
        details.contains("open") && inside.contains("class=\"notice bad\""),
        "{inside}"
    );
}

#[tokio::test]
async fn what_people_write_goes_the_way_of_its_own_script() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let words = "פגשתי את דנה בחיפה.";
    anna.remember(words, &json!({ "source": "יומן" })).await;
    let browser = anna.sign_in().await;
    let home = browser.get("/").await.body;
    for part in [
        "<p class=\"words\" dir=\"auto\">",
        "<span class=\"from\" dir=\"auto\">יומן",
    ] {
        assert!(home.contains(part), "{part}: {home}");
    }
    let box_of = home.split("<textarea").nth(1).unwrap();
    assert!(box_of.split('>').next().unwrap().contains("dir=\"auto\""));
    let found = browser.get("/search?q=%D7%93%D7%A0%D7%94").await.body;
    assert!(
        found.contains("<p class=\"words\" dir=\"auto\">"),
        "{found}"
    );
    assert!(
        !found.contains("Nothing known") && !found.contains("No text"),
        "{found}"
    );
}

#[tokio::test]
async fn a_card_names_another_space_and_shows_a_note_without_its_front_matter() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let (_, made) = anna
        .post("/api/v1/spaces", &json!({ "name": "Garden" }))
        .await;
    let space = made["space"]["id"]
        .as_str()
        .or(made["id"].as_str())
        .unwrap();
    let note = "---\ntags: [beds]\n---\n\nMarta lives in Graz.";
    anna.remember(note, &json!({ "spaceId": space })).await;
    anna.remember("Oskar lives in Linz.", &json!({})).await;
    let browser = anna.sign_in().await;
    for path in ["/", "/activity"] {
        let page = browser.get(path).await.body;
        assert_eq!(
            page.matches("In the space </span>Garden").count(),
            usize::from(path == "/")
        );
        assert!(
            page.contains("Garden</span>") && !page.contains("tags: [beds]"),
            "{page}"
        );
        let marked = page.split("kind-person\" href").nth(1).unwrap();
        assert!(
            marked.contains("Marta") || marked.contains("Oskar"),
            "{page}"
        );
    }
    let recent = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "memory_recent", "arguments": {} } });
    let (_, reply) = anna.post("/mcp", &recent).await;
    let told = reply["result"]["content"].to_string();
    assert!(told.contains("- 2025-03-01, saved 20"), "{told}");
}
