//! Texts in other languages are kept and found by their words; nothing is asserted about what cannot be read.

use serde_json::json;

use crate::reading::all_told;
use crate::service::Service;

#[tokio::test]
async fn a_text_in_another_language_is_found_by_its_words_and_asserts_nothing() {
    let service = Service::start().await;
    for (name, text, query) in [
        (
            "german",
            "Meine Schwester Clara wohnt seit 2019 in Hamburg und arbeitet bei Siemens.",
            "Schwester Hamburg",
        ),
        (
            "japanese",
            "妹のハナコは東京に住んでいて、トヨタで働いています。",
            "東京",
        ),
        (
            "russian",
            "Моя сестра живёт в Москве и работает учительницей.",
            "Москве",
        ),
        ("french", "Ma sœur habite à Lyon depuis deux ans.", "sœur"),
        ("arabic", "أختي تعيش في القاهرة منذ خمس سنوات.", "القاهرة"),
    ] {
        let client = service.client(&format!("{name}@example.com")).await;
        let log = client.remember(text, &json!({})).await;
        assert_eq!(log["status"], "completed", "{log}");
        assert_eq!(log["ingestText"], text);
        let (_, found) = client.post("/search", &json!({ "query": query })).await;
        assert_eq!(found["episodes"], json!([text]), "{name}");
        assert_eq!(found["facts"], json!([]), "{name}");
        let lanes = found["results"][0]["lanes"].as_array().unwrap();
        assert!(lanes.contains(&json!("words")), "{name}: {lanes:?}");
        let timeline = client.read("/api/v1/graph/timeline").await;
        assert_eq!(timeline["totalCount"], 0, "{name}: {timeline}");
    }
}

#[tokio::test]
async fn the_log_says_in_words_that_a_text_could_not_be_read() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in [
        "Meine Schwester Clara wohnt seit 2019 in Hamburg und arbeitet bei Siemens.",
        "妹のハナコは東京に住んでいて、トヨタで働いています。",
    ] {
        let log = anna.remember(text, &json!({})).await;
        let note = log["note"].as_str().unwrap_or_default();
        assert!(note.split_whitespace().count() >= 3, "{text}: {note:?}");
    }
    let understood = anna.remember("Clara lives in Hamburg.", &json!({})).await;
    assert_eq!(understood["note"], json!(null));
}

#[tokio::test]
async fn the_language_is_that_of_each_passage() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    // Each long enough to be a passage of its own.
    let chatter =
        "It was raining all day and there was nothing to do but to look out of the window. "
            .repeat(8);
    let german =
        "Meine Schwester wohnt seit vielen Jahren in einer kleinen Stadt am Meer. ".repeat(12);
    let text =
        format!("Bert lives in Toulouse. {chatter}\n\n{german}\n\n{chatter} Bert works at Airbus.");
    let document = json!({ "type": "DOCUMENT" });
    anna.remember(&text, &document).await;
    let bert = anna.entity("Bert").await;
    let mut facts = all_told(&anna.said_of(&bert, "").await);
    facts.sort();
    assert_eq!(
        facts,
        [
            "Bert lives_in Toulouse 2025-03-01T09:30:00Z..",
            "Bert works_at Airbus 2025-03-01T09:30:00Z.."
        ]
    );
}
