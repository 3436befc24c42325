//! What means nothing finds nothing; what says the same in other words is found.

use serde_json::{Value, json};

use crate::service::{Client, Service};

/// Texts, each with a question that has no word of it.
const PARAPHRASED: [(&str, &str); 14] = [
    (
        "My daughter started kindergarten on Monday.",
        "when did the little one begin nursery school",
    ),
    ("We bought a Labrador puppy last week.", "new dog"),
    (
        "The doctor says my blood pressure is too high.",
        "medical problems",
    ),
    ("Sam proposed to me on the beach.", "engagement"),
    (
        "Our flat is on the third floor, with a balcony.",
        "where is our apartment",
    ),
    ("I can't eat peanuts.", "food allergies"),
    (
        "The car broke down near Ulm and we waited for hours.",
        "vehicle trouble",
    ),
    ("We're flying to Crete in August.", "summer vacation plans"),
    ("The kitchen tap is leaking again.", "plumbing repair"),
    ("Grandpa passed away in 2015.", "death in the family"),
    (
        "She teaches maths at the grammar school.",
        "what is her profession",
    ),
    ("Nina is expecting a baby in May.", "pregnancy"),
    ("I'm afraid of flying.", "phobia"),
    ("They split up in spring.", "divorce"),
];

async fn episodes(client: &Client, query: &str) -> (Vec<String>, Value) {
    let (_, found) = client
        .post("/search", &json!({ "query": query, "limit": 3 }))
        .await;
    let texts = found["episodes"].as_array().unwrap().iter();
    let texts = texts.map(|text| text.as_str().unwrap().to_owned());
    (texts.collect(), found["facts"].clone())
}

#[tokio::test]
async fn nonsense_finds_nothing_and_a_paraphrase_its_text() {
    let service = Service::with(&["--embedder", "minilm"]).await;
    let anna = service.client("anna@example.com").await;
    for (text, _) in PARAPHRASED {
        anna.remember(text, &json!({})).await;
    }
    for nonsense in [
        "qwertz asdf",
        "asdkjh 123",
        "lkjh poiu mnbv",
        "xyzzy",
        "12345 67890",
        "???",
    ] {
        let found = episodes(&anna, nonsense).await;
        assert_eq!(found, (Vec::new(), json!([])), "{nonsense}");
    }
    for (text, question) in PARAPHRASED {
        let (found, _) = episodes(&anna, question).await;
        assert!(found.iter().any(|one| one == text), "{question}: {found:?}");
    }
    // One word that is known is enough, and so is a name.
    let (found, _) = episodes(&anna, "qwertz asdf peanuts").await;
    assert_eq!(found[0], "I can't eat peanuts.");
    let (found, _) = episodes(&anna, "qwertz Nina").await;
    assert_eq!(found[0], "Nina is expecting a baby in May.");
}
