//! What can be set for the commands that copy, move and verify whole databases.

use std::path::PathBuf;

use clap::Args;
use recollect_storage::Database;

use super::{EncryptionOptions, StorageOptions};

/// Options of `recollect backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `recollect restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreOptions {
    /// Where it is to be kept; empty, or not there yet.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The backup
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `recollect move`.
#[derive(Clone, Args)]
pub struct MoveOptions {
    /// Where everything is: a PostgreSQL URL, or the data directory of an embedded database
    #[arg(
        long,
        env = "RECOLLECT_MOVE_FROM",
        value_name = "URL",
        hide_env_values = true
    )]
    pub from: String,
    /// Where it is to be: the same; empty, or not there yet
    #[arg(
        long,
        env = "RECOLLECT_MOVE_TO",
        value_name = "URL",
        hide_env_values = true
    )]
    pub to: String,
    /// How the target is encrypted, unless the source is already.
    #[command(flatten)]
    pub encryption: EncryptionOptions,
}

impl std::fmt::Debug for MoveOptions {
    /// Without the URLs, which may hold passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MoveOptions")
    }
}

/// Options of `recollect verify`.
#[derive(Clone, Args)]
pub struct VerifyOptions {
    /// Where the truth is kept, unless a URL is given.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// What to verify instead of the configured database: a PostgreSQL URL, a data directory, or a backup
    #[arg(value_name = "URL")]
    pub url: Option<String>,
}

impl std::fmt::Debug for VerifyOptions {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VerifyOptions")
    }
}

/// The database at a place: a PostgreSQL URL, or a directory, with or without `sqlite:` before it.
pub fn database_at(place: &str) -> Database {
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        let url = place.to_owned();
        return Database::Postgres { url };
    }
    let path = place.strip_prefix("sqlite:").unwrap_or(place);
    let path = path.strip_prefix("//").unwrap_or(path);
    let directory = PathBuf::from(path);
    // Somebody may name the file in it.
    let directory = match directory.file_name() {
        Some(name) if name == "recollect.db" => {
            let parent = directory
                .parent()
                .filter(|path| !path.as_os_str().is_empty());
            parent.map_or_else(|| PathBuf::from("."), PathBuf::from)
        }
        _ => directory,
    };
    Database::Sqlite { directory }
}
