//! A text with what was understood of it, and the texts that name somebody.

use reqwest::StatusCode;
use serde_json::json;

use crate::logs::failed;
use crate::reading::{cut, text, texts, told};
use crate::service::Service;

const TEXT: &str = "Grüße 🎉! My sister Anna moved to Köln on 2 May 2024, and she works at Bayer.\nThe café was full.";

#[tokio::test]
async fn each_fact_of_a_text_points_at_the_words_that_say_it() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let more = json!({ "sessionId": "s-1", "referenceTime": "2024-06-01T10:00:00+02:00" });
    let log = nora.remember(TEXT, &more).await;
    let path = format!("/api/v1/episodes/{}", text(&log["episodeUUID"]));
    let one = nora.read(&path).await;
    let episode = &one["episode"];
    assert_eq!(episode["text"], TEXT);
    assert_eq!(episode["logId"], log["id"]);
    assert_eq!(episode["spaceId"], log["spaceId"]);
    assert_eq!(episode["sessionId"], "s-1");
    assert_eq!(episode["source"], "test");
    assert_eq!(episode["type"], "CONVERSATION");
    assert_eq!(episode["referenceTime"], log["referenceTime"]);
    assert_eq!(episode["recordedAt"], log["time"]);
    let facts = one["facts"].as_array().unwrap();
    let said: Vec<(String, &str)> = facts
        .iter()
        .map(|fact| (told(&fact["statement"]), cut(TEXT, fact)))
        .collect();
    let words_of = |beginning: &str| {
        let found = said.iter().find(|(told, _)| told.starts_with(beginning));
        found.unwrap_or_else(|| panic!("{beginning}: {said:?}")).1
    };
    assert!(words_of("Anna lives_in Köln 2024-05-0").starts_with("My sister Anna moved to Köln"));
    assert_eq!(words_of("Anna works_at Bayer"), "she works at Bayer");
    for fact in facts {
        let statement = &fact["statement"];
        assert_eq!(statement["episodeUUIDs"], json!([log["episodeUUID"]]));
        let evidence = &statement["evidence"][0];
        assert_eq!(evidence["start"], fact["start"]);
        assert_eq!(evidence["end"], fact["end"]);
    }
}

#[tokio::test]
async fn a_text_that_waits_is_shown_with_how_far_it_is() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let note = |number: usize| {
        let body = format!("Note {number}: Bert sings in Lisbon. ").repeat(20);
        json!({ "episodeBody": body, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" })
    };
    let batch = json!({ "episodes": (0..500).map(note).collect::<Vec<_>>(), "bulk": true });
    nora.post("/api/v1/batch", &batch).await;
    let wanted = json!({ "query": "499", "limit": 1 });
    let (_, found) = nora.post("/api/v1/search", &wanted).await;
    let hit = &found["results"][0];
    assert_eq!(hit["status"], "pending", "{found}");
    let id = text(&hit["episodeUUID"]);
    let one = nora.read(&format!("/api/v1/episodes/{id}")).await;
    assert_eq!(one["episode"]["status"], "pending");
    assert_eq!(one["episode"]["text"], hit["text"]);
    assert_eq!(one["episode"]["logId"], hit["logId"]);
    assert_eq!(one["episode"]["extractor"], "");
    assert_eq!((&one["facts"], &one["mentions"]), (&json!([]), &json!([])));
    let browser = nora.sign_in().await;
    let page = browser.get(&format!("/episodes/{id}")).await;
    assert_eq!(page.status, StatusCode::OK);
    for words in ["Note 499", "It has not been read yet", "pending"] {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    let page = browser.get("/search?q=499").await;
    assert!(
        page.body.contains(&format!("/episodes/{id}")),
        "{}",
        page.body
    );
    // To others there is nothing.
    let otto = service.client("otto@example.com").await;
    let (status, _) = otto.get(&format!("/api/v1/episodes/{id}")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_text_that_failed_is_shown_with_why() {
    let service = Service::start().await;
    let store = service.store().await;
    let log = failed(&store, "bert@example.com").await;
    let bert = service.client("bert@example.com").await;
    let asked = json!({ "query": "Toulouse" });
    let (_, found) = bert.post("/api/v1/search", &asked).await;
    let id = text(&found["results"][0]["episodeUUID"]);
    let one = bert.read(&format!("/api/v1/episodes/{id}")).await;
    assert_eq!(one["episode"]["status"], "failed");
    assert_eq!(one["episode"]["logId"], log.to_string());
    let browser = bert.sign_in().await;
    let page = browser.get(&format!("/episodes/{id}")).await;
    for words in [
        "Bert lives in Toulouse.",
        "the model was out of reach",
        "Retry",
    ] {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
}

#[tokio::test]
async fn each_mention_cuts_out_a_name_of_its_entity() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember(TEXT, &json!({})).await;
    let path = format!("/api/v1/episodes/{}", text(&log["episodeUUID"]));
    let one = nora.read(&path).await;
    let anna = nora.entity("Anna").await;
    let mentions = one["mentions"].as_array().unwrap();
    let of_anna = mentions.iter().filter(|one| one["entityId"] == *anna);
    let words: Vec<&str> = of_anna.map(|mention| cut(TEXT, mention)).collect();
    assert!(words.contains(&"Anna"), "{words:?}");
    assert!(words.contains(&"she"), "{words:?}");
    let city = mentions.iter().find(|one| one["name"] == "Köln").unwrap();
    assert_eq!((cut(TEXT, city), &city["kind"]), ("Köln", &json!("place")));
}

#[tokio::test]
async fn the_texts_that_name_an_entity_are_listed_newest_first() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let told = [
        "Bert lives in Toulouse.",
        "Carla likes tea.",
        "Bert likes coffee.",
        "Bert works at Airbus.",
    ];
    for (number, text) in told.iter().enumerate() {
        let more = json!({ "referenceTime": format!("2024-0{}-10T09:00:00Z", number + 1) });
        nora.remember(text, &more).await;
    }
    let bert = nora.entity("Bert").await;
    let path = format!("/api/v1/entities/{bert}/episodes");
    let all = nora.read(&path).await;
    let found = texts(&all["episodes"], |episode| &episode["text"]);
    assert_eq!(found, [told[3], told[2], told[0]]);
    assert_eq!(
        (&all["totalCount"], &all["hasMore"]),
        (&json!(3), &json!(false))
    );
    let second = nora.read(&format!("{path}?limit=2&page=2")).await;
    assert_eq!(second["episodes"], json!([all["episodes"][2]]));
    assert_eq!(second["hasMore"], false);
    let first = nora.read(&format!("{path}?limit=2")).await;
    assert_eq!(first["hasMore"], true);
}
