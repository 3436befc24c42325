//! Archives: an export as it was downloaded. What is in it is looked at as if it had been unpacked; within bounds.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{
    CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipSliceArchive,
    time::ZipDateTimeKind,
};
use recollect_model::{Calendar, ReferenceTime};

use crate::{File, Found, Options, decoded};

/// So many files are taken out of one archive.
const MAX_FILES: usize = 50_000;
const TOO_MUCH: &str = "there is more in the archive than can be read at once";
/// What an archive begins with.
const BEGINNING: &[u8] = b"PK\x03\x04";

/// What an archive has that is how a program packs one document.
const DOCUMENTS: [&str; 2] = ["[Content_Types].xml", "META-INF/container.xml"];

/// What cannot be read, by the ending of its name.
const ENDINGS: [(&str, &[&str]); 3] = [
    (
        "a picture",
        &[
            "png", "jpg", "jpeg", "gif", "webp", "heic", "svg", "ico", "tif", "tiff", "bmp", "avif",
        ],
    ),
    (
        "a recording",
        &[
            "mp3", "mp4", "m4a", "mov", "ogg", "opus", "oga", "wav", "webm", "aac", "amr", "flac",
            "3gp", "mkv", "avi",
        ],
    ),
    (
        "an archive or a document of another program",
        &[
            "gz", "tgz", "7z", "rar", "xlsx", "pptx", "odt", "exe", "dmg", "woff", "woff2", "ttf",
        ],
    ),
];

/// What a file is that cannot be read, as its name says.
pub(crate) fn kind_of_ending(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut known = ENDINGS
        .iter()
        .filter(|(_, endings)| endings.contains(&ending));
    known.next().map(|(what, _)| *what)
}

/// Whether these are the bytes of an archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGINNING)
}

/// An archive whose files can be asked for.
pub(crate) struct Archive<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    entries: Vec<Entry>,
    /// Their places by their paths.
    places: HashMap<String, usize>,
}

/// A file of an archive.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) wayfinder: ZipArchiveEntryWayfinder,
    pub(crate) method: CompressionMethod,
    pub(crate) is_encrypted: bool,
    /// In the words of ISO 8601, with its zone if that is told.
    modified: Option<String>,
}

impl<'a> Archive<'a> {
    /// The archive that these bytes are; its list of files is cut at the most that are read, or where it breaks.
    pub(crate) fn of(bytes: &'a [u8]) -> Result<Self, String> {
        let archive = ZipArchive::from_slice(bytes).map_err(|error| error.to_string())?;
        let mut entries = Vec::new();
        let mut listed = archive.entries();
        while entries.len() <= MAX_FILES {
            let Some(entry) = listed.next_entry().map_err(|error| error.to_string())? else {
                break;
            };
            if !entry.is_dir() {
                entries.push(Entry::of(&entry));
            }
        }
        let places = entries.iter().enumerate();
        let places = places.map(|(place, entry)| (entry.path.clone(), place));
        Ok(Self {
            archive,
            places: places.collect(),
            entries,
        })
    }

    /// The file at this path.
    pub(crate) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(*self.places.get(path)?)
    }

    /// What is in a file, if it is at most so many bytes.
    pub(crate) fn unpacked(&self, entry: &Entry, most: usize) -> Result<Vec<u8>, String> {
        if entry.is_encrypted {
            return Err("it is locked with a password".to_owned());
        }
        let packed = self.archive.get_entry(entry.wayfinder);
        let packed = packed.map_err(|error| error.to_string())?;
        let reader: Box<dyn Read + '_> = match entry.method {
            CompressionMethod::STORE => Box::new(packed.data()),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed.data())),
            _ => return Err("it is packed in a way that cannot be read".to_owned()),
        };
        let mut bytes = Vec::new();
        // What is said of the size is not believed.
        let mut bounded = packed.verifying_reader(reader).take(most as u64 + 1);
        let read = bounded.read_to_end(&mut bytes);
        if bytes.len() > most {
            return Err(TOO_MUCH.to_owned());
        }
        read.map_err(|error| format!("it is broken: {error}"))?;
        Ok(bytes)
    }

    /// Whether the archive is how a program packs one document.
    fn is_document(&self) -> bool {
        DOCUMENTS.iter().any(|path| self.entry(path).is_some())
    }
}

/// Whether a file says that its archive is how a program packs one document.
pub(crate) fn is_document(path: &str) -> bool {
    DOCUMENTS.contains(&path)
}

impl Entry {
    pub(crate) fn of(entry: &ZipFileHeaderRecord<'_>) -> Self {
        let at = entry.last_modified();
        let zone = match at {
            ZipDateTimeKind::Utc(_) => "Z",
            ZipDateTimeKind::Local(_) => "",
        };
        let [month, day, hour, minute, second] =
            [at.month(), at.day(), at.hour(), at.minute(), at.second()];
        let written = format!(
            "{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}",
            at.year()
        );
        Self {
            path: decoded(entry.file_path().as_bytes()).replace('\\', "/"),
            wayfinder: entry.wayfinder(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            // The first year that an archive can name stands for none.
            modified: (at.year() > 1980).then_some(written),
        }
    }

    pub(crate) fn modified(&self, calendar: &Calendar) -> Option<ReferenceTime> {
        let written = self.modified.as_deref()?;
        match written.ends_with('Z') {
            true => written.parse().ok(),
            false => calendar.read(written),
        }
    }
}

/// What stands before the paths of an archive's files in their names. Where all of them are in one folder, that is what they are
/// known by, however the archive is called. Otherwise its name says what they belong to, but for what a browser or a system adds to
/// that of a copy.
pub(crate) fn folder_of<'a>(archive: &str, mut paths: impl Iterator<Item = &'a str>) -> String {
    let (above, name) = archive.split_at(archive.rfind('/').map_or(0, |at| at + 1));
    let top = |path: &'a str| path.split_once('/').map(|(top, _)| top);
    let first = paths.next().and_then(top);
    if first.is_some() && paths.all(|path| top(path) == first) {
        return above.to_owned();
    }
    let name = name.strip_suffix(".zip").unwrap_or(name);
    format!("{above}{}/", without_copy(name))
}

/// The name of a file without what marks it as a copy: `notes (1)`, `notes - Copy`, `notes copy`.
fn without_copy(name: &str) -> &str {
    let number = name.rsplit_once(" (").filter(|(_, number)| {
        let number = number.strip_suffix(')');
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    });
    let name = number.map_or(name, |(name, _)| name);
    let copy = [" - Copy", " copy"].iter();
    copy.fold(name, |name, mark| name.strip_suffix(mark).unwrap_or(name))
}

/// The files, with what is in archives in their place. Of two of one name the one in the later archive is told with its archive's.
pub(crate) fn opened<'a>(
    files: &'a [File],
    options: &Options,
    found: &mut Found,
) -> Vec<Cow<'a, File>> {
    let mut opened = Vec::with_capacity(files.len());
    let mut left = options.max_unpacked_bytes;
    let mut names: HashSet<String> = files.iter().map(|file| file.name.clone()).collect();
    for file in files {
        if !is_archive(&file.bytes) {
            opened.push(Cow::Borrowed(file));
            continue;
        }
        match Archive::of(&file.bytes) {
            Ok(archive) if archive.is_document() => opened.push(Cow::Borrowed(file)),
            Ok(archive) => {
                let mut within = taken_out(&archive, file, &options.calendar, &mut left, found);
                for one in &mut within {
                    if !names.insert(one.name.clone()) {
                        one.name = format!("{}/{}", file.name, one.name);
                    }
                }
                opened.extend(within.into_iter().map(Cow::Owned));
            }
            Err(error) => found.problem(format!("{}: the archive is broken: {error}", file.name)),
        }
    }
    opened
}

fn taken_out(
    archive: &Archive<'_>,
    file: &File,
    calendar: &Calendar,
    left: &mut usize,
    found: &mut Found,
) -> Vec<File> {
    let name = &file.name;
    let paths = archive.entries.iter().map(|entry| entry.path.as_str());
    let folder = folder_of(name, paths.filter(|path| !is_left_out(path)));
    let mut files = Vec::new();
    let mut media = 0;
    if archive.entries.len() > MAX_FILES {
        found.problem(format!(
            "{name}: of more than {MAX_FILES} files the first are read"
        ));
    }
    for entry in archive.entries.iter().take(MAX_FILES) {
        let path = &entry.path;
        if is_of_the_system(path) {
            continue;
        }
        if kind_of_ending(path).is_some() {
            media += 1;
            continue;
        }
        let bytes = match archive.unpacked(entry, *left) {
            Ok(bytes) if is_archive(&bytes) && !is_packed_document(path) => {
                found.problem(format!(
                    "{name}, {path}: an archive within an archive is not looked into"
                ));
                continue;
            }
            Ok(bytes) => bytes,
            Err(error) => {
                found.problem(format!("{name}, {path}: {error}"));
                // What is too much once is not unpacked again and again.
                match error == TOO_MUCH {
                    true => break,
                    false => continue,
                }
            }
        };
        *left -= bytes.len();
        files.push(File {
            name: format!("{folder}{path}"),
            bytes,
            modified: entry.modified(calendar).or(file.modified),
            before: 0,
        });
    }
    if media > 0 {
        let files = if media == 1 { "file" } else { "files" };
        found.problem(format!(
            "{name}: {media} {files} of pictures, recordings and the like left out"
        ));
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// Whether a file in an archive is passed over, by its path.
fn is_left_out(path: &str) -> bool {
    is_of_the_system(path) || kind_of_ending(path).is_some()
}

/// Whether a file in an archive is a document that is packed itself.
fn is_packed_document(path: &str) -> bool {
    let path = path.to_lowercase();
    [".docx", ".epub"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// What a system puts beside the files of its users.
pub(crate) fn is_of_the_system(path: &str) -> bool {
    // "../notes.txt" is a file like others: nothing is written where a path says.
    path.split('/').filter(|part| *part != "..").any(|part| {
        part == "__MACOSX" || part.starts_with('.') && part != "." || part == "Thumbs.db"
    })
}
