//! `recollect key`: works on the database itself, whether the service runs or not.

use recollect_engine::{NewKey, create_api_key, list_api_keys, revoke_api_key};
use recollect_model::{ApiKey, Environment, Timestamp};
use recollect_storage::Store;

use super::encryption::{open, rotate_master};
use super::{CommandError, print};
use crate::configuration::{
    KeyCommand, KeyCreateOptions, KeyListOptions, KeyRevokeOptions, StorageOptions,
};

const DAY_US: i64 = 24 * 60 * 60 * 1_000_000;

pub(super) async fn run(command: KeyCommand) -> Result<(), CommandError> {
    match command {
        KeyCommand::Create(options) => create(options).await,
        KeyCommand::List(options) => list(options).await,
        KeyCommand::Revoke(options) => revoke(options).await,
        KeyCommand::RotateMaster(options) => rotate_master(options).await,
    }
}

/// Prints a new key, alone, on standard output.
async fn create(options: KeyCreateOptions) -> Result<(), CommandError> {
    let is_new = is_new(&options.storage);
    let store = open(&options.storage).await?;
    let environment = Environment::system();
    let new = NewKey {
        scopes: options.scopes,
        expires_at: options
            .expires_in_days
            .and_then(|days| in_days(environment.now(), days)),
        ..NewKey::named(&options.key_name)
    };
    let (email, person) = (&options.email, options.name.as_deref());
    let token = create_api_key(&store, &environment, email, person, new).await?;
    print(token.reveal());
    if is_new {
        let directory = std::path::absolute(&options.storage.data);
        let directory = directory.unwrap_or(options.storage.data);
        eprintln!(
            "recollect: {0} is a new database, so the key opens only a service that is started with --data '{0}'; \
             one that runs with another directory says which when it starts",
            directory.display()
        );
    }
    Ok(())
}

/// Whether opening the embedded database makes it.
fn is_new(options: &StorageOptions) -> bool {
    options.database.is_none() && !Store::is_in(&options.data)
}

/// Prints a line a key: its id, its first characters, when it expires, what it allows, its name.
async fn list(options: KeyListOptions) -> Result<(), CommandError> {
    let store = open(&options.storage).await?;
    for key in list_api_keys(&store, &options.email).await? {
        print(&line(&key));
    }
    Ok(())
}

async fn revoke(options: KeyRevokeOptions) -> Result<(), CommandError> {
    let store = open(&options.storage).await?;
    revoke_api_key(&store, &Environment::system(), &options.email, options.key).await?;
    Ok(())
}

fn line(key: &ApiKey) -> String {
    let expiry = key.expires_at;
    let expiry = expiry.map_or("never expires".to_owned(), |at| format!("expires {at}"));
    // A name may have a line's end in it; a line stays a line.
    let name = key.name.replace(char::is_control, " ");
    format!(
        "{}  {}…  {expiry}  {}  {name}",
        key.id, key.hint, key.scopes
    )
}

fn in_days(now: Timestamp, days: u32) -> Option<Timestamp> {
    let later = now.as_microsecond().checked_add(i64::from(days) * DAY_US)?;
    Timestamp::from_microsecond(later).ok()
}
