//! How a fact is worded, and which words say it.

use recollect_language::ExtractedObject;
use recollect_language::local::tells_in_past;

use super::{extract, facts, named};
use crate::words_of;

#[tokio::test]
async fn facts_are_sentences_about_somebody_by_name() {
    for (body, fact) in [
        ("I live in Rome.", "Sam lives in Rome."),
        ("I lived in Rome in 2010.", "Sam lived in Rome."),
        ("I don't live in Rome.", "Sam does not live in Rome."),
        ("I no longer live in Rome.", "Sam no longer lives in Rome."),
        ("I want to move to Rome.", "Sam wants to live in Rome."),
        ("I might move to Rome.", "Sam may live in Rome."),
        (
            "My sister's husband is afraid of thunder.",
            "Sam's sister's husband is afraid of thunder.",
        ),
        (
            "My parents live in Naples.",
            "Sam's parents live in Naples.",
        ),
        ("I'm an engineer.", "Sam works as an engineer."),
        ("My brother is 30.", "Sam's brother is 30 years old."),
        (
            "I was born on 3 March 1990.",
            "Sam was born on 3 March 1990.",
        ),
        (
            "Ben says Anna likes jazz.",
            "According to Ben, Anna likes jazz.",
        ),
        (
            "Anna ran the Boston marathon.",
            "Anna ran the Boston marathon.",
        ),
        (
            "My favorite color is blue.",
            "Sam's favorite color is blue.",
        ),
        (
            "Anna: I was invited to the gala.",
            "Anna was invited to the gala.",
        ),
        (
            "I bought a ball signed by my favorite player.",
            "Sam bought a ball signed by their favorite player.",
        ),
        (
            "I love classical music like Bach and Mozart.",
            "Sam likes classical music like Bach and Mozart.",
        ),
        (
            "I help people with their taxes.",
            "Sam helps people with their taxes.",
        ),
        (
            "My novel is about loss, identity and connection.",
            "Sam's novel is about loss, identity and connection.",
        ),
        (
            "I have a parrot named Kiwi.",
            "Sam has a parrot named Kiwi.",
        ),
        (
            "I read a novel called Open City.",
            "Sam read a novel called Open City.",
        ),
        (
            "I got divorced from Tom.",
            "Sam is no longer married to Tom.",
        ),
    ] {
        assert_eq!(facts(body).await, [fact], "{body}");
    }
}

#[tokio::test]
async fn each_of_several_is_told() {
    for (body, told) in [
        (
            "I have a parrot named Kiwi and a hamster named Pip.",
            [
                "Sam has a parrot named Kiwi.",
                "Sam has a hamster named Pip.",
            ],
        ),
        (
            "I write down motivational quotes and strategies.",
            [
                "Sam writes down motivational quotes.",
                "Sam writes down strategies.",
            ],
        ),
    ] {
        assert_eq!(facts(body).await, told, "{body}");
    }
}

#[tokio::test]
async fn a_statement_points_at_the_clause_that_says_it() {
    let body = "Zoë: Olá! Wow — 👋🏽. I adopted a dog called Rex last week. He barks.";
    let read = extract(body).await;
    let statement = &read.statements[0];
    assert_eq!(
        words_of(body, statement.range),
        "I adopted a dog called Rex last week"
    );
    assert_eq!(
        (statement.relation.as_str(), statement.phrase.as_str()),
        ("adopted", "adopt")
    );
    assert_eq!(statement.object, ExtractedObject::Entity(named("Rex")));
    let mentioned: Vec<&str> = read
        .mentions
        .iter()
        .map(|mention| words_of(body, mention.range))
        .collect();
    assert_eq!(mentioned[0], "Zoë");
    assert!(mentioned.contains(&"Rex"), "{mentioned:?}");
}

#[tokio::test]
async fn the_words_of_a_relation_are_kept_beside_its_name() {
    let read = extract("Anna: I'm currently working for Siemens.").await;
    let statement = &read.statements[0];
    assert_eq!(
        (statement.relation.as_str(), statement.phrase.as_str()),
        ("works_at", "work for")
    );
}

#[test]
fn a_sentence_in_the_past_is_told_from_one_that_holds() {
    for (phrase, fact) in [
        ("break", "Mia Hartnell broke the teapot."),
        ("sign for", "Mia signed for the Totterdown flat."),
        ("run with", "According to Sam, Mia ran with the club."),
        ("retire", "Dr Basu retired."),
        ("put", "Mia put the kettle on the shelf."),
        ("sign", "Mia did not sign the contract."),
        ("be tired of", "Mia was tired of the noise."),
    ] {
        assert!(tells_in_past(phrase, fact), "{fact}");
    }
    for (phrase, fact) in [
        ("break", "The lamp breaks every week."),
        ("sit next to", "Mia sits next to Femi."),
        ("put", "Mia puts the kettle on the shelf."),
        ("put", "Mia will put the kettle on the shelf."),
        ("read", "The neighbours read the Guardian."),
        ("read", "Ann and Ben read the Guardian."),
        ("stay with", "Ann is staying with Callum."),
        (
            "do half of",
            "Mia has been doing half of his job for a year.",
        ),
        ("be called", "The cat is called Pickle."),
        ("", "Mia broke the teapot."),
    ] {
        assert!(!tells_in_past(phrase, fact), "{fact}");
    }
}
