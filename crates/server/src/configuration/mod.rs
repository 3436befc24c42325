//! What can be set, on the command line or in the environment (`RECOLLECT_…`, one variable a flag).

mod access;
mod accounts;
mod diagnosis;
mod encryption;
mod forgetting;
mod import;
mod limits;
mod mcp;
mod models;
mod moving;
mod oauth;
mod traces;
mod webhooks;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use recollect_engine::Settings;
use recollect_model::{ApiKeyId, EmailAddress, Scopes};
use recollect_storage::{Database, Pooling, PostgresLimits};

pub use access::AccessOptions;
pub use accounts::{
    AccountDeleteOptions, AccountOptions, AccountsCommand, AccountsListOptions, QuotaOptions,
};
pub use diagnosis::{DoctorOptions, HealthcheckOptions, local_url};
pub use encryption::{EncryptionOptions, NewDatabases, RotateMasterOptions};
pub use forgetting::{ForgetOptions, WhatToForget};
pub use import::{ImportCommand, ImportOptions};
pub use limits::LimitOptions;
pub use mcp::McpOptions;
pub use models::{Embedder, ModelOptions, Reranker};
pub use moving::{BackupOptions, MoveOptions, RestoreOptions, VerifyOptions, database_at};
pub use oauth::OAuthOptions;
pub use traces::TraceOptions;
pub use webhooks::WebhookOptions;

/// A private memory: texts go in, a temporal knowledge graph grows, search answers.
#[derive(Debug, Parser)]
#[command(
    name = "recollect",
    version,
    after_help = "`recollect serve` runs with no settings at all. Each of them is a flag and an environment variable, \
                  RECOLLECT_…; the flag wins. `recollect doctor`, given the same ones, says what is wrong with them."
)]
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
    /// Check a configuration and say what is wrong with it; it takes the settings of `serve`, and changes nothing.
    Doctor(DoctorOptions),
    /// Succeed exactly when a running service takes requests.
    Healthcheck(HealthcheckOptions),
    /// Manage API keys.
    Key {
        /// What to do with keys.
        #[command(subcommand)]
        command: KeyCommand,
    },
    /// Look after accounts, without reading what is in them.
    Accounts {
        /// What to do with accounts.
        #[command(subcommand)]
        command: AccountsCommand,
    },
    /// Copy everything into one file that its owner alone may read, while the service runs or not.
    Backup(BackupOptions),
    /// Fill an empty database with a backup, whichever engine that was made of.
    Restore(RestoreOptions),
    /// Copy everything from one database to another that is empty, such as from the embedded one to PostgreSQL; no service
    /// may use the source meanwhile.
    Move(MoveOptions),
    /// Look for rows of a database or a backup that do not agree with each other, print a line for each kind, and fail if
    /// there is one.
    Verify(VerifyOptions),
    /// Forget a text, a space or an account, while the service runs or not; with `--verify` look afterwards whether anything of it
    /// is left in files or tables.
    Forget(ForgetOptions),
    /// Bring in what you have elsewhere, by way of a running service: exports of assistants, chats and notes, documents, archives.
    Import(ImportOptions),
    /// Read a PDF file from standard input, for the service: within limits that a process of its own has.
    #[command(hide = true)]
    ReadPdf,
    /// Give an assistant the memory over standard input and output, by way of a running service.
    Mcp(McpOptions),
}

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Create a key and print it, alone, on standard output; the account is created with its first key.
    Create(KeyCreateOptions),
    /// List an account's keys: id, first characters, expiry, scopes and name.
    List(KeyListOptions),
    /// Revoke a key at once and for good.
    Revoke(KeyRevokeOptions),
    /// Put another master key in the place of the one that the database is encrypted with; no service may use it meanwhile.
    RotateMaster(RotateMasterOptions),
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
    /// A PostgreSQL URL to use instead of the embedded database; of several hosts in it, separated by commas, the one that
    /// takes writes is used
    #[arg(
        long,
        env = "RECOLLECT_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database: Option<String>,
    /// The most connections to PostgreSQL at the same time
    #[arg(long, env = "RECOLLECT_DATABASE_CONNECTIONS", value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub database_connections: u32,
    /// How long a connection to a PostgreSQL host may take to be made, in milliseconds, and two thirds of it to say whether it may
    /// write; `connect_timeout` in the URL goes before it
    #[arg(
        long,
        env = "RECOLLECT_DATABASE_CONNECT_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 3_000
    )]
    pub database_connect_timeout_ms: u64,
    /// How long a request waits for a connection to PostgreSQL before it is refused, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_DATABASE_WAIT_MS",
        value_name = "MS",
        default_value_t = 5_000
    )]
    pub database_wait_ms: u64,
    /// How long a statement to PostgreSQL, or a commit, may take before its connection is given up, in milliseconds; a lock
    /// is waited for half as long
    #[arg(
        long,
        env = "RECOLLECT_DATABASE_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 10_000
    )]
    pub database_timeout_ms: u64,
    /// For how long a pooler before PostgreSQL lends a connection
    #[arg(long, env = "RECOLLECT_DATABASE_POOLING", value_enum, default_value_t = DatabasePooling::Session)]
    pub database_pooling: DatabasePooling,
    /// Encryption at rest.
    #[command(flatten)]
    pub encryption: EncryptionOptions,
}

/// For how long a pooler lends a connection of PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DatabasePooling {
    /// For good: there is no pooler, or one in session mode
    Session,
    /// For a transaction
    Transaction,
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
    /// How many connections to PostgreSQL are held, and how long it may take.
    pub fn postgres_limits(&self) -> PostgresLimits {
        let milliseconds = |ms: u64| std::time::Duration::from_millis(ms.max(100));
        PostgresLimits {
            connections: self.database_connections,
            connecting: milliseconds(self.database_connect_timeout_ms),
            waiting: milliseconds(self.database_wait_ms),
            statement: milliseconds(self.database_timeout_ms),
            pooling: match self.database_pooling {
                DatabasePooling::Session => Pooling::Session,
                DatabasePooling::Transaction => Pooling::Transaction,
            },
        }
    }

    /// Where search indexes are kept as files, unless another place is named.
    fn index_directory(&self) -> Option<PathBuf> {
        let is_embedded = self.database.is_none();
        is_embedded.then(|| self.data.join("indexes"))
    }

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
    /// Another address and port, where `GET /metrics` tells a Prometheus how the service fares; whoever reaches it may read it,
    /// and nothing there is anybody's. None by default
    #[arg(long, env = "RECOLLECT_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,
    /// Traces.
    #[command(flatten)]
    pub traces: TraceOptions,
    /// The address that people and clients reach the service at, such as `https://memory.example.com`; needed behind a proxy
    /// and to send mail
    #[arg(long, env = "RECOLLECT_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
    /// Logging in, and where requests come from.
    #[command(flatten)]
    pub access: AccessOptions,
    /// Access tokens.
    #[command(flatten)]
    pub oauth: OAuthOptions,
    /// Which models are used.
    #[command(flatten)]
    pub models: ModelOptions,
    /// What reads texts for entities and facts
    #[arg(long, env = "RECOLLECT_EXTRACTION", value_enum, default_value_t = Extraction::Local)]
    pub extraction: Extraction,
    /// The provider, where one is to be used.
    #[command(flatten)]
    pub provider: ProviderOptions,
    /// How webhooks are delivered.
    #[command(flatten)]
    pub webhooks: WebhookOptions,
    /// Cores used for processing; all of them when 0
    #[arg(long, env = "RECOLLECT_THREADS", value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// The longest text accepted, in bytes
    #[arg(long, env = "RECOLLECT_MAX_TEXT_BYTES", value_name = "BYTES", default_value_t = Settings::default().max_text_bytes)]
    pub max_text_bytes: usize,
    /// How much may be asked for.
    #[command(flatten)]
    pub limits: LimitOptions,
    /// How much every account may keep and send.
    #[command(flatten)]
    pub quotas: QuotaOptions,
    /// The most episodes of one user processed before another user's turn
    #[arg(long, env = "RECOLLECT_LANE_BATCH", value_name = "N", default_value_t = Settings::default().lane_batch)]
    pub lane_batch: usize,
    /// The most users processed at the same time
    #[arg(long, env = "RECOLLECT_LANES", value_name = "N", default_value_t = Settings::default().lanes)]
    pub lanes: usize,
    /// How long a node's hold on a user's queue outlives the node, in milliseconds; 300000 at most
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
    /// Where search indexes of large spaces are kept as files between starts; without it in the data directory, beside the
    /// embedded database, and nowhere with PostgreSQL. What lies in it can be removed at any time
    #[arg(long, env = "RECOLLECT_INDEX_DIRECTORY", value_name = "DIR")]
    pub index_directory: Option<PathBuf>,
    /// The program that reads PDF files, a process for each file; this one if there is none. It is run with the argument
    /// `read-pdf`.
    #[arg(skip)]
    pub pdf_reader: Option<PathBuf>,
    /// What the log shows: error, warn, info, debug or trace, or a filter such as "info,sqlx=debug"
    #[arg(
        long,
        env = "RECOLLECT_LOG",
        value_name = "FILTER",
        default_value = "info,sqlx=warn,rmcp=warn"
    )]
    pub log: String,
    /// The form of the log's lines
    #[arg(long, env = "RECOLLECT_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// A provider of language models, for `--embedder openai` and `--extraction openai`: any endpoint that speaks the
/// protocol of OpenAI. Without either, nothing is sent anywhere.
#[derive(Debug, Clone, Args)]
pub struct ProviderOptions {
    /// The provider's address, such as `https://api.openai.com/v1`; texts are sent there
    #[arg(long, env = "RECOLLECT_OPENAI_URL", value_name = "URL")]
    pub openai_url: Option<String>,
    /// The provider's key; other users of this machine see it on the command line, so set the variable or use the file
    #[arg(
        long,
        env = "RECOLLECT_OPENAI_API_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub openai_api_key: Option<Secret>,
    /// A file that holds the provider's key and nothing else
    #[arg(long, env = "RECOLLECT_OPENAI_API_KEY_FILE", value_name = "FILE")]
    pub openai_api_key_file: Option<PathBuf>,
    /// The model that reads texts; what it does not read, the local extraction does, and the log says so
    #[arg(long, env = "RECOLLECT_OPENAI_EXTRACTION_MODEL", value_name = "MODEL")]
    pub openai_extraction_model: Option<String>,
    /// The model that turns texts into vectors; while it is out of reach, texts wait
    #[arg(long, env = "RECOLLECT_OPENAI_EMBEDDING_MODEL", value_name = "MODEL")]
    pub openai_embedding_model: Option<String>,
    /// How many floats a vector has; the provider is asked at the start when this is not set
    #[arg(long, env = "RECOLLECT_OPENAI_EMBEDDING_DIMENSIONS", value_name = "N")]
    pub openai_embedding_dimensions: Option<usize>,
    /// How long one request to the provider may take, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_OPENAI_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 60_000
    )]
    pub openai_timeout_ms: u64,
    /// The most requests under way to the provider at the same time
    #[arg(
        long,
        env = "RECOLLECT_OPENAI_PARALLEL",
        value_name = "N",
        default_value_t = 4
    )]
    pub openai_parallel: usize,
    /// The tokens the extraction model may use on one day (UTC), counted by each node since its start; beyond it the local
    /// extraction reads; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_OPENAI_DAILY_TOKENS",
        value_name = "N",
        default_value_t = 0
    )]
    pub openai_daily_tokens: u64,
}

/// A text that is never printed. Any text will do: what cannot be used is found out where no message repeats it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
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
    /// What to call the person, in the facts that are about them; the part before the @ by default, or "Owner" where that is a pronoun or a mailbox
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
    /// What the key allows: memory:read, memory:write, webhooks and account, separated by blanks; everything by default
    #[arg(long, env = "RECOLLECT_KEY_SCOPES", value_name = "SCOPES")]
    pub scopes: Option<Scopes>,
    /// In how many days the key stops to work; never by default
    #[arg(long, env = "RECOLLECT_KEY_EXPIRES_IN_DAYS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3650))]
    pub expires_in_days: Option<u32>,
}

/// Options of `recollect key list`.
#[derive(Debug, Clone, Args)]
pub struct KeyListOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address that identifies the account
    #[arg(long, env = "RECOLLECT_EMAIL", value_name = "ADDRESS")]
    pub email: EmailAddress,
}

/// Options of `recollect key revoke`.
#[derive(Debug, Clone, Args)]
pub struct KeyRevokeOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address that identifies the account
    #[arg(long, env = "RECOLLECT_EMAIL", value_name = "ADDRESS")]
    pub email: EmailAddress,
    /// The key's id, as the list has it
    #[arg(value_name = "KEY_ID")]
    pub key: ApiKeyId,
}

/// What reads texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Extraction {
    /// What is in the binary: no network, no key
    Local,
    /// A language model of a provider, checked against the text
    Openai,
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
            lease: std::time::Duration::from_millis(self.lease_ms.clamp(100, 300_000)),
            max_attempts: self.max_attempts.max(1),
            quotas: self.quotas.quotas(),
            registration: self.access.registration.clone(),
            fresh_login: self.access.fresh_login(),
            session: self.access.session(),
            token_key_age: std::time::Duration::from_secs(self.oauth.token_key_days * 24 * 60 * 60),
            index_memory_bytes: self.index_memory_mb.saturating_mul(1024 * 1024),
            index_directory: self.index_directory(),
            rerank: self.models.rerank_by_default,
            webhooks: self.webhooks.settings(),
            ..Settings::default()
        }
    }

    /// Where search indexes are kept as files.
    fn index_directory(&self) -> Option<PathBuf> {
        let given = self.index_directory.clone();
        given.or_else(|| self.storage.index_directory())
    }

    /// The longest request body: JSON may write each byte of a text as a six-character escape.
    pub fn max_body_bytes(&self) -> usize {
        self.max_text_bytes
            .saturating_mul(6)
            .saturating_add(64 * 1024)
    }
}
