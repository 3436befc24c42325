//! Whether a running service answers questions in plain words about the lives it was told, and keeps silent where nobody
//! told it.
//!
//! Every history is played into a space of its own, by an account that is called what its owner is called. Afterwards the
//! account has the name that it had before.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use recollect_bench::history::{History, LifeHistories};
use recollect_bench::question_set::{PlainQuestion, QuestionSet};
use serde_json::json;

use crate::Target;
use crate::client::{Client, quantile_ms, run_name};
use crate::failure::Failure;
use crate::texts::Turn;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// Questions
    #[arg(long, default_value = "bench/data/questions.json")]
    file: PathBuf,
    /// The life histories they are about
    #[arg(long, default_value = "bench/data/life_histories.json")]
    histories: PathBuf,
    /// Only questions about histories whose id begins with this
    #[arg(long, default_value = "")]
    only: String,
    /// Only every third question, from this one on: 0, 1 or 2
    #[arg(long)]
    third: Option<usize>,
    /// Also write the right answers
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Default)]
struct Outcome {
    told: usize,
    right: usize,
    untold: usize,
    silent: usize,
    searches: Vec<Duration>,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let histories: LifeHistories = serde_json::from_slice(&std::fs::read(&options.histories)?)?;
    let file: QuestionSet = serde_json::from_slice(&std::fs::read(&options.file)?)?;
    file.check(&histories)?;
    let chosen: Vec<&PlainQuestion> = file
        .questions
        .iter()
        .enumerate()
        .filter(|(place, _)| options.third.is_none_or(|third| place % 3 == third))
        .map(|(_, question)| question)
        .filter(|question| question.history.starts_with(&options.only))
        .collect();
    let client = Client::new(options.target);
    let mut outcome = Outcome::default();
    let before = client.owner().await?;
    for history in &histories.histories {
        let questions: Vec<&PlainQuestion> = chosen
            .iter()
            .filter(|question| question.history == history.id)
            .copied()
            .collect();
        if !questions.is_empty() {
            play_and_ask(&client, history, &questions, options.all, &mut outcome).await?;
        }
    }
    client.put("/api/v1/me", &before).await?;
    println!(
        "told {}  right {}   never told {}  silent {}   search p50 {:.1} ms",
        outcome.told,
        outcome.right,
        outcome.untold,
        outcome.silent,
        quantile_ms(&mut outcome.searches, 0.5)
    );
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the wrong answers are the output")]
async fn play_and_ask(
    client: &Client,
    history: &History,
    questions: &[&PlainQuestion],
    tells_all: bool,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    client.call_owner(&history.owner_name).await?;
    let space = client.create_space(&run_name(&history.id)).await?;
    for telling in &history.episodes {
        let turn = Turn {
            text: telling.text.clone(),
            time: telling.reference_time.clone(),
            session: telling.session_id.clone().unwrap_or_default(),
        };
        let (log, _) = client.ingest(&turn, &space).await?;
        client.completed(&log).await?;
    }
    let end = history.after_everything()?.to_string();
    for question in questions {
        let body = json!({
            "query": question.question, "spaceId": space, "referenceTime": question.asked_at.as_ref().unwrap_or(&end),
        });
        let start = Instant::now();
        let reply = client.post("/api/v1/search", &body).await?;
        outcome.searches.push(start.elapsed());
        let answer = reply["answer"]["text"].as_str();
        let faults = question.faults(answer);
        let (all, right) = match question.expect {
            Some(_) => (&mut outcome.told, &mut outcome.right),
            None => (&mut outcome.untold, &mut outcome.silent),
        };
        *all += 1;
        *right += usize::from(faults.is_empty());
        if !faults.is_empty() || tells_all {
            println!("{}  {}", history.id, question.question);
            println!("    answered {answer:?}: {}", faults.join(", "));
        }
    }
    client.delete_space(&space).await
}
