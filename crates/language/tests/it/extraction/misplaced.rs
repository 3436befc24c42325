//! What the parser hangs from a neighbour of what it belongs to: lists, names beside nouns, places between "from" and "to", days.

use super::{check_facts, check_silent, facts, said};

#[tokio::test]
async fn what_is_listed_behind_a_verb_is_told_of_each() {
    check_facts(&[
        (
            "Rex is afraid of thunder, the lawnmower and Helena.",
            &[
                "Rex is afraid of thunder.",
                "Rex is afraid of the lawnmower.",
                "Rex is afraid of Helena.",
            ],
        ),
        (
            "Three people on the jury, one of whom, Dr Adler, laughed at my slides.",
            &["Dr Adler laughed at Sam's slides."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_name_beside_a_noun_for_somebody_is_theirs() {
    check_facts(&[
        (
            "I had lunch with Olga and her new bloke Marek.",
            &["Sam had lunch with Olga.", "Marek is Olga's boyfriend."],
        ),
        (
            "My supervisor from Utrecht, Prof Adler, sent me a card.",
            &[
                "Prof Adler is Sam's boss.",
                "Prof Adler comes from Utrecht.",
                "Prof Adler sent a card to Sam.",
            ],
        ),
        (
            "Our neighbours across the road, Ingrid and Paul, watered the tomatoes.",
            &[
                "Sam has neighbours across the road.",
                "Ingrid watered the tomatoes.",
                "Paul watered the tomatoes.",
                "Ingrid is Sam's neighbor.",
                "Paul is Sam's neighbor.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn places_between_from_and_to_are_two() {
    check_facts(&[
        (
            "Olga moved from Graz to Lisbon.",
            &["Olga no longer lives in Graz.", "Olga lives in Lisbon."],
        ),
        ("We use linen instead of wool.", &["Sam uses linen."]),
    ])
    .await;
}

#[tokio::test]
async fn a_day_is_told_whole_and_what_it_is_not_is_left_out() {
    check_facts(&[
        (
            "The concert is on Saturday, 3 June 2023.",
            &["the concert is on Saturday, 3 June 2023."],
        ),
        (
            "My exam is next Thursday at eleven.",
            &["Sam's exam is on Thursday, 18 May 2023 at 11:00."],
        ),
        (
            "Olga's wedding isn't in July, it's Saturday 9 September 2023.",
            &["Olga's wedding is on Saturday 9 September 2023."],
        ),
        (
            "My piano lesson is every other Friday now, not Monday.",
            &["Sam's piano lesson is every other Friday."],
        ),
        (
            "My niece was born at 4.12 this morning.",
            &["Sam's niece was born on Monday, 8 May 2023 at 04:12."],
        ),
        (
            "Olga was born yesterday.",
            &["Olga was born on Sunday, 7 May 2023."],
        ),
        (
            "We found a photo album from the 1950s in the attic.",
            &["Sam found a photo album in the attic."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn numbers_are_told_whole() {
    check_facts(&[
        (
            "My phone number is 07700 900142.",
            &["Sam has the phone number 07700 900142."],
        ),
        (
            "I live at 12 Lindley Road.",
            &["Sam lives at 12 Lindley Road."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_befalls_people_and_animals_is_told_as_it_is_meant() {
    check_facts(&[
        (
            "We had our cat put to sleep yesterday.",
            &["Sam's cat was put to sleep."],
        ),
        ("My aunt fell ill in March.", &["Sam's aunt fell ill."]),
        (
            "Olga and Marek are having a baby.",
            &["Olga is expecting a baby.", "Marek is expecting a baby."],
        ),
        (
            "I was promoted to lead designer.",
            &["Sam works as a lead designer."],
        ),
        ("Remind me to buy stamps.", &["Sam should buy stamps."]),
    ])
    .await;
    // Beside it, what ends thereby has no words.
    let told = facts("Paul was made redundant.").await;
    assert_eq!(told[0], "Paul was made redundant.");
}

#[tokio::test]
async fn what_is_half_done_or_only_meant_says_nothing() {
    check_silent(&[
        "This is the jumper that I've only half finished.",
        "I've dropped to once a month.",
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_is_about_to_do_is_not_done() {
    check_facts(&[
        ("Olga is moving to Graz.", &["Olga plans to live in Graz."]),
        ("If I get the post I'll move to Graz.", &[]),
        (
            "Marek talked about buying a boat.",
            &["Marek talked about buying a boat."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn words_that_look_like_others_are_what_they_are() {
    check_facts(&[
        ("I had lunch with Lotta.", &["Sam had lunch with Lotta."]),
        ("I'm right-handed.", &["Sam is right-handed."]),
        ("My aunt is left-handed.", &["Sam's aunt is left-handed."]),
        ("I'm 1.82 m tall.", &["Sam is 1.82 m tall."]),
        (
            "They cancelled my flight.",
            &["Sam's flight was cancelled."],
        ),
        (
            "I met an Irishman called Paul. He teaches chess.",
            &["Sam met an Irishman called Paul.", "Paul teaches chess."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn whoever_is_born_is_the_child_and_a_meal_is_over() {
    check_facts(&[
        (
            "Marek and Olga have a daughter, Lena. She was born on 8 January 2023.",
            &[
                "Marek is a parent of Lena.",
                "Olga is a parent of Lena.",
                "Marek's daughter was born on 8 January 2023.",
            ],
        ),
        (
            "My mother is a nurse. She was born in Lisbon.",
            &[
                "Sam's mother works as a nurse.",
                "Sam's mother was born in Lisbon.",
            ],
        ),
    ])
    .await;
    assert_eq!(
        said("I had lunch at the station.").await,
        ["* have \"lunch\""]
    );
}
