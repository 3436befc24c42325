//! The master key, from where the options say.

use std::process::Stdio;

use recollect_model::Environment;
use recollect_storage::{Encryption, Faults, MasterKey, Store};

use super::CommandError;
use crate::configuration::{
    EncryptionOptions, NewDatabases, RotateMasterOptions, Secret, StorageOptions,
};

const KEY: &str = "--master-key";
const COMMAND: &str = "--master-key-command";

/// Opens the database that options name, with its master key.
pub(super) async fn open(options: &StorageOptions) -> Result<Store, CommandError> {
    let encryption = encryption(&options.encryption).await?;
    let (database, limits) = (options.database(), options.postgres_limits());
    Ok(Store::open_encrypted(&database, limits, Faults::none(), &encryption).await?)
}

/// Whether new databases are encrypted, and with what. A key that is set empty is not set.
pub(super) async fn encryption(options: &EncryptionOptions) -> Result<Encryption, CommandError> {
    let environment = Environment::system();
    let given = options.master_key.as_ref().filter(|key| !key.0.is_empty());
    let encryption = match (given, &options.master_key_file, &options.master_key_command) {
        (None, None, None) => Encryption::beside(&environment),
        (Some(key), None, None) => Encryption::given(read(KEY, &key.0)?, &environment),
        (None, Some(path), None) => Encryption::in_file(path.clone(), &environment),
        (None, None, Some(command)) => Encryption::given(ask(command).await?, &environment),
        _ => {
            let reason =
                "there is one master key: give it, its file or its command, and not two of them";
            return Err(setting(KEY, reason.to_owned()));
        }
    };
    Ok(match options.encryption {
        NewDatabases::Auto => encryption,
        NewDatabases::On => encryption.of_all_new_databases(),
        NewDatabases::Off => encryption.not_of_new_databases(),
    })
}

/// Wraps the users' keys by another master key.
pub(super) async fn rotate_master(options: RotateMasterOptions) -> Result<(), CommandError> {
    let database = options.storage.database();
    // A service that runs would go on with the present one.
    let _lock = match options.storage.database {
        Some(_) => None,
        None => Some(Store::lock_data_dir(&options.storage.data)?),
    };
    let encryption = encryption(&options.storage.encryption).await?;
    let store = open(&options.storage).await?;
    if !store.is_encrypted() {
        return Err(CommandError::Unencrypted);
    }
    let new = options.new_master_key.filter(|key| !key.0.is_empty());
    let rotated = match (new, encryption.file(&database)) {
        (Some(Secret(key)), _) => {
            let next = read("--new-master-key", &key)?;
            let rotated = store.rotate_master(&next).await?;
            super::print(&format!("the master key is {} from now on", next.id()));
            rotated
        }
        (None, Some(file)) => {
            let environment = Environment::system();
            let rotated = store.rotate_master_in(&file, &environment).await?;
            super::print(&format!("a new master key is in {}", file.display()));
            rotated
        }
        (None, None) => {
            let reason = "the present master key is in no file: give the next one".to_owned();
            return Err(setting("--new-master-key", reason));
        }
    };
    super::print(&format!(
        "{rotated} keys are wrapped by it; destroy the old one, and whatever it wrapped in backups cannot be read any more"
    ));
    Ok(())
}

async fn ask(command: &str) -> Result<MasterKey, CommandError> {
    let mut asking = std::process::Command::new("sh");
    asking.args(["-c", command]).stdin(Stdio::null());
    asking.stderr(Stdio::inherit());
    let asked = tokio::task::spawn_blocking(move || asking.output()).await;
    let output = asked
        .map_err(|error| setting(COMMAND, error.to_string()))?
        .map_err(|error| setting(COMMAND, error.to_string()))?;
    if !output.status.success() {
        return Err(setting(COMMAND, format!("it ended with {}", output.status)));
    }
    read(COMMAND, &String::from_utf8_lossy(&output.stdout))
}

fn read(flag: &'static str, text: &str) -> Result<MasterKey, CommandError> {
    MasterKey::from_text(text).map_err(|error| setting(flag, error.to_string()))
}

fn setting(flag: &'static str, reason: String) -> CommandError {
    CommandError::Setting { flag, reason }
}
