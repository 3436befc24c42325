//! Replies that are no sentence are read with the words of the question that they leave out.

use std::sync::Arc;

use recollect_language::{Context, Heard};

use super::{facts, read};
use crate::to_read;

/// What a reply to a question tells, in one text.
async fn replied(question: &str, reply: &str) -> Vec<String> {
    facts(&format!("John: {question}\nGina: {reply}")).await
}

/// Asserts that each reply to each question tells a fact.
async fn check_replies(told: &[(&str, &str, &str)]) {
    for (question, reply, expected) in told {
        let facts = replied(question, reply).await;
        assert!(
            facts.iter().any(|fact| fact == expected),
            "{question} {reply} {facts:?}"
        );
    }
}

#[tokio::test]
async fn a_reply_is_read_with_what_was_asked() {
    check_replies(&[
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
    ])
    .await;
}

#[tokio::test]
async fn a_reply_may_tell_of_others() {
    check_replies(&[
        ("Where does Tom live?", "Lyon.", "Tom lives in Lyon."),
        (
            "When is your wedding?",
            "June 14th.",
            "Gina's wedding is on Wednesday, 14 June 2023.",
        ),
        (
            "What does your sister do?",
            "Vet nurse.",
            "Gina's sister works as a vet nurse.",
        ),
        (
            "How old is the baby?",
            "11 weeks.",
            "the baby is 11 weeks old.",
        ),
        (
            "How old are the twins now?",
            "Nearly six",
            "the twins are nearly six.",
        ),
        (
            "Who is Tyler?",
            "My roommate's brother, I've mentioned him!",
            "Tyler is Gina's roommate's brother.",
        ),
        (
            "How many people are you cooking for?",
            "Four. And a dog.",
            "Gina is cooking for four people.",
        ),
        (
            "How many kids do you have?",
            "Two, a boy and a girl.",
            "Gina has two kids, a boy and a girl.",
        ),
        (
            "Who's covering the Henley account?",
            "Me till Easter, then Jas.",
            "Gina is covering the Henley account.",
        ),
        (
            "What's your take-home pay?",
            "1,650, give or take.",
            "Gina's take-home pay is 1,650.",
        ),
    ])
    .await;
}

#[tokio::test]
async fn yes_and_no_say_what_was_asked() {
    check_replies(&[
        (
            "Are you vegetarian?",
            "Yes.",
            "Gina follows a vegetarian diet.",
        ),
        (
            "Are you vegetarian?",
            "Nope.",
            "Gina does not follow a vegetarian diet.",
        ),
        (
            "Have you been to Japan?",
            "Yes, last year with my sister.",
            "Gina visited Japan with their sister.",
        ),
        (
            "Have you ever been to Peru?",
            "Never! Would love to though.",
            "Gina has never visited Peru.",
        ),
        (
            "Did you buy the house?",
            "We did! Last week.",
            "Gina bought the house.",
        ),
        (
            "Are you still at Bosch?",
            "Not anymore, I left in March.",
            "Gina is no longer at Bosch.",
        ),
        (
            "Does your mum still live in Leeds?",
            "No, she moved to York.",
            "Gina's mother no longer lives in Leeds.",
        ),
        (
            "Is your brother married?",
            "Yeah, to Priya.",
            "Gina's brother is married to Priya.",
        ),
        ("You're a nurse, right?", "Yeah.", "Gina works as a nurse."),
        (
            "You used to work at Halcyon, right?",
            "Yes, 2018 to 2022",
            "Gina no longer works at Halcyon from 2018 to 2022.",
        ),
        (
            "so you still at Currys?",
            "yeah till end of the month",
            "Gina is at Currys.",
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_asked_may_be_said_again_in_part() {
    check_replies(&[
        (
            "Did you and Priya break up?",
            "Yes, in May.",
            "Priya broke up with Gina.",
        ),
        ("Do you like sushi?", "Love it!", "Gina likes sushi."),
        (
            "Do you want kids?",
            "Not really.",
            "Gina does not want kids.",
        ),
        (
            "Does he have a job? Tom, I mean. Is Tom still working at Nokia?",
            "He is!",
            "Tom works at Nokia.",
        ),
        (
            "did your landlord fix the heating",
            "No.",
            "Gina's landlord did not fix the heating.",
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_reply_names_what_a_question_seeks() {
    check_replies(&[
        (
            "Do you have any pets?",
            "Yes, two cats.",
            "Gina has two cats.",
        ),
        (
            "do you have pets",
            "yeah a cat called Miso",
            "Gina has a cat called Miso.",
        ),
        (
            "Any allergies?",
            "Just peanuts.",
            "Gina is allergic to peanuts.",
        ),
        (
            "Any allergies they need to know about lol",
            "just penicillin",
            "Gina is allergic to penicillin.",
        ),
        (
            "Do you play any instruments?",
            "Yeah, the violin, since I was six.",
            "Gina plays the violin since they were six.",
        ),
        (
            "Have you got any brothers or sisters?",
            "Yes, a brother, Karl.",
            "Gina is a sibling of Karl.",
        ),
        (
            "Have you got a partner?",
            "Yes, Priya.",
            "Priya is Gina's partner.",
        ),
        (
            "Are you on any medication?",
            "Yes, metformin twice a day.",
            "Gina takes metformin twice a day.",
        ),
        (
            "Did you go with anyone?",
            "Yeah, my cousin.",
            "Gina went with their cousin.",
        ),
        (
            "Going anywhere nice?",
            "Japan!!",
            "Gina plans to go to Japan.",
        ),
        ("Do you have a car?", "No, just a bike.", "Gina has a bike."),
        (
            "Do you have a car?",
            "No, just a bike.",
            "Gina does not have a car.",
        ),
        (
            "Do you have a guitar?",
            "No, sold it in 2015.",
            "Gina sold the guitar.",
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_takes_turns_with_a_machine_may_have_a_name() {
    for (text, expected) in [
        (
            "Assistant: Do you speak any other languages?\nFemi: Yoruba. A bit of German, too.",
            "Femi speaks Yoruba.",
        ),
        (
            "Assistant: Can you tell me your current role?\nFemi: Warehouse supervisor.",
            "Femi's current role is Warehouse supervisor.",
        ),
        (
            "Assistant: Does she have dementia? Your mum, I mean. Does your mum have dementia?\nFemi: No, Parkinson's.",
            "Femi's mother does not have dementia.",
        ),
    ] {
        let facts = facts(text).await;
        assert!(
            facts.iter().any(|fact| fact == expected),
            "{text} {facts:?}"
        );
    }
    // What heads the lists of a machine is nobody.
    let facts = facts("Assistant: Two towns.\nVienna: I like its cafes.\nRosa: I like tea.").await;
    assert!(
        !facts.iter().any(|fact| fact.contains("Vienna likes")),
        "{facts:?}"
    );
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
        // Thoughts, moods and favours are no facts.
        ("Do you think it will rain?", "Yes."),
        ("Are you ok?", "Yes, I am."),
        ("Could you help me?", "Sure."),
        ("Do you like it?", "Yes."),
        ("Tea or coffee?", "Yes."),
        ("Would you like some tea?", "Yes please."),
        ("What's her name and how old is she?", "Saga, 12."),
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
