//! What looks like a statement and is none, and what the parser hangs elsewhere, as readers found it in conversations.

use super::{check_facts, identities, said};

#[tokio::test]
async fn a_question_without_its_mark_and_a_condition_alone_say_nothing() {
    check_facts(&[
        ("Ann: Ben are you at the tower already", &[]),
        ("Ann: Ben are you seeing the alerts or is it just me", &[]),
        (
            "Ann: ok. also my roommate cooks eggs at 2am, can I record birds at dawn with no sleep.",
            &["Ann's roommate makes eggs at 2am."],
        ),
        ("Ann: When I get a sitter.", &[]),
        ("Ann: Until I find a job.", &[]),
        ("Ann: Once a week I swim.", &["Ann swims."]),
        (
            "Ann: I said, either you see to it or I talk to the newspaper.",
            &[],
        ),
        (
            "Ann: I want to see the lake once, before I'm thirty and have knees.",
            &["Ann wants to see the lake."],
        ),
        ("Ann: Here they all howl. Including my mother.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_others_are_convinced_of_and_what_was_thought_is_not_so() {
    check_facts(&[
        (
            "Ann: My father is convinced that he is ill.",
            &["Ann's father is convinced."],
        ),
        ("Ann: I thought the school had closed.", &[]),
        (
            "Ann: I'm afraid I broke the vase.",
            &["Ann may have broken the vase."],
        ),
        ("Ann: My ex-husband would say I've had practice.", &[]),
        (
            "Ann: My grandson Toby will win the race. I'll cook on Sunday.",
            &[
                "Toby is Ann's grandson.",
                "Toby will win the race.",
                "Ann plans to cook.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn small_words_stay_with_what_they_belong_to() {
    check_facts(&[
        (
            "Ann: I've never in my life worn anything with shine.",
            &["Ann has never worn anything with shine in their life."],
        ),
        (
            "Ann: Can't, I'm in Lisbon!",
            &["Ann is in Lisbon."],
        ),
        (
            "Ann: We turned like a school bus.",
            &["Ann turned like a school bus."],
        ),
        (
            "Ann: I bowed like to a doctor.",
            &["Ann bowed like to a doctor."],
        ),
        (
            "Ann: I was too polite to mention it.",
            &["Ann was too polite to mention it."],
        ),
        (
            "Ann: In the hospital I gave the orders. I'm retired, in the hospital I gave the orders.",
            &[
                "Ann gave the orders in the hospital.",
                "Ann is retired.",
            ],
        ),
        ("Ann: I want to be less than an hour away.", &[]),
        ("Ann: I can lend you my sister's.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_was_felt_is_over_and_who_stayed_somewhere_stayed() {
    check_facts(&[
        (
            "Ann: My crew got scared when they saw lobster.",
            &["Ann's crew was scared.", "Ann's crew saw lobster."],
        ),
        (
            "Ann: I stayed in Lisbon for nine weeks.",
            &["Ann stayed in Lisbon for nine weeks."],
        ),
        (
            "Ann: I spent 22 years in the Navy.",
            &["Ann spent 22 years in the Navy."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn gestures_and_what_is_told_without_its_matter_are_no_facts() {
    check_facts(&[
        (
            "Ann: My father-in-law told the whole street. My uncle told a story.",
            &["Ann's uncle told a story."],
        ),
        ("Ann: I stood in the garage and frowned.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn names_that_are_listed_are_one_each_and_names_with_a_colon_are_whole() {
    check_facts(&[
        (
            "Ann: I have two dogs, Coco and Shadow.",
            &[
                "Ann has two dogs.",
                "Ann has a dog called Coco.",
                "Ann has a dog called Shadow.",
            ],
        ),
        (
            "Ann: We watched two films, Dune and Alien.",
            &[
                "Ann watched two films.",
                "Ann watched Dune.",
                "Ann watched Alien.",
            ],
        ),
        ("Ann: I play CS:GO.", &["Ann plays CS:GO."]),
        (
            "Ann: I have another dog called Rex.",
            &["Ann has another dog called Rex."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_list_behind_a_dash_and_what_goes_on_behind_one_are_told() {
    check_facts(&[
        (
            "Ann: I've got lots of books - classics, stories from other countries, big maps.",
            &["Ann has books: classics, stories from other countries, big maps."],
        ),
        (
            "Ann: Last week I had a huge writing problem - got stuck on a plot twist.",
            &[
                "Ann had a huge writing problem.",
                "Ann was stuck on a plot twist.",
            ],
        ),
        (
            "Ann: I felt tiny and in awe of the universe.",
            &["Ann felt tiny and in awe of the universe."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_splits_something_with_somebody_does_not_part_from_them() {
    check_facts(&[
        (
            "Ann: I split the bill with Dana.",
            &["Ann split the bill with Dana."],
        ),
        (
            "Ann: I split with Dana.",
            &["Ann is no longer in a relationship with Dana."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_with_a_name_does_is_no_sort_of_things() {
    check_facts(&[
        ("Pavel lives in Oslo.", &["Pavel lives in Oslo."]),
        ("Zoltan works at Nokia.", &["Zoltan works at Nokia."]),
        ("Carl studies law.", &["Carl studies law."]),
        (
            "Lukasz sings in a choir.",
            &["Lukasz is a member of a choir."],
        ),
        (
            "Our neighbour Zoltan works at Nokia.",
            &["Zoltan is Sam's neighbor.", "Zoltan works at Nokia."],
        ),
        (
            "Pavel, my cousin, lives in Oslo.",
            &["Pavel is Sam's cousin.", "Pavel lives in Oslo."],
        ),
        (
            "Mohamed wants to learn Welsh.",
            &["Mohamed wants to learn Welsh."],
        ),
        (
            "My stepdad lives in Lagos.",
            &["Sam's stepfather lives in Lagos."],
        ),
        (
            "My mother-in-law's name is Ines.",
            &["Ines is Sam's mother-in-law."],
        ),
        (
            "We're going to Cape Town next month.",
            &["Sam plans to go to Cape Town."],
        ),
        (
            "Tom and Emma are getting married in June.",
            &["Tom will be married to Emma."],
        ),
        (
            "Yuki is pregnant and due in August.",
            &["Yuki is pregnant.", "Yuki is due."],
        ),
        // Somebody is called so, and no people does it.
        (
            "Christian plays the cello.",
            &["Christian plays the cello."],
        ),
        ("Christian values matter.", &[]),
        ("Pavel notes and photos.", &[]),
    ])
    .await;
    let pregnant = said("Yuki is pregnant and due in August.").await;
    assert_eq!(pregnant[0], "Yuki is \"pregnant\"");
    let married = said("Chiara and I got married in 2015.").await;
    assert_eq!(married, ["Chiara married_to *, from 2015-01-01"]);
    let parted = said("Ramid and I broke up.").await;
    assert_eq!(parted[0], "Ramid in_relationship_with *, until 2023-05-08");
}

#[tokio::test]
async fn whose_something_is_is_read_without_an_apostrophe() {
    check_facts(&[
        (
            "My fathers birthday is 3 May.",
            &["Sam's father was born on 3 May."],
        ),
        (
            "Tom is my wifes brother.",
            &["Tom is Sam's wife's brother."],
        ),
        ("My wifes name is Anna.", &["Anna is Sam's wife."]),
        (
            "I love my friends, family and dog.",
            &[
                "Sam likes their friends.",
                "Sam likes family.",
                "Sam likes dog.",
            ],
        ),
    ])
    .await;
    // Whoever has that name, it is not who says it.
    for body in ["My bosses name is Ken.", "My landlords name is Ken."] {
        assert_eq!(identities(body).await, [""; 0], "{body}");
    }
}

#[tokio::test]
async fn what_somebody_dreams_of_is_wanted_and_not_so() {
    check_facts(&[
        (
            "My dream is to live in Krakow.",
            &["Sam wants to live in Krakow."],
        ),
        (
            "My big goal is to run a marathon.",
            &["Sam wants to run a marathon."],
        ),
        (
            "My dream job is park ranger.",
            &["Sam's dream job is park ranger."],
        ),
        ("My job is plumber.", &["Sam works as a plumber."]),
    ])
    .await;
}
