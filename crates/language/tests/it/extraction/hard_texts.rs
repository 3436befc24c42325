//! Other languages, joined turns, quotations, and sentences the parser stumbles over.

use recollect_language::MAX_PASSAGES;

use super::{check, check_silent, extract, facts, identities, line, named};

#[tokio::test]
async fn texts_in_other_languages_assert_nothing_and_keep_their_speakers() {
    check_silent(&[
        "Ich wohne seit Mai in Köln und habe zwei Katzen.",
        "J'habite à Lyon avec ma sœur.",
        "Vivo en Madrid y tengo dos perros.",
        "我住在北京。",
        "Я живу в Москве.",
    ])
    .await;
    let read = extract("Jürgen: Ich wohne in Köln.\nAnna: I live in Rome.").await;
    assert_eq!(read.speakers[0], Some(named("Jürgen")));
    assert_eq!(
        read.statements.iter().map(line).collect::<Vec<_>>(),
        ["Anna lives_in Rome"]
    );
}

#[tokio::test]
async fn names_from_elsewhere_do_not_make_a_text_foreign() {
    check(&[
        ("I live in Łódź.", &["* lives_in Łódź"]),
        (
            "My aunt Ewa lives in Gdańsk.",
            &["Ewa relative_of *", "Ewa lives_in Gdańsk"],
        ),
        (
            "Nina divorced Mark.",
            &["Nina married_to Mark, until 2023-05-08"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn nobody_says_i_where_turns_of_several_speakers_are_joined() {
    // What is said is put at the end, where turns are joined.
    let small_talk = "Anna: b\nBen: d\n".repeat(MAX_PASSAGES);
    let said = "Anna: I live in Berlin.\nBen: I love Rome.\n";
    assert_eq!(facts(&format!("{small_talk}{said}")).await, [""; 0]);
    assert_eq!(facts(said).await.len(), 2);
}

#[tokio::test]
async fn nobody_is_taken_for_whoever_says_i_in_a_quotation() {
    check_silent(&[
        "2025-03-01 10:00 Gustav: I live in Lund.",
        "From: Karin Holm\nTo: me\n\nI sold the boat to Erik.",
        "> I live in Sparta.",
        "My brother told me: I live in Chur.",
        "Interviewer: Where do you live?\nCandidate 2: I live in Pisa.",
    ])
    .await;
}

#[tokio::test]
async fn moving_back_is_moving() {
    check(&[
        (
            "I moved back to Vienna last week.",
            &["* lives_in Vienna, from 2023-05-01"],
        ),
        (
            "My sister moved back to Graz.",
            &["*'s sister lives_in Graz"],
        ),
        ("We went back to work.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn there_is_the_place_spoken_of_last() {
    check(&[
        (
            "I live in Exeter. I moved there three years ago.",
            &["* lives_in Exeter", "* lives_in Exeter, from 2020-05-01"],
        ),
        (
            "I moved from Bonn to Cologne. I lived there for a year.",
            &["* lives_in Bonn, until 2023-05-08", "* lives_in Cologne"],
        ),
        ("I live in the city of Hamburg.", &["* lives_in Hamburg"]),
    ])
    .await;
}

#[tokio::test]
async fn plain_sentences_are_read_although_the_parser_stumbles() {
    check(&[
        ("I speak Swedish.", &["* speaks \"Swedish\""]),
        ("I have diabetes.", &["* has_condition \"diabetes\""]),
        (
            "I study physics at Keio University.",
            &["* studies \"physics\"", "* studies_at Keio University"],
        ),
        ("Zelda plays the harp.", &["Zelda plays \"harp\""]),
        ("Frederik works at Norvik.", &["Frederik works_at Norvik"]),
        (
            "My brother Nils hates flying. Nils loves flying now.",
            &[
                "Nils sibling_of *",
                "Nils dislikes \"flying\"",
                "Nils likes \"flying\"",
            ],
        ),
        ("Politics loves drama.", &[]),
        (
            "I am allergic to peanuts and shellfish.",
            &["* allergic_to \"peanuts\"", "* allergic_to \"shellfish\""],
        ),
        ("Sold my bike.", &["* sold *'s bike"]),
        (
            "My sister Defne is engaged to Baris.",
            &["Defne sibling_of *", "Defne engaged_to Baris"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_no_longer_so_has_ended() {
    check(&[
        (
            "I no longer have a parrot.",
            &["* has_pet \"parrot\", until 2023-05-08"],
        ),
        (
            "I no longer play the drums.",
            &["* plays \"drums\", until 2023-05-08"],
        ),
        ("I gave up chess.", &["* plays \"chess\", until 2023-05-08"]),
        (
            "Lena left me last month.",
            &["Lena in_relationship_with *, until 2023-04-01"],
        ),
        ("Lena left me a message.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn other_names_are_identities() {
    for (body, expected) in [
        ("Everyone calls Josefine Jo.", &["Josefine = Jo"][..]),
        ("Kostya is short for Konstantin.", &["Kostya = Konstantin"]),
        (
            "I took our dog Bear, whom we call B, to the park.",
            &["Bear = B", "*'s dog = Bear"],
        ),
        ("I called Anna Smith yesterday.", &[]),
    ] {
        assert_eq!(identities(body).await, expected, "{body}");
    }
    check_silent(&["Kostya is short for Konstantin."]).await;
}

#[tokio::test]
async fn a_correction_is_the_right_value() {
    check(&[
        (
            "Correction: Tom doesn't live in Rome, he lives in Milan.",
            &["Tom lives_in Rome, not", "Tom lives_in Milan, corrected"],
        ),
        (
            "Correction: I live in Rome.",
            &["* lives_in Rome, corrected"],
        ),
        (
            "I was wrong. Tom lives in Milan.",
            &["Tom lives_in Milan, corrected"],
        ),
        ("Tom lives in Milan, not in Rome.", &["Tom lives_in Milan"]),
    ])
    .await;
}
