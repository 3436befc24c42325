//! What people are at, came to know, lived through and like best; names that are words too; and whom "it" is not.

use super::{check, check_facts, check_silent, facts};

#[tokio::test]
async fn what_was_done_or_noticed_is_told_where_it_is_something() {
    check(&[
        (
            "We did a puzzle with Nora on Friday.",
            &["* do \"puzzle with Nora\", from 2023-05-05"],
        ),
        (
            "I noticed a crack in the wall.",
            &["* notice \"crack in the wall\""],
        ),
    ])
    .await;
    check_silent(&["You did a great job!", "We did the same."]).await;
}

#[tokio::test]
async fn what_somebody_came_to_know_is_told_as_they_said_it() {
    assert_eq!(
        facts("I've learned that short walks are good for my back.").await,
        [
            "Sam learned that short walks are good for their back.",
            "short walks are good for Sam's back."
        ]
    );
    check_silent(&["You'll find that it helps.", "I realized something."]).await;
}

#[tokio::test]
async fn what_somebody_is_at_behind_a_preposition_is_told_whole() {
    assert_eq!(
        facts("I want to work on improving sleep and diet.").await,
        ["Sam wants to work on improving sleep and diet."]
    );
    assert_eq!(
        facts("I like repairing clocks and radios.").await,
        ["Sam likes repairing clocks and radios."]
    );
}

#[tokio::test]
async fn what_was_lived_through_is_told_with_where_it_was() {
    assert_eq!(
        facts("Last week we had a blast at the jazz festival.").await,
        ["Sam had a blast at the jazz festival."]
    );
    check_silent(&["I had a great time!"]).await;
}

#[tokio::test]
async fn what_is_wanted_of_others_is_wanted_by_who_says_so() {
    assert_eq!(
        facts("I want my brother to sell the boat.").await,
        ["Sam wants their brother to sell the boat."]
    );
}

#[tokio::test]
async fn what_somebody_likes_best_needs_no_kind() {
    check(&[
        ("Tango is my top pick.", &["* prefers Tango"]),
        (
            "My favorite is contemporary.",
            &["* prefers \"contemporary\""],
        ),
        ("One of my favorites is Vertigo.", &["* prefers Vertigo"]),
    ])
    .await;
}

#[tokio::test]
async fn titles_and_brands_of_ordinary_words_are_names() {
    check(&[
        (
            "I loved \"Becoming Someone\".",
            &["* likes Becoming Someone"],
        ),
        ("I've always liked Under Armour.", &["* likes Under Armour"]),
        (
            "I want to read \"Open City\" by Teju Cole.",
            &["* read Open City, wished", "Teju Cole write Open City"],
        ),
        (
            "We played this game Catan - it takes an hour.",
            &["* play Catan"],
        ),
        (
            "I met a potter, Jean, at the fair.",
            &["* met Jean", "Jean works_as \"potter\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_pet_may_be_named_in_short() {
    check(&[(
        "We adopted a puppy. Her name's Juno and she's tiny.",
        &["* adopted \"puppy\"", "* has_pet Juno"],
    )])
    .await;
}

#[tokio::test]
async fn who_is_spoken_to_did_not_do_it() {
    assert_eq!(
        facts("Ben: Anna, after the exam I got a letter from a school.").await,
        ["Ben got a letter after the exam from a school."]
    );
}

#[tokio::test]
async fn deeds_in_a_row_are_told_each() {
    assert_eq!(
        facts("We explored caves, roasted chestnuts over a fire and even went on a sleigh ride.")
            .await,
        [
            "Sam explored caves.",
            "Sam roasted chestnuts over a fire.",
            "Sam went on a sleigh ride."
        ]
    );
}

#[tokio::test]
async fn how_often_may_take_more_than_a_word() {
    assert_eq!(
        facts("I see my parents at least once a week.").await,
        ["Sam sees their parents at least once a week."]
    );
}

#[tokio::test]
async fn what_one_is_may_stand_before_the_sentence() {
    check(&[("As a nurse, my shifts are long.", &["* works_as \"nurse\""])]).await;
}

#[tokio::test]
async fn what_is_lost_to_a_crash_is_no_job() {
    check(&[(
        "I lost all my work - super frustrating!",
        &["* lost \"all their work\""],
    )])
    .await;
}

#[tokio::test]
async fn a_woman_without_a_name_is_none_who_was_named_before() {
    let told =
        facts("My aunt Vera visited us. On Sunday I met a woman at the fair. She had no family.")
            .await;
    assert!(
        told.iter()
            .all(|fact| !fact.contains("no family") && !fact.contains("has family")),
        "{told:?}"
    );
}

#[tokio::test]
async fn you_may_be_anybody() {
    check_silent(&[
        "Anna: It's nice when you reach a goal.",
        "Anna: It shows that you're going in the right direction.",
    ])
    .await;
}

#[tokio::test]
async fn every_line_of_a_chat_is_somebodys() {
    let told = facts("amelie: who brings what on sunday?\nbashir: I'll bring dumplings\nconnie.w: I bought a speaker").await;
    assert_eq!(
        told,
        ["bashir will bring dumplings.", "connie.w bought a speaker."]
    );
}

#[tokio::test]
async fn what_moved_somebody_was_done_by_them() {
    let told = facts("Anna: Losing my job gave me the push to paint.").await;
    assert!(
        told.contains(&"Anna lost their job.".to_owned()),
        "{told:?}"
    );
    let told = facts("Anna: Moving to Berlin made me happy.").await;
    assert!(
        told.iter().any(|fact| fact.starts_with("Anna moved to Berlin") || fact == "Anna lives in Berlin."),
        "{told:?}"
    );
}

#[tokio::test]
async fn several_doings_are_each_told() {
    assert_eq!(
        facts("I'm interested in gardening and collecting stamps.").await,
        [
            "Sam is interested in gardening.",
            "Sam is interested in collecting stamps."
        ]
    );
    assert_eq!(
        facts("I've been writing about islands, collecting maps, charts, and making models.")
            .await
            .last(),
        Some(&"Sam makes models.".to_owned())
    );
}

#[tokio::test]
async fn each_of_several_who_are_named_is_somebodys() {
    let told = facts("I use the milk of my goats, Billy and Greta.").await;
    for pet in ["Billy", "Greta"] {
        assert!(
            told.contains(&format!("Sam has a goat called {pet}.")),
            "{told:?}"
        );
    }
}

#[tokio::test]
async fn what_belongs_to_somebody_named_is_not_who_they_are() {
    let told = facts("Lena: I attended my best friend Rachel's graduation.").await;
    assert!(
        told.contains(&"Lena attended their best friend Rachel's graduation.".to_owned())
            && told.contains(&"Rachel is Lena's friend.".to_owned()),
        "{told:?}"
    );
}

#[tokio::test]
async fn what_the_parser_takes_for_a_clause_or_for_what_was_being_done_is_read_as_it_is_meant() {
    assert_eq!(
        facts("Zoe: The chandelier adds a nice glam feel.").await,
        ["the chandelier adds a nice glam feel."]
    );
    assert_eq!(
        facts("Zoe: I recently gave a few talks at the shelter I volunteer at.").await,
        [
            "Zoe gave a few talks at the shelter they volunteer at.",
            "Zoe volunteers at the shelter."
        ]
    );
    assert_eq!(
        facts(
            "Zoe: That photo is from when I was younger. I'd practice basketball outside for hours."
        )
        .await,
        ["Zoe practiced basketball outside for hours."]
    );
    assert_eq!(
        facts("Zoe: I'm lucky to have my husband and kids.").await,
        ["Zoe is lucky to have their husband and kids."]
    );
    assert_eq!(
        facts("Zoe: If I had time, I'd practice the piano.").await,
        [""; 0]
    );
}

#[tokio::test]
async fn how_and_when_somebody_lives_or_works_needs_no_place() {
    check_facts(&[
        ("I live alone.", &["Sam lives alone."]),
        (
            "Our landlord lives downstairs.",
            &["Sam's landlord lives downstairs."],
        ),
        ("My brother works abroad.", &["Sam's brother works abroad."]),
        ("Mum works nights.", &["Sam's mother works nights."]),
        ("I work weekends.", &["Sam works weekends."]),
        (
            "My old flatmate studies in Kyoto.",
            &["Sam's roommate studies in Kyoto."],
        ),
        ("I work hard.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_asks_to_be_reminded_of_is_to_be_done() {
    check_facts(&[
        ("Remind me to call Anna.", &["Sam should call Anna."]),
        (
            "Remind me tomorrow to call Anna.",
            &["Sam should call Anna."],
        ),
        (
            "Please remind me to pick up Leo at 5.",
            &["Sam should pick up Leo."],
        ),
        ("It reminds me to slow down.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn a_habit_that_was_given_up_is_told_though_having_had_it_once_is_not() {
    check_facts(&[
        ("I stopped smoking.", &["Sam no longer smokes."]),
        ("Tom quit smoking.", &["Tom no longer smokes."]),
        ("I quit smoking two years ago.", &["Sam no longer smokes."]),
        ("Tom smoked.", &[]),
    ])
    .await;
}
