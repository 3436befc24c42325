//! What "it" and "they" stand for, and what is said of what somebody does.

use super::{check, check_silent};

#[tokio::test]
async fn it_is_what_the_sentence_before_is_about() {
    check(&[
        (
            "Zoe: I took a creative writing class. It was enlightening.",
            &[
                "Zoe take \"creative writing class\"",
                "Zoe's creative writing class is \"enlightening\", until 2023-05-08",
            ],
        ),
        (
            "Zoe: I bought a lamp. I painted it.",
            &["Zoe bought \"lamp\"", "Zoe paint \"lamp\""],
        ),
        (
            "Zoe: I recommend this series. It's got great battles.",
            &["Zoe's series has \"great battles\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn it_is_nothing_where_only_the_sentence_needs_it() {
    check_silent(&[
        "Zoe: It's so nice to escape the noise.",
        "Zoe: It rained all day.",
        "Zoe: It's been a while!",
        "Zoe: It's awesome having them around.",
    ])
    .await;
    check(&[
        (
            "Zoe: I bought a lamp. It was great to get out.",
            &["Zoe bought \"lamp\""],
        ),
        // What happened, not the lamp.
        (
            "Zoe: I bought a lamp. It was intense.",
            &[
                "Zoe bought \"lamp\"",
                "buying a lamp is \"intense\", until 2023-05-08",
            ],
        ),
        // What another speaks of may be meant, and may not.
        (
            "Ben: I bought a lamp.\nZoe: It's blue.",
            &["Ben bought \"lamp\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_does_is_told_of_where_it_does_something_to_them() {
    check(&[
        (
            "Zoe: Playing video games helps me unwind.",
            &["playing video games help Zoe"],
        ),
        (
            "Zoe: Seeing my students succeed motivates me.",
            &[
                "seeing zoe's students succeed motivate Zoe",
                "Zoe has \"students\"",
            ],
        ),
    ])
    .await;
    check_silent(&["Zoe: Playing video games takes hours."]).await;
}

#[tokio::test]
async fn what_a_question_takes_for_granted_is_told() {
    check(&[
        (
            "Ben: Hello!\nZoe: How have your turtles been?",
            &["Ben has_pet \"turtles\""],
        ),
        (
            "Ben: Hello!\nZoe: Any ideas for your script?",
            &["Ben has \"script\""],
        ),
    ])
    .await;
    check_silent(&["Zoe: I can see why you're thrilled!"]).await;
}

#[tokio::test]
async fn it_is_what_somebody_does_or_did_where_the_clause_before_tells_that() {
    check(&[
        (
            "Zoe: I gave a few talks at the shelter. It was really fulfilling.",
            &[
                "Zoe give \"few talks at the shelter\"",
                "giving a few talks is \"fulfilling\", until 2023-05-08",
            ],
        ),
        (
            "Zoe: I'm passionate about dancing and it brings me joy.",
            &["Zoe likes \"dancing\"", "dancing bring \"joy\""],
        ),
        (
            "Zoe: Strength training is important for basketball. It boosts my balance.",
            &[
                "strength training is \"important for basketball\"",
                "strength training boost \"balance\"",
            ],
        ),
        // What there is to see is none of what somebody did.
        (
            "Zoe: I bought a lamp. It was blue.",
            &["Zoe bought \"lamp\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn they_are_those_who_are_named_together() {
    check(&[
        (
            "Zoe: I met Anna and Ben. They live in Rome.",
            &[
                "Zoe met Anna",
                "Zoe met Ben",
                "Anna lives_in Rome",
                "Ben lives_in Rome",
            ],
        ),
        // Two pairs: nobody knows which.
        (
            "Zoe: Anna and Ben met Carla and Dan. They live in Rome.",
            &[
                "Anna met Carla",
                "Anna met Dan",
                "Ben met Carla",
                "Ben met Dan",
            ],
        ),
    ])
    .await;
}
