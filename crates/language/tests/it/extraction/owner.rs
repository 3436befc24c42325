//! Texts that tell of their owner in the third person, as assistants save them.

use super::{check, check_facts, identities};

#[tokio::test]
async fn the_user_is_whoever_keeps_the_memory() {
    check(&[
        ("User prefers dark mode.", &["* prefers \"dark mode\""]),
        (
            "The user's sister Clara lives in Lisbon.",
            &["Clara sibling_of *", "Clara lives_in Lisbon"],
        ),
        (
            "The user is allergic to nuts. She plays the cello.",
            &["* allergic_to \"nuts\"", "* plays \"cello\""],
        ),
        ("Clara visited Rome with the user.", &["Clara visited Rome"]),
    ])
    .await;
    assert_eq!(
        identities("User's name is Nadia Brennecke.").await,
        ["* = Nadia Brennecke"]
    );
    assert_eq!(identities("Prefers to be called Tess.").await, ["* = Tess"]);
    check_facts(&[
        ("Prefers to be called Tess.", &[]),
        (
            "Accountant is Marguerite Quill.",
            &[
                "Marguerite Quill is Sam's accountant.",
                "Marguerite Quill is an accountant.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_only_looks_like_the_owner_is_not() {
    check_facts(&[
        (
            "- User prefers dark mode.\n- Plays the cello.",
            &["Sam prefers dark mode.", "Sam plays the cello."],
        ),
        (
            "The user's sister Alice lives in Lisbon.",
            &["Alice is Sam's sister.", "Alice lives in Lisbon."],
        ),
        ("User moved to the US in 2019.", &["Sam lives in the US."]),
        (
            "Postgres role is app_user.",
            &["postgres role is app_user."],
        ),
        (
            "User feedback on the checkout was positive.",
            &["user feedback on the checkout was positive."],
        ),
        (
            "Ben paid for dinner. Everyone paid in cash.",
            &["Ben paid for dinner."],
        ),
        ("I can't have dairy.", &["Sam does not have dairy."]),
    ])
    .await;
    let nobody: Vec<String> = Vec::new();
    assert_eq!(identities("I don't want to be called Mel.").await, nobody);
}

#[tokio::test]
async fn other_users_are_nobody() {
    check(&[
        ("A user prefers dark mode.", &[]),
        (
            "The user interface prefers dark mode.",
            &["the user interface prefer \"dark mode\""],
        ),
        ("Users like the new page. The user likes it, too.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn who_is_left_out_is_the_owner() {
    check(&[
        ("Plays the cello.", &["* plays \"cello\""]),
        ("Has a grey cat called Pixel.", &["* has_pet Pixel"]),
        (
            "Working on a web shop in Rust. Allergic to nuts.",
            &["* work_on \"web shop in Rust\"", "* allergic_to \"nuts\""],
        ),
        (
            "Prefers tea over coffee. Bought a Nokia yesterday.",
            &[
                "* prefers \"tea over coffee\"",
                "* bought Nokia, from 2023-05-07",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn pronouns_go_on_about_the_owner_and_not_about_a_thing() {
    check_facts(&[
        (
            "The user ordered an Ergonaut. The Ergonaut arrived early, but she gave up on it after two evenings.",
            &["Sam ordered an Ergonaut.", "Ergonaut arrived.", "Sam gave up after two evenings."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_label_is_no_part_of_what_it_labels() {
    check_facts(&[
        (
            "Main reason: Anna is the only person who knows the code.",
            &["Anna is the only person who knows the code."],
        ),
        (
            "The user is lactose intolerant: oat milk is fine.",
            &["Sam is lactose intolerant."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_stands_in_brackets_is_said_of_who_stands_before_them() {
    check_facts(&[(
        "I met Anna Roy (engineering manager) and Ben Oude (a nurse, owns two vans).",
        &[
            "Sam met Anna Roy.",
            "Anna Roy works as an engineering manager.",
            "Ben Oude works as a nurse.",
        ],
    )])
    .await;
}

#[tokio::test]
async fn what_is_done_every_week_is_not_planned() {
    check_facts(&[
        (
            "Lorna comes in on Fridays only to make the pies.",
            &["Lorna comes in on Fridays only to make the pies."],
        ),
        (
            "I call my mother on Sunday mornings.",
            &["Sam calls their mother on Sunday mornings."],
        ),
        (
            "In case the talks fail, I rented a van.",
            &["Sam rented a van."],
        ),
        ("He left Teresa his recipe.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn numbers_belong_to_the_names_of_things() {
    check(&[
        ("I use Python 3.11.", &["* uses Python 3.11"]),
        ("I met Anna 3 weeks ago.", &["* met Anna, from 2023-04-17"]),
    ])
    .await;
}

#[tokio::test]
async fn what_begins_later_dates_nothing_that_was_done() {
    check(&[
        (
            "I signed a lease with Arnold starting August 1.",
            &["* sign \"lease with Arnold\""],
        ),
        (
            "The old system gets switched off on 30 June.",
            &["the old system is \"switched off\", planned, from 2023-06-30"],
        ),
        (
            "The launch slipped two weeks, to 27 May.",
            &["the launch happened_on \"Saturday, 27 May 2023\""],
        ),
        (
            "My daughter Fenna was born on Monday.",
            &["Fenna child_of *", "Fenna born_on \"Monday, 1 May 2023\""],
        ),
    ])
    .await;
}
