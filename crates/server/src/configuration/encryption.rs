//! What can be set of encryption at rest.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Secret, StorageOptions};

/// Whether a new database is encrypted, and where the master key is.
#[derive(Debug, Clone, Args)]
pub struct EncryptionOptions {
    /// Whether a new database is encrypted; one that is there stays as it is
    #[arg(long, env = "RECOLLECT_ENCRYPTION", value_enum, default_value_t = NewDatabases::Auto)]
    pub encryption: NewDatabases,
    /// The file that has the master key; made when it is missing and the database new. Without it `master.key` in the data
    /// directory, beside the embedded database
    #[arg(long, env = "RECOLLECT_MASTER_KEY_FILE", value_name = "FILE")]
    pub master_key_file: Option<PathBuf>,
    /// The master key itself, as `openssl rand -hex 32` prints one; other users of this machine see it on the command line, so
    /// set the variable
    #[arg(
        long,
        env = "RECOLLECT_MASTER_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub master_key: Option<Secret>,
    /// A command for the shell that prints the master key, such as one that asks a vault or a keyring
    #[arg(long, env = "RECOLLECT_MASTER_KEY_COMMAND", value_name = "COMMAND")]
    pub master_key_command: Option<String>,
}

/// Whether a new database is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NewDatabases {
    /// It is where there is a master key, or a place for one: always when embedded
    Auto,
    /// It is, and without a master key nothing starts
    On,
    /// It is not
    Off,
}

/// Options of `recollect key rotate-master`.
#[derive(Debug, Clone, Args)]
pub struct RotateMasterOptions {
    /// Where the truth is kept, and the present master key.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The next master key; needed unless the present one is in a file, in which a new one is put then
    #[arg(
        long,
        env = "RECOLLECT_NEW_MASTER_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub new_master_key: Option<Secret>,
}
