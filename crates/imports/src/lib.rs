//! What people bring: exports of assistants and chats, notes and plain text, read into memories.
//!
//! A file is known by its content. Every message of a conversation becomes a memory of its own, with who said it and when, in
//! the session of its conversation; a note or a text becomes one, whole. Each has a name ([`Memory::external_id`]) that is
//! the same whenever the same is read again, so that a longer export adds what is new. Nothing is lost in silence: what
//! cannot be read is among the [`problems`](Found::problems), with its place in the file.
//!
//! This crate reads bytes and knows nothing of users, requests or databases.

mod assistants;
mod decoding;
mod messages;
mod notes;
mod own;
mod parts;
mod whatsapp;

use std::collections::BTreeMap;
use std::fmt;

use recollect_model::{Calendar, EpisodeKind, Labels, ReferenceTime};
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use decoding::decoded;

/// A file as it is brought.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its path within what is brought.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it was last changed, as far as is known.
    pub modified: Option<ReferenceTime>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// `conversations.json` of ChatGPT's export.
    ChatGpt,
    /// `conversations.json` of Claude's export.
    Claude,
    /// A chat that WhatsApp has exported as text.
    WhatsApp,
    /// The export of this service.
    Recollect,
    /// Messages as JSON, as many chats export them.
    Messages,
    /// A note in Markdown.
    Markdown,
    /// Text.
    Text,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] = [
        Self::ChatGpt,
        Self::Claude,
        Self::WhatsApp,
        Self::Recollect,
        Self::Messages,
        Self::Markdown,
        Self::Text,
    ];

    /// The name that the interface and the command line use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChatGpt => "chatgpt",
            Self::Claude => "claude",
            Self::WhatsApp => "whatsapp",
            Self::Recollect => "recollect",
            Self::Messages => "messages",
            Self::Markdown => "markdown",
            Self::Text => "text",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
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
}

impl Found {
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
    /// The calendar of times that name no zone.
    pub calendar: Calendar,
    /// When what names no time at all was written.
    pub now: ReferenceTime,
    /// A longer text is brought in parts that have at most so many bytes each.
    pub max_bytes: usize,
}

/// Reads files.
pub fn read(files: &[File], options: &Options) -> Found {
    let mut found = Found::default();
    for file in files {
        if let Some(what) = not_text(file) {
            found
                .problems
                .push(format!("{}: {what} cannot be read", file.name));
            continue;
        }
        let text = decoded(&file.bytes);
        if text.trim().is_empty() {
            found
                .problems
                .push(format!("{}: there is no text in it", file.name));
            continue;
        }
        let json = looks_like_json(&text).then(|| serde_json::from_str::<Value>(&text));
        let format = options.format.unwrap_or_else(|| match &json {
            Some(Ok(value)) => format_of_json(value),
            _ => format_of_text(file, &text),
        });
        found.formats.push(format);
        let json = json.unwrap_or_else(|| serde_json::from_str(&text));
        read_as(format, file, &text, json, options, &mut found);
    }
    found.formats.sort_unstable();
    found.formats.dedup();
    found.memories = std::mem::take(&mut found.memories)
        .into_iter()
        .flat_map(|memory| parts::of(memory, options.max_bytes))
        .collect();
    found
}

fn read_as(
    format: Format,
    file: &File,
    text: &str,
    json: serde_json::Result<Value>,
    options: &Options,
    found: &mut Found,
) {
    let value = match (format, json) {
        (Format::WhatsApp, _) => return whatsapp::read(file, text, options, found),
        (Format::Markdown, _) => return notes::markdown(file, text, options, found),
        (Format::Text, _) => return notes::text(file, text, options, found),
        (_, Ok(value)) => value,
        (_, Err(error)) => {
            let problem = format!("{}: it is not JSON: {error}", file.name);
            return found.problems.push(problem);
        }
    };
    match format {
        Format::ChatGpt => assistants::chatgpt(file, &value, options, found),
        Format::Claude => assistants::claude(file, &value, options, found),
        Format::Recollect => own::read(file, &value, found),
        _ => messages::read(file, &value, options, found),
    }
}

/// What the file is, if it is no text.
fn not_text(file: &File) -> Option<&'static str> {
    const ENDINGS: [(&str, &[&str]); 3] = [
        (
            "a picture",
            &["png", "jpg", "jpeg", "gif", "webp", "heic", "svg", "ico"],
        ),
        (
            "a recording",
            &["mp3", "mp4", "m4a", "mov", "ogg", "opus", "wav", "webm"],
        ),
        (
            "an archive or a document of another program",
            &["zip", "gz", "7z", "pdf", "docx", "xlsx", "epub"],
        ),
    ];
    let name = file.name.to_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut known = ENDINGS
        .iter()
        .filter(|(_, endings)| endings.contains(&ending));
    if let Some((what, _)) = known.next() {
        return Some(what);
    }
    let text = decoded(&file.bytes[..file.bytes.len().min(4_096)]);
    let odd = |c: &char| {
        c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' | '\u{85}')
    };
    let odd = text.chars().filter(odd).count();
    (odd * 50 > text.chars().count()).then_some("what is no text")
}

fn looks_like_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The conversations of an export: a list of them, or one alone.
fn conversations(value: &Value) -> &[Value] {
    match value {
        Value::Array(all) => all,
        one => std::slice::from_ref(one),
    }
}

fn format_of_json(value: &Value) -> Format {
    let has = |name: &str| {
        conversations(value)
            .iter()
            .any(|one| one.get(name).is_some())
    };
    if has("mapping") {
        Format::ChatGpt
    } else if has("chat_messages") {
        Format::Claude
    } else if value.get("account").is_some() && value.get("logs").is_some() {
        Format::Recollect
    } else {
        Format::Messages
    }
}

fn format_of_text(file: &File, text: &str) -> Format {
    let name = file.name.to_lowercase();
    if whatsapp::is_chat(text) {
        Format::WhatsApp
    } else if name.ends_with(".md") || name.ends_with(".markdown") || notes::has_front_matter(text)
    {
        Format::Markdown
    } else {
        Format::Text
    }
}

/// The file's name without its folders and its ending.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A short name for what has none: the hash of what it says.
fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// At most so many characters of a name.
fn shortened(name: &str, most: usize) -> String {
    name.trim().chars().take(most).collect()
}

/// The time that a field says: ISO 8601, or seconds or milliseconds since 1970.
fn time_of(value: Option<&Value>, calendar: &Calendar) -> Option<ReferenceTime> {
    let value = value?;
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => {
            if let Ok(time) = text.parse() {
                return Some(time);
            }
            if let Some(time) = calendar.read(text.trim()) {
                return Some(time);
            }
            text.trim().parse().ok()
        }
        _ => None,
    };
    let number = number.filter(|number| *number > 1e8)?;
    let microseconds = if number < 1e11 {
        number * 1e6
    } else {
        number * 1e3
    };
    let instant = recollect_model::Timestamp::from_microsecond(microseconds as i64).ok()?;
    Some(calendar.written(instant))
}
