//! `recollect accounts`: how much each account has, for whoever runs the service; never what.

use recollect_engine::{AccountOverview, accounts_overview, delete_account_of, suspend_account};
use recollect_model::{Environment, Timestamp};

use super::encryption::open;
use super::{CommandError, print};
use crate::configuration::AccountsCommand;

pub(super) async fn run(command: AccountsCommand) -> Result<(), CommandError> {
    let environment = Environment::system();
    match command {
        AccountsCommand::List(options) => {
            let store = open(&options.storage).await?;
            print("texts\tbytes\tqueued\tlast seen\tsuspended\taddress");
            for account in accounts_overview(&store).await? {
                print(&line(&account));
            }
        }
        AccountsCommand::Suspend(options) => {
            let store = open(&options.storage).await?;
            suspend_account(&store, &environment, &options.email, true).await?;
        }
        AccountsCommand::Resume(options) => {
            let store = open(&options.storage).await?;
            suspend_account(&store, &environment, &options.email, false).await?;
        }
        AccountsCommand::Delete(options) => {
            if !options.yes {
                return Err(CommandError::Setting {
                    flag: "--yes",
                    reason: "say it to delete the account with everything that it has; this cannot be undone".to_owned(),
                });
            }
            let store = open(&options.storage).await?;
            delete_account_of(&store, &options.email).await?;
        }
    }
    Ok(())
}

fn line(account: &AccountOverview) -> String {
    let told = |time: Option<Timestamp>| time.map_or("-".to_owned(), |time| time.to_string());
    format!(
        "{}\t{}\t{}\t{}\t{}\t{}",
        account.texts,
        account.bytes,
        account.queued,
        told(account.last_seen_at),
        told(account.suspended_at),
        account.email.as_str(),
    )
}
