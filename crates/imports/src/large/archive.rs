//! Archives that are larger than what is read at once: their files are taken out one after the other, and what is no
//! text stays in them unread.

use std::fs;
use std::io::{self, Read, Write};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use recollect_model::{Calendar, ReferenceTime};

use crate::archives::{Entry, folder_of, is_document, is_of_the_system, kind_of_ending};

/// So many files are taken out of one archive.
const MAX_FILES: usize = 1_000_000;

/// An archive in a file.
#[derive(Debug)]
pub struct LargeArchive {
    archive: ZipArchive<FileReader>,
    files: Vec<PackedFile>,
    left_out: usize,
}

/// A file of an archive.
#[derive(Debug)]
pub struct PackedFile {
    entry: Entry,
    size: u64,
}

impl PackedFile {
    /// Its path in the archive.
    pub fn path(&self) -> &str {
        &self.entry.path
    }

    /// How many bytes it has when it is unpacked, as the archive says.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// When it was last changed, as far as the archive says; by this calendar where that names no zone.
    pub fn modified(&self, calendar: &Calendar) -> Option<ReferenceTime> {
        self.entry.modified(calendar)
    }
}

impl LargeArchive {
    /// The archive in this file; nothing where the archive is how a program packs one document.
    pub fn open(file: fs::File) -> Result<Option<Self>, String> {
        let broken = |error: rawzip::Error| format!("the archive is broken: {error}");
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipArchive::from_file(file, &mut buffer).map_err(broken)?;
        let mut entries = Vec::new();
        let mut listed = archive.entries(&mut buffer);
        while let Some(entry) = listed.next_entry().map_err(broken)? {
            if entries.len() == MAX_FILES {
                return Err(format!("the archive has more than {MAX_FILES} files"));
            }
            if !entry.is_dir() {
                let size = entry.uncompressed_size_hint();
                let entry = Entry::of(&entry);
                entries.push(PackedFile { entry, size });
            }
        }
        if entries.iter().any(|file| is_document(file.path())) {
            return Ok(None);
        }
        let mut files = entries;
        files.retain(|file| !is_of_the_system(file.path()));
        let of_users = files.len();
        files.retain(|file| kind_of_ending(file.path()).is_none());
        files.sort_by(|a, b| a.path().cmp(b.path()));
        Ok(Some(Self {
            archive,
            left_out: of_users - files.len(),
            files,
        }))
    }

    /// The files that may have text, in the order of their paths.
    pub fn files(&self) -> &[PackedFile] {
        &self.files
    }

    /// What stands before the paths of its files in their names, where it is called so: as in an archive that is read at once.
    pub fn folder(&self, name: &str) -> String {
        folder_of(name, self.files.iter().map(PackedFile::path))
    }

    /// How many pictures, recordings and the like are left out.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Unpacks a file, of which no more is taken than it is said to have.
    pub fn unpack(&self, file: &PackedFile, to: &mut impl Write) -> Result<(), String> {
        if file.entry.is_encrypted {
            return Err("it is locked with a password".to_owned());
        }
        let packed = self.archive.get_entry(file.entry.wayfinder);
        let packed = packed.map_err(|error| format!("it is broken: {error}"))?;
        let bytes = io::BufReader::new(packed.reader());
        let reader: Box<dyn Read + '_> = match file.entry.method {
            CompressionMethod::STORE => Box::new(bytes),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(bytes)),
            _ => return Err("it is packed in a way that cannot be read".to_owned()),
        };
        let mut bounded = packed.verifying_reader(reader).take(file.size + 1);
        match io::copy(&mut bounded, to) {
            Ok(taken) if taken > file.size => Err("it is larger than the archive says".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("it is broken: {error}")),
        }
    }
}
