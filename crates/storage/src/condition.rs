//! What is known of the health of the embedded database's file.
//!
//! A file that reports damage takes no writes any more: what is written beside a damaged page may be lost with it. So
//! does one that was removed or replaced under the running service: what is written to it is gone with the process.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sqlx::Error;

use crate::StorageError;
use crate::error::{is_damage, is_of_the_disk, may_pass};
use crate::figures::Room;

/// The file, and what became of it.
#[derive(Debug, Default)]
pub(crate) struct Condition {
    file: Option<KnownFile>,
    damage: OnceLock<String>,
    /// Whether the disk has refused something since as much as a text takes was written last.
    is_in_doubt: AtomicBool,
    /// How often something failed that may pass, and how often otherwise.
    unavailable: AtomicU64,
    failed: AtomicU64,
}

#[derive(Debug)]
struct KnownFile {
    path: PathBuf,
    /// The device and the inode.
    identity: (u64, u64),
}

impl Condition {
    /// That of a file which was just opened.
    pub(crate) fn of(path: PathBuf) -> Self {
        let identity = path.metadata().as_ref().map(identity).ok();
        Self {
            file: identity.map(|identity| KnownFile { path, identity }),
            ..Self::default()
        }
    }

    /// Counts an error, and remembers one that tells of damage.
    pub(crate) fn note(&self, error: &Error) {
        let is_taken = |error: &dyn sqlx::error::DatabaseError| error.is_unique_violation();
        if may_pass(error) {
            self.unavailable.fetch_add(1, Ordering::Relaxed);
        } else if !error.as_database_error().is_some_and(is_taken) {
            // That a name is taken is an answer.
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        if is_of_the_disk(error) {
            self.is_in_doubt.store(true, Ordering::Relaxed);
        }
        if is_damage(error) && self.damage.set(error.to_string()).is_ok() {
            tracing::error!(
                "the database reports damage and takes no writes any more: {error}; stop the service, keep the file, \
                 and restore a backup (recollect doctor says more)"
            );
        }
    }

    /// Whether the disk refused something, and may have room for less than a text takes.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.is_in_doubt.load(Ordering::Relaxed)
    }

    /// There is room for as much as a text takes.
    pub(crate) fn has_room(&self) {
        self.is_in_doubt.store(false, Ordering::Relaxed);
    }

    /// How many errors were noted that may pass, and how many others.
    pub(crate) fn failures(&self) -> (u64, u64) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (count(&self.unavailable), count(&self.failed))
    }

    /// How much room the file and its write-ahead log take; nothing in memory.
    pub(crate) fn room(&self) -> Room {
        let Some(file) = &self.file else {
            return Room::default();
        };
        let size = |path: &std::path::Path| path.metadata().map_or(0, |found| found.len());
        let mut log = file.path.clone().into_os_string();
        log.push("-wal");
        Room {
            bytes: size(&file.path),
            log_bytes: Some(size(log.as_ref())),
        }
    }

    /// Whether the database may be written to.
    pub(crate) fn check(&self) -> Result<(), StorageError> {
        if let Some(damage) = self.damage.get() {
            let message = format!("the database is damaged and takes no writes: {damage}");
            return Err(StorageError::unavailable(std::io::Error::other(message)));
        }
        let Some(file) = &self.file else {
            return Ok(());
        };
        let said = match file.path.metadata() {
            Ok(found) if identity(&found) == file.identity => return Ok(()),
            Ok(_) => "was replaced under the running service: restart it",
            Err(_) => {
                "was removed under the running service: stop it and restore a backup; until then, what was kept can \
                 still be exported"
            }
        };
        let message = format!("{} {said}", file.path.display());
        Err(StorageError::unavailable(std::io::Error::other(message)))
    }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}
