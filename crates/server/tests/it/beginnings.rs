//! Questions for what began or came to an end: married, retired, left.

use serde_json::{Value, json};

use crate::answers::check_over_time;

#[tokio::test]
async fn since_when_somebody_is_married_or_retired_is_told_though_the_question_names_a_deed() {
    let told = [
        ("My sister Clara got married yesterday.", "2024-06-30"),
        ("My brother Rolf retired on 20 September.", "2024-10-02"),
        ("Tom and I got engaged on Sunday.", "2024-10-03"),
        ("My aunt Vera is retired.", "2024-10-04"),
    ];
    check_over_time(
        &told,
        &[
            ("When did my sister get married?", json!("29 June 2024")),
            ("When was Clara's wedding?", json!("29 June 2024")),
            ("Is Clara married?", json!("Yes")),
            ("When did Rolf retire?", json!("20 September 2024")),
            (
                "When did Tom and I get engaged?",
                json!("29 September 2024"),
            ),
            ("When did I get engaged?", json!("29 September 2024")),
            ("Is Vera retired?", json!("Yes")),
            ("When was Rolf's wedding?", Value::Null),
            ("Is Tom married?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_still_holds_has_not_ended() {
    let told = [
        ("Rolf works at Siemens.", "2024-06-30"),
        ("Ann is married to Tom.", "2024-06-30"),
    ];
    check_over_time(
        &told,
        &[
            ("Did Rolf leave Siemens?", Value::Null),
            ("Did Rolf quit?", Value::Null),
            ("Has Rolf retired?", Value::Null),
            ("Is Ann divorced?", Value::Null),
            ("When did Ann get divorced?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn whether_something_ended_is_told_with_its_day() {
    let told = [
        ("Rolf works at Siemens.", "2024-06-30"),
        ("Ann is married to Tom.", "2024-06-30"),
        ("Rolf left Siemens last Monday.", "2025-06-30"),
        ("Ann and Tom got divorced.", "2025-06-30"),
    ];
    check_over_time(
        &told,
        &[
            ("Did Rolf leave Siemens?", json!("Yes, 23 June 2025")),
            ("When did Rolf leave Siemens?", json!("23 June 2025")),
            ("Did Rolf leave Bosch?", Value::Null),
            // Who leaves a firm need not retire.
            ("Has Rolf retired?", Value::Null),
            ("Did Ann get divorced?", json!("Yes, 30 June 2025")),
        ],
    )
    .await;
}
