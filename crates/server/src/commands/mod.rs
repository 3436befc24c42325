//! What the binary's commands do: each builds what it needs, once, and runs.

mod key;
mod serve;

use crate::configuration::{Command, CommandLine, KeyCommand};

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
}

/// Runs one command to its end.
pub async fn run(command_line: CommandLine) -> Result<(), CommandError> {
    match command_line.command {
        Command::Serve(options) => serve::run(options).await,
        Command::Key {
            command: KeyCommand::Create(options),
        } => key::create(options).await,
    }
}
