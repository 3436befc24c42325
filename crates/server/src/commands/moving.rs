//! `recollect backup`, `restore`, `move` and `verify`: whole databases, whether the service runs or not.

use std::path::Path;

use recollect_model::Environment;
use recollect_storage::{Database, Disagreement, Encryption, TableSum};

use super::encryption::encryption;
use super::{CommandError, print};
use crate::configuration::{
    BackupOptions, MoveOptions, RestoreOptions, VerifyOptions, database_at,
};

/// Writes a backup.
pub(super) async fn back_up(options: BackupOptions) -> Result<(), CommandError> {
    let database = options.storage.database();
    let made_at = Environment::system().now();
    let sums = database.back_up(&options.file, made_at, tell).await?;
    let file = options.file.display();
    print(&format!("{} are in {file}", counted(&sums)));
    if let Some(id) = database.master_key().await? {
        print(&format!(
            "it is encrypted as the database is, and the master key {id} is not in it: without that nobody can read it, so \
             keep a copy of the key apart from it"
        ));
    }
    Ok(())
}

/// Fills an empty database with a backup.
pub(super) async fn restore(options: RestoreOptions) -> Result<(), CommandError> {
    let database = options.storage.database();
    let encryption = encryption(&options.storage.encryption).await?;
    let sums = database.restore(&options.file, &encryption, tell).await?;
    print(&format!(
        "{} are restored, and what was written is what was read",
        counted(&sums)
    ));
    tell_key(&database, &encryption).await
}

/// Moves everything to another database; the source stays as it is.
pub(super) async fn move_all(options: MoveOptions) -> Result<(), CommandError> {
    let (from, to) = (database_at(&options.from), database_at(&options.to));
    let encryption = encryption(&options.encryption).await?;
    let sums = from.move_to(&to, &encryption, tell).await?;
    print(&format!(
        "{} are there, and what was written is what was read; the source is as it was: let the service use the new \
         place, and delete the old one when it does",
        counted(&sums)
    ));
    tell_key(&to, &encryption).await
}

/// Says which master key a database wants that was filled, and where it is missing.
async fn tell_key(database: &Database, encryption: &Encryption) -> Result<(), CommandError> {
    let Some(id) = database.master_key().await? else {
        print("it is not encrypted");
        return Ok(());
    };
    match encryption.check(database, &id) {
        Ok(()) => print(&format!("it is encrypted, with the master key {id}")),
        Err(_) => print(&format!(
            "it is encrypted, with the master key {id}, which a service needs to open it: bring that from where the \
             source had it"
        )),
    }
    Ok(())
}

/// Prints a line for every kind of disagreement, and fails when there is one.
pub(super) async fn verify(options: VerifyOptions) -> Result<(), CommandError> {
    let found: Vec<Disagreement> = match &options.url {
        None => options.storage.database().verify().await?,
        Some(place) if is_backup(place) => Database::verify_backup(Path::new(place)).await?,
        Some(place) => database_at(place).verify().await?,
    };
    for disagreement in &found {
        print(&disagreement.to_string());
    }
    match found.len() {
        0 => {
            print("the rows agree with each other");
            Ok(())
        }
        kinds => Err(CommandError::Disagreements(kinds)),
    }
}

fn is_backup(place: &str) -> bool {
    let path = Path::new(place);
    path.is_file() && path.file_name().is_none_or(|name| name != "recollect.db")
}

fn tell(sum: &TableSum) {
    if sum.rows > 0 {
        print(&format!("{:>10} {}", sum.rows, sum.table));
    }
}

fn counted(sums: &[TableSum]) -> String {
    let rows: u64 = sums.iter().map(|sum| sum.rows).sum();
    format!("{rows} rows of {} tables", sums.len())
}
