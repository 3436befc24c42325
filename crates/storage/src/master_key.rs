//! Where the master key is: outside the database, in a file, or given.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use recollect_model::Environment;
use recollect_sealing::MasterKey;

use crate::StorageError;
use crate::data_directory::MASTER_KEY;
use crate::database::Database;

/// A master key that is about to take the place of the one in the file.
const NEXT: &str = "next";
/// What the name of a file ends with that is being written.
const UNFINISHED: &str = "unfinished";
const PRIVATE: u32 = 0o600;

/// Whether a new database is encrypted, and where the master key of an encrypted one is.
#[derive(Debug, Clone)]
pub struct Encryption {
    place: KeyPlace,
    new_databases: NewDatabases,
    environment: Environment,
}

/// Whether a new database is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NewDatabases {
    WithKey,
    All,
    None,
}

#[derive(Debug, Clone)]
enum KeyPlace {
    Given(MasterKey),
    File(PathBuf),
    /// In the data directory of the embedded database; a server's database has no such place.
    Beside,
}

impl Encryption {
    /// A new embedded database is encrypted, with a new master key in the file `master.key` beside it. A server's has no
    /// place beside it: a new one is not encrypted.
    pub fn beside(environment: &Environment) -> Self {
        Self::at(KeyPlace::Beside, environment)
    }

    /// A new database is encrypted, with the master key of this file, which is made where it is missing.
    pub fn in_file(path: PathBuf, environment: &Environment) -> Self {
        Self::at(KeyPlace::File(path), environment)
    }

    /// A new database is encrypted, with this master key.
    pub fn given(key: MasterKey, environment: &Environment) -> Self {
        Self::at(KeyPlace::Given(key), environment)
    }

    /// A new database is not encrypted. One that is stays so, and its master key is where it was.
    #[must_use]
    pub fn not_of_new_databases(self) -> Self {
        let new_databases = NewDatabases::None;
        Self {
            new_databases,
            ..self
        }
    }

    /// A new database that has no master key, and no place for one, is refused.
    #[must_use]
    pub fn of_all_new_databases(self) -> Self {
        let new_databases = NewDatabases::All;
        Self {
            new_databases,
            ..self
        }
    }

    /// Where new keys come from.
    pub(crate) const fn environment(&self) -> &Environment {
        &self.environment
    }

    fn at(place: KeyPlace, environment: &Environment) -> Self {
        Self {
            place,
            new_databases: NewDatabases::WithKey,
            environment: environment.clone(),
        }
    }

    /// The file that has the master key of a database, or is to have it.
    pub fn file(&self, database: &Database) -> Option<PathBuf> {
        match (&self.place, database) {
            (KeyPlace::Given(_), _) => None,
            (KeyPlace::File(path), _) => Some(path.clone()),
            (KeyPlace::Beside, Database::Sqlite { directory }) => Some(directory.join(MASTER_KEY)),
            (KeyPlace::Beside, _) => None,
        }
    }

    /// Whether the master key of this name is to be had for a database. Nothing is changed.
    ///
    /// # Errors
    ///
    /// [`StorageError::Misconfigured`] when it is not; it says why.
    pub fn check(&self, database: &Database, id: &str) -> Result<(), StorageError> {
        self.master(database, id).map(|_| ())
    }

    /// The master key of this name.
    pub(crate) fn master(&self, database: &Database, id: &str) -> Result<MasterKey, StorageError> {
        let missing = |place: &str| {
            misconfigured(format!(
                "it is encrypted with the master key {id}, and {place}; name that by RECOLLECT_MASTER_KEY_FILE, \
                 RECOLLECT_MASTER_KEY or RECOLLECT_MASTER_KEY_COMMAND: without it nothing can be read"
            ))
        };
        if let KeyPlace::Given(key) = &self.place {
            let other = format!("the one that was given is {}", key.id());
            return match key.id() == id {
                true => Ok(key.clone()),
                false => Err(missing(&other)),
            };
        }
        let Some(path) = self.file(database) else {
            return Err(missing("none was given"));
        };
        let Some(key) = read(&path)? else {
            return Err(missing(&format!("{} is not there", path.display())));
        };
        if key.id() == id {
            return Ok(key);
        }
        // A process that ended while it changed the key left the next one beside it.
        if let Some(next) = read(&next_to(&path))?.filter(|key| key.id() == id) {
            return Ok(next);
        }
        Err(missing(&format!(
            "that in {} is {}",
            path.display(),
            key.id()
        )))
    }

    /// Puts the next key in its place in the file, where a process ended before it had.
    pub(crate) fn take_next(
        &self,
        database: &Database,
        key: &MasterKey,
    ) -> Result<(), StorageError> {
        let Some(path) = self.file(database) else {
            return Ok(());
        };
        let is_there = |path: &Path| -> Result<bool, StorageError> {
            Ok(read(path)?.is_some_and(|known| known.id() == key.id()))
        };
        if is_there(&path)? {
            return Ok(());
        }
        let held = match File::open(&path) {
            Ok(file) => match file.try_lock() {
                // Whoever changes the key now does it.
                Err(_) => return Ok(()),
                Ok(()) => Some(file),
            },
            Err(_) => None,
        };
        if is_there(&next_to(&path))? {
            put_next(&path)?;
        }
        drop(held);
        Ok(())
    }

    /// Whether a new database is to be encrypted. Nothing is made.
    ///
    /// # Errors
    ///
    /// [`StorageError::Misconfigured`] when it must be, and there is no key and no place for one.
    pub(crate) fn encrypts_new(&self, database: &Database) -> Result<bool, StorageError> {
        let has_key = matches!(self.place, KeyPlace::Given(_)) || self.file(database).is_some();
        match (self.new_databases, database) {
            (NewDatabases::None, _) => Ok(false),
            (NewDatabases::All, Database::Postgres { .. }) if !has_key => Err(misconfigured(
                "it is new, and there is no master key to encrypt it with: set RECOLLECT_MASTER_KEY to what `openssl rand \
                 -hex 32` prints, or name a file that may be made by RECOLLECT_MASTER_KEY_FILE, and keep it apart from \
                 the database; or do not set RECOLLECT_ENCRYPTION=on"
                    .to_owned(),
            )),
            _ => Ok(has_key),
        }
    }

    /// The master key that a new database is encrypted with, made where it is in a file that is not there; `None` when the
    /// database is not to be encrypted.
    pub(crate) fn of_new(&self, database: &Database) -> Result<Option<MasterKey>, StorageError> {
        if !self.encrypts_new(database)? {
            return Ok(None);
        }
        if let KeyPlace::Given(key) = &self.place {
            return Ok(Some(key.clone()));
        }
        let Some(path) = self.file(database) else {
            return Ok(None);
        };
        if let Some(key) = read(&path)? {
            return Ok(Some(key));
        }
        let key = MasterKey::of(self.environment.random());
        match write(&path, &key) {
            Ok(()) => Ok(Some(key)),
            // Somebody else's was first.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => read(&path),
            Err(error) => Err(of_file(&path, &error)),
        }
    }
}

/// A change of the master key in a file, by this process alone.
pub(crate) struct KeyChange<'p> {
    path: &'p Path,
    /// Locked.
    _file: File,
    pub(crate) next: MasterKey,
}

impl<'p> KeyChange<'p> {
    /// Makes a master key that is to take the place of the one in a file, and writes it beside that.
    pub(crate) fn begin(path: &'p Path, environment: &Environment) -> Result<Self, StorageError> {
        let file = held(path).map_err(|error| of_file(path, &error))?;
        let place = next_to(path);
        // What a process left that ended before the database had it.
        let removed = std::fs::remove_file(&place).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        });
        let next = MasterKey::of(environment.random());
        let written = removed.and_then(|()| write(&place, &next));
        written.map_err(|error| of_file(&place, &error))?;
        Ok(Self {
            path,
            _file: file,
            next,
        })
    }

    /// Puts the new key in the place of the one in the file.
    pub(crate) fn end(self) -> Result<(), StorageError> {
        put_next(self.path)
    }
}

/// The file that is there, locked for this process.
fn held(path: &Path) -> std::io::Result<File> {
    let file = File::open(path)?;
    let busy = || {
        std::io::Error::new(
            ErrorKind::WouldBlock,
            "it is being changed by another process",
        )
    };
    file.try_lock().map_err(|_| busy())?;
    // Another may have taken its place meanwhile.
    let (locked, there) = (file.metadata()?, std::fs::metadata(path)?);
    match (locked.dev(), locked.ino()) == (there.dev(), there.ino()) {
        true => Ok(file),
        false => Err(busy()),
    }
}

fn put_next(path: &Path) -> Result<(), StorageError> {
    let next = next_to(path);
    let put = std::fs::rename(&next, path).and_then(|()| sync_directory_of(path));
    put.map_err(|error| of_file(&next, &error))
}

fn next_to(path: &Path) -> PathBuf {
    beside(path, NEXT)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn read(path: &Path) -> Result<Option<MasterKey>, StorageError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => zeroize::Zeroizing::new(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(of_file(path, &error)),
    };
    let key = MasterKey::from_text(&text);
    key.map(Some)
        .map_err(|error| misconfigured(format!("{}: {error}", path.display())))
}

/// Writes a key into a file that is not there, for its owner alone, and waits for the disk. Nobody ever sees half a key.
fn write(path: &Path, key: &MasterKey) -> std::io::Result<()> {
    let unfinished = beside(path, &format!("{}.{UNFINISHED}", std::process::id()));
    let _ = std::fs::remove_file(&unfinished);
    let mut options = File::options();
    let options = options.create_new(true).write(true).mode(PRIVATE);
    let mut file = options.open(&unfinished)?;
    let put = file
        .write_all(format!("{}\n", *key.to_text()).as_bytes())
        .and_then(|()| file.sync_all())
        // Unlike a rename, this fails where there is a file already.
        .and_then(|()| std::fs::hard_link(&unfinished, path));
    let _ = std::fs::remove_file(&unfinished);
    put.and_then(|()| sync_directory_of(path))
}

fn sync_directory_of(path: &Path) -> std::io::Result<()> {
    let directory = path.parent().filter(|path| !path.as_os_str().is_empty());
    File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

fn of_file(path: &Path, error: &std::io::Error) -> StorageError {
    misconfigured(format!("the master key in {}: {error}", path.display()))
}

fn misconfigured(message: String) -> StorageError {
    StorageError::misconfigured(std::io::Error::other(message))
}
