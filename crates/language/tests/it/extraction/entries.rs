//! Entries of notes that are written in signs: codes, references, prices, telephone numbers.

use super::{check, check_facts, check_silent};

#[tokio::test]
async fn codes_and_prices_of_notes_are_told_as_they_stand() {
    check_facts(&[
        (
            "WiFi is LuckyHank, password walleye1954",
            &["Sam's wifi is LuckyHank.", "Sam's password is walleye1954."],
        ),
        (
            "wifi: Pablos_Hotspot_2 / kartoffelsalat99!",
            &["Sam's wifi is Pablos_Hotspot_2 / kartoffelsalat99!."],
        ),
        ("booking ref 8QK-2204", &["Sam's booking ref is 8QK-2204."]),
        (
            "deposit 18 500 paid, rent 870/month, parking 60/month",
            &[
                "Sam's deposit is 18 500.",
                "Sam's rent is 870/month.",
                "Sam's parking is 60/month.",
            ],
        ),
    ])
    .await;
    check_silent(&["I ran 10 km in 52 minutes."]).await;
}

#[tokio::test]
async fn whose_number_stands_behind_a_name_is_told_with_what_they_are() {
    check_facts(&[
        (
            "plumber Ken 07700 900412",
            &[
                "Ken is Sam's plumber.",
                "Ken's phone number is 07700 900412.",
            ],
        ),
        (
            "boiler man: Kev Stott 07700 900318, £80 call out",
            &[
                "Kev Stott is Sam's boiler man.",
                "Kev Stott's phone number is 07700 900318.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_is_let_go_works_there_no_more() {
    check(&[(
        "I was let go from Bosch in May.",
        &["* works_at Bosch, until 2023-05-01"],
    )])
    .await;
}

#[tokio::test]
async fn what_another_wants_of_somebody_is_no_wish_of_theirs() {
    check_facts(&[(
        "Anna is happy and wants me to paint the kitchen.",
        &[
            "Anna is happy.",
            "According to Anna, Sam should paint the kitchen.",
        ],
    )])
    .await;
}
