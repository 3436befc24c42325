//! The files that are brought: found without reading them whole, and sent a part at a time.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use hyper::body::Bytes;
use recollect_model::{ReferenceTime, Timestamp};

use super::{CommandError, failed};
use crate::configuration::ImportOptions;

/// So much is sent in one import, of so many files.
const MAX_BYTES: u64 = 60 * 1024 * 1024;
const MAX_FILES: usize = 10_000;
/// So much of a file is looked at to see whether it can be read at all.
const LOOKED_AT: u64 = 4_096;
/// What parts a body's parts; no text has it.
pub(super) const BOUNDARY: &str = "recollect-import-3f2a9c51d7e84b06";

/// A file with its path within what is brought.
#[derive(Debug)]
pub(super) struct Brought {
    path: PathBuf,
    name: String,
    size: u64,
    modified: Option<ReferenceTime>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The files, in the order of their paths, parted so that each part can be sent in one import. No two of a part have one
    /// name: these would be taken for the same text.
    pub(super) parts: Vec<Vec<Brought>>,
    /// What is left out because nothing reads it, by name.
    pub(super) unreadable: Vec<String>,
    /// What is too large to be sent.
    pub(super) too_large: Vec<String>,
}

/// The files, and those of the folders; hidden ones are left out.
pub(super) fn find(paths: &[PathBuf]) -> Result<Found, CommandError> {
    let mut found = Found::default();
    let (mut names, mut bytes) = (HashSet::new(), 0);
    for path in paths {
        let base = path.parent().unwrap_or(Path::new(""));
        let mut waiting = vec![path.clone()];
        while let Some(path) = waiting.pop() {
            let unread = |error: std::io::Error| failed(&format!("{}: {error}", path.display()));
            let about = std::fs::metadata(&path).map_err(unread)?;
            if about.is_dir() {
                waiting.extend(within(&path).map_err(unread)?);
                continue;
            }
            let name = path.strip_prefix(base).unwrap_or(&path);
            let name = name.display().to_string();
            let size = about.len();
            if !is_readable(&path).map_err(unread)? {
                found.unreadable.push(name);
                continue;
            }
            if size > MAX_BYTES {
                found.too_large.push(name);
                continue;
            }
            let fits = found.parts.last().is_some_and(|part| {
                bytes + size <= MAX_BYTES && part.len() < MAX_FILES && !names.contains(&name)
            });
            if !fits {
                found.parts.push(Vec::new());
                (names, bytes) = (HashSet::new(), 0);
            }
            bytes += size;
            names.insert(name.clone());
            let modified = about.modified().ok();
            let modified = modified.and_then(|time| Timestamp::try_from(time).ok());
            let modified = modified.map(ReferenceTime::utc);
            let file = Brought {
                path,
                name,
                size,
                modified,
            };
            if let Some(part) = found.parts.last_mut() {
                part.push(file);
            }
        }
    }
    Ok(found)
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
fn is_readable(path: &Path) -> std::io::Result<bool> {
    let mut beginning = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(LOOKED_AT).read_to_end(&mut beginning)?;
    if [b"PK".as_slice(), b"%PDF"]
        .iter()
        .any(|start| beginning.starts_with(start))
    {
        return Ok(true);
    }
    let zeros = |odd: usize| {
        let places = beginning.iter().enumerate().filter(|(at, _)| at % 2 == odd);
        places.filter(|(_, byte)| **byte == 0).count()
    };
    // Of text in UTF-16 every other byte is mostly a zero.
    let (even, odd) = (zeros(0), zeros(1));
    let is_utf_16 = even.min(odd) == 0 && even.max(odd) * 4 > beginning.len();
    Ok(even + odd == 0 || is_utf_16)
}

/// The body of the request, as `multipart/form-data` (RFC 7578).
pub(super) fn body(
    files: &[Brought],
    options: &ImportOptions,
    me: Option<&str>,
    is_dry: bool,
) -> Result<Bytes, CommandError> {
    let size: u64 = files.iter().map(|file| file.size + 512).sum();
    let mut body = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    let mut field = |name: &str, value: &str| {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(head.as_bytes());
    };
    let given = [
        ("format", options.format.as_deref()),
        ("map", options.map.as_deref()),
        ("spaceId", options.space.as_deref()),
        ("me", me),
        ("timeZone", options.time_zone.as_deref()),
        ("dryRun", is_dry.then_some("true")),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            field(name, value);
        }
    }
    for file in files {
        if let Some(modified) = file.modified {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"modified\"\r\n\r\n{modified}\r\n"
            );
            body.extend_from_slice(head.as_bytes());
        }
        let name = file.name.replace(['"', '\r', '\n'], "_");
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        let content = std::fs::read(&file.path);
        let content =
            content.map_err(|error| failed(&format!("{}: {error}", file.path.display())))?;
        body.extend_from_slice(&content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    Ok(body.into())
}
