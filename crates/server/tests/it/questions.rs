//! Questions in plain words about the lives of `bench/data/life_histories.json`, asked as their owners would: those whose
//! answer was told, and those that nobody ever told.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use recollect_bench::history::{History, LifeHistories};
use recollect_bench::question_set::{PlainQuestion, QuestionSet};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::service::{Client, Service};

/// Histories that are played at a time.
const AT_A_TIME: usize = 4;
/// Of a hundred questions whose answer was told, so many are answered right.
const RIGHT_PERCENT: usize = 95;
/// Of a hundred questions whose answer nobody told, so many are not answered.
const SILENT_PERCENT: usize = 95;

fn file(name: &str) -> Vec<u8> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/data");
    std::fs::read(data.join(name)).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_is_answered_and_what_was_not_is_not() {
    let histories: LifeHistories = serde_json::from_slice(&file("life_histories.json")).unwrap();
    let questions: QuestionSet = serde_json::from_slice(&file("questions.json")).unwrap();
    questions.check(&histories).unwrap();
    let service = Service::start().await;
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut playing = JoinSet::new();
    for history in histories.histories {
        let asked: Vec<PlainQuestion> = questions
            .questions
            .iter()
            .filter(|question| question.history == history.id)
            .cloned()
            .collect();
        if asked.is_empty() {
            continue;
        }
        let email = format!("{}@example.com", history.id);
        let client = service.client_called(&email, &history.owner_name).await;
        let places = Arc::clone(&places);
        playing.spawn(async move {
            let _place = places.acquire().await.unwrap();
            play(&client, &history, asked).await
        });
    }
    let (mut told, mut right, mut untold, mut silent) = (0, 0, 0, 0);
    let mut wrong = String::new();
    for (question, answer) in playing.join_all().await.into_iter().flatten() {
        let faults = question.faults(answer["text"].as_str());
        let (all, good) = match question.expect {
            Some(_) => (&mut told, &mut right),
            None => (&mut untold, &mut silent),
        };
        *all += 1;
        *good += usize::from(faults.is_empty());
        if !faults.is_empty() {
            let asked = &question.question;
            writeln!(
                wrong,
                "{}: {asked} -> {}: {}",
                question.history,
                answer["text"],
                faults.join(", ")
            )
            .unwrap();
        }
    }
    assert!(
        told >= 100 && untold >= 40,
        "{told} told, {untold} not told"
    );
    assert!(
        right * 100 >= told * RIGHT_PERCENT && silent * 100 >= untold * SILENT_PERCENT,
        "{right} of {told} are right, {silent} of {untold} are not answered:\n{wrong}"
    );
}

async fn play(
    client: &Client,
    history: &History,
    questions: Vec<PlainQuestion>,
) -> Vec<(PlainQuestion, Value)> {
    for telling in &history.episodes {
        let more = json!({
            "referenceTime": telling.reference_time, "sessionId": telling.session_id,
        });
        client.remember(&telling.text, &more).await;
    }
    let end = history.after_everything().unwrap().to_string();
    let mut answers = Vec::new();
    for question in questions {
        let at = question.asked_at.as_ref().unwrap_or(&end);
        let body = json!({ "query": question.question, "referenceTime": at });
        let (status, found) = client.post("/search", &body).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        let answer = found["answer"].clone();
        if !answer.is_null() {
            is_told_by_its_quote(history, &answer);
        }
        answers.push((question, answer));
    }
    answers
}

/// The quote of an answer is a part of the text that it points at.
#[track_caller]
fn is_told_by_its_quote(history: &History, answer: &Value) {
    let quote = &answer["quote"];
    let (start, end) = (
        quote["start"].as_u64().unwrap(),
        quote["end"].as_u64().unwrap(),
    );
    let words = quote["text"].as_str().unwrap();
    let stands_there = |text: &str| {
        let part: String = text
            .chars()
            .skip(start as usize)
            .take((end - start) as usize)
            .collect();
        part == words
    };
    assert!(
        history
            .episodes
            .iter()
            .any(|telling| stands_there(&telling.text)),
        "{answer}"
    );
}
