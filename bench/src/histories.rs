//! Whether a running service knows what held when: plays life histories and asks about them.

use std::path::PathBuf;

use clap::Args;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use recollect_bench::history::{History, LifeHistories, Question};

use crate::Target;
use crate::client::{Client, run_name};
use crate::failure::Failure;
use crate::graph::Asked;
use crate::texts::Turn;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// Life histories
    #[arg(long, default_value = "bench/data/life_histories.json")]
    file: PathBuf,
    /// Only histories whose id begins with this
    #[arg(long, default_value = "")]
    only: String,
    /// Also play each in so many random orders of arrival, whose answers must be the same
    #[arg(long, default_value_t = 0)]
    permute: u64,
}

#[derive(Debug, Default)]
struct Outcome {
    asked: usize,
    wrong: usize,
    permuted: usize,
    differing: usize,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let file: LifeHistories = serde_json::from_slice(&std::fs::read(&options.file)?)?;
    file.check()?;
    let client = Client::new(options.target);
    let mut outcome = Outcome::default();
    let mut played = 0;
    for history in &file.histories {
        if history.id.starts_with(&options.only) {
            play_and_ask(&client, history, options.permute, &mut outcome).await?;
            played += 1;
        }
    }
    println!(
        "histories {played}  questions {}  wrong {}   permuted answers {}  differing {}",
        outcome.asked, outcome.wrong, outcome.permuted, outcome.differing
    );
    if outcome.wrong + outcome.differing > 0 {
        return Err("not every answer is right".into());
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the wrong answers are the output")]
async fn play_and_ask(
    client: &Client,
    history: &History,
    permutations: u64,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    let in_order: Vec<usize> = (0..history.episodes.len()).collect();
    let answers = answers(client, history, &in_order).await?;
    for (question, answered) in history.questions.iter().zip(&answers) {
        let Some(answered) = answered else { continue };
        outcome.asked += 1;
        let faults = question.faults(answered);
        if !faults.is_empty() {
            outcome.wrong += 1;
            println!("{}  {}", history.id, told(question));
            println!("    answered {answered:?}: {}", faults.join(", "));
        }
    }
    for seed in 0..permutations {
        let mut order = in_order.clone();
        order.shuffle(&mut SmallRng::seed_from_u64(seed));
        let permuted = self::answers(client, history, &order).await?;
        for ((question, first), then) in history.questions.iter().zip(&answers).zip(&permuted) {
            let (Some(first), Some(then)) = (first, then) else {
                continue;
            };
            outcome.permuted += 1;
            if first != then {
                outcome.differing += 1;
                println!("{}  {}", history.id, told(question));
                println!("    answered {first:?} in order, {then:?} in the order {order:?}");
            }
        }
    }
    Ok(())
}

fn told(question: &Question) -> String {
    format!(
        "{} {} at {} known after {}",
        question.subject,
        question.relation,
        question.valid_at.as_deref().unwrap_or("the end"),
        question
            .known_after_episode
            .map_or_else(|| "all".to_owned(), |n| n.to_string())
    )
}

/// Plays a history in an order of arrival, in a space of its own, and answers its questions. Those about what was known
/// have no answer in another order than the file's.
async fn answers(
    client: &Client,
    history: &History,
    order: &[usize],
) -> Result<Vec<Option<Vec<String>>>, Failure> {
    let space = client.create_space(&run_name(&history.id)).await?;
    let mut accepted = Vec::with_capacity(order.len());
    for &place in order {
        let Some(telling) = history.episodes.get(place) else {
            continue;
        };
        let turn = Turn {
            text: telling.text.clone(),
            time: telling.reference_time.clone(),
            session: telling.session_id.clone().unwrap_or_default(),
        };
        let (log, _) = client.ingest(&turn, &space).await?;
        accepted.push(client.completed(&log).await?);
    }
    let is_in_order = order.is_sorted();
    let end = history.after_everything()?.to_string();
    let mut answers = Vec::with_capacity(history.questions.len());
    for question in &history.questions {
        let recorded_at = match question.known_after_episode {
            None => None,
            Some(_) if !is_in_order => {
                answers.push(None);
                continue;
            }
            // What is known after an episode is what is known just before the next is accepted.
            Some(known) => accepted
                .get(known)
                .map(|next| just_before(next))
                .transpose()?,
        };
        let asked = Asked {
            relation: &question.relation,
            valid_at: question.valid_at.as_deref().unwrap_or(&end),
            recorded_at: recorded_at.as_deref(),
        };
        let objects = match client.entity(&space, &question.subject).await? {
            Some(entity) => client.objects(&entity, &asked).await?,
            None => Vec::new(),
        };
        answers.push(Some(objects));
    }
    client.delete_space(&space).await?;
    Ok(answers)
}

fn just_before(time: &str) -> Result<String, Failure> {
    let time: jiff::Timestamp = time.parse()?;
    Ok(time
        .checked_sub(jiff::SignedDuration::from_millis(1))?
        .to_string())
}
