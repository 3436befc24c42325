//! Questions about somebody's kin of whom nothing is told, and about days that lie ahead.

use serde_json::{Value, json};

use crate::answers::check;
use crate::reading::texts;
use crate::service::Service;

#[tokio::test]
async fn a_brother_is_no_sister_and_an_uncle_no_aunt() {
    check(
        "2026-03-10",
        &[
            "My brother Callum lives in Dundee.",
            "My uncle Bert plays the tuba.",
        ],
        &[
            ("What is my brother called?", json!("Callum")),
            ("Where does my brother live?", json!("Dundee")),
            ("What is my sister called?", Value::Null),
            ("Where does my sister live?", Value::Null),
            ("What is my aunt called?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_booked_is_of_a_day_to_come() {
    check(
        "2026-11-20",
        &["I booked a flight to Rome for 3 February."],
        &[("When is my flight to Rome?", json!("3 February 2027"))],
    )
    .await;
}

#[tokio::test]
async fn the_owner_speaks_under_a_given_name_too() {
    let service = Service::start().await;
    let nell = service
        .client_called("nell@example.com", "Nell Hargreaves")
        .await;
    let chat = "Nell: I adopted a greyhound.\nKat: Well done, Nell!\nNelly: I adopted a parrot.";
    nell.remember(chat, &json!({})).await;
    let query = json!({ "query": "Who adopted a pet?" });
    let (_, found) = nell.post("/search", &query).await;
    let facts = texts(&found["facts"], |fact| &fact["fact"]);
    for fact in [
        "Nell Hargreaves adopted a greyhound.",
        "Nelly adopted a parrot.",
    ] {
        assert!(facts.contains(&fact.to_owned()), "{facts:?}");
    }
    let people = nell.entity_names("kind=person").await;
    assert!(!people.contains(&"Nell".to_owned()), "{people:?}");
}
