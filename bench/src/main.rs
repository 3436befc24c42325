//! Benchmarks that talk to a running service over HTTP, as any client would. See `bench/README.md`.

mod accept;
mod client;
mod dialogues;
mod texts;

use clap::{Args, Parser, Subcommand};

/// Measures a running Recollect service.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Episodes accepted a second, each durable before it is answered, and the time each answer took
    Accept(accept::Options),
    /// Episodes processed a second, from the first request to the last completed log
    Dialogues(dialogues::Options),
}

/// Where the service is and who asks.
#[derive(Debug, Clone, Args)]
struct Target {
    /// The service's base URL
    #[arg(long, default_value = "http://127.0.0.1:3033")]
    base: String,
    /// An API key
    #[arg(long, env = "RECOLLECT_KEY")]
    key: String,
}

#[tokio::main]
async fn main() -> Result<(), client::Failure> {
    match CommandLine::parse().command {
        Command::Accept(options) => accept::run(options).await,
        Command::Dialogues(options) => dialogues::run(options).await,
    }
}
