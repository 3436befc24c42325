//! What people bring: exports of assistants and chats, notes and plain text, read into memories.
//!
//! A file is known by its content. Every message of a conversation becomes a memory of its own, with who said it and
//! when, in the session of its conversation; a note or a text becomes one, whole. Each has a name
//! ([`Memory::external_id`]) that is the same whenever the same is read again, so that a longer export adds what is
//! new. Nothing is lost in silence: what cannot be read is among the [`problems`](Found::problems), with its place in
//! the file.
//!
//! This crate reads bytes and knows nothing of users, requests or databases.

mod apart;
mod archives;
mod assistants;
mod bookmarks;
mod calendars;
mod chat;
mod claude_memory;
mod code_sessions;
mod contacts;
mod decoding;
mod discord;
mod format;
mod gemini;
mod guessing;
mod html;
mod jsonl;
mod keep;
mod large;
mod mail;
mod memories;
mod messages;
mod notes;
mod office;
mod own;
mod pages;
mod parts;
mod pdf;
mod pdf_layout;
mod reading;
mod signal;
mod slack;
mod source;
mod table;
mod telegram;
mod times;
mod told;
mod whatsapp;

use std::collections::{BTreeMap, HashMap};

use recollect_model::{Calendar, EpisodeKind, Labels, ReferenceTime, Timestamp};
use serde_json::{Map, Value};

pub use decoding::{TextEncoding, UnknownEncoding, decoded};
pub use format::Format;
pub use large::{Cut, LargeArchive, PackedFile, Piece, PieceSizes, cut, paths_beside};
pub use pdf::{PdfReader, PdfText, pdf_text};
pub use reading::read;
pub use table::{Columns, InvalidColumns};
pub use told::{
    AskedName, Told, ToldDecision, ToldEntity, ToldName, ToldObject, ToldPerson, ToldSpace,
    ToldVerdict,
};

/// The most problems that are kept.
const MAX_PROBLEMS: usize = 500;

/// A file as it is brought.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its path within what is brought.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it was last changed, as far as is known.
    pub modified: Option<ReferenceTime>,
    /// How many records of the whole file come before what is in it, where it is a [piece](cut) of one.
    pub before: usize,
}

/// A memory that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    /// What it is called outside: the same whenever it is read.
    pub external_id: String,
    /// The conversation or the document that it is part of.
    pub session: Option<String>,
    /// The name of the space that it was in; the one that is chosen otherwise.
    pub space: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// What it is.
    pub kind: EpisodeKind,
    /// The text; of a message, after the name of who said it.
    pub body: String,
    /// Who said it.
    pub speaker: Option<String>,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// What it is sorted by.
    pub labels: Labels,
    /// The request that it was once sent with.
    pub sent: Option<Map<String, Value>>,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// How the files were read.
    pub formats: Vec<Format>,
    /// The memories, in the order of the files and of what is in them.
    pub memories: Vec<Memory>,
    /// What could not be read, a sentence each, with its place.
    pub problems: Vec<String>,
    /// What is told of the spaces that memories were in, by their names.
    pub spaces: HashMap<String, String>,
    /// What our own export says besides its texts.
    pub told: Told,
}

impl Found {
    /// Keeps a problem; of very many, the first.
    pub(crate) fn problem(&mut self, problem: String) {
        match self.problems.len() {
            MAX_PROBLEMS => self.problems.push("and more".to_owned()),
            more if more > MAX_PROBLEMS => {}
            _ => self.problems.push(problem),
        }
    }

    /// Who speaks in it, and how often, the most frequent first.
    pub fn speakers(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for speaker in self
            .memories
            .iter()
            .filter_map(|memory| memory.speaker.as_deref())
        {
            *counts.entry(speaker).or_default() += 1;
        }
        let mut speakers: Vec<(String, usize)> = counts
            .into_iter()
            .map(|(speaker, count)| (speaker.to_owned(), count))
            .collect();
        speakers.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        speakers
    }
}

/// How files are read.
#[derive(Debug, Clone)]
pub struct Options {
    /// What they are; found out by their content otherwise.
    pub format: Option<Format>,
    /// The encoding of texts that do not say their own; found out by what is in them otherwise.
    pub encoding: Option<TextEncoding>,
    /// Which columns of a table are what; known by their names otherwise.
    pub columns: Option<Columns>,
    /// The calendar of times that name no zone.
    pub calendar: Calendar,
    /// When what names no time at all was written.
    pub now: ReferenceTime,
    /// A longer text is brought in parts that have at most so many bytes each.
    pub max_bytes: usize,
    /// So many bytes are taken out of archives, all together.
    pub max_unpacked_bytes: usize,
    /// What reads PDF files; they are refused where nothing does.
    pub read_pdf: Option<PdfReader>,
}
