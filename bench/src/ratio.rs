//! How much of what the embedding model alone could do is done: texts are processed over HTTP, and the same passages embedded
//! in this process, in turns, so that what else the machine does bears on both.
//!
//! The model stands for the floor of any work on a text: nothing is found by its meaning that was not embedded. It has all
//! cores for itself, and one call that holds every passage; the service shares them with whoever sends, with the parser, and
//! with the database.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;
use recollect_language::local::MiniLm;
use recollect_language::{Embed, passages};
use recollect_model::CharText;
use serde_json::json;

use crate::client::{Client, run_name};
use crate::failure::Failure;
use crate::processor_time::{self, ServiceTime};
use crate::texts::Turn;

/// The most texts of one request, and the most bytes: what the service takes.
const BATCH_TEXTS: usize = 500;
const BATCH_BYTES: usize = 1_000_000;
/// Between two looks at whether a text is done.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Passages that are embedded before anything is measured.
const WARMING_UP: usize = 64;

/// How the two take turns.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// How often each takes its turn
    #[arg(long, default_value_t = 5, requires = "ratio")]
    rounds: usize,
    /// In the lane of imports, by threads that stand back: so does the embedding beside it
    #[arg(long, requires = "ratio")]
    bulk: bool,
    /// Where the service tells its metrics, as the URL before `/metrics`: what each costs in processor time is told too,
    /// which other work on the machine hardly changes, and where the time goes
    #[arg(long, requires = "ratio", value_name = "URL")]
    metrics: Option<String>,
}

/// Passages a second.
#[derive(Debug, Clone, Copy)]
struct Round {
    processed: f64,
    embedded: f64,
}

impl Round {
    fn ratio(self) -> f64 {
        self.processed / self.embedded
    }
}

/// What it cost, all rounds together, in seconds.
#[derive(Debug, Default)]
struct Cost {
    service: ServiceTime,
    embedding_s: f64,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(
    client: &Client,
    dialogues: &[Vec<Turn>],
    options: &Options,
) -> Result<(), Failure> {
    let contents: Vec<String> = dialogues.iter().flatten().flat_map(contents).collect();
    if contents.is_empty() || options.rounds == 0 {
        return Err("there is nothing to be measured".into());
    }
    let texts = dialogues.iter().map(Vec::len).sum::<usize>();
    println!("{texts} texts, {} passages", contents.len());
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let model = MiniLm::load(threads)?;
    let warming_up = contents.iter().take(WARMING_UP).cloned().collect();
    embed(&model, warming_up, options.bulk).await?;
    let rate = |seconds: f64| contents.len() as f64 / seconds;
    let mut rounds = Vec::with_capacity(options.rounds);
    let mut cost = Cost::default();
    for number in 1..=options.rounds {
        let processed = rate(process(client, dialogues, options, &mut cost).await?);
        let before = processor_time::own_s();
        let embedded = rate(embed(&model, contents.clone(), options.bulk).await?);
        cost.embedding_s += processor_time::own_s() - before;
        let round = Round {
            processed,
            embedded,
        };
        println!("round {number}: {}", in_words(round));
        rounds.push(round);
    }
    let of = |figure: fn(&Round) -> f64| median(rounds.iter().map(figure).collect());
    println!(
        "medians: processed {:.0}/s  embedded {:.0}/s  ratio {:.3}",
        of(|round| round.processed),
        of(|round| round.embedded),
        of(|round| round.ratio())
    );
    if options.metrics.is_some() {
        println!("{}", cost.in_words(contents.len() * options.rounds));
    }
    Ok(())
}

async fn service_time(options: &Options) -> Result<ServiceTime, Failure> {
    match &options.metrics {
        Some(metrics) => ServiceTime::now(metrics).await,
        None => Ok(ServiceTime::default()),
    }
}

impl Cost {
    /// For each of so many passages.
    fn in_words(&self, passages: usize) -> String {
        let each = |seconds: f64| seconds * 1e3 / passages as f64;
        let (service, embedding) = (each(self.service.processor_s), each(self.embedding_s));
        let mut words = format!(
            "processor time a passage: service {service:.2} ms  embedding alone {embedding:.2} ms  ratio {:.3}",
            embedding / service
        );
        for (step, &seconds) in &self.service.steps_s {
            words += &format!(
                "\n{step}: {:.2} ms a passage, waiting included",
                each(seconds)
            );
        }
        words
    }
}

fn in_words(round: Round) -> String {
    let (processed, embedded) = (round.processed, round.embedded);
    let ratio = round.ratio();
    format!("processed {processed:.0}/s  embedded {embedded:.0}/s  ratio {ratio:.3}")
}

/// What is embedded of a text: what each passage says, without its speaker and its date.
fn contents(turn: &Turn) -> Vec<String> {
    let body = CharText::new(&turn.text);
    let passages = passages(&turn.text);
    let contents = passages.iter();
    contents
        .map(|passage| body.slice(passage.content).to_owned())
        .collect()
}

/// How many seconds the model alone takes.
async fn embed(model: &MiniLm, contents: Vec<String>, in_background: bool) -> Result<f64, Failure> {
    let start = Instant::now();
    match in_background {
        true => model.embed_in_background(contents).await?,
        false => model.embed_passages(contents).await?,
    };
    Ok(start.elapsed().as_secs_f64())
}

/// How many seconds pass from the first request until all is processed.
async fn process(
    client: &Client,
    dialogues: &[Vec<Turn>],
    options: &Options,
    cost: &mut Cost,
) -> Result<f64, Failure> {
    let mut spaces = Vec::with_capacity(dialogues.len());
    for _ in dialogues {
        spaces.push(client.create_space(&run_name("ratio")).await?);
    }
    let before = service_time(options).await?;
    let start = Instant::now();
    let mut last = None;
    for (dialogue, space) in dialogues.iter().zip(&spaces) {
        for batch in batches(dialogue) {
            last = send(client, batch, space, options.bulk).await?;
        }
    }
    // They are of one lane: when the last is done, all are.
    let last = last.ok_or("nothing was sent")?;
    while !matches!(&*client.status(&last).await?, "completed" | "failed") {
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    let seconds = start.elapsed().as_secs_f64();
    cost.service.add(&before, &service_time(options).await?);
    for space in &spaces {
        let failed = [("spaceId", space.as_str()), ("status", "failed")];
        let failed = client.get("/api/v1/logs", &failed).await?;
        if failed["totalCount"] != 0 {
            return Err("some texts failed".into());
        }
        client.delete_space(space).await?;
    }
    Ok(seconds)
}

/// The texts in their order, in requests of a size that is taken.
fn batches(turns: &[Turn]) -> Vec<&[Turn]> {
    let mut batches = Vec::new();
    let mut rest = turns;
    while !rest.is_empty() {
        let mut bytes = 0;
        let fit = rest.iter().take(BATCH_TEXTS).take_while(|turn| {
            bytes += turn.text.len();
            bytes <= BATCH_BYTES
        });
        let (batch, behind) = rest.split_at(fit.count().max(1));
        batches.push(batch);
        rest = behind;
    }
    batches
}

/// Sends texts in one request; the id of the last one's log.
async fn send(
    client: &Client,
    turns: &[Turn],
    space: &str,
    bulk: bool,
) -> Result<Option<String>, Failure> {
    let episodes = turns.iter().map(|turn| {
        json!({
            "episodeBody": turn.text, "referenceTime": turn.time, "source": "bench",
            "spaceId": space, "sessionId": turn.session,
        })
    });
    let body = json!({ "episodes": episodes.collect::<Vec<_>>(), "bulk": bulk });
    let reply = client.post("/api/v1/batch", &body).await?;
    match reply["refused"] == 0 {
        true => Ok(reply["results"][turns.len() - 1]["logId"]
            .as_str()
            .map(str::to_owned)),
        false => Err(format!("some texts were refused: {reply}").into()),
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
