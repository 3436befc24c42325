//! Replies that are no sentence are read with the words of the question that they leave out.

use std::sync::Arc;

use recollect_language::{Context, Heard};

use super::{facts, read};
use crate::to_read;

/// What a reply to a question tells, in one text.
async fn replied(question: &str, reply: &str) -> Vec<String> {
    facts(&format!("John: {question}\nGina: {reply}")).await
}

#[tokio::test]
async fn a_reply_is_read_with_what_was_asked() {
    for (question, reply, expected) in [
        ("Where do you live?", "Lyon.", "Gina lives in Lyon."),
        (
            "How often do you work out with your family?",
            "Thanks, John! Three times a week; it keeps us on track.",
            "Gina works out with their family three times a week.",
        ),
        (
            "What team did you sign with?",
            "The Minnesota Wolves! I can't wait.",
            "Gina signed with the Minnesota Wolves.",
        ),
        (
            "And what are you researching these days?",
            "Researching adoption agencies.",
            "Gina is researching adoption agencies.",
        ),
        (
            "Who did you go to the lake with?",
            "My sister and Tom.",
            "Gina went to the lake with their sister and Tom.",
        ),
        (
            "How long have you lived in Oslo?",
            "Seven years now.",
            "Gina lives in Oslo for seven years.",
        ),
        (
            "What is your favorite dish?",
            "Definitely lasagna!",
            "Gina's favorite dish is lasagna.",
        ),
        (
            "What did you buy for Tom?",
            "A lamp.",
            "Gina bought a lamp for Tom.",
        ),
        ("What's your dog's name?", "Rex!", "Rex is Gina's dog."),
    ] {
        let facts = replied(question, reply).await;
        assert!(
            facts.iter().any(|fact| fact == expected),
            "{question} {reply} {facts:?}"
        );
    }
}

#[tokio::test]
async fn what_answers_nothing_is_no_reply() {
    for (question, reply) in [
        ("Where do you live?", "Great question!"),
        ("What do you think?", "Sushi and jazz."),
        ("Where did you buy it?", "At the market."),
        ("Where do you live?", "Nowhere."),
        ("Do you like jazz?", "Lyon."),
        ("Where do you live?", "Why, in Lyon?"),
        ("Where does Tom live?", "Lyon."),
    ] {
        let facts = replied(question, reply).await;
        assert_eq!(facts, [""; 0], "{question} {reply}");
    }
    // Who asks does not answer.
    let facts = facts("John: Where do you live?\nJohn: Lyon is nice.").await;
    assert!(
        !facts.iter().any(|fact| fact.contains("lives")),
        "{facts:?}"
    );
}

#[tokio::test]
async fn a_reply_may_be_the_next_text_of_its_session() {
    let asked = Heard {
        speaker: Some("assistant".to_owned()),
        text: "Lovely! What is your daughter's name?".to_owned(),
    };
    let mut text = Arc::unwrap_or_clone(to_read("user: Mira"));
    text.context = Context {
        heard: vec![asked],
        ..Context::default()
    };
    let statements = read(Arc::new(text)).await.statements;
    let facts: Vec<&str> = statements.iter().map(|said| said.fact.as_str()).collect();
    assert_eq!(facts, ["Mira is Sam's daughter."]);
    // It is told by the reply, where the text says it.
    assert!(statements[0].range.start >= 6, "{:?}", statements[0].range);
}
