//! The `recollect` binary.

use std::process::ExitCode;

use clap::Parser;
use recollect_server::commands;
use recollect_server::configuration::CommandLine;
use rustix::process::{Resource, Rlimit, setrlimit};

/// A dump of the memory would hold texts and secrets in clear, in a file that nobody thinks of.
fn no_core_dumps() {
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    if let Err(error) = setrlimit(Resource::Core, none) {
        eprintln!("recollect: core dumps could not be turned off: {error}");
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    no_core_dumps();
    match commands::run(CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("recollect: {error}");
            ExitCode::FAILURE
        }
    }
}
