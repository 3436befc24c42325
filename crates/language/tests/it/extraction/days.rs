//! When things are, what is done day after day, and what the parser hangs from the wrong word around names.

use super::{check_facts, check_silent};

#[tokio::test]
async fn things_have_their_day() {
    check_facts(&[
        (
            "Parents' evening is next Wednesday at six.",
            &["parents' evening is on Wednesday, 17 May 2023 at 18:00."],
        ),
        (
            "School sports day is on 12 June.",
            &["the school sports day is on Monday, 12 June 2023."],
        ),
        (
            "Sam's graduation is in July.",
            &["Sam's graduation is in July 2023."],
        ),
        (
            "My thesis defence is in three weeks.",
            &["Sam's thesis defence is on Monday, 29 May 2023."],
        ),
        // Every week has one.
        ("Bin day is Thursday.", &["the bin day is every Thursday."]),
    ])
    .await;
    check_silent(&[
        "The problem is Monday.",
        "The results are in on Friday.",
        "She is on Monday.",
    ])
    .await;
}

#[tokio::test]
async fn what_is_done_day_after_day_is_no_plan() {
    check_facts(&[
        (
            "I usually go to bed around eleven.",
            &["Sam usually goes to bed around eleven."],
        ),
        (
            "I leave for work at 7:15.",
            &["Sam leaves for work at 7:15."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_clause_behind_a_name_is_of_that_name() {
    check_facts(&[
        (
            "I have two kids, Maya who's nine and Ben who's six.",
            &[
                "Sam has two kids.",
                "Sam is a parent of Maya.",
                "Sam is a parent of Ben.",
                "Maya is 9 years old.",
                "Ben is 6 years old.",
            ],
        ),
        (
            "My aunt Lorraine lives in Toronto.",
            &["Lorraine is Sam's aunt.", "Lorraine lives in Toronto."],
        ),
        (
            "My best mate Damo is a plumber.",
            &["Damo is Sam's friend.", "Damo works as a plumber."],
        ),
    ])
    .await;
    check_silent(&["My team lead Arvind has left."]).await;
}

#[tokio::test]
async fn what_is_excepted_from_a_denial_is_so() {
    check_facts(&[
        (
            "I don't own a car, only a bike and a scooter.",
            &[
                "Sam does not own a car.",
                "Sam owns a bike.",
                "Sam owns a scooter.",
            ],
        ),
        (
            "We don't have kids, just two dogs.",
            &["Sam does not have kids.", "Sam has two dogs."],
        ),
        (
            "I don't eat meat, only fish.",
            &["Sam does not eat meat.", "Sam eats fish."],
        ),
        (
            "I don't want a puppy, just some quiet.",
            &["Sam does not want a puppy."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn school_has_years_and_they_are_no_places() {
    check_facts(&[
        ("My son is in Year 9.", &["Sam's son is in Year 9."]),
        (
            "I'm a fourth year at Cardiff.",
            &["Sam studies at Cardiff."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_one_thing_is_not_two() {
    check_facts(&[
        // Nobody has the flu.
        ("I got my flu jab.", &["Sam got their flu jab."]),
        ("I adore her fish curry.", &[]),
        ("My arm is killing me.", &["Sam's arm is hurting."]),
        ("I can't eat gluten.", &["Sam cannot eat gluten."]),
        ("Guess what, I resigned.", &["Sam resigned.", "", ""]),
        ("We do bouldering together.", &["Sam practices bouldering."]),
        (
            "The Wi-Fi's been down since Saturday.",
            &["the Wi-Fi is down."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn how_something_is_may_be_asked_without_a_mark() {
    check_silent(&[
        "How's the weather over there",
        "Where's the party on Saturday",
    ])
    .await;
    check_facts(&[
        (
            "We're fixing to rent a cabin.",
            &["Sam plans to rent a cabin."],
        ),
        ("I'm fixing the fence.", &["Sam is fixing the fence."]),
        ("We've leftover lamb.", &["Sam has leftover lamb."]),
        (
            "We had a dog when I was a kid.",
            &["Sam had a dog when they were a kid."],
        ),
    ])
    .await;
}
