//! `recollect forget`: forgets as the service does, on the database itself, and looks afterwards whether anything is
//! left.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use recollect_engine::{Engine, Forgettable, Language, Markers, Settings};
use recollect_language::local::{LocalExtraction, Potion};
use recollect_model::{Environment, UserId};
use recollect_storage::{Database, Store};

use super::encryption::open;
use super::{CommandError, print};
use crate::configuration::{ForgetOptions, WhatToForget};

/// How often it is tried to erase what somebody still reads, and the pause between two tries.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(200);

pub(super) async fn run(options: ForgetOptions) -> Result<(), CommandError> {
    if let Some(missing) = options.look_in.iter().find(|path| !path.exists()) {
        return Err(CommandError::Setting {
            flag: "--look-in",
            reason: format!("{} is not there; nothing was forgotten", missing.display()),
        });
    }
    let store = open(&options.storage).await?;
    let engine = engine(&store, &options)?;
    let (user, what) = found(&engine, &store, &options.what).await?;
    let markers = match options.verify {
        true => Some(engine.markers(user, what).await?),
        false => None,
    };
    forget(&engine, user, what).await?;
    let is_erased = erase(&store).await?;
    if !is_erased {
        print("somebody still reads what was: the running service erases the rest within minutes");
    }
    let Some(markers) = markers else {
        return Ok(());
    };
    let markers = engine.telling(markers).await?;
    drop(engine);
    store.close().await;
    verify(&options, &markers).await
}

/// An engine that is not started. It reads no text, so the smallest models will do.
fn engine(store: &Store, options: &ForgetOptions) -> Result<Engine, CommandError> {
    let language = Language {
        embed: Arc::new(Potion::load(NonZeroUsize::MIN)?),
        extract: Arc::new(LocalExtraction::new(NonZeroUsize::MIN)),
        rerank: None,
        read: None,
    };
    let settings = Settings {
        index_directory: options.index_directory(),
        ..Settings::default()
    };
    let environment = Environment::system();
    Ok(Engine::new(store.clone(), language, environment, settings))
}

/// What is to be forgotten, and whose it is.
async fn found(
    engine: &Engine,
    store: &Store,
    what: &WhatToForget,
) -> Result<(UserId, Forgettable), CommandError> {
    if let Some(log) = what.text {
        return Ok((engine.owner_of_text(log).await?, Forgettable::Text(log)));
    }
    if let Some(space) = what.space {
        let owner = engine.owner_of_space(space).await?;
        return Ok((owner, Forgettable::Space(space)));
    }
    let account = match &what.account {
        Some(address) => store.account_of(address).await?,
        None => None,
    };
    let account = account.ok_or_else(|| CommandError::Setting {
        flag: "--account",
        reason: "there is no account of this address".to_owned(),
    })?;
    Ok((account.id, Forgettable::Account))
}

async fn forget(engine: &Engine, user: UserId, what: Forgettable) -> Result<(), CommandError> {
    match what {
        Forgettable::Text(log) => {
            let gone = engine.forget(user, log, None).await?;
            print(&format!(
                "the text is forgotten, with {} statements and {} entities that only it supported",
                gone.statements, gone.entities
            ));
        }
        Forgettable::Space(space) => {
            let gone = engine.delete_space(user, space, None).await?;
            print(&format!(
                "the space is deleted, with {} texts",
                gone.episodes
            ));
        }
        Forgettable::Account => {
            let account = engine.account(user).await?;
            engine.delete_account(user, account.email.as_str()).await?;
            print("the account is deleted with everything that it had");
        }
    }
    Ok(())
}

/// Overwrites what was deleted; whether all of it could be.
async fn erase(store: &Store) -> Result<bool, CommandError> {
    for _ in 0..TRIES {
        if store.erase_rest().await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(false)
}

/// Looks for the markers everywhere, prints a line for each place, and fails when one is found.
async fn verify(options: &ForgetOptions, markers: &Markers) -> Result<(), CommandError> {
    print(&format!(
        "{} words, names and facts are looked for that nothing else says",
        markers.count()
    ));
    print("     bytes  found  place");
    let mut found = 0;
    let database = options.storage.database();
    let mut places = match &database {
        Database::Postgres { .. } => {
            found += in_tables(&database, markers).await?;
            Vec::new()
        }
        _ => vec![options.storage.data.clone()],
    };
    places.extend(options.index_directory().filter(|path| path.exists()));
    places.extend(options.look_in.iter().cloned());
    let mut files: Vec<PathBuf> = Vec::new();
    for place in &places {
        files_at(place, &mut files).map_err(|error| unreadable(place, &error))?;
    }
    files.sort();
    files.dedup();
    for path in &files {
        found += in_file(path, markers).map_err(|error| unreadable(path, &error))?;
    }
    if matches!(database, Database::Postgres { .. }) {
        print(
            "not looked into: PostgreSQL's dead rows, which stay until a vacuum, its write-ahead log, its archive and backups",
        );
    }
    match found {
        0 => Ok(()),
        found => Err(CommandError::Traces(found)),
    }
}

async fn in_tables(database: &Database, markers: &Markers) -> Result<u64, CommandError> {
    let mut tables: Vec<(String, u64, u64)> = Vec::new();
    let looked = database.look_through(|table, bytes| {
        if tables.last().is_none_or(|(last, ..)| last != table) {
            tables.push((table.to_owned(), 0, 0));
        }
        if let Some((_, size, found)) = tables.last_mut() {
            *size += bytes.len() as u64;
            // Bytes in memory can always be read.
            *found += markers.found_in(bytes).unwrap_or_default();
        }
    });
    looked.await?;
    for (table, size, found) in &tables {
        print(&line(*size, *found, &format!("table {table}")));
    }
    Ok(tables.iter().map(|(.., found)| found).sum())
}

fn in_file(path: &Path, markers: &Markers) -> std::io::Result<u64> {
    let file = match File::open(path) {
        // What went since it was listed holds nothing.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        file => file?,
    };
    let size = file.metadata()?.len();
    let found = markers.found_in(file)?;
    print(&line(size, found, &path.display().to_string()));
    Ok(found)
}

fn files_at(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        files_at(&entry?.path(), files)?;
    }
    Ok(())
}

fn line(size: u64, found: u64, place: &str) -> String {
    format!("{size:>10}  {found:>5}  {place}")
}

fn unreadable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::Setting {
        flag: "--verify",
        reason: format!("{} cannot be read: {error}", path.display()),
    }
}
