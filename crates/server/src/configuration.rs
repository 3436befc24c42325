//! What can be set, on the command line or in the environment (`RECOLLECT_…`, one variable a flag).

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use recollect_engine::Settings;
use recollect_model::EmailAddress;
use recollect_storage::Database;

/// A private memory: texts go in, a temporal knowledge graph grows, search answers.
#[derive(Debug, Parser)]
#[command(name = "recollect", version)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the service.
    Serve(ServeOptions),
    /// Manage API keys.
    Key {
        /// What to do with keys.
        #[command(subcommand)]
        command: KeyCommand,
    },
}

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Create a key and print it, alone, on standard output; the account is created with its first key.
    Create(KeyCreateOptions),
}

/// Where the truth is kept.
#[derive(Clone, Args)]
pub struct StorageOptions {
    /// The directory of the embedded database; created when missing
    #[arg(
        long,
        env = "RECOLLECT_DATA",
        value_name = "DIR",
        default_value = "recollect-data"
    )]
    pub data: PathBuf,
    /// A PostgreSQL URL to use instead of the embedded database
    #[arg(
        long,
        env = "RECOLLECT_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database: Option<String>,
}

impl std::fmt::Debug for StorageOptions {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StorageOptions")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

impl StorageOptions {
    /// The database these options name.
    pub fn database(&self) -> Database {
        match &self.database {
            Some(url) => Database::Postgres { url: url.clone() },
            None => Database::Sqlite {
                directory: self.data.clone(),
            },
        }
    }
}

/// Options of `recollect serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address and port to listen on
    #[arg(
        long,
        env = "RECOLLECT_LISTEN",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:3033"
    )]
    pub listen: SocketAddr,
    /// The model that turns texts into vectors
    #[arg(long, env = "RECOLLECT_EMBEDDER", value_enum, default_value_t = Embedder::Minilm)]
    pub embedder: Embedder,
    /// Cores used for processing; all of them when 0
    #[arg(long, env = "RECOLLECT_THREADS", value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// The longest text accepted, in bytes
    #[arg(long, env = "RECOLLECT_MAX_TEXT_BYTES", value_name = "BYTES", default_value_t = Settings::default().max_text_bytes)]
    pub max_text_bytes: usize,
    /// The most episodes of one user processed before another user's turn
    #[arg(long, env = "RECOLLECT_LANE_BATCH", value_name = "N", default_value_t = Settings::default().lane_batch)]
    pub lane_batch: usize,
    /// The most users processed at the same time
    #[arg(long, env = "RECOLLECT_LANES", value_name = "N", default_value_t = Settings::default().lanes)]
    pub lanes: usize,
    /// How long a node's hold on a user's queue outlives the node, in milliseconds
    #[arg(long, env = "RECOLLECT_LEASE_MS", value_name = "MS", default_value_t = Settings::default().lease.as_millis() as u64)]
    pub lease_ms: u64,
    /// How often a text is tried before it fails
    #[arg(long, env = "RECOLLECT_MAX_ATTEMPTS", value_name = "N", default_value_t = Settings::default().max_attempts)]
    pub max_attempts: u32,
    /// Memory for search indexes of spaces not in use, in MiB
    #[arg(
        long,
        env = "RECOLLECT_INDEX_MEMORY_MB",
        value_name = "MB",
        default_value_t = 1024
    )]
    pub index_memory_mb: usize,
    /// What the log shows: error, warn, info, debug or trace, or a filter such as "info,sqlx=debug"
    #[arg(
        long,
        env = "RECOLLECT_LOG",
        value_name = "FILTER",
        default_value = "info,sqlx=warn"
    )]
    pub log: String,
    /// The form of the log's lines
    #[arg(long, env = "RECOLLECT_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// Options of `recollect key create`.
#[derive(Debug, Clone, Args)]
pub struct KeyCreateOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address that identifies the account
    #[arg(long, env = "RECOLLECT_EMAIL", value_name = "ADDRESS")]
    pub email: EmailAddress,
    /// What to call the person, in the facts that are about them; the part before the @ by default
    #[arg(long, env = "RECOLLECT_NAME", value_name = "NAME")]
    pub name: Option<String>,
    /// What to call the key
    #[arg(
        long,
        env = "RECOLLECT_KEY_NAME",
        value_name = "NAME",
        default_value = "command line"
    )]
    pub key_name: String,
}

/// The embedding models in the binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Embedder {
    /// all-MiniLM-L6-v2 in int8: the better one
    Minilm,
    /// potion-base-8M: some fifty times faster, for bulk and small machines
    Potion,
}

/// The form of the log's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line a person reads
    Text,
    /// A JSON object a line
    Json,
}

impl ServeOptions {
    /// The engine's settings these options give.
    pub fn settings(&self) -> Settings {
        Settings {
            max_text_bytes: self.max_text_bytes,
            lane_batch: self.lane_batch.max(1),
            lanes: self.lanes.max(1),
            lease: std::time::Duration::from_millis(self.lease_ms.max(100)),
            max_attempts: self.max_attempts.max(1),
            index_memory_bytes: self.index_memory_mb.saturating_mul(1024 * 1024),
            ..Settings::default()
        }
    }

    /// The longest request body: JSON may write each byte of a text as a six-character escape.
    pub fn max_body_bytes(&self) -> usize {
        self.max_text_bytes
            .saturating_mul(6)
            .saturating_add(64 * 1024)
    }
}
