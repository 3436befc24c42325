//! When facts were so, as assistants are told.

use serde_json::json;

use crate::mcp::Exchange;
use crate::service::{Client, Service};

/// Remembers these texts, each said on its day.
async fn remember(client: &Client, texts: &[(&str, &str)]) {
    for (words, day) in texts {
        let said = json!({ "referenceTime": format!("{day}T10:00:00Z") });
        client.remember(words, &said).await;
    }
}

/// The line of an answer that has these words.
fn line<'a>(answer: &'a str, words: &str) -> &'a str {
    let found = answer.lines().find(|line| line.contains(words));
    found.unwrap_or_else(|| panic!("no {words:?}: {answer}"))
}

#[tokio::test]
async fn facts_in_one_line_are_of_one_time() {
    let service = Service::start().await;
    let ann = service.client_called("ann@example.com", "Ann").await;
    let texts = [
        (
            "Mirjam is my friend. Lotte is Mirjam's daughter, she is 6 years old.",
            "2026-11-03",
        ),
        ("I like green tea. I play the cello.", "2026-11-04"),
    ];
    remember(&ann, &texts).await;
    let mcp = Exchange::of(&service, &ann);
    let query = json!({ "query": "What about Lotte?" });
    let found = mcp.said("memory_search", query).await;
    assert_eq!(line(&found, "daughter."), "- Lotte is Mirjam's daughter.");
    let query = json!({ "query": "What about Ann?" });
    let found = mcp.said("memory_search", query).await;
    assert!(line(&found, "likes").contains("green tea and plays the cello"));
}
