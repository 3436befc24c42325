//! Whether a running service answers what people ask of their memories in other words than they told it, and keeps silent
//! where nobody told it.
//!
//! Every memory goes into a space of its own, by an account that is called what its owner is called. Afterwards the account
//! has the name that it had before.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use recollect_bench::memories::{Memory, is_right};
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
    /// Memories with questions
    #[arg(long, default_value = "bench/data/memories.jsonl")]
    file: PathBuf,
    /// Only memories whose id begins with this
    #[arg(long, default_value = "")]
    only: String,
    /// Also write what is answered, with what would be right
    #[arg(long)]
    answers: bool,
}

/// What came of the questions about memories of one sort.
#[derive(Debug, Default)]
struct Outcome {
    asked: usize,
    answered: usize,
    right: usize,
    /// The text that answers is the first result, among the first five, among the first ten.
    found: [usize; 3],
    untold: usize,
    silent: usize,
    searches: Vec<Duration>,
}

/// So many of the first results are looked at.
const DEPTHS: [usize; 3] = [1, 5, 10];

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let file = std::fs::read_to_string(&options.file)?;
    let memories: Vec<Memory> = file
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let client = Client::new(options.target);
    let before = client.owner().await?;
    let mut outcomes: BTreeMap<String, Outcome> = BTreeMap::new();
    for memory in &memories {
        memory.check()?;
    }
    let chosen = memories
        .iter()
        .filter(|one| one.id.starts_with(&options.only));
    let mut all = Ok(());
    for memory in chosen {
        let outcome = outcomes.entry(memory.kind.clone()).or_default();
        all = tell_and_ask(&client, memory, options.answers, outcome).await;
        if all.is_err() {
            break;
        }
    }
    client.put("/api/v1/me", &before).await?;
    all?;
    println!("             told  answered  right   @1   @5  @10   untold  silent   search p50 ms");
    for (kind, outcome) in &mut outcomes {
        let [first, five, ten] = outcome.found;
        println!(
            "{kind:10} {:6} {:9} {:6} {first:4} {five:4} {ten:4} {:8} {:7} {:15.1}",
            outcome.asked,
            outcome.answered,
            outcome.right,
            outcome.untold,
            outcome.silent,
            quantile_ms(&mut outcome.searches, 0.5),
        );
    }
    let sum = |of: fn(&Outcome) -> usize| outcomes.values().map(of).sum::<usize>();
    println!(
        "all        {:6} {:9} {:6} {:4} {:4} {:4} {:8} {:7}",
        sum(|one| one.asked),
        sum(|one| one.answered),
        sum(|one| one.right),
        sum(|one| one.found[0]),
        sum(|one| one.found[1]),
        sum(|one| one.found[2]),
        sum(|one| one.untold),
        sum(|one| one.silent),
    );
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the answers are the output")]
async fn tell_and_ask(
    client: &Client,
    memory: &Memory,
    tells_answers: bool,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    client.call_owner(&memory.owner).await?;
    let space = client.create_space(&run_name(&memory.id)).await?;
    let mut logs = Vec::new();
    for (number, told) in memory.texts.iter().enumerate() {
        let turn = Turn {
            text: told.text.clone(),
            time: format!("{}T{:02}:{:02}:00Z", told.at, 9 + number / 60, number % 60),
            session: memory
                .session(told)
                .unwrap_or_else(|| format!("{} {number}", memory.id)),
        };
        logs.push(client.ingest(&turn, &space).await?.0);
    }
    for log in &logs {
        client.completed(log).await?;
    }
    let told = memory.told.iter().map(|told| (&told.question, Some(told)));
    let untold = memory.untold.iter().map(|question| (question, None));
    for (question, right) in told.chain(untold) {
        let start = Instant::now();
        let body = json!({"query": question, "spaceId": space, "limit": DEPTHS[2]});
        let reply = client.post("/api/v1/search", &body).await?;
        outcome.searches.push(start.elapsed());
        let answer = reply["answer"]["text"].as_str();
        let Some(right) = right else {
            outcome.untold += 1;
            outcome.silent += usize::from(answer.is_none());
            if let (true, Some(answer)) = (tells_answers, answer) {
                println!("{}  {question}  =>  {answer}  (never said)", memory.id);
            }
            continue;
        };
        outcome.asked += 1;
        outcome.answered += usize::from(answer.is_some());
        let is_right = answer.is_some_and(|answer| is_right(answer, &right.answer));
        outcome.right += usize::from(is_right);
        let results = reply["results"].as_array().map_or(&[][..], Vec::as_slice);
        let place = results
            .iter()
            .position(|result| result["logId"].as_str() == Some(&logs[right.text]));
        for (found, depth) in outcome.found.iter_mut().zip(DEPTHS) {
            *found += usize::from(place.is_some_and(|place| place < depth));
        }
        if let (true, Some(answer)) = (tells_answers, answer) {
            let mark = if is_right { "right" } else { &right.answer };
            println!("{}  {question}  =>  {answer}  ({mark})", memory.id);
        }
    }
    client.delete_space(&space).await
}
