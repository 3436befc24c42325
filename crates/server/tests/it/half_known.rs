//! Questions of which the graph knows a part, and those that it must not take for others.

use serde_json::{Value, json};

use crate::answers::{check, check_over_time};

#[tokio::test]
async fn who_is_in_any_role_is_told() {
    check(
        "2025-03-10",
        &[
            "Landlord = Mr Sadiq, ignores texts, always picks up if you ring.",
            "My dentist is called Dr Patel.",
            "Rent is 735 a month.",
        ],
        &[
            ("Who is my landlord?", json!("Mr Sadiq")),
            ("Who was my landlord?", json!("Mr Sadiq")),
            ("Who's my dentist?", json!("Dr Patel")),
            ("Who's my plumber?", Value::Null),
            ("What's the rent at Plas Derwen?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_somebody_is_called_is_not_what_they_call_something() {
    check(
        "2025-03-10",
        &[
            "Mireille Gagnon runs a cidery.",
            "I asked Mireille about the perry.",
            "Ari has been in the lake twice.",
        ],
        &[
            ("What is Mireille going to call the perry?", Value::Null),
            ("What was Ari for Halloween?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_heading_that_names_whom_a_question_is_about_speaks_for_nobody() {
    check(
        "2025-03-10",
        &["Tuppence: meals at 7 and 5, nothing with chicken in, weighed 21 kg at Mrs Adeyemi's."],
        &[("What food can't I give Tuppence?", json!("chicken"))],
    )
    .await;
}

#[tokio::test]
async fn a_pronoun_stands_for_whom_a_question_names() {
    let told = [
        ("Callum: My wife Priya went to Chile in July.", "2025-09-02"),
        (
            "Callum: She came home with seven ponchos, one for everybody in her family.",
            "2025-09-02",
        ),
    ];
    check_over_time(
        &told,
        &[("How many ponchos did Priya bring home?", json!("seven"))],
    )
    .await;
}

#[tokio::test]
async fn what_is_told_of_whom_is_asked_speaks_for_what_a_text_says() {
    let told = [
        ("Nora: Who had the dog all that time?", "2025-09-02"),
        (
            "Callum: My neighbour, Mrs Abernethy. She fed him roast chicken, and now Biscuit turns his nose up at anything else.",
            "2025-09-02",
        ),
        (
            "Nora: Work ate the summer. We got one week off, and we spent it in a cabin on Öland.",
            "2025-09-02",
        ),
    ];
    check_over_time(
        &told,
        &[
            (
                "What did Mrs Abernethy feed Biscuit?",
                json!("roast chicken"),
            ),
            (
                "Where did Nora spend her week off in the summer of 2025?",
                json!("in a cabin on Öland"),
            ),
        ],
    )
    .await;
}
