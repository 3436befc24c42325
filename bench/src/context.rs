//! How long a context takes, over a memory that knows much: the time of each answer, on one connection.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use recollect_bench::history::LifeHistories;

use crate::client::{Client, quantile_ms, run_name};
use crate::failure::Failure;
use crate::texts::Turn;
use crate::{Target, texts};

/// A context without a question is to be there within this time.
const GOAL_MS: f64 = 20.0;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// The life histories that are remembered
    #[arg(long, default_value = "bench/data/life_histories.json")]
    histories: PathBuf,
    /// A file of dialogues in LoCoMo's form that are remembered besides
    #[arg(long)]
    data: Option<PathBuf>,
    /// So many made-up turns are remembered besides
    #[arg(long, default_value_t = 1_500)]
    turns: usize,
    /// How often each context is asked for
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// What is asked with every other context
    #[arg(long, default_value = "where do I live and what is due soon?")]
    query: String,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let client = Client::new(options.target);
    let histories: LifeHistories = serde_json::from_slice(&std::fs::read(&options.histories)?)?;
    let mut turns: Vec<Turn> = Vec::new();
    for history in &histories.histories {
        turns.extend(history.episodes.iter().map(|telling| Turn {
            text: telling.text.clone(),
            time: telling.reference_time.clone(),
            session: telling.session_id.clone().unwrap_or_default(),
        }));
    }
    turns.extend(texts::made_up(options.turns, 17));
    if let Some(path) = &options.data {
        turns.extend(texts::from_locomo(path)?.into_iter().flatten());
    }
    let space = client.create_space(&run_name("context")).await?;
    let mut last = None;
    for turn in &turns {
        last = Some(client.ingest(turn, &space).await?.0);
    }
    // A user's texts are processed in order: when the last is done, all are.
    if let Some(last) = last {
        while !matches!(&*client.status(&last).await?, "completed" | "failed") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let (mut plain, mut asked) = (Vec::new(), Vec::new());
    let mut tokens = 0;
    for _ in 0..options.rounds {
        let with_query = [
            ("spaceId", space.as_str()),
            ("query", options.query.as_str()),
        ];
        for (times, parameters) in [
            (&mut plain, &with_query[..1]),
            (&mut asked, &with_query[..]),
        ] {
            let start = Instant::now();
            let reply = client.get("/api/v1/context", parameters).await?;
            times.push(start.elapsed());
            tokens = reply["tokens"].as_u64().unwrap_or(tokens);
        }
    }
    client.delete_space(&space).await?;
    let is_reached = quantile_ms(&mut plain, 0.5) < GOAL_MS;
    println!("texts {}  tokens of a context {tokens}", turns.len());
    for (what, times) in [("without a question", &mut plain), ("with one", &mut asked)] {
        println!(
            "{what}  p50 {:.1} ms  p95 {:.1} ms  p99 {:.1} ms",
            quantile_ms(times, 0.5),
            quantile_ms(times, 0.95),
            quantile_ms(times, 0.99)
        );
    }
    println!(
        "under {GOAL_MS} ms: {}",
        if is_reached { "yes" } else { "no" }
    );
    Ok(())
}
