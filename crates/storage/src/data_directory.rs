//! The directory of the embedded database.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::StorageError;

const DATABASE: &str = "recollect.db";
const LOCK: &str = "recollect.lock";

/// The mode of a file for its owner alone.
const PRIVATE: u32 = 0o600;

/// Says that this process serves a data directory, until it is dropped or the process ends.
#[derive(Debug)]
pub struct DataDirectoryLock {
    _file: File,
}

/// Claims a directory for one server, and creates it when it is missing.
pub(crate) fn lock(directory: &Path) -> Result<DataDirectoryLock, StorageError> {
    let directory = prepare(directory)?;
    let path = directory.join(LOCK);
    let mut options = File::options();
    options
        .create(true)
        .truncate(false)
        .write(true)
        .mode(PRIVATE);
    let file = options.open(&path);
    let file = file.map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(DataDirectoryLock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(StorageError::InUse { directory }),
        Err(TryLockError::Error(error)) => Err(unusable(&path, &error)),
    }
}

/// Whether a server has this directory now. Nothing is created, and nothing is held afterwards.
pub(crate) fn is_served(directory: &Path) -> bool {
    File::open(directory.join(LOCK))
        .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The database file of a directory, where there is one already.
pub(crate) fn existing_database_file(directory: &Path) -> Option<PathBuf> {
    directory.join(DATABASE).canonicalize().ok()
}

/// The database file inside a directory. Both are created, for their owner alone, when they are missing.
pub(crate) fn database_file(directory: &Path) -> Result<PathBuf, StorageError> {
    let path = prepare(directory)?.join(DATABASE);
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
    builder
        .recursive(true)
        .mode(0o700)
        .create(directory)
        .and_then(|()| directory.canonicalize())
        .map_err(|error| unusable(directory, &error))
}

/// The path is part of the message: an operator cannot act on "permission denied" alone.
fn unusable(path: &Path, error: &std::io::Error) -> StorageError {
    let message = format!("{}: {error}", path.display());
    StorageError::misconfigured(std::io::Error::new(error.kind(), message))
}
