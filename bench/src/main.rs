//! Benchmarks: how fast a running service is, over HTTP as any client would, and how right what it understands. See
//! `bench/README.md`.

mod accept;
mod client;
mod context;
mod dialogues;
mod extraction;
mod failure;
mod graph;
mod histories;
mod import;
mod placing;
mod processor_time;
mod questions;
mod ratio;
mod remembering;
mod scale;
mod texts;

use clap::{Args, Parser, Subcommand};

/// Measures Recollect.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Episodes accepted a second, each durable before it is answered, and the time each answer took
    Accept(accept::Options),
    /// How long a context takes, over a memory that knows much
    Context(context::Options),
    /// Episodes processed a second, from the first request to the last completed log
    Dialogues(dialogues::Options),
    /// How right the local extraction is on short personal texts; needs no service
    Extraction(extraction::Options),
    /// Whether a running service knows what held when, in whatever order it was told
    Histories(histories::Options),
    /// How soon an import is found, and what it does to whoever searches and writes meanwhile
    Import(import::Options),
    /// Whether a running service answers what people ask of their memories in other words than they told it
    Memories(remembering::Options),
    /// Where indexes are on many nodes, and what a node that fails, returns or is added does; a simulation, without a service
    Placement(placing::Options),
    /// Whether a running service answers questions about what it was told, and no others
    Questions(questions::Options),
    /// How search grows with the memory, over made-up memories of several sizes; needs no service
    Scale(scale::Options),
}

/// Where the service is and who asks.
#[derive(Debug, Clone, Args)]
struct Target {
    /// The service's base URL
    #[arg(long, visible_alias = "url", default_value = "http://127.0.0.1:3033")]
    base: String,
    /// An API key
    #[arg(long, env = "RECOLLECT_KEY")]
    key: String,
}

#[tokio::main]
async fn main() -> Result<(), failure::Failure> {
    match CommandLine::parse().command {
        Command::Accept(options) => accept::run(options).await,
        Command::Context(options) => context::run(options).await,
        Command::Dialogues(options) => dialogues::run(options).await,
        Command::Extraction(options) => extraction::run(options).await,
        Command::Histories(options) => histories::run(options).await,
        Command::Import(options) => import::run(options).await,
        Command::Memories(options) => remembering::run(options).await,
        Command::Placement(options) => placing::run(options).await,
        Command::Questions(options) => questions::run(options).await,
        Command::Scale(options) => scale::run(options).await,
    }
}
