//! What the binary's commands do: each builds what it needs, once, and runs.

mod accounts;
mod doctor;
mod encryption;
mod forget;
mod healthcheck;
mod import;
mod key;
mod mcp;
mod moving;
mod read_pdf;
mod serve;
mod visit;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::configuration::{Command, CommandLine};

pub use doctor::{Finding, Verdict, examine};
pub use serve::serve_on;

/// Why a command ended without success, as a sentence for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The database cannot be opened or used.
    #[error(transparent)]
    Storage(#[from] recollect_storage::StorageError),
    /// The engine refused.
    #[error(transparent)]
    Engine(#[from] recollect_engine::EngineError),
    /// A model cannot be loaded.
    #[error("the embedding model cannot be loaded: {0}")]
    Language(#[from] recollect_language::LanguageError),
    /// A setting cannot be used.
    #[error("{flag}: {reason}")]
    Setting {
        /// The flag.
        flag: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Listening or serving failed.
    #[error("cannot serve on {address}: {source}")]
    Listen {
        /// Where.
        address: std::net::SocketAddr,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The operating system does not let the signals be caught that stop the service.
    #[error("signals cannot be caught: {0}")]
    Signals(std::io::Error),
    /// Standard input cannot be read.
    #[error("standard input cannot be read: {0}")]
    Input(std::io::Error),
    /// What was to be brought in was not.
    #[error("{0}")]
    Import(String),
    /// The service does not take requests.
    #[error("{0}")]
    Unhealthy(String),
    /// There is no master key to change.
    #[error("the database is not encrypted: it has no master key")]
    Unencrypted,
    /// A database was not copied.
    #[error(transparent)]
    Transfer(#[from] recollect_storage::TransferError),
    /// So many kinds of rows do not agree with others; which, was printed.
    #[error("rows do not agree with each other, in {} ways; restore a backup, or report it", .0)]
    Disagreements(usize),
    /// Words of what was forgotten were found so often; where, was printed.
    #[error("words of what was forgotten are found {} times", .0)]
    Traces(u64),
    /// So many checks of a configuration found something wrong; what, was printed.
    #[error("{} found something wrong", if *.0 == 1 { "1 check".to_owned() } else { format!("{} checks", .0) })]
    Unsound(usize),
}

/// On standard output. A reader that closed the pipe has no use for it.
fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// What the process does: the command that it was started with, to its end.
#[tokio::main]
pub async fn main() -> ExitCode {
    no_core_dumps();
    match run(CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("recollect: {error}");
            ExitCode::FAILURE
        }
    }
}

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

/// Runs one command to its end.
async fn run(command_line: CommandLine) -> Result<(), CommandError> {
    match command_line.command {
        Command::Serve(options) => serve::run(options).await,
        Command::Doctor(options) => doctor::run(options).await,
        Command::Healthcheck(options) => healthcheck::run(options).await,
        Command::Key { command } => key::run(command).await,
        Command::Accounts { command } => accounts::run(command).await,
        Command::Backup(options) => moving::back_up(options).await,
        Command::Restore(options) => moving::restore(options).await,
        Command::Move(options) => moving::move_all(options).await,
        Command::Verify(options) => moving::verify(options).await,
        Command::Forget(options) => forget::run(options).await,
        Command::Import(options) => import::run(options).await,
        Command::ReadPdf => read_pdf::run(),
        Command::Mcp(options) => mcp::run(options).await,
    }
}
