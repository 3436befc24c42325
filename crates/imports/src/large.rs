//! Files that are larger than what is read at once: cut between their records into pieces, each a valid file of the
//! format.
//!
//! A file is gone through from its beginning to its end, once or twice; only places in it are kept in memory. What a
//! piece must know of the rest of its file (which titles several conversations have, what stands first in the dates
//! of a table) is put into it as a record that says nothing. Reading the pieces gives the same memories by the same
//! names as reading the whole does.
//!
//! A single text cannot be cut, nor a record that is larger than what is read at once: these are told.

mod archive;
mod context;
mod json;
mod lines;
mod pieces;
mod rows;

use std::io::{self, Read, Seek, SeekFrom};

use crate::archives::is_archive;
use crate::source::folder;
use crate::{Columns, calendars, decoded, discord, mail, table};

pub use archive::{LargeArchive, PackedFile};

/// So much of a file is looked at to find out what it is made of.
const LOOKED_AT: u64 = 64 * 1024;
/// Why a text is not cut.
const ONE_TEXT: &str = "it is one text, which is not cut";
/// The mark that a text in UTF-8 may begin with.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// How large pieces are, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceSizes {
    /// A piece of several records has at most so many, about.
    pub usual: u64,
    /// A piece of one record has at most so many; a larger record is told.
    pub most: u64,
}

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    segments: Vec<Segment>,
    before: usize,
}

/// What a piece is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    /// From one place of the file to another.
    Range(u64, u64),
    Text(String),
}

/// A file in pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cut {
    /// The pieces, in the order of the file.
    pub pieces: Vec<Piece>,
    /// What is in none of them, a sentence each, with its place.
    pub problems: Vec<String>,
}

impl Piece {
    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        let sizes = self.segments.iter().map(|segment| match segment {
            Segment::Range(start, end) => end - start,
            Segment::Text(text) => text.len() as u64,
        });
        sizes.sum()
    }

    /// How many records of the file come before it.
    pub const fn before(&self) -> usize {
        self.before
    }

    /// Writes it.
    pub fn write(&self, file: &mut (impl Read + Seek), to: &mut Vec<u8>) -> io::Result<()> {
        for segment in &self.segments {
            match segment {
                Segment::Range(start, end) => {
                    file.seek(SeekFrom::Start(*start))?;
                    let read = file.take(end - start).read_to_end(to)?;
                    if read as u64 != end - start {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Segment::Text(text) => to.extend_from_slice(text.as_bytes()),
            }
        }
        Ok(())
    }

    /// Adds what is between two places; what goes on from the range before is one with it.
    fn add(&mut self, start: u64, end: u64) {
        match self.segments.last_mut() {
            Some(Segment::Range(_, last)) if *last == start => *last = end,
            _ => self.segments.push(Segment::Range(start, end)),
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.segments.push(Segment::Text(text.into()));
    }
}

/// Cuts a file of this name. The columns are those of a table, where they are named.
pub fn cut(
    file: &mut (impl Read + Seek),
    name: &str,
    columns: Option<&Columns>,
    sizes: PieceSizes,
) -> io::Result<Cut> {
    let mut head = Vec::new();
    file.rewind()?;
    file.take(LOOKED_AT).read_to_end(&mut head)?;
    let start = if head.starts_with(MARK) {
        MARK.len()
    } else {
        0
    };
    file.seek(SeekFrom::Start(start as u64))?;
    let text = decoded(&head);
    let first = text.trim_start().chars().next();
    let is_wide = head.contains(&0);
    let cut = match first {
        _ if is_archive(&head) || head.starts_with(b"%PDF") => {
            Err("it is one document, which is not cut".to_owned())
        }
        _ if is_wide => Err("its text is not in UTF-8".to_owned()),
        _ if mail::looks_like_mail(&text) => Ok(lines::mail(file, start, sizes)?),
        _ if calendars::begins(&text, "BEGIN:VCARD") => Ok(lines::contacts(file, start, sizes)?),
        Some('[' | '{') => match json::scan(&mut *file, start as u64, sizes.usual)? {
            json::Scanned::Value(value) if pieces::is_own(&value) => Err(
                "of an export of Recollect, export some of its spaces or times after the other"
                    .to_owned(),
            ),
            json::Scanned::Value(value) => {
                let mut cut = pieces::of(&value, sizes);
                context::add(file, &mut cut)?;
                Ok(cut)
            }
            // A chat may begin so: "[2024-03-12 18:05:00] Lena: …".
            json::Scanned::Lines if first == Some('[') => Err(ONE_TEXT.to_owned()),
            json::Scanned::Lines => {
                file.seek(SeekFrom::Start(start as u64))?;
                Ok(lines::log(file, start, sizes)?)
            }
            json::Scanned::Broken(why) => Err(why),
        },
        _ if discord::is_columns(&text) => Ok(rows::cut(file, b',', start, None, sizes)?),
        _ if table::is_named(columns, &text) => {
            let header = table::header(&text);
            let time = table::places(columns, &header).get("time").copied();
            Ok(rows::cut(
                file,
                table::delimiter(&text),
                start,
                time,
                sizes,
            )?)
        }
        _ => Err(ONE_TEXT.to_owned()),
    };
    let mut cut = cut.unwrap_or_else(|why| Cut {
        pieces: Vec::new(),
        problems: vec![format!(
            "it is larger than an import may be, and cannot be brought in parts: {why}"
        )],
    });
    for problem in &mut cut.problems {
        problem.insert_str(0, &format!("{name}: "));
    }
    Ok(cut)
}

/// Where a file is looked for that tells of this one, such as who the people of a channel are; in small letters.
pub fn paths_beside(name: &str) -> Vec<String> {
    let name = name.replace('\\', "/").to_lowercase();
    let within = folder(&name);
    let above = folder(within);
    let at = |folder: &str, file: &str| match folder {
        "" => file.to_owned(),
        folder => format!("{folder}/{file}"),
    };
    let mut paths = vec![
        at(within, "channel.json"),
        at(folder(above), "account/user.json"),
    ];
    let lists = ["users", "channels", "groups", "dms", "mpims", "index"];
    paths.extend(lists.map(|list| at(above, &format!("{list}.json"))));
    paths.retain(|path| *path != name);
    paths
}
