//! Who speaks, and whom "I" and "you" are.

use recollect_language::EntityRef;
use recollect_model::EntityKind;

use super::{check, check_facts, check_silent, extract, facts, named};

#[tokio::test]
async fn speakers_are_persons() {
    let read = extract("Anna: Hello!\nBen: Hello, how are you?").await;
    assert_eq!(read.speakers, [Some(named("Anna")), Some(named("Ben"))]);
    assert!(
        read.mentions
            .iter()
            .all(|mention| mention.kind == EntityKind::Person)
    );
}

#[tokio::test]
async fn in_a_chat_the_user_is_the_owner() {
    let read = extract("user: I live in Lisbon.\nassistant: Noted.").await;
    assert_eq!(
        read.speakers,
        [Some(EntityRef::Owner), Some(named("assistant"))]
    );
    assert_eq!(read.statements[0].subject, EntityRef::Owner);
    assert_eq!(read.statements[0].fact, "Sam lives in Lisbon.");
    assert_eq!(read.mentions[0].kind, EntityKind::Owner);
}

#[tokio::test]
async fn an_assistant_asserts_nothing_about_itself_or_the_user() {
    let body = "user: I like tea.\nassistant: I love helping. You live in Rome. Your sister works at IBM. Olga lives in Kyiv.";
    assert_eq!(facts(body).await, ["Sam likes tea.", "Olga lives in Kyiv."]);
}

#[tokio::test]
async fn somebody_of_the_owners_name_is_the_owner() {
    let read = extract("sam: hi\nAnna: Hello Sam!\nsam: I like tea.").await;
    assert_eq!(read.speakers[0], Some(EntityRef::Owner));
    assert!(
        !read
            .mentions
            .iter()
            .any(|mention| mention.entity == named("Sam"))
    );
}

#[tokio::test]
async fn i_is_the_speaker_or_else_the_owner() {
    check(&[
        ("Anna: I live in Berlin.", &["Anna lives_in Berlin"]),
        ("I live in Berlin.", &["* lives_in Berlin"]),
        ("We live in Berlin.", &["* lives_in Berlin"]),
    ])
    .await;
}

#[tokio::test]
async fn speakers_are_seen_as_chats_and_their_exports_write_them() {
    check(&[
        (
            "12/03/25, 18:24 - Nora: I live in Ghent.\n12/03/25, 18:25 - Bart: I work at Volvo.",
            &["Nora lives_in Ghent", "Bart works_at Volvo"],
        ),
        ("Gerd (10:31): I like chess.", &["Gerd likes \"chess\""]),
        ("**Hilda**: I live in Lund.", &["Hilda lives_in Lund"]),
        ("hilda_92: I live in Lund.", &["hilda_92 lives_in Lund"]),
    ])
    .await;
}

#[tokio::test]
async fn you_is_the_other_one_where_there_is_one() {
    check(&[
        (
            "Ben: Hello!\nAnna: So you work at Siemens.",
            &["Ben works_at Siemens"],
        ),
        // What only Anna is heard to say was said to whoever keeps it, or to whom she names.
        ("Anna: So you work at Siemens.", &["* works_at Siemens"]),
        (
            "Anna: Hey Ben! So you work at Siemens.",
            &["Ben works_at Siemens"],
        ),
        ("Ben: Hi!\nCleo: Hi!\nAnna: So you work at Siemens.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_a_handle_says_is_no_fact_about_the_owner() {
    check(&[
        ("elise: I adopted a cat called Miso.", &["elise adopted Miso", "elise has_pet Miso"]),
        ("Here is what she wrote.\nelise: I live in Rome.", &["elise lives_in Rome"]),
        ("john_doe: I live in Rome.", &["john_doe lives_in Rome"]),
        ("Speaker 1: I live in Rome.\nSpeaker 2: I live in Oslo.", &["Speaker 1 lives_in Rome", "Speaker 2 lives_in Oslo"]),
        ("me: I live in Rome.", &["* lives_in Rome"]),
        (
            "31.12.23, 22:30 - Anna created this group\n31.12.23, 22:32 - Anna: I live in Rome.\n31.12.23, 22:33 - Ben: I live\nin Oslo.",
            &["Anna lives_in Rome", "Ben lives_in Oslo"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_asserted_of_whoever_is_spoken_to_is_theirs() {
    check(&[
        (
            "Anna: You're a vegetarian.",
            &["* follows_diet \"vegetarian\""],
        ),
        // They should know: nobody else says so.
        ("Anna: You said you live in Bonn.", &["* lives_in Bonn"]),
        (
            "Anna: Congrats on becoming a coach!",
            &["* works_as \"coach\""],
        ),
        (
            "Anna: Your sister is a nurse, right?",
            &["*'s sister works_as \"nurse\""],
        ),
        (
            "Anna: Hey Mel! I hope you enjoy your trip to Malta.",
            &["Mel has \"trip to Malta\""],
        ),
    ])
    .await;
    check_silent(&["Anna: Are you a vegetarian?", "You're a vegetarian."]).await;
}

#[tokio::test]
async fn what_somebody_is_told_or_given_is_theirs_whoever_does_it() {
    check(&[
        (
            "They offered me a position in Oslo.",
            &["* be_offered \"position in Oslo\""],
        ),
        ("The doctor told me to rest.", &["* be_told \"to rest\""]),
        (
            "I was asked to be a mentor.",
            &["* be_asked \"to be a mentor\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn whoever_is_somebodys_dentist_is_a_dentist() {
    check(&[(
        "My dentist is Tom.",
        &["Tom dentist_of *", "Tom works_as \"dentist\""],
    )])
    .await;
}

#[tokio::test]
async fn what_heads_a_list_is_nobody() {
    for text in [
        "Shopping: oat milk, lightbulbs. Mum's birthday present.",
        "To do: call mum about the will, buy new tyres",
        "Presents: gave Dad the chess clock.",
    ] {
        for entity in super::entities(text).await {
            assert!(
                !["Shopping", "To do", "Presents"]
                    .iter()
                    .any(|heading| entity.contains(heading)),
                "{text}: {entity}"
            );
        }
    }
}

#[tokio::test]
async fn who_is_called_by_name_is_not_who_it_is_said_of() {
    check_facts(&[
        ("Sol, Anna died.", &["Anna died."]),
        ("Maria, Tom has left.", &["Tom left."]),
        (
            "Sol, our cousin, died.",
            &["Sol is Sam's cousin.", "Sol died."],
        ),
    ])
    .await;
}
