//! Questions over the days of several events.

use serde_json::{Value, json};

use crate::service::Service;

/// A year of somebody, told on the days that things happened and later.
const TOLD: &[(&str, &str)] = &[
    ("2024-01-15", "I moved to Lisbon on 3 January 2024."),
    ("2024-03-04", "Today I started at Bosch."),
    ("2024-05-20", "The regatta in the harbour was on 18 May."),
    ("2024-06-30", "My sister Clara got married yesterday."),
    ("2024-08-02", "I bought a boat."),
    ("2024-09-09", "I sold the boat."),
    ("2024-10-01", "I had my driving test last Friday."),
];

async fn check(asked: &[(&str, Value)]) {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (day, text) in TOLD {
        let at = json!({ "referenceTime": format!("{day}T10:00:00Z") });
        anna.remember(text, &at).await;
    }
    for (question, expected) in asked {
        let query = json!({ "query": question, "referenceTime": "2024-10-11T10:00:00Z" });
        let (_, found) = anna.post("/search", &query).await;
        assert_eq!(found["answer"]["text"], *expected, "{question}");
    }
}

#[tokio::test]
async fn how_long_lies_between_two_events_is_told_with_their_days() {
    check(&[
        (
            "How long between moving to Lisbon and starting at Bosch?",
            json!("2 months (3 January 2024 to 4 March 2024)"),
        ),
        (
            "How many days passed between the day I moved to Lisbon and the day I started at Bosch?",
            json!("61 days (3 January 2024 to 4 March 2024)"),
        ),
        (
            "How many weeks before Clara's wedding was the regatta?",
            json!("6 weeks (18 May 2024 to 29 June 2024)"),
        ),
        (
            "How long between moving to Lisbon and adopting a cat?",
            Value::Null,
        ),
    ])
    .await;
}

#[tokio::test]
async fn how_long_ago_something_was_is_told_with_its_day() {
    check(&[
        (
            "How long ago did I move to Lisbon?",
            json!("9 months ago (3 January 2024)"),
        ),
        (
            "How many days ago did I have my driving test?",
            json!("14 days ago (27 September 2024)"),
        ),
        (
            "How long has it been since I sold the boat?",
            json!("at least 4 weeks ago (by 9 September 2024)"),
        ),
        ("How long ago did I move to Porto?", Value::Null),
    ])
    .await;
}

#[tokio::test]
async fn which_event_came_first_is_told_with_their_days() {
    check(&[
        ("When was Clara's wedding?", json!("29 June 2024")),
        (
            "Which came first, the regatta or Clara's wedding?",
            json!("the regatta (18 May 2024), before Clara's wedding (29 June 2024)"),
        ),
        (
            "Did I move to Lisbon before I started at Bosch?",
            json!("Yes: 3 January 2024, before 4 March 2024"),
        ),
        (
            "Did I start at Bosch after the regatta?",
            json!("No: 4 March 2024, before 18 May 2024"),
        ),
        (
            "In which order: the regatta, moving to Lisbon, and starting at Bosch?",
            json!(
                "moving to Lisbon (3 January 2024), then starting at Bosch (4 March 2024), then the regatta (18 May 2024)"
            ),
        ),
        ("Which came first, the regatta or the opera?", Value::Null),
    ])
    .await;
}
