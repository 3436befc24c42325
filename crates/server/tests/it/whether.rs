//! Questions that ask whether something is so, and what was to be so from a day on.

use serde_json::{Value, json};

use crate::answers::check_over_time;

#[tokio::test]
async fn yes_is_said_only_where_all_that_is_asked_for_is_told() {
    let told = [
        ("I have a dog called Rex.", "2025-01-10"),
        ("I swim on Tuesdays and Thursdays.", "2025-01-11"),
        ("I don't drink coffee after 2 pm.", "2025-01-12"),
        ("Got the offer from Bosch.", "2025-01-13"),
        ("Theo's birthday is the 7th of November.", "2025-01-14"),
    ];
    check_over_time(
        &told,
        &[
            ("Do I have a dog?", json!("Yes")),
            ("Do I have a cat?", Value::Null),
            ("Do I have a rabbit?", Value::Null),
            ("Do I swim on Tuesdays?", json!("Yes")),
            ("Do I swim on Fridays?", Value::Null),
            ("Do I drink coffee?", Value::Null),
            ("Do I get up at 7?", Value::Null),
            ("Does Theo have a birthday on 9 November?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn one_pet_that_died_does_not_say_that_there_is_no_other() {
    let told = [
        ("Biscuit is our cat.", "2025-01-10"),
        ("Biscuit died last night.", "2025-03-25"),
    ];
    check_over_time(
        &told,
        &[
            ("Do I have a dog?", Value::Null),
            ("Do I have any pets?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn where_somebody_does_something_is_not_where_they_have_been() {
    let told = [
        ("Back from Lisbon, five days with Hana.", "2025-01-10"),
        ("I'm on the Scheduling team.", "2025-01-11"),
        ("At Bosch I'm on 60,000 euros.", "2025-01-12"),
    ];
    check_over_time(
        &told,
        &[
            ("Where do I swim?", Value::Null),
            ("Where do I live?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_was_to_be_from_a_day_on_is_so_when_the_day_has_come() {
    let told = [
        ("I work at Kestrel Logistics in Leeds.", "2025-01-02"),
        ("Marcus is my manager.", "2025-01-03"),
        (
            "I start at Brightwell Health on 2 February and my last day at Kestrel is 31 January.",
            "2025-01-10",
        ),
        (
            "Ifeoma will take over as my manager on 1 March.",
            "2025-02-10",
        ),
    ];
    check_over_time(
        &told,
        &[
            ("Where do I work?", json!("Brightwell Health")),
            ("Who is my manager?", json!("Ifeoma")),
            ("When did I leave Kestrel?", json!("31 January 2025")),
            (
                "How long did I work at Kestrel?",
                json!("at least 4 weeks, from 2 January 2025 to 31 January 2025"),
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn another_hour_takes_the_place_of_the_one_before() {
    let told = [
        ("I get up at 6:15 on weekdays.", "2025-01-10"),
        ("I get up at 5:45 now.", "2025-06-10"),
    ];
    check_over_time(&told, &[("What time do I get up?", json!("at 5:45"))]).await;
}

#[tokio::test]
async fn what_a_doctor_takes_somebody_off_is_taken_no_longer() {
    let told = [
        ("I take Ritalin 10 mg every morning.", "2026-01-01"),
        ("I take metformin 500 mg twice a day.", "2026-01-02"),
        ("My doctor took me off Ritalin.", "2026-02-03"),
        (
            "My GP switched me from metformin to gliclazide.",
            "2026-03-04",
        ),
    ];
    check_over_time(
        &told,
        &[
            ("What do I take now?", json!("gliclazide")),
            ("Do I take Ritalin?", json!("No, not since 3 February 2026")),
            ("Do I take metformin?", json!("No, not since 4 March 2026")),
        ],
    )
    .await;
}
