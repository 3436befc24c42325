//! Questions about somebody's kin of whom nothing is told, and about days that lie ahead.

use serde_json::{Value, json};

use crate::answers::check;

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
