//! The `recollect` binary.

use std::process::ExitCode;

use clap::Parser;
use recollect_server::commands;
use recollect_server::configuration::CommandLine;

#[tokio::main]
async fn main() -> ExitCode {
    match commands::run(CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("recollect: {error}");
            ExitCode::FAILURE
        }
    }
}
