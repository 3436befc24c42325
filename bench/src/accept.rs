//! How fast texts are accepted by a number of concurrent writers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use crate::client::{Client, quantile_ms, run_name};
use crate::failure::Failure;
use crate::{Target, texts};

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// Writers, each sending its next text when the last is answered
    #[arg(long, default_value_t = 64)]
    writers: usize,
    /// How long they send
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let client = Client::new(options.target);
    let space = client.create_space(&run_name("accept")).await?;
    let turns = Arc::new(texts::made_up(2_000, 7));
    let start = Instant::now();
    let end = start + Duration::from_secs(options.seconds);
    let mut writers = Vec::with_capacity(options.writers);
    for writer in 0..options.writers {
        let (client, turns, space) = (client.clone(), turns.clone(), space.clone());
        writers.push(tokio::spawn(async move {
            let mut taken = Vec::new();
            for turn in turns.iter().cycle().skip(writer * 31) {
                if Instant::now() >= end {
                    break;
                }
                taken.push(client.ingest(turn, &space).await?.1);
            }
            Ok::<_, Failure>(taken)
        }));
    }
    let mut taken = Vec::new();
    for writer in writers {
        taken.extend(writer.await??);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "writers {}  accepted {}  {:.0} episodes/s   answer ms p50 {:.1} p95 {:.1} p99 {:.1} max {:.1}",
        options.writers,
        taken.len(),
        taken.len() as f64 / seconds,
        quantile_ms(&mut taken, 0.5),
        quantile_ms(&mut taken, 0.95),
        quantile_ms(&mut taken, 0.99),
        quantile_ms(&mut taken, 1.0),
    );
    client.delete_space(&space).await
}
