//! The files that are brought: found without reading them whole, and sent a part at a time.
//!
//! What is larger than a part is cut between its records; of an archive that is, each file is taken out by itself, so
//! that what is no text in it is never read.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use recollect_engine::{ImportColumns, LargeArchive, PieceSizes, cut_file};
use recollect_model::{Calendar, ReferenceTime, Timestamp};

use super::brought::{Brought, Content};
use super::packing::{Item, Part, pack};
use super::{CommandError, failed};
use crate::configuration::ImportOptions;

/// The most that is sent at once, in bytes: a service takes 64 MiB, with what is around the files.
const MAX_BYTES: u64 = 60 * 1024 * 1024;
/// So much of a file is looked at to see whether it can be read at all.
const LOOKED_AT: u64 = 4_096;
/// What is packed may be so many times larger, and still be sent as it is.
const UNPACKED: u64 = 3;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The files, so that each part can be sent at once.
    pub(super) parts: Vec<Part>,
    /// What is left out because nothing reads it, by name.
    pub(super) unreadable: Vec<String>,
    /// What else is left out, a sentence each.
    pub(super) problems: Vec<String>,
}

/// What is looked for, and how.
struct Search<'a> {
    columns: Option<ImportColumns>,
    sizes: PieceSizes,
    calendar: &'a Calendar,
    found: Found,
    items: Vec<Item>,
    /// What is in archives, by its name.
    packed: HashSet<String>,
}

/// The files, and those of the folders; hidden ones are left out. Times of archives that name no zone are of this calendar.
pub(super) fn find(options: &ImportOptions, calendar: &Calendar) -> Result<Found, CommandError> {
    let columns = options.map.as_deref().map(str::parse::<ImportColumns>);
    let usual = options.part_bytes.min(MAX_BYTES);
    let sizes = PieceSizes {
        usual,
        most: MAX_BYTES,
    };
    let mut search = Search {
        // What is no mapping is refused by the service, in its words.
        columns: columns.and_then(Result::ok),
        sizes,
        calendar,
        found: Found::default(),
        items: Vec::new(),
        packed: HashSet::new(),
    };
    for (base, path) in options.paths.iter().enumerate() {
        search.walk(base, path)?;
    }
    search.found.parts = pack(&search.items, usual, MAX_BYTES);
    Ok(search.found)
}

impl Search<'_> {
    fn walk(&mut self, base: usize, path: &Path) -> Result<(), CommandError> {
        let above = path.parent().unwrap_or(Path::new(""));
        let mut waiting = vec![path.to_owned()];
        while let Some(path) = waiting.pop() {
            let unread = |error: std::io::Error| failed(&format!("{}: {error}", path.display()));
            let about = std::fs::metadata(&path).map_err(unread)?;
            if about.is_dir() {
                waiting.extend(within(&path).map_err(unread)?);
                continue;
            }
            let name = path.strip_prefix(above).unwrap_or(&path);
            let modified = about.modified().ok();
            let modified = modified.and_then(|time| Timestamp::try_from(time).ok());
            let file = Brought {
                name: name.display().to_string(),
                size: about.len(),
                modified: modified.map(ReferenceTime::utc),
                content: Content::File(path.clone()),
            };
            self.take(base, file, &path).map_err(unread)?;
        }
        Ok(())
    }

    /// Takes in a file of the disk.
    fn take(&mut self, base: usize, file: Brought, path: &Path) -> std::io::Result<()> {
        let mut beginning = Vec::new();
        File::open(path)?
            .take(LOOKED_AT)
            .read_to_end(&mut beginning)?;
        if !is_readable(&beginning) {
            self.found.unreadable.push(file.name);
            return Ok(());
        }
        let is_large = file.size > MAX_BYTES;
        if beginning.starts_with(b"PK") {
            match LargeArchive::open(File::open(path)?) {
                Ok(Some(archive))
                    if file.size > self.sizes.usual
                        || unpacked(&archive) > self.sizes.usual * UNPACKED =>
                {
                    return self.take_archive(base, &file, archive);
                }
                Err(error) if is_large => self.problem(&file.name, &error),
                Ok(None) if is_large => {
                    self.problem(&file.name, "it is larger than an import may be");
                }
                _ => self.items.push(Item::new(base, file)),
            }
            return Ok(());
        }
        if file.size > self.sizes.usual {
            return self.cut(base, &file, File::open(path)?);
        }
        self.items.push(Item::new(base, file));
        Ok(())
    }

    fn problem(&mut self, name: &str, why: &str) {
        self.found.problems.push(format!("{name}: {why}"));
    }

    /// Takes in the files of an archive, as if it had been unpacked.
    fn take_archive(
        &mut self,
        base: usize,
        file: &Brought,
        archive: LargeArchive,
    ) -> std::io::Result<()> {
        let archive = Arc::new(archive);
        let name = &file.name;
        let folder = archive.folder(name);
        match archive.left_out() {
            0 => {}
            1 => self.problem(name, "1 file of pictures, recordings and the like left out"),
            count => self.problem(
                name,
                &format!("{count} files of pictures, recordings and the like left out"),
            ),
        }
        for (place, packed) in archive.files().iter().enumerate() {
            let path = format!("{folder}{}", packed.path());
            let within = Brought {
                content: Content::Packed(archive.clone(), place),
                name: match self.packed.insert(path.clone()) {
                    true => path,
                    false => format!("{name}/{path}"),
                },
                size: packed.size(),
                modified: packed.modified(self.calendar).or(file.modified),
            };
            if within.size <= self.sizes.usual {
                self.items.push(Item::new(base, within));
                continue;
            }
            let mut unpacked = beside(file)?;
            match archive.unpack(packed, &mut unpacked) {
                Ok(()) => self.cut(base, &within, unpacked)?,
                Err(why) => self.problem(&within.name, &why),
            }
        }
        Ok(())
    }

    /// Takes in a file in pieces; one that cannot be cut and is small enough, whole.
    fn cut(&mut self, base: usize, file: &Brought, mut content: File) -> std::io::Result<()> {
        let cut = cut_file(&mut content, &file.name, self.columns.as_ref(), self.sizes)?;
        let content = Arc::new(content);
        if cut.pieces.is_empty() && file.size <= MAX_BYTES {
            self.items.push(Item::new(base, file.clone()));
            return Ok(());
        }
        self.found.problems.extend(cut.problems);
        for piece in cut.pieces {
            let size = piece.size();
            let content = Content::Piece(content.clone(), piece);
            let piece = Brought {
                content,
                size,
                ..file.clone()
            };
            self.items.push(Item::piece(base, piece));
        }
        Ok(())
    }
}

/// A file without a name on the disk that the archive is on, or where the system has such files.
fn beside(archive: &Brought) -> std::io::Result<File> {
    let Content::File(path) = &archive.content else {
        return tempfile::tempfile();
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    tempfile::tempfile_in(folder.unwrap_or(Path::new("."))).or_else(|_| tempfile::tempfile())
}

/// How much is in an archive that may be text.
fn unpacked(archive: &LargeArchive) -> u64 {
    let sizes = archive
        .files()
        .iter()
        .map(recollect_engine::PackedFile::size);
    sizes.fold(0, u64::saturating_add)
}

/// What is in a folder, the last of it first.
fn within(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.retain(|path| !is_hidden(path));
    entries.sort_by(|a, b| b.cmp(a));
    Ok(entries)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// Whether a file is text, an archive or a document, by its beginning. Pictures, recordings and programs have bytes that no text has.
fn is_readable(beginning: &[u8]) -> bool {
    if [b"PK".as_slice(), b"%PDF"]
        .iter()
        .any(|start| beginning.starts_with(start))
    {
        return true;
    }
    let zeros = |odd: usize| {
        let places = beginning.iter().enumerate().filter(|(at, _)| at % 2 == odd);
        places.filter(|(_, byte)| **byte == 0).count()
    };
    // Of text in UTF-16 every other byte is mostly a zero.
    let (even, odd) = (zeros(0), zeros(1));
    let is_utf_16 = even.min(odd) == 0 && even.max(odd) * 4 > beginning.len();
    even + odd == 0 || is_utf_16
}
