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
            &["Zoe bought \"lamp\""],
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
