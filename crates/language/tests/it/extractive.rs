//! Reading answers out of passages.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use recollect_language::local::{ExtractiveReader, ReadSpan};

fn reader() -> &'static ExtractiveReader {
    static READER: OnceLock<ExtractiveReader> = OnceLock::new();
    READER.get_or_init(|| ExtractiveReader::load(NonZeroUsize::MIN).expect("the model loads"))
}

async fn read(question: &str, passages: &[&str]) -> Vec<Option<ReadSpan>> {
    let passages = passages.iter().map(|&passage| passage.to_owned()).collect();
    let read = reader().read(question.to_owned(), passages).await;
    read.expect("the model reads")
}

#[tokio::test]
async fn the_words_that_answer_are_pointed_at_however_they_are_asked_for() {
    for (question, passage, answer) in [
        (
            "Who looks after my dog when I travel?",
            "Mrs Petrosyan from across the landing takes Biscuit whenever I'm away.",
            "Mrs Petrosyan",
        ),
        (
            "Who does Ravi work for?",
            "Ravi: I do the accounts for a dairy co-op near Anand.",
            "dairy co-op",
        ),
        (
            "How much was the sofa?",
            "The couch came yesterday, 640 euros in the end.",
            "640 euros",
        ),
        (
            "Where does my sister live now?",
            "My sister moved to Thessaloniki in June, she loves it there.",
            "Thessaloniki",
        ),
        (
            "What is Sofia's kitten called?",
            "Ravi: Did you end up keeping the kitten?\nSofia: Yes! Named him Biscuit.",
            "Biscuit",
        ),
    ] {
        let read = read(question, &[passage]).await;
        let span = read[0].clone().expect("there are words");
        let words = &passage[span.range];
        assert!(words.contains(answer), "{question}: {words}, not {answer}");
    }
}

#[tokio::test]
async fn a_passage_that_answers_is_told_from_one_that_does_not() {
    let answers = "The plumber, Mr Oyelaran, can come on Thursday at nine.";
    let does_not = "We should call a plumber about the tap one of these days.";
    let of_another = "The roof will be done next year, says the landlord.";
    let read = read(
        "When does the plumber come?",
        &[does_not, answers, of_another],
    )
    .await;
    let margins: Vec<f32> = read.into_iter().flatten().map(|span| span.margin).collect();
    assert!(
        margins[1] > 0.0 && margins[0] < margins[1] && margins[2] < margins[1],
        "{margins:?}"
    );
}

#[tokio::test]
async fn a_passage_has_the_same_answer_in_any_company() {
    let passage = "Nadia keeps the spare key under the blue pot.";
    let question = "Where is the spare key?";
    let alone = read(question, &[passage]).await;
    let together = read(
        question,
        &["It rained.", passage, "The key to it all is sleep."],
    )
    .await;
    assert_eq!(alone[0], together[1]);
}

#[tokio::test]
async fn what_is_pointed_at_lies_between_characters_of_any_text() {
    let long = "Überraschung 🎉 für Zoë – a café, naïve façade; 東京 2024. ".repeat(60);
    let accents = "e\u{301}".repeat(400);
    let passages = ["", " \n", "?", "🎉🎉🎉", "東京へ行った", &long, &accents];
    for question in ["Where?", "", &"why ".repeat(500), "Что это? 🎉"] {
        for (span, passage) in read(question, &passages).await.into_iter().zip(passages) {
            if let Some(span) = span {
                assert!(passage.get(span.range.clone()).is_some(), "{span:?}");
                assert!(span.margin.is_finite());
            }
        }
    }
    assert_eq!(read("Where?", &["", " "]).await, [None, None]);
}
