//! What can be set for whoever runs the service and looks after its accounts.

use clap::{Args, Subcommand};
use recollect_engine::Quotas;
use recollect_model::EmailAddress;

use super::StorageOptions;

/// What can be done with accounts.
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// List every account: texts, bytes, texts in the queue, when it was last seen, since when it is suspended, address.
    List(AccountsListOptions),
    /// Let an account do nothing any more; it keeps what it has, and the service refuses it within seconds.
    Suspend(AccountOptions),
    /// Let a suspended account do everything again.
    Resume(AccountOptions),
    /// Delete an account with everything that it has, for good.
    Delete(AccountDeleteOptions),
}

/// Options of `recollect accounts list`.
#[derive(Debug, Clone, Args)]
pub struct AccountsListOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
}

/// Options of `recollect accounts suspend` and `resume`.
#[derive(Debug, Clone, Args)]
pub struct AccountOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address that identifies the account
    #[arg(long, env = "RECOLLECT_EMAIL", value_name = "ADDRESS")]
    pub email: EmailAddress,
}

/// Options of `recollect accounts delete`.
#[derive(Debug, Clone, Args)]
pub struct AccountDeleteOptions {
    /// Where the truth is kept.
    #[command(flatten)]
    pub storage: StorageOptions,
    /// The address that identifies the account
    #[arg(long, env = "RECOLLECT_EMAIL", value_name = "ADDRESS")]
    pub email: EmailAddress,
    /// Do it
    #[arg(long)]
    pub yes: bool,
}

/// How much every account may keep and send.
#[derive(Debug, Clone, Args)]
pub struct QuotaOptions {
    /// The most texts that an account may keep at the same time; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_QUOTA_TEXTS",
        value_name = "N",
        default_value_t = 0
    )]
    pub quota_texts: u64,
    /// The most bytes that the texts of an account may have together; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_QUOTA_BYTES",
        value_name = "BYTES",
        default_value_t = 0
    )]
    pub quota_bytes: u64,
    /// The most texts that are accepted from an account on one day, UTC; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_QUOTA_TEXTS_A_DAY",
        value_name = "N",
        default_value_t = 0
    )]
    pub quota_texts_a_day: u64,
}

impl QuotaOptions {
    pub(super) fn quotas(&self) -> Quotas {
        let limit = |limit: u64| (limit > 0).then_some(limit);
        Quotas {
            texts: limit(self.quota_texts),
            bytes: limit(self.quota_bytes),
            texts_a_day: limit(self.quota_texts_a_day),
        }
    }
}
