//! How fast texts are processed, from the first request to the last completed log.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::client::{Client, run_name};
use crate::failure::Failure;
use crate::texts::Turn;
use crate::{Target, ratio, texts};

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// A file of dialogues in LoCoMo's form; made-up ones when none is named
    #[arg(long)]
    data: Option<PathBuf>,
    /// How many made-up turns
    #[arg(long, default_value_t = 1_500)]
    turns: usize,
    /// So many made-up long texts in place of turns
    #[arg(long, value_name = "N", conflicts_with = "data")]
    long: Option<usize>,
    /// The rate beside that at which the embedding model alone reads the same passages, in turns with it
    #[arg(long)]
    ratio: bool,
    #[command(flatten)]
    in_turns: ratio::Options,
}

pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let client = Client::new(options.target);
    let dialogues = match (&options.data, options.long) {
        (Some(path), _) => texts::from_locomo(path)?,
        (None, Some(count)) => vec![texts::long(count, 13)],
        (None, None) => vec![texts::made_up(options.turns, 11)],
    };
    match options.ratio {
        true => ratio::run(&client, &dialogues, &options.in_turns).await,
        false => one_by_one(&client, &dialogues).await,
    }
}

/// Each text is sent when the one before is answered.
#[expect(clippy::print_stdout, reason = "the figures are the output")]
async fn one_by_one(client: &Client, dialogues: &[Vec<Turn>]) -> Result<(), Failure> {
    let (mut episodes, mut seconds, mut failed) = (0, 0.0, 0);
    for dialogue in dialogues {
        let space = client.create_space(&run_name("dialogues")).await?;
        let start = Instant::now();
        let mut logs = Vec::with_capacity(dialogue.len());
        for turn in dialogue {
            logs.push(client.ingest(turn, &space).await?.0);
        }
        // A user's texts are processed in order: when the last is done, all are.
        for log in logs.iter().rev() {
            loop {
                match &*client.status(log).await? {
                    "completed" => break,
                    "failed" => {
                        failed += 1;
                        break;
                    }
                    _ => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
            if *log == logs[logs.len() - 1] {
                seconds += start.elapsed().as_secs_f64();
            }
        }
        episodes += logs.len();
        client.delete_space(&space).await?;
    }
    println!(
        "dialogues {}  episodes {episodes}  failed {failed}   {:.0} episodes/s",
        dialogues.len(),
        episodes as f64 / seconds
    );
    Ok(())
}
