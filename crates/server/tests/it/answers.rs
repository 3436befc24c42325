//! The answer of a search: what a text says, of all that the question says, or nothing.

use serde_json::{Value, json};

use crate::service::{Client, Service};

async fn answer(client: &Client, question: &str) -> Value {
    let (_, found) = client.post("/search", &json!({ "query": question })).await;
    found["answer"]["text"].clone()
}

#[tokio::test]
async fn an_answer_leaves_out_nothing_that_the_question_says() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in [
        "Zoe: I saw a heron at the lake.",
        "Zoe: I attended a pottery workshop.",
        "Zoe: I have a cat called Miso.",
        "Zoe: I supported Ben.",
    ] {
        anna.remember(text, &json!({})).await;
    }
    for (question, expected) in [
        ("What did Zoe see at the lake?", json!("heron")),
        ("What did Zoe see at the museum?", Value::Null),
        ("What workshop did Zoe attend?", json!("pottery workshop")),
        ("What concert did Zoe attend?", Value::Null),
        ("Who supported Ben?", json!("Zoe")),
        ("Who supported Zoe?", Value::Null),
    ] {
        assert_eq!(answer(&anna, question).await, expected, "{question}");
    }
}
