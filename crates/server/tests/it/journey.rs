//! What everybody does: send a text, see it processed, find it.

use reqwest::StatusCode;
use serde_json::json;

use crate::service::Service;

#[tokio::test]
async fn a_text_goes_in_and_a_search_started_after_it_is_completed_finds_it() {
    let service = Service::with(&[]).await;
    let anna = service.client("anna@example.com").await;
    let text = "My sister Clara moved to Lisbon last week. She works at a bakery near the river.";
    let sent = json!({
        "episodeBody": text, "referenceTime": "2025-03-01T09:30:00+01:00", "source": "cli",
        "sessionId": "s-1", "metadata": { "mood": "happy" }, "unknown": 1,
    });
    let (status, accepted) = anna.post("/ingest", &sent).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(accepted["success"], true);
    let id = accepted["logId"].as_str().unwrap();
    assert_eq!([&accepted["id"], &accepted["queueId"]], [id, id]);

    let log = anna.processed(id).await;
    assert_eq!(log["status"], "completed", "{log}");
    assert_eq!(log["ingestText"], text);
    assert_eq!(log["source"], "cli");
    assert_eq!(log["error"], json!(null));
    assert_eq!(log["sourceURL"], json!(null));
    assert_eq!(log["integrationSlug"], json!(null));
    assert_eq!(log["data"], sent);
    assert!(log["processedAt"].as_str().unwrap() >= log["time"].as_str().unwrap());

    let (status, found) = anna
        .post("/search", &json!({ "query": "Where does my sister live?" }))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(found["episodes"], json!([text]));
    let hit = &found["results"][0];
    assert_eq!(hit["logId"], id);
    assert_eq!(hit["episodeUUID"], log["episodeUUID"]);
    assert_eq!(hit["text"], text);
    assert_eq!(hit["referenceTime"], "2025-03-01T08:30:00Z");
    assert_eq!(hit["source"], "cli");
    assert_eq!(hit["sessionId"], "s-1");
    assert_eq!(hit["spaceId"], log["spaceId"]);
    let (start, end) = (
        hit["passage"]["start"].as_u64().unwrap(),
        hit["passage"]["end"].as_u64().unwrap(),
    );
    let passage: String = text
        .chars()
        .skip(start as usize)
        .take((end - start) as usize)
        .collect();
    assert_eq!(hit["passage"]["text"], passage.as_str());
    assert!(!hit["lanes"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn simple_sentences_become_facts_with_their_time() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember(
        "Caroline: I live in Lisbon.\nMelanie: I love pottery.",
        &json!({}),
    )
    .await;
    let (_, found) = anna
        .post("/search", &json!({ "query": "Where does Caroline live?" }))
        .await;
    let fact = &found["facts"][0];
    assert_eq!(fact["subject"], "Caroline", "{found}");
    assert_eq!(fact["object"], "Lisbon");
    assert!(fact["fact"].as_str().unwrap().contains("Lisbon"));
    assert_eq!(fact["validAt"], "2025-03-01T09:30:00Z");
    assert_eq!(fact["invalidAt"], json!(null));
    assert_eq!(
        fact["episodeUUIDs"],
        json!([found["results"][0]["episodeUUID"]])
    );
}

#[tokio::test]
async fn the_later_pair_of_paths_does_the_same() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let body = json!({ "episodeBody": "The spare key is under the blue pot.", "referenceTime": "2025-03-01T09:30:00Z", "source": "x" });
    let (status, accepted) = anna.post("/api/v1/add", &body).await;
    assert_eq!(status, StatusCode::OK);
    anna.processed(accepted["id"].as_str().unwrap()).await;
    let (status, found) = anna
        .post(
            "/api/v1/search?limit=1",
            &json!({ "query": "spare key", "space_ids": [] }),
        )
        .await;
    assert_eq!(
        (status, found["episodes"].as_array().unwrap().len()),
        (StatusCode::OK, 1)
    );
}

#[tokio::test]
async fn last_week_is_counted_from_the_reference_time_of_the_query() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for day in ["2024-05-01", "2024-05-15", "2024-06-12"] {
        anna.remember(
            &format!("Went running with Tom, note of {day}."),
            &json!({ "referenceTime": format!("{day}T10:00:00Z") }),
        )
        .await;
    }
    for (now, wanted) in [
        ("2024-05-22T08:00:00Z", "2024-05-15"),
        ("2024-06-19T08:00:00Z", "2024-06-12"),
    ] {
        let found = anna
            .search(
                "Who did I run with last week?",
                &json!({ "referenceTime": now }),
            )
            .await;
        assert!(found[0].contains(wanted), "at {now}: {found:?}");
    }
}

#[tokio::test]
async fn session_and_time_restrict_and_limit_cuts() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (number, session) in [(1, "a"), (2, "a"), (3, "b")] {
        let more = json!({ "sessionId": session, "referenceTime": format!("2025-01-0{number}T00:00:00Z") });
        anna.remember(&format!("Watered the garden, entry {number}."), &more)
            .await;
    }
    let mut in_session = anna.search("garden", &json!({ "sessionId": "a" })).await;
    in_session.sort();
    assert_eq!(
        in_session,
        [
            "Watered the garden, entry 1.",
            "Watered the garden, entry 2."
        ]
    );
    let since = anna
        .search("garden", &json!({ "startTime": "2025-01-03T00:00:00Z" }))
        .await;
    assert_eq!(since, ["Watered the garden, entry 3."]);
    let until = anna
        .search("garden", &json!({ "end_time": "2025-01-01T12:00:00Z" }))
        .await;
    assert_eq!(until, ["Watered the garden, entry 1."]);
    assert_eq!(anna.search("garden", &json!({ "limit": 2 })).await.len(), 2);
    assert_eq!(
        anna.search("garden", &json!({ "sessionId": "nowhere" }))
            .await,
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn a_text_in_another_script_is_found_by_its_words() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in [
        "Моя сестра живёт в Лиссабоне.",
        "我妹妹住在里斯本。",
        "Η αδελφή μου ζει στην Πάτρα.",
    ] {
        anna.remember(text, &json!({})).await;
    }
    assert!(anna.search("сестра", &json!({})).await[0].contains("сестра"));
    assert!(anna.search("里斯本", &json!({})).await[0].contains("里斯本"));
    assert!(anna.search("Πάτρα", &json!({})).await[0].contains("Πάτρα"));
}

#[tokio::test]
async fn an_empty_memory_answers_with_empty_lists() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let (status, found) = anna.post("/search", &json!({ "query": "anything" })).await;
    assert_eq!(
        (status, found),
        (
            StatusCode::OK,
            json!({ "answer": null, "episodes": [], "facts": [], "results": [], "reranked": false })
        )
    );
}

#[tokio::test]
async fn the_words_of_a_time_are_not_looked_for_as_words() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, day) in [
        (
            "I run three times a week, last year only once.",
            "2025-02-10",
        ),
        ("Bought a blue kettle at the market.", "2025-09-12"),
        ("The neighbours came over for tea.", "2025-06-01"),
    ] {
        let more = json!({ "referenceTime": format!("{day}T10:00:00Z") });
        anna.remember(text, &more).await;
    }
    let more = json!({ "referenceTime": "2025-09-17T10:00:00Z" });
    let found = anna.search("What happened last week?", &more).await;
    assert_eq!(found[0], "Bought a blue kettle at the market.");
}

#[tokio::test]
async fn what_was_just_said_is_a_fact_although_its_time_lies_ahead() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let more = json!({ "referenceTime": "2124-01-01T00:00:00Z" });
    anna.remember("Caroline: I live in Lisbon.", &more).await;
    let facts = async |more: serde_json::Value| {
        let mut body = json!({ "query": "Where does Caroline live?" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        anna.post("/search", &body).await.1["facts"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(facts(json!({})).await, 1);
    assert_eq!(facts(json!({ "validAt": "2124-02-01T00:00:00Z" })).await, 1);
    assert_eq!(facts(json!({ "validAt": "2123-12-01T00:00:00Z" })).await, 0);
    assert_eq!(facts(json!({ "scoreThreshold": 1.1 })).await, 0);
}
