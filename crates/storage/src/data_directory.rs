//! The directory of the embedded database.
//!
//! A database that is gone is not to be mistaken for one that was never there: an empty one in its place would
//! answer, without a word, that nobody has an account. So the lock's file says whether the directory ever held a
//! database, and where it did, or where a write-ahead log is left, a missing or empty `recollect.db` is refused.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::StorageError;

const DATABASE: &str = "recollect.db";
const LOCK: &str = "recollect.lock";
const WAL: &str = "recollect.db-wal";
/// The file that has the master key of an encrypted database, unless that is kept elsewhere.
pub(crate) const MASTER_KEY: &str = "master.key";
/// The directory of search indexes that the service keeps beside the database.
const INDEXES: &str = "indexes";

/// What the lock's file says until the directory holds a database.
const NEW: &str = "new";
/// What it says from then on; the empty one of an older version says the same.
const USED: &str = "used";

/// The mode of a file for its owner alone.
const PRIVATE: u32 = 0o600;
/// The rights of those who are neither the owner nor in the group.
const OTHERS: u32 = 0o007;

/// Says that this process serves a data directory, until it is dropped or the process ends.
#[derive(Debug)]
pub struct DataDirectoryLock {
    _file: File,
}

/// Claims a directory for one server, and creates it when it is missing.
pub(crate) fn lock(directory: &Path) -> Result<DataDirectoryLock, StorageError> {
    let directory = prepare(directory)?;
    refuse_loss(&directory)?;
    let path = directory.join(LOCK);
    let mut options = File::options();
    options.write(true).mode(PRIVATE);
    let file = match options.clone().create_new(true).open(&path) {
        Ok(mut file) => file.write_all(NEW.as_bytes()).map(|()| file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => options.open(&path),
        Err(error) => Err(error),
    };
    let file = file.map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(DataDirectoryLock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(StorageError::InUse { directory }),
        Err(TryLockError::Error(error)) => Err(unusable(&path, &error)),
    }
}

/// Whether there is a database in this directory. Nothing is created.
pub(crate) fn has_database(directory: &Path) -> bool {
    directory.join(DATABASE).exists()
}

/// Whether a server has this directory now. Nothing is created, and nothing is held afterwards.
pub(crate) fn is_served(directory: &Path) -> bool {
    File::open(directory.join(LOCK))
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The database file of a directory, where there is one already.
///
/// # Errors
///
/// [`StorageError::Misconfigured`] when there was one and it is gone.
pub(crate) fn existing_database_file(directory: &Path) -> Result<Option<PathBuf>, StorageError> {
    refuse_loss(directory)?;
    Ok(directory.join(DATABASE).canonicalize().ok())
}

/// Notes that the directory holds a database from now on.
pub(crate) fn mark_used(directory: &Path) -> Result<(), StorageError> {
    let path = directory.join(LOCK);
    if !fs::read(&path).is_ok_and(|said| said == NEW.as_bytes()) {
        return Ok(());
    }
    let mut options = File::options();
    let file = options.write(true).truncate(true).open(&path);
    let marked = file.and_then(|mut file| file.write_all(USED.as_bytes()));
    marked.map_err(|error| unusable(&path, &error))
}

/// Refuses a directory whose database is gone or empty although it held one.
fn refuse_loss(directory: &Path) -> Result<(), StorageError> {
    let database = directory.join(DATABASE);
    let state = match database.metadata() {
        Ok(found) if found.len() > 0 => return Ok(()),
        Ok(_) => "empty",
        Err(error) if error.kind() == ErrorKind::NotFound => "missing",
        Err(error) => return Err(unusable(&database, &error)),
    };
    let lock = fs::read(directory.join(LOCK));
    let is_wal_left = directory
        .join(WAL)
        .metadata()
        .is_ok_and(|wal| wal.len() > 0);
    let witness = match lock {
        _ if is_wal_left => WAL,
        Ok(said) if said != NEW.as_bytes() => LOCK,
        _ => return Ok(()),
    };
    let message = format!(
        "{} is {state}, although {witness} beside it shows that it held data; put the database back, from where it went \
         or from a backup; only to begin with nothing, remove {LOCK} and {WAL}",
        database.display()
    );
    Err(StorageError::misconfigured(std::io::Error::new(
        ErrorKind::NotFound,
        message,
    )))
}

/// The database file inside a directory. Both are created, for their owner alone, when they are missing.
pub(crate) fn database_file(directory: &Path) -> Result<PathBuf, StorageError> {
    let directory = prepare(directory)?;
    refuse_loss(&directory)?;
    let path = directory.join(DATABASE);
    // The directory may be one that others can read. SQLite would make the file readable for all; it takes an empty
    // one for a new database, and gives the files beside it the same mode.
    let mut options = File::options();
    match options
        .create_new(true)
        .write(true)
        .mode(PRIVATE)
        .open(&path)
    {
        Ok(_) => Ok(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(path),
        Err(error) => Err(unusable(&path, &error)),
    }
}

fn prepare(directory: &Path) -> Result<PathBuf, StorageError> {
    let mut builder = fs::DirBuilder::new();
    let directory = builder
        .recursive(true)
        .mode(0o700)
        .create(directory)
        .and_then(|()| directory.canonicalize())
        .map_err(|error| unusable(directory, &error))?;
    close_to_others(&directory);
    Ok(directory)
}

/// Closes a directory that holds nothing but the database and its indexes, and these, to everybody but their owner and group: what
/// was made by hand or unpacked from a copy is often open to all. Whoever opened it to a group meant it. What belongs to
/// another user stays as it is.
fn close_to_others(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| {
            [LOCK, INDEXES].contains(&name)
                || name.starts_with(DATABASE)
                || name.starts_with(MASTER_KEY)
        })
    };
    let own = files
        .iter()
        .filter(|path| is_ours(path))
        .map(PathBuf::as_path);
    let whole = files.iter().all(is_ours).then_some(directory);
    for path in own.chain(whole) {
        let mode = fs::metadata(path).map_or(0, |data| data.permissions().mode());
        if mode & OTHERS != 0 {
            // Only its owner may change it; `doctor` says whose it is.
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS));
        }
    }
}

/// The path is part of the message: an operator cannot act on "permission denied" alone.
fn unusable(path: &Path, error: &std::io::Error) -> StorageError {
    let message = format!("{}: {error}", path.display());
    StorageError::misconfigured(std::io::Error::new(error.kind(), message))
}
