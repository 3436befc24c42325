//! From files to memories: archives opened, each file held against the list of formats, and what comes twice kept
//! once.

use std::collections::HashMap;

use serde_json::Value;

use crate::decoding::{Decoded, decoded_with_doubt};
use crate::format::Reader;
use crate::source::{Beside, Source};
use crate::{File, Format, Found, Memory, Options, apart, archives, parts};

/// So many lines of a file are looked at to find out what it is.
const LOOKED_AT: usize = 20;
/// So many characters of it are looked at to find out whether it is text.
const LETTERS_LOOKED_AT: usize = 4_096;

/// Reads files.
pub fn read(files: &[File], options: &Options) -> Found {
    let mut found = Found::default();
    let files = archives::opened(files, options, &mut found);
    let beside = Beside::of(files.iter().map(AsRef::as_ref));
    for file in &files {
        let source = Source {
            file: file.as_ref(),
            beside: &beside,
            options,
        };
        let before = found.memories.len();
        let format = read_one(&source, &mut found);
        // What lies beside an export and gives nothing is not what was brought.
        let has_given = found.memories.len() > before;
        found.formats.extend(format.filter(|_| has_given));
    }
    found.formats.sort_unstable();
    found.formats.dedup();
    keep_once(&mut found);
    found.memories = std::mem::take(&mut found.memories)
        .into_iter()
        .flat_map(|memory| parts::of(memory, options.max_bytes))
        .collect();
    found
}

/// Keeps what has one name once, of each chat that is one of its own: logs repeat what they go on from, and archives hold the same twice. Of two that say different
/// things under one name, the later one is kept, and the other is told.
fn keep_once(found: &mut Found) {
    let mut places: HashMap<(String, Option<String>, usize), usize> = HashMap::new();
    let memories = std::mem::take(&mut found.memories);
    let chats = apart::chats(&memories);
    let mut kept: Vec<Memory> = Vec::with_capacity(memories.len());
    for memory in memories {
        let chat = memory
            .session
            .as_ref()
            .and_then(|session| chats.get(session));
        let chat = chat.copied().unwrap_or_default();
        let place = (memory.external_id.clone(), memory.space.clone(), chat);
        let Some(known) = places.get(&place).map(|place| &mut kept[*place]) else {
            places.insert(place, kept.len());
            kept.push(memory);
            continue;
        };
        let (before, after) = (
            known.reference_time.instant(),
            memory.reference_time.instant(),
        );
        if (&known.body, before) != (&memory.body, after) {
            found.problem(format!(
                "{}: two texts have this name; the later one is kept",
                memory.external_id
            ));
            if after >= before {
                *known = memory;
            }
        }
    }
    found.memories = kept;
}

/// Reads a file, as what it is.
fn read_one(source: &Source<'_>, found: &mut Found) -> Option<Format> {
    let name = &source.file.name;
    if let Some((format, read)) = packed(source) {
        read(source, found);
        return Some(format);
    }
    if let Some(what) = archives::kind_of_ending(name) {
        found.problem(format!("{name}: {what} cannot be read"));
        return None;
    }
    let Decoded { text, doubt } = decoded_with_doubt(&source.file.bytes, source.options.encoding);
    if !is_text(&text) {
        found.problem(format!("{name}: what is no text cannot be read"));
        return None;
    }
    if text.trim().is_empty() {
        found.problem(format!("{name}: there is no text in it"));
        return None;
    }
    let content = Content::of(&text);
    let known = match source.options.format {
        Some(format) => forced(format, source, &content),
        None => recognised(source, &content),
    };
    let Some((format, reader)) = known else {
        let error = content
            .error
            .map(|error| format!("it is not JSON: {error}"));
        let error = error.unwrap_or_else(|| match source.options.format {
            Some(format) => format!("it cannot be read as {format}"),
            None => "it cannot be read".to_owned(),
        });
        found.problem(format!("{name}: {error}"));
        return None;
    };
    // Every message of a mailbox says its own encoding, and is read by it.
    if let Some(doubt) = doubt.filter(|_| format != Format::Mail) {
        found.problem(format!("{name}: {doubt}"));
    }
    match reader {
        Reader::Json(_, read) => read(source, &content.json.unwrap_or_default(), found),
        Reader::Lines(_, read) | Reader::Text(_, read) => read(source, &text, found),
        Reader::Bytes(_, read) => read(source, found),
    }
    Some(format)
}

/// A text, and what it is as JSON.
struct Content<'a> {
    text: &'a str,
    json: Option<Value>,
    /// Why it is none, where it begins as JSON does.
    error: Option<serde_json::Error>,
    /// Its first lines, where each is JSON.
    lines: Vec<Value>,
}

impl<'a> Content<'a> {
    fn of(text: &'a str) -> Self {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        let mut content = Self {
            text,
            json: None,
            error: None,
            lines: Vec::new(),
        };
        if !start.starts_with(['{', '[']) {
            return content;
        }
        if start.starts_with('{') {
            let lines = start.lines().filter(|line| !line.trim().is_empty());
            let lines = lines
                .take(LOOKED_AT)
                .map_while(|line| serde_json::from_str(line).ok());
            content.lines = lines.collect();
        }
        // What has several values, one a line, is no JSON as a whole; it is not read twice.
        if content.lines.len() < 2 {
            match serde_json::from_str(start) {
                Ok(value) => content.json = Some(value),
                Err(error) => content.error = Some(error),
            }
        }
        content
    }

    /// Whether a reader of this kind can take it.
    fn suits(&self, reader: &Reader) -> bool {
        match reader {
            Reader::Json(..) => self.json.is_some(),
            Reader::Lines(..) => !self.lines.is_empty(),
            Reader::Text(..) => true,
            Reader::Bytes(..) => false,
        }
    }

    fn is_known(&self, source: &Source<'_>, reader: &Reader) -> bool {
        match (reader, &self.json) {
            (Reader::Json(is, _), Some(json)) => is(source, json),
            (Reader::Json(..), None) => false,
            (Reader::Lines(is, _), _) => !self.lines.is_empty() && is(&self.lines),
            (Reader::Text(is, _), _) => is(source, self.text),
            (Reader::Bytes(..), _) => false,
        }
    }
}

/// Reads a file of bytes.
type Read = fn(&Source<'_>, &mut Found);

/// The format of what is no text, and what reads it.
fn packed(source: &Source<'_>) -> Option<(Format, Read)> {
    let asked = |format: &&Format| source.options.format.is_none_or(|asked| asked == **format);
    let mut formats = Format::ALL.iter().filter(asked);
    formats.find_map(|format| {
        format.readers().iter().find_map(|reader| match reader {
            Reader::Bytes(is, read) if is(source) => Some((*format, *read)),
            _ => None,
        })
    })
}

fn recognised(source: &Source<'_>, content: &Content<'_>) -> Option<(Format, &'static Reader)> {
    let all = Format::ALL.iter().flat_map(|format| {
        let readers = format.readers().iter();
        readers.map(|reader| (*format, reader))
    });
    let mut known = all.filter(|(_, reader)| content.is_known(source, reader));
    let known = known.next();
    // What is called JSON and is none is a file that broke, and no text that somebody wrote.
    let is_broken = content.error.is_some() && source.file.name.to_lowercase().ends_with(".json");
    known.filter(|(format, _)| !(is_broken && *format == Format::Text))
}

/// The reader of the format that knows the file, or else the first that could read it.
fn forced(
    format: Format,
    source: &Source<'_>,
    content: &Content<'_>,
) -> Option<(Format, &'static Reader)> {
    let readers = || format.readers().iter();
    let mut known = readers().filter(|reader| content.is_known(source, reader));
    let mut could = readers().filter(|reader| content.suits(reader));
    let reader = known.next().or_else(|| could.next())?;
    Some((format, reader))
}

/// Whether what was read out of bytes is text: it has hardly a control character.
fn is_text(text: &str) -> bool {
    let odd = |c: &char| {
        c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' | '\u{85}')
    };
    let looked_at = || text.chars().take(LETTERS_LOOKED_AT);
    looked_at().filter(odd).count() * 50 <= looked_at().count()
}
