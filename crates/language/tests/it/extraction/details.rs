//! With whom, where, for what and how much: what a statement says besides subject, relation and object.

use recollect_model::DetailRole;

use super::{extract, facts, said};

/// The details of the first statement of a text, as `role: words`.
async fn details(body: &str) -> Vec<(DetailRole, String)> {
    let first = extract(body).await.statements.into_iter().next();
    let details = first
        .map(|statement| statement.details.0)
        .unwrap_or_default();
    details
        .into_iter()
        .map(|detail| (detail.role, detail.words))
        .collect()
}

#[tokio::test]
async fn what_a_clause_says_besides_is_kept_with_its_role() {
    use DetailRole::{Beneficiary, Companion, Destination, Frequency, Price, Purpose, Recipient};
    let cases: &[(&str, &[(DetailRole, &str)])] = &[
        (
            "I took the car to the garage.",
            &[(Destination, "to the garage")],
        ),
        ("I gave 50 euros to Oxfam.", &[(Recipient, "to Oxfam")]),
        (
            "I went to Madrid with a cousin.",
            &[(Companion, "with a cousin")],
        ),
        (
            "I cooked lasagna with my mom.",
            &[(Companion, "with their mom")],
        ),
        (
            "I bought a bike for my son.",
            &[(Beneficiary, "for their son")],
        ),
        (
            "I sold the piano for 300 euros.",
            &[(Price, "for 300 euros")],
        ),
        (
            "I visited Ghent to see the altar.",
            &[(Purpose, "to see the altar")],
        ),
        ("I run every morning.", &[(Frequency, "every morning")]),
    ];
    for (text, expected) in cases {
        let found = details(text).await;
        let expected: Vec<(DetailRole, String)> = expected
            .iter()
            .map(|(role, words)| (*role, (*words).to_owned()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[tokio::test]
async fn details_are_told_in_the_fact() {
    let cases = [
        (
            "I went to Madrid with a cousin.",
            "Sam went to Madrid with a cousin.",
        ),
        ("I gave 50 euros to Oxfam.", "Sam gave 50 euros to Oxfam."),
        ("I swim twice a week.", "Sam swims twice a week."),
    ];
    for (text, fact) in cases {
        assert_eq!(facts(text).await, [fact], "{text}");
    }
}

#[tokio::test]
async fn what_somebody_sets_out_to_do_is_told_whole() {
    let cases = [
        ("I learned to bake bread.", "* learn \"to bake bread\""),
        ("We went camping with the kids.", "* go \"camping\""),
    ];
    for (text, line) in cases {
        let lines = said(text).await;
        assert!(lines.iter().any(|told| told == line), "{text}: {lines:?}");
    }
}

#[tokio::test]
async fn a_possessive_takes_for_granted_what_it_names() {
    assert_eq!(
        said("My turtles always cheer me up.")
            .await
            .first()
            .map(String::as_str),
        Some("* has_pet \"turtles\"")
    );
    for text in [
        "Sold my bike.",
        "I want my own house.",
        "I miss my old flat.",
    ] {
        let lines = said(text).await;
        assert!(
            !lines.iter().any(|line| line.contains(" has ")),
            "{text}: {lines:?}"
        );
    }
}

#[tokio::test]
async fn notes_leave_out_who_is_meant_and_the_verb() {
    let cases = [
        ("Got a new bike from Tom!", "* get \"new bike\""),
        ("Tired of my job.", "* is \"tired of their job\""),
        ("Working on my thesis.", "* work_on *'s thesis"),
    ];
    for (text, line) in cases {
        let lines = said(text).await;
        assert!(lines.iter().any(|told| told == line), "{text}: {lines:?}");
    }
}
