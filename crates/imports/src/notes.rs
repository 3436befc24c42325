//! Notes and texts: each file is one document, whole.

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::source::{Source, shortened, stem, time_of, told_apart};
use crate::{File, Found, Memory, Options};

/// What front matter calls the time of a note.
const TIMES: [&str; 5] = [
    "date",
    "created",
    "created_at",
    "createdAt",
    "creation date",
];
const MAX_NAME: usize = 500;
const MAX_TAGS: usize = 50;
const MAX_LINKS: usize = 100;

/// Whether this is a note in Markdown: its name says so, or it begins with front matter.
pub(crate) fn is_markdown(source: &Source<'_>, text: &str) -> bool {
    let name = source.file.name.to_lowercase();
    name.ends_with(".md") || name.ends_with(".markdown") || has_front_matter(text)
}

/// A note in Markdown. Its front matter gives the time, tags and metadata, and stays part of the text.
pub(crate) fn markdown(source: &Source<'_>, text: &str, found: &mut Found) {
    let (file, options) = (source.file, source.options);
    let matter = front_matter(text).map(|(matter, _)| matter);
    let matter = matter.unwrap_or_default();
    let said = TIMES
        .iter()
        .find_map(|name| time_of(matter.get(*name), &options.calendar));
    // A daily note is of its day, whenever its file was made.
    let time = match (said, daily(file, options)) {
        (Some(said), Some(day))
            if options.calendar.day(said.instant()) == options.calendar.day(day.instant()) =>
        {
            Some(said)
        }
        (said, day) => day.or(said),
    };
    let (tags, metadata) = labels(&matter, text);
    let labels = Labels::new(tags, metadata);
    let note = document(source, text, "markdown", time, labels);
    found.memories.push(note);
}

/// The tags of a note, of its front matter and of its text, and its metadata: the rest of its front matter, and the names of the
/// notes that it links to.
pub(crate) fn labels(matter: &Map<String, Value>, text: &str) -> (Vec<String>, Map<String, Value>) {
    let mut tags = Vec::new();
    for name in ["tags", "tag"] {
        match matter.get(name) {
            Some(Value::String(text)) => {
                let text = text.split([',', ' ']);
                tags.extend(text.map(|tag| tag.trim().trim_start_matches('#').to_owned()));
            }
            Some(Value::Array(list)) => {
                let list = list.iter().filter_map(Value::as_str);
                tags.extend(list.map(|tag| tag.trim_start_matches('#').to_owned()));
            }
            _ => {}
        }
    }
    let (in_text, links) = marks(text);
    tags.extend(in_text);
    tags.retain(|tag| !tag.is_empty() && tag.chars().count() <= 100);
    tags.sort_unstable();
    tags.dedup();
    tags.truncate(MAX_TAGS);
    let rest = matter
        .iter()
        .filter(|(name, _)| !["tags", "tag"].contains(&name.as_str()));
    let mut metadata: Map<String, Value> = rest
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !links.is_empty() {
        metadata.entry("links").or_insert(Value::from(links));
    }
    (tags, metadata)
}

/// A text.
pub(crate) fn text(source: &Source<'_>, text: &str, found: &mut Found) {
    let time = daily(source.file, source.options);
    let document = document(source, text, "text", time, Labels::default());
    found.memories.push(document);
}

/// A document that is a file, whole.
pub(crate) fn document(
    source: &Source<'_>,
    text: &str,
    origin: &str,
    time: Option<ReferenceTime>,
    labels: Labels,
) -> Memory {
    let name = &source.file.name;
    Memory {
        sent: None,
        expires_at: None,
        external_id: format!("file/{}", told_apart(name, MAX_NAME - 20)),
        session: Some(shortened(name, MAX_NAME)),
        space: None,
        source: origin.to_owned(),
        kind: EpisodeKind::Document,
        body: text.to_owned(),
        speaker: None,
        reference_time: time.unwrap_or_else(|| source.written()),
        labels,
    }
}

/// The tags within a note, and the names of the notes that it links to, as Obsidian and others write them: `#garden/beds`,
/// `[[Lena Fox|Lena]]`. What is set as code has none.
fn marks(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut tags, mut links): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        // Every other piece between backquotes is code.
        for piece in line.split('`').step_by(2) {
            tags.extend(tags_in(piece));
            let targets = piece
                .split("[[")
                .skip(1)
                .filter_map(|rest| rest.split_once("]]"));
            let targets = targets.map(|(target, _)| target.split(['|', '#', '^']).next());
            let targets = targets.flatten().map(|target| shortened(target, 200));
            for target in targets.filter(|target| !target.is_empty()) {
                if links.len() < MAX_LINKS && !links.contains(&target) {
                    links.push(target);
                }
            }
        }
    }
    (tags, links)
}

fn tags_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ',' | ';'));
    words.filter_map(|word| {
        let tag = word.strip_prefix('#')?;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
        let end = tag.find(|c| !is_part(c)).unwrap_or(tag.len());
        let tag = &tag[..end];
        // A number is the place of something in a list.
        tag.chars().any(char::is_alphabetic).then(|| tag.to_owned())
    })
}

/// The day of a daily note: its file is called by it.
fn daily(file: &File, options: &Options) -> Option<ReferenceTime> {
    let name = stem(&file.name);
    let day = name.get(..10)?.replace('_', "-");
    let has_end = name.chars().nth(10).is_none_or(|c| !c.is_ascii_digit());
    options
        .calendar
        .read(&day)
        .filter(|_| has_end && day.as_bytes()[4] == b'-')
}

/// Whether the text begins with front matter.
fn has_front_matter(text: &str) -> bool {
    front_matter(text).is_some_and(|(matter, _)| !matter.is_empty())
}

/// The front matter's plain values and lists, and the text after it; what is nested deeper is passed over.
pub(crate) fn front_matter(text: &str) -> Option<(Map<String, Value>, &str)> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut next = || {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let is_end = rest.is_empty();
        rest = after;
        (!is_end).then_some((line.trim_end(), after))
    };
    if next()?.0 != "---" {
        return None;
    }
    let mut matter: Map<String, Value> = Map::new();
    let mut name = String::new();
    while let Some((line, after)) = next() {
        if line == "---" || line == "..." {
            return Some((matter, after));
        }
        if let Some(item) = line.trim_start().strip_prefix("- ") {
            if let Some(Value::Array(list)) = matter.get_mut(&name) {
                list.push(scalar(item));
            }
            continue;
        }
        let is_nested = line.starts_with([' ', '\t', '#']);
        let Some((key, value)) = line.split_once(':').filter(|_| !is_nested) else {
            continue;
        };
        name = key.trim().to_owned();
        let value = match value.trim() {
            "" => Value::Array(Vec::new()),
            value => match value
                .strip_prefix('[')
                .and_then(|list| list.strip_suffix(']'))
            {
                Some(list) => list
                    .split(',')
                    .filter(|one| !one.trim().is_empty())
                    .map(scalar)
                    .collect(),
                None => scalar(value),
            },
        };
        matter.insert(name.clone(), value);
    }
    None
}

fn scalar(text: &str) -> Value {
    let text = text.trim();
    let quoted = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    if let Some(text) = quoted('"').or_else(|| quoted('\'')) {
        return Value::from(text);
    }
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => text
            .parse::<i64>()
            .map_or_else(|_| Value::from(text), Value::from),
    }
}
