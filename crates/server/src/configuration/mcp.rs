//! Options of `recollect mcp`.

use clap::Args;

use super::Secret;

/// Options of `recollect mcp`.
#[derive(Debug, Clone, Args)]
pub struct McpOptions {
    /// The address of the running service
    #[arg(
        long,
        env = "RECOLLECT_URL",
        value_name = "URL",
        default_value = "http://localhost:3033"
    )]
    pub url: String,
    /// The API key to act with; other users of this machine see it on the command line, so set the variable
    #[arg(
        long,
        env = "RECOLLECT_API_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub key: Option<Secret>,
}
