//! Search indexes as files, one for each space, in a directory of this service's own.
//!
//! A file is believed when it is whole, of this version, of this space and of vectors of this model; what the
//! database says of its revision is up to whoever reads it. At the least doubt it goes. Beside an encrypted database
//! it is encrypted, too, by a key that follows from its owner's. It is written beside its place and then put there in
//! one step, readable for nobody but the service. It is not forced to disk: one that a power failure cut short is
//! refused.
//!
//! A file goes before the answer to whoever forgets a text of its space or deletes the space or the account, and is
//! overwritten first. What other nodes keep goes within a minute or two.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use recollect_index::{SpaceIndex, written_revision};
use recollect_model::{Revision, SpaceId, UserId};
use recollect_sealing::{SealedReader, SealedWriter, Sealer, sealed_length};

/// What a file's name ends with, and what it ends with while it is written.
const WRITTEN: &str = "index";
const UNFINISHED: &str = "new";

/// Tells files that are written at the same time apart.
static WRITING: AtomicU64 = AtomicU64::new(0);

/// The files of one directory, of indexes whose vectors one model made.
#[derive(Debug, Clone)]
pub(super) struct IndexFiles {
    directory: PathBuf,
    model: String,
    dimensions: usize,
}

impl IndexFiles {
    pub(super) fn new(directory: PathBuf, model: &str, dimensions: usize) -> Self {
        Self {
            directory,
            model: model.to_owned(),
            dimensions,
        }
    }

    /// The index that the file of a space holds; a file that cannot be believed is removed.
    pub(super) fn read(
        &self,
        user: UserId,
        space: SpaceId,
        sealer: Option<&Sealer>,
    ) -> Option<SpaceIndex> {
        let path = self.path(user, space);
        let bound_to = self.bound_to(user, space);
        let read = opened(&path, &bound_to, sealer).and_then(|(content, length)| {
            SpaceIndex::read_from(content, length, &bound_to, self.dimensions)
        });
        match read {
            Ok(index) => Some(index),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                tracing::info!(%user, %space, "the file of an index is of no use, it is built anew: {error}");
                report(erase(&path), "removed");
                None
            }
        }
    }

    /// Writes the file of a space; false when somebody wanted the index before it was finished.
    pub(super) fn write(
        &self,
        user: UserId,
        space: SpaceId,
        index: &SpaceIndex,
        sealer: Option<&Sealer>,
        is_wanted: impl Fn() -> bool,
    ) -> bool {
        let path = self.path(user, space);
        let number = WRITING.fetch_add(1, Ordering::Relaxed);
        let unfinished =
            path.with_extension(format!("{}-{number}.{UNFINISHED}", std::process::id()));
        let written = create(&unfinished)
            .and_then(|file| self.fill(file, (user, space), index, sealer, is_wanted))
            .and_then(|()| fs::rename(&unfinished, &path));
        if let Err(error) = &written {
            report(erase(&unfinished), "removed");
            if error.kind() != ErrorKind::Interrupted {
                tracing::warn!(path = %path.display(), "an index is not kept as a file: {error}");
            }
        }
        written.is_ok()
    }

    fn fill(
        &self,
        file: File,
        (user, space): (UserId, SpaceId),
        index: &SpaceIndex,
        sealer: Option<&Sealer>,
        is_wanted: impl Fn() -> bool,
    ) -> io::Result<()> {
        let bound_to = self.bound_to(user, space);
        let Some(sealer) = sealer else {
            return index.write_to(file, &bound_to, is_wanted);
        };
        let mut sealed = SealedWriter::new(file, sealer, &bound_to);
        index.write_to(&mut sealed, &bound_to, is_wanted)?;
        sealed.finish().map(|_| ())
    }

    /// Overwrites and removes the file of a space.
    pub(super) fn remove(&self, user: UserId, space: SpaceId) {
        report(erase(&self.path(user, space)), "removed");
    }

    /// Overwrites and removes all files of a user.
    pub(super) fn remove_all(&self, user: UserId) {
        let directory = self.of(user);
        for path in files(&directory) {
            report(erase(&path), "removed");
        }
        if directory.exists() {
            report(fs::remove_dir(&directory), "removed");
        }
    }

    /// Removes a user's files of indexes that cannot be read, and returns the spaces of the others with the revisions that they say they have.
    pub(super) fn sweep(&self, user: UserId, sealer: Option<&Sealer>) -> Vec<(SpaceId, Revision)> {
        let mut kept = Vec::new();
        let directory = self.of(user);
        for path in files(&directory) {
            match self.described(&path, user, sealer) {
                Some(described) => kept.push(described),
                None if is_being_written(&path) => {}
                None => report(erase(&path), "removed"),
            }
        }
        // Where there are files it is not empty, and stays.
        let _ = fs::remove_dir(&directory);
        kept
    }

    /// The users who have files. What lies there beside their directories is not this service's.
    pub(super) fn users(&self) -> Vec<UserId> {
        let directories = entries(&self.directory).into_iter();
        let users = directories.filter_map(|directory| {
            let name = directory.file_name()?.to_str()?;
            name.parse().ok()
        });
        users.collect()
    }

    fn described(
        &self,
        path: &Path,
        user: UserId,
        sealer: Option<&Sealer>,
    ) -> Option<(SpaceId, Revision)> {
        let space = path.file_stem()?.to_str()?.parse().ok()?;
        if path.extension()? != WRITTEN {
            return None;
        }
        let bound_to = self.bound_to(user, space);
        let (content, length) = opened(path, &bound_to, sealer).ok()?;
        let revision = written_revision(content, length, &bound_to).ok()?;
        Some((space, revision))
    }

    fn of(&self, user: UserId) -> PathBuf {
        self.directory.join(user.to_string())
    }

    fn path(&self, user: UserId, space: SpaceId) -> PathBuf {
        self.of(user).join(format!("{space}.{WRITTEN}"))
    }

    /// What a file is bound to, beside its form.
    fn bound_to(&self, user: UserId, space: SpaceId) -> String {
        format!("{user} {space} {} {}", self.model, self.dimensions)
    }
}

/// What a file holds, and how many bytes.
fn opened<'k>(
    path: &Path,
    bound_to: &str,
    sealer: Option<&'k Sealer>,
) -> io::Result<(Box<dyn Read + Send + 'k>, u64)> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let Some(sealer) = sealer else {
        return Ok((Box::new(file), length));
    };
    let content = sealed_length(length)
        .ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "it is too short"))?;
    let sealed = SealedReader::new(file, length, sealer, bound_to);
    Ok((Box::new(sealed), content))
}

fn create(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true).mode(0o700).create(directory)?;
    }
    let mut options = File::options();
    options.create_new(true).write(true).mode(0o600).open(path)
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

/// The files in a directory that are, or were to be, files of indexes.
fn files(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let files = entries(directory).into_iter();
    files.filter(|path| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension == WRITTEN || extension == UNFINISHED)
    })
}

/// Whether this process is writing it: what another one left behind is nobody's.
fn is_being_written(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let own = format!(".{}-", std::process::id());
    name.is_some_and(|name| name.ends_with(UNFINISHED) && name.contains(&own))
}

/// Fills a file with zeros and removes it; one that is not there is as good as removed.
fn erase(path: &Path) -> io::Result<()> {
    static ZEROS: [u8; 64 * 1024] = [0; 64 * 1024];
    let overwritten = File::options().write(true).open(path).and_then(|mut file| {
        let mut left = file.metadata()?.len();
        while left > 0 {
            let count = left.min(ZEROS.len() as u64);
            file.write_all(&ZEROS[..count as usize])?;
            left -= count;
        }
        file.sync_data()
    });
    let removed = fs::remove_file(path);
    match overwritten.and(removed) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn report(done: io::Result<()>, what: &str) {
    if let Err(error) = done {
        tracing::warn!("the file of an index could not be {what}: {error}");
    }
}
