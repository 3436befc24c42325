//! What can be set for forgetting by the command line.

use std::path::PathBuf;

use clap::Args;
use recollect_model::{EmailAddress, LogId, SpaceId};

use super::StorageOptions;

/// Options of `recollect forget`.
#[derive(Debug, Clone, Args)]
pub struct ForgetOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// What is forgotten.
    #[command(flatten)]
    pub what: WhatToForget,
    /// Where the service keeps search indexes as files; the same as for `serve`
    #[arg(long, env = "RECOLLECT_INDEX_DIRECTORY", value_name = "DIR")]
    pub index_directory: Option<PathBuf>,
    /// Look afterwards for words of what was forgotten, in every file of the data directory and of the indexes, or in every
    /// table of PostgreSQL; print where, and fail when there is one
    #[arg(long)]
    pub verify: bool,
    /// A file, or a directory with all files in it, to be looked into as well, such as a log or an export
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "verify")]
    pub look_in: Vec<PathBuf>,
}

/// One of them.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct WhatToForget {
    /// A text, by the id of its log
    #[arg(long, value_name = "ID")]
    pub text: Option<LogId>,
    /// A space with everything in it, by its id; a default space goes with its account alone
    #[arg(long, value_name = "ID")]
    pub space: Option<SpaceId>,
    /// All that the account of this address has, and the account
    #[arg(long, value_name = "ADDRESS")]
    pub account: Option<EmailAddress>,
}

impl ForgetOptions {
    /// Where search indexes are kept as files.
    pub fn index_directory(&self) -> Option<PathBuf> {
        let given = self.index_directory.clone();
        given.or_else(|| self.storage.index_directory())
    }
}
