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

#[tokio::test]
async fn the_day_on_which_something_was_said_is_not_told_as_its_beginning() {
    let service = Service::start().await;
    let ann = service.client_called("ann@example.com", "Ann").await;
    let texts = [
        ("I have lived in Graz since 2019.", "2026-11-03"),
        (
            "I am allergic to penicillin. I work at Airbus.",
            "2026-11-05",
        ),
        ("I left Airbus.", "2026-11-20"),
    ];
    remember(&ann, &texts).await;
    let mcp = Exchange::of(&service, &ann);
    for (tool, arguments) in [
        (
            "memory_search",
            json!({ "query": "What is Ann allergic to?" }),
        ),
        ("memory_context", json!({})),
        ("get_user_profile", json!({})),
        ("memory_facts_about", json!({ "entity": "me" })),
        ("memory_timeline", json!({})),
    ] {
        let told = mcp.said(tool, arguments).await;
        let allergy = line(&told, "- Ann is allergic to penicillin.");
        assert!(allergy.contains("(said 2026-11-05)"), "{tool}: {told}");
        assert!(!told.contains("since 2026"), "{tool}: {told}");
    }
    let about = json!({ "entity": "me", "includePast": true });
    let about = mcp.said("memory_facts_about", about).await;
    assert!(line(&about, "Graz").contains("(since 2019)"), "{about}");
    let airbus = line(&about, "Airbus");
    assert!(
        airbus.contains("(said 2026-11-05, until 2026-11-20)"),
        "{about}"
    );
}

#[tokio::test]
async fn what_is_only_known_to_have_ended_stands_at_its_end() {
    let service = Service::start().await;
    let ann = service.client_called("ann@example.com", "Ann").await;
    let texts = [
        ("I broke the teapot yesterday.", "2026-11-20"),
        ("Tom Weber no longer works at Siemens.", "2026-11-21"),
        ("I bought a bike yesterday.", "2026-11-24"),
    ];
    remember(&ann, &texts).await;
    let mcp = Exchange::of(&service, &ann);
    for known in [json!({}), json!({ "recordedAt": "2100-01-01" })] {
        let told = mcp.said("memory_timeline", known).await;
        let order = ["teapot", "Siemens", "bike"].map(|words| told.find(words));
        assert!(order.is_sorted() && order[0].is_some(), "{told}");
    }
    let about = json!({ "entity": "Tom Weber", "includePast": true });
    let about = mcp.said("memory_facts_about", about).await;
    assert!(about.contains("(over by 2026-11-21)"), "{about}");
    let days = json!({ "startTime": "2026-11-21", "endTime": "2026-11-22" });
    let told = mcp.said("memory_timeline", days).await;
    assert!(told.contains("Siemens") && !told.contains("bike"), "{told}");
}
