//! Which files are sent together: as many as fit, in their order, none of two that have one name, and with each what
//! tells of it.

use std::collections::{HashMap, HashSet};

use recollect_engine::paths_beside;

use super::brought::Brought;

/// The most files that are sent at once.
const MAX_FILES: usize = 10_000;
/// What tells of other files is sent with each part that needs it, up to this size in bytes.
const MAX_BESIDE: u64 = 16 * 1024 * 1024;

/// A file that was found.
#[derive(Debug)]
pub(super) struct Item {
    /// Which of the paths that were named it is of.
    base: usize,
    file: Brought,
    is_piece: bool,
}

/// What is sent at once.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) files: Vec<Brought>,
    /// The file that this is a piece of; it is read as its first piece was.
    pub(super) piece_of: Option<String>,
    bases: HashSet<usize>,
    names: HashSet<String>,
    bytes: u64,
}

impl Item {
    pub(super) const fn new(base: usize, file: Brought) -> Self {
        Self {
            base,
            file,
            is_piece: false,
        }
    }

    pub(super) const fn piece(base: usize, file: Brought) -> Self {
        Self {
            base,
            file,
            is_piece: true,
        }
    }

    /// What it has in common with files that say the same in another form: they stay together.
    fn twin(&self) -> (usize, String) {
        let name = self.file.name.replace('\\', "/").to_lowercase();
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let stem = match file {
            "chat.md" | "index.md" | "data.json" => "",
            _ => stem,
        };
        (self.base, format!("{folder}/{stem}"))
    }
}

impl Part {
    fn fits(&self, item: &Item, bytes: u64, usual: u64) -> bool {
        self.piece_of.is_none()
            && self.bytes + bytes <= usual
            && self.files.len() < MAX_FILES
            && !self.names.contains(&item.file.name)
    }

    fn take(&mut self, item: &Item) {
        self.bytes += item.file.size;
        self.bases.insert(item.base);
        self.names.insert(item.file.name.clone());
        self.files.push(item.file.clone());
    }
}

/// The files in parts of so many bytes, about; none has more than may be sent at once.
pub(super) fn pack(items: &[Item], usual: u64, most: u64) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for twins in
        items.chunk_by(|one, next| !one.is_piece && !next.is_piece && one.twin() == next.twin())
    {
        let bytes: u64 = twins.iter().map(|item| item.file.size).sum();
        let together = if bytes <= usual { bytes } else { 0 };
        for (place, item) in twins.iter().enumerate() {
            let needed = match place {
                0 => together.max(item.file.size),
                _ => item.file.size,
            };
            let last = parts.last().filter(|_| !item.is_piece);
            if !last.is_some_and(|part| part.fits(item, needed, usual)) {
                parts.push(Part::default());
            }
            if let Some(part) = parts.last_mut() {
                part.take(item);
                part.piece_of = item.is_piece.then(|| item.file.name.clone());
            }
        }
    }
    if parts.len() > 1 {
        add_what_tells_of(&mut parts, items, most);
    }
    parts
}

/// Adds to each part the files of others that its own are read with.
fn add_what_tells_of(parts: &mut [Part], items: &[Item], most: u64) {
    let told = items
        .iter()
        .filter(|item| !item.is_piece && item.file.size <= MAX_BESIDE);
    let by_path: HashMap<(usize, String), &Item> = told
        .map(|item| {
            (
                (item.base, item.file.name.replace('\\', "/").to_lowercase()),
                item,
            )
        })
        .collect();
    for part in parts {
        let names: Vec<&str> = part.files.iter().map(|file| file.name.as_str()).collect();
        let mut paths: Vec<String> = names.into_iter().flat_map(paths_beside).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut bases: Vec<usize> = part.bases.iter().copied().collect();
        bases.sort_unstable();
        for base in bases {
            for path in &paths {
                let item = by_path.get(&(base, path.clone()));
                let is_missing = |item: &&&Item| {
                    !part.names.contains(&item.file.name) && part.bytes + item.file.size <= most
                };
                if let Some(item) = item.filter(is_missing).copied() {
                    part.take(item);
                }
            }
        }
    }
}
