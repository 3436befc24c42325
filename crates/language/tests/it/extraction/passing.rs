//! What people say in passing: proposals, hopes, what they find and see, and sentences whose "it" stands for nothing.

use super::facts;

#[tokio::test]
async fn what_is_said_in_passing_is_told() {
    for (body, expected) in [
        // Proposals are what whoever speaks would like.
        (
            "Ann: Let's visit the museum on Sunday.",
            &["Ann wants to visit the museum."][..],
        ),
        ("Ann: Let's see. Let's keep in touch! Let's do it!", &[]),
        // What is hoped of another is not what they want.
        (
            "Ann: I hope my sister finds a job soon.",
            &["Ann hopes their sister finds a job soon."],
        ),
        ("Ann: I hope it goes well.", &[]),
        // How somebody finds something, and what they see and like.
        (
            "Ann: I find the ocean calming.",
            &["Ann finds the ocean calming."],
        ),
        (
            "Ann: I saw someone draw with chalk on the ground.",
            &["Ann saw someone draw with chalk on the ground."],
        ),
        (
            "Ann: I love how supportive my friends are.",
            &["Ann likes how supportive their friends are."],
        ),
        // "It" stands for nothing.
        (
            "Ann: It was my first time skiing.",
            &["Ann tried skiing for the first time."],
        ),
        (
            "Ann: It took me three years to write the novel.",
            &["Ann took three years to write the novel."],
        ),
    ] {
        assert_eq!(facts(body).await, expected, "{body}");
    }
}

#[tokio::test]
async fn what_the_parser_joins_otherwise_is_told_as_it_was_meant() {
    for (body, expected) in [
        // Sentences that are split in two.
        (
            "Ann: What I love most is the silence.",
            &["Ann likes the silence."][..],
        ),
        // Each of several infinitives is wanted.
        (
            "Ann: I wanted to meet people, dance together and enjoy the music.",
            &[
                "Ann wanted to meet people.",
                "Ann wants to dance.",
                "Ann wants to enjoy the music.",
            ],
        ),
        // The day was not met, the part saw nothing, and the car fixes nothing.
        (
            "Ann: I still remember the day we met at the fair.",
            &[
                "Ann remembers the day they met at the fair.",
                "Ann met at the fair.",
            ],
        ),
        (
            "Ann: The best part was seeing the whales.",
            &["the best part was seeing the whales."],
        ),
        (
            "Ann: I need to get my car fixed before the trip.",
            &["Ann should have their car fixed.", "Ann has a car."],
        ),
        (
            "Ann: Thanks to my coach, I won the race.",
            &["Ann won the race."],
        ),
        // Who gave it, who noticed, and where somebody is from.
        (
            "Ann: My neighbors gave me a lamp.",
            &["Ann received a lamp from their neighbors."],
        ),
        (
            "Ann: I got noticed by a talent scout.",
            &["Ann was noticed by a talent scout."],
        ),
        (
            "Ann: My hometown, Graz, is lovely.",
            &["Ann comes from Graz.", "Ann's hometown is lovely."],
        ),
    ] {
        assert_eq!(facts(body).await, expected, "{body}");
    }
}
