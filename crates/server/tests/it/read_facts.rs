//! Facts that say what was read in the best texts go before those that only share words with the question.

use serde_json::json;

use crate::service::Service;

#[tokio::test]
async fn the_fact_that_says_what_the_best_texts_answer_comes_first() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let told = json!({ "referenceTime": "2025-03-10T10:00:00Z" });
    for text in [
        "Mrs Petrosyan from across the landing takes Biscuit whenever I'm away.",
        "I travelled to Oslo with Tom in March.",
        "Tom looks after the garden when I travel.",
        "I took Biscuit to the vet in Leeds.",
        "I wrote my first report in Oslo.",
    ] {
        anna.remember(text, &told).await;
    }
    let asked = json!({ "query": "Who minds Biscuit when I travel to Oslo?" });
    let (_, reply) = anna.post("/search", &asked).await;
    assert_eq!(
        reply["facts"][0]["fact"], "Mrs Petrosyan takes Biscuit whenever anna is away.",
        "{reply}"
    );
}
