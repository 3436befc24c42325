//! Life histories, told text by text and asked about: what held when, and what was known when.
//!
//! They are those of `bench/data/life_histories.json`; `bench/README.md` tells what they take for granted. Each is
//! another user's. Whatever order the texts arrive in, every answer is the same, but those about what was known.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use recollect_bench::history::{History, LifeHistories, Question};
use reqwest::{StatusCode, Url};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::reading::{text, texts};
use crate::service::{Client, Service};

/// Histories that are played at a time.
const AT_A_TIME: usize = 4;

/// The objects a question is answered with; nothing where it has no answer.
type Answer = Option<Vec<String>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_question_about_a_life_is_answered_right() {
    let played = play_all(&[None]).await;
    let mut wrong = String::new();
    let (mut asked, mut missed) = (0, 0);
    for (history, answers) in &played {
        for (question, answer) in history.questions.iter().zip(&answers[0]) {
            asked += 1;
            let answered = answer.as_ref().unwrap();
            let faults = question.faults(answered);
            if !faults.is_empty() {
                missed += 1;
                let (asked, faults) = (told(question), faults.join(", "));
                writeln!(wrong, "{}: {asked} -> {answered:?}: {faults}", history.id).unwrap();
            }
        }
    }
    assert!(asked >= 240, "{asked} questions");
    assert!(
        wrong.is_empty(),
        "{missed} of {asked} answers are wrong:\n{wrong}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_order_of_arrival_changes_no_answer() {
    let mut differing = String::new();
    for (history, answers) in play_all(&[None, Some(1), Some(2)]).await {
        for (number, question) in history.questions.iter().enumerate() {
            for other in &answers[1..] {
                if let (Some(first), Some(then)) = (&answers[0][number], &other[number])
                    && first != then
                {
                    let (id, asked) = (&history.id, told(question));
                    writeln!(differing, "{id}: {asked} -> {first:?}, then {then:?}").unwrap();
                }
            }
        }
    }
    assert!(differing.is_empty(), "answers differ:\n{differing}");
}

fn told(question: &Question) -> String {
    let at = question.valid_at.as_deref().unwrap_or("the end");
    let known = question.known_after_episode;
    let known = known.map_or_else(String::new, |n| format!(" known after text {n}"));
    format!("{} {} at {at}{known}", question.subject, question.relation)
}

/// Plays every history in each of these orders: the file's, or one by a seed. The answers, by order and question.
async fn play_all(orders: &'static [Option<u64>]) -> Vec<(Arc<History>, Vec<Vec<Answer>>)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/data/life_histories.json");
    let file: LifeHistories = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    file.check().unwrap();
    let service = Service::start().await;
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut playing = JoinSet::new();
    for history in file.histories {
        let email = format!("{}@example.com", history.id);
        let client = service.client_called(&email, &history.owner_name).await;
        let places = Arc::clone(&places);
        playing.spawn(async move {
            let _place = places.acquire().await.unwrap();
            let mut answers = Vec::new();
            for seed in orders {
                answers.push(play(&client, &history, *seed).await);
            }
            (Arc::new(history), answers)
        });
    }
    let mut played = playing.join_all().await;
    played.sort_by(|one, other| one.0.id.cmp(&other.0.id));
    played
}

/// Tells one history in a space of its own and asks its questions.
async fn play(client: &Client, history: &History, seed: Option<u64>) -> Vec<Answer> {
    let name = format!("order {seed:?}");
    let (status, created) = client
        .post("/api/v1/spaces", &json!({ "name": name }))
        .await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    let space = text(&created["space"]["id"]);
    let mut tellings: Vec<_> = history.episodes.iter().collect();
    if let Some(seed) = seed {
        tellings.shuffle(&mut SmallRng::seed_from_u64(seed));
    }
    let mut logs = Vec::new();
    for telling in tellings {
        let more = json!({
            "referenceTime": telling.reference_time, "spaceId": space, "sessionId": telling.session_id,
        });
        logs.push(client.remember(&telling.text, &more).await);
    }
    let end = history.after_everything().unwrap().to_string();
    let mut answers = Vec::new();
    for question in &history.questions {
        let known = match question.known_after_episode {
            Some(_) if seed.is_some() => {
                answers.push(None);
                continue;
            }
            Some(number) => Some(text(&logs[number - 1]["processedAt"])),
            None => None,
        };
        let valid_at = question.valid_at.as_ref().unwrap_or(&end);
        answers.push(Some(
            answer(client, &space, question, valid_at, known).await,
        ));
    }
    answers
}

async fn answer(
    client: &Client,
    space: &str,
    question: &Question,
    valid_at: &str,
    known: Option<String>,
) -> Vec<String> {
    let Some(entity) = called(client, space, &question.subject).await else {
        return Vec::new();
    };
    let mut asked = vec![
        ("relation", question.relation.as_str()),
        ("validAt", valid_at),
        ("limit", "1000"),
    ];
    asked.extend(known.as_deref().map(|time| ("recordedAt", time)));
    let said = client.said_of(&entity, &query(&asked)).await;
    let mut objects: Vec<String> = said
        .iter()
        .filter(|one| one["relation"] == question.relation)
        .filter(|one| one["isNegated"] == false && one["modality"] == "actual")
        .filter(|one| one["attributedTo"].is_null())
        .map(|one| other_side(one, &entity))
        .collect();
    objects.sort();
    objects.dedup();
    objects
}

/// The object, or the subject where the object was asked about.
fn other_side(statement: &Value, entity: &str) -> String {
    let is_object = statement["object"]["id"] == *entity;
    text(&statement[if is_object { "subject" } else { "object" }]["name"])
}

/// The entity of a space that a question means: the owner, somebody by a name, or `owner's mother`.
async fn called(client: &Client, space: &str, subject: &str) -> Option<String> {
    let mut asked = vec![("spaceId", space), ("limit", "1000")];
    let role = subject.strip_prefix("owner's ");
    if subject == "owner" {
        asked.push(("kind", "owner"));
    } else {
        asked.push(("query", role.unwrap_or(subject)));
    }
    let listed = client
        .read(&format!("/api/v1/entities?{}", query(&asked)))
        .await;
    for id in texts(&listed["entities"], |entity| &entity["id"]) {
        let one = client.read(&format!("/api/v1/entities/{id}")).await;
        let mut names = texts(&one["aliases"], |alias| &alias["name"]);
        names.push(text(&one["entity"]["name"]));
        let is_meant = |name: &String| match role {
            Some(role) => name.ends_with(&format!("'s {role}")),
            None => subject == "owner" || name.eq_ignore_ascii_case(subject),
        };
        if names.iter().any(is_meant) {
            return Some(id);
        }
    }
    None
}

fn query(pairs: &[(&str, &str)]) -> String {
    let url = Url::parse_with_params("http://localhost", pairs).unwrap();
    url.query().unwrap().to_owned()
}
