//! What no rule knows is told in the text's own words, and is worth little.

use super::{check, check_silent, extract, facts};

#[tokio::test]
async fn what_no_rule_knows_is_told_in_the_words_of_the_text() {
    check(&[
        (
            "My goal is to improve my backhand.",
            &["* improve \"backhand\", wished"],
        ),
        (
            "The atmosphere was electric.",
            &["the atmosphere is \"electric\", until 2023-05-08"],
        ),
        (
            "Winning the cup was a relief.",
            &["winning the cup is \"relief\", until 2023-05-08"],
        ),
        (
            "Anna: The necklace symbolizes courage and patience.",
            &[
                "the necklace symbolize \"courage\"",
                "the necklace symbolize \"patience\"",
            ],
        ),
        (
            "Our guinea pigs eat a mix of carrots, parsley and hay.",
            &[
                "* has_pet \"guinea pigs\"",
                "*'s pigs eat \"mix of carrots, parsley and hay\"",
            ],
        ),
        (
            "The novel is about a man who lives in Paris.",
            &["the novel is \"about a man who lives in Paris\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_no_more_than_talk_stays_text() {
    check_silent(&[
        "Kindness can change the world.",
        "You are so talented!",
        "Enjoy your trip!",
        "Gonna be awesome!",
        "It's inspiring hearing your stories.",
        "God help us.",
        "Maria, since we talked, it's been tough.",
    ])
    .await;
}

#[tokio::test]
async fn what_hangs_from_a_verb_is_told_once() {
    assert_eq!(
        facts("I was unable to reach my boss.").await,
        ["Sam did not reach their boss."]
    );
    assert_eq!(
        facts("I want to visit Rome.").await,
        ["Sam wants to visit Rome."]
    );
}

#[tokio::test]
async fn it_is_worth_less_than_what_is_understood() {
    let worth = async |body: &str| {
        let statements = extract(body).await.statements;
        statements.iter().map(|one| one.worth.get()).min()
    };
    let verbatim = worth("Scoring those points was incredible.").await;
    let understood = worth("I adopted a kitten.").await;
    assert!(
        verbatim < Some(25) && understood > Some(50),
        "{verbatim:?} {understood:?}"
    );
}

#[tokio::test]
async fn what_changes_a_life_is_worth_more_than_what_passes() {
    let worth = async |body: &str| {
        let statements = extract(body).await.statements;
        let told = statements.iter().filter(|one| !one.fact.is_empty());
        told.map(|one| one.worth.get()).max()
    };
    for turn in [
        "I got laid off.",
        "I was made redundant.",
        "Kaylee graduated.",
    ] {
        let (turn, passing) = (worth(turn).await, worth("Kaylee waved.").await);
        assert!(turn > passing, "{turn:?} {passing:?}");
    }
}

#[tokio::test]
async fn what_a_picture_shows_is_worth_less_than_what_was_shared_otherwise() {
    let worth = async |body: &str| {
        let statements = extract(body).await.statements;
        statements.iter().map(|one| one.worth.get()).max()
    };
    let shown = worth("Anna: Look! [photo: two kids on a red sled]").await;
    let shared = worth("Anna: I shared a tent with Tom.").await;
    assert!(
        shown < Some(25) && shared > Some(25),
        "{shown:?} {shared:?}"
    );
}

#[tokio::test]
async fn what_a_question_does_not_doubt_is_told() {
    check(&[
        (
            "Anna: What made you start a bakery?",
            &["* start \"bakery\""],
        ),
        (
            "Anna: How have you been juggling your job and your studies?",
            &["* juggle \"job\"", "* juggle \"studies\"", "* has \"job\""],
        ),
    ])
    .await;
    check_silent(&[
        "Anna: Did you start a bakery?",
        "Anna: How would you start a bakery?",
        "Anna: Why did you not start a bakery?",
    ])
    .await;
}

#[tokio::test]
async fn the_sentence_tells_which_one_is_meant_and_gives_examples() {
    assert_eq!(
        facts("I work with an organization that helps refugees.").await,
        ["Sam works with an organization that helps refugees."]
    );
    assert_eq!(
        facts("I tried exotic fruits like papaya and guava.").await,
        ["Sam tried exotic fruits like papaya and guava."]
    );
}

#[tokio::test]
async fn a_sentence_about_several_has_its_verb_in_the_plural() {
    assert_eq!(
        facts("Turtles bring me joy.").await,
        ["turtles bring joy to Sam."]
    );
    assert_eq!(
        facts("Looking back on old photos was a comfort.").await,
        ["looking back on old photos was a comfort."]
    );
}

#[tokio::test]
async fn however_deep_doings_hang_from_each_other_they_are_read() {
    let tries = "to try ".repeat(2_000);
    let found = extract(&format!("I want {tries}it.")).await;
    assert!(found.statements.len() < 4_000);
}

#[tokio::test]
async fn what_was_done_to_something_of_ones_own_is_told_as_that() {
    assert_eq!(
        facts("My old laptop was stolen from the office.").await,
        ["Sam's old laptop was stolen from the office."]
    );
    assert_eq!(
        facts("Our old barn was hit by a storm.").await,
        ["Sam's old barn was hit by a storm."]
    );
}

#[tokio::test]
async fn what_something_makes_of_somebody_is_told_to_its_end() {
    let told = facts("Lena: The whiteboard keeps me focused.").await;
    assert_eq!(told, ["the whiteboard keeps Lena focused."]);
    let told = facts("Lena: I always feel like I could sleep for days.").await;
    assert_eq!(told, ["Lena feels like they could sleep for days."]);
    let told = facts("I want to help people who struggle with debt.").await;
    assert_eq!(told, ["Sam wants to help people who struggle with debt."]);
}

#[tokio::test]
async fn a_part_of_something_and_those_of_a_sort_can_be_told() {
    assert_eq!(
        facts("I sold some of my records at a fair in Leeds.")
            .await
            .first(),
        Some(&"Sam sold some of their records at a fair in Leeds.".to_owned())
    );
    assert_eq!(
        facts("I want to support those in need.").await,
        ["Sam wants to support those in need."]
    );
    assert_eq!(
        facts("I met someone special in Rome.").await,
        ["Sam met someone special in Rome."]
    );
}

#[tokio::test]
async fn what_was_done_together_is_not_told_of_one_alone() {
    check_silent(&["Lena: We've played together for quite some time."]).await;
    assert_eq!(
        facts("Lena: We were teammates for two years.").await,
        ["Lena was a teammate for two years."]
    );
}
