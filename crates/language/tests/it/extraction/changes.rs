//! What changes: offices and who held them before, what ends without being named, and corrections.

use std::sync::Arc;

use recollect_language::ExtractedStatement;

use super::{called, check, extract, line, read, said};
use crate::to_read;

/// What a text closes, a line for each: `* works_at`, `* owns car`.
async fn closed(body: &str) -> Vec<String> {
    let statements = extract(body).await.statements;
    let closing = statements.iter().filter(|statement| statement.closes());
    closing
        .map(|one| {
            line(&ExtractedStatement {
                until: None,
                ..one.clone()
            })
        })
        .collect()
}

async fn check_closed(body: &str, line: &str) {
    let closed = closed(body).await;
    assert!(
        closed.iter().any(|closed| closed == line),
        "{body}: {closed:?}"
    );
}

/// What a text says of offices.
async fn offices(body: &str) -> Vec<String> {
    let said = said(body).await;
    said.into_iter()
        .filter(|line| line.contains("_of ") && !line.contains("friend_of"))
        .collect()
}

#[tokio::test]
async fn an_office_is_understood_in_many_phrasings() {
    for (body, lines) in [
        (
            "In 2019 Bob replaced Alice as chief executive of Acme.",
            &[
                "Alice chief_executive_of Acme, until 2019-01-01",
                "Bob chief_executive_of Acme, from 2019-01-01",
            ][..],
        ),
        (
            "Bob is the new CEO of Acme.",
            &["Bob chief_executive_of Acme"],
        ),
        ("The CEO of Acme is Bob.", &["Bob chief_executive_of Acme"]),
        (
            "Bob became chief executive of Acme in 2019.",
            &["Bob chief_executive_of Acme, from 2019-01-01"],
        ),
        (
            "Bob was appointed chair of Acme in 2019.",
            &["Bob chair_of Acme, from 2019-01-01"],
        ),
        (
            "Bob succeeded Alice as head of Acme.",
            &["Alice head_of Acme, until 2023-05-08", "Bob head_of Acme"],
        ),
        ("Bob is the vice president of Acme.", &[]),
        ("Bob is the captain of the team.", &[]),
    ] {
        let mut found = offices(body).await;
        found.sort();
        assert_eq!(found, lines, "{body}");
    }
}

#[tokio::test]
async fn what_ends_without_being_named_is_closed() {
    for (body, line) in [
        ("We got divorced.", "* married_to \"\""),
        ("I got divorced in 2020.", "* married_to \"\""),
        ("We broke up.", "* in_relationship_with \"\""),
        ("I quit my job.", "* works_at \"\""),
        ("I quit my job yesterday.", "* works_at \"\""),
        ("I was laid off.", "* works_at \"\""),
        ("I retired in March.", "* works_at \"\""),
        ("I dropped out of college.", "* studies_at \"\""),
        ("I sold my car.", "* owns \"car\""),
        ("I gave birth last week.", "* is \"pregnant\""),
        ("I got married last week.", "* engaged_to \"\""),
    ] {
        check_closed(body, line).await;
    }
    for body in [
        "I might quit my job.",
        "I didn't quit my job.",
        "I want to sell my car.",
        "I will quit my job next year.",
        "Did you quit your job?",
    ] {
        assert_eq!(closed(body).await, [""; 0], "{body}");
    }
}

#[tokio::test]
async fn what_is_so_no_more_ends() {
    check(&[
        (
            "I'm no longer vegetarian.",
            &["* follows_diet \"vegetarian\", until 2023-05-08"],
        ),
        (
            "I'm not vegetarian anymore.",
            &["* follows_diet \"vegetarian\", until 2023-05-08"],
        ),
        ("I can't stand coffee anymore.", &["* dislikes \"coffee\""]),
        ("Rex died.", &["Rex died_on \"\""]),
        (
            "My dog Rex passed away.",
            &["* has_pet Rex", "Rex died_on \"\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_correction_of_the_day_alone_is_of_what_was_said_last() {
    let said = said("My dentist appointment is on Monday. Scratch that, it's Tuesday.").await;
    assert_eq!(
        said,
        [
            "*'s dentist appointment happened_on \"Monday, 15 May 2023\"",
            "*'s dentist appointment happened_on \"Tuesday, 9 May 2023\", corrected"
        ]
    );
}

#[tokio::test]
async fn a_correction_reaches_into_what_was_said_before_in_the_session() {
    let before = extract("My dentist appointment is on Monday.").await;
    for body in [
        "Correction: Tuesday",
        "Scratch that, it's Tuesday.",
        "No wait, on Tuesday.",
    ] {
        let mut text = (*to_read(body)).clone();
        text.context.said = before.statements.clone();
        let found = read(Arc::new(text)).await.statements;
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(
            lines,
            ["*'s dentist appointment happened_on \"Tuesday, 9 May 2023\", corrected"],
            "{body}"
        );
        assert!(found[0].fact.contains("Tuesday"), "{}", found[0].fact);
    }
    let silent = extract("Scratch that, it's Tuesday.").await;
    assert_eq!(silent.statements, []);
    assert_eq!(
        called(&before.statements[0].subject),
        "*'s dentist appointment"
    );
}

#[tokio::test]
async fn what_takes_the_place_of_another_thing_ends_it() {
    for (body, closes, begins) in [
        (
            "I switched from Neovim to Zed.",
            "* uses Neovim",
            "* uses Zed",
        ),
        (
            "We migrated from MySQL to PostgreSQL.",
            "* uses MySQL",
            "* uses PostgreSQL",
        ),
        (
            "I ditched Spotify for Tidal.",
            "* uses \"Spotify\"",
            "* uses Tidal",
        ),
        (
            "I replaced my iPhone with a Pixel.",
            "* owns iPhone",
            "* owns Pixel",
        ),
        (
            "I swapped my Golf for a Volvo.",
            "* owns \"Golf\"",
            "* owns Volvo",
        ),
    ] {
        check_closed(body, closes).await;
        let said = said(body).await;
        assert!(said.iter().any(|line| line == begins), "{body}: {said:?}");
    }
    for body in [
        "I replaced Alice with Bob.",
        "I might switch from Gmail to Fastmail.",
        "We're moving from Jira to Linear.",
        "I didn't switch from Vim to Helix.",
        "I moved from sales to marketing.",
        "We drove from Oslo to Ghent.",
    ] {
        let said = said(body).await;
        let has_begun = said.iter().any(|line| line.starts_with("* uses "));
        assert!(
            !has_begun && closed(body).await.is_empty(),
            "{body}: {said:?}"
        );
    }
}
