//! Options of `recollect import`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use recollect_engine::ImportFormat;

use super::McpOptions;

/// Options of `recollect import`.
#[derive(Debug, Clone, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ImportOptions {
    /// What to do with an import that was made.
    #[command(subcommand)]
    pub command: Option<ImportCommand>,
    /// The running service.
    #[command(flatten)]
    pub service: McpOptions,
    /// Files and folders
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Ask nothing
    #[arg(long)]
    pub yes: bool,
    /// Look at what would be brought in, and store nothing
    #[arg(long)]
    pub dry_run: bool,
    /// What the files are; found out by their content otherwise
    #[arg(long = "as", value_name = "FORMAT", value_parser = formats())]
    pub format: Option<String>,
    /// Which columns of a table are what, such as text=Entry,time=Date; also source, speaker, session, id and tags. They are
    /// known by their names otherwise
    #[arg(long, value_name = "COLUMNS")]
    pub map: Option<String>,
    /// The id of the space it goes to; the default space otherwise
    #[arg(long, value_name = "ID")]
    pub space: Option<String>,
    /// Which of those who speak in it is you
    #[arg(long, value_name = "NAME")]
    pub me: Option<String>,
    /// So many bytes are sent at a time, about: what is more is brought in parts, of one import
    #[arg(long, value_name = "BYTES", default_value_t = 32 * 1024 * 1024, value_parser = clap::value_parser!(u64).range(1024..))]
    pub part_bytes: u64,
    /// The encoding of the text, such as windows-1251, macintosh or ibm866; found out by what is in it otherwise
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// The time zone of times that name none; that of your account otherwise
    #[arg(long, value_name = "ZONE")]
    pub time_zone: Option<String>,
}

/// What can be done with an import.
#[derive(Debug, Clone, Subcommand)]
pub enum ImportCommand {
    /// Forget all that an import brought.
    Undo {
        /// The running service.
        #[command(flatten)]
        service: McpOptions,
        /// The import's id
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// The names of the list of formats.
fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(ImportFormat::ALL.iter().map(|format| format.as_str()))
}
