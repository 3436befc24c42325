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

/// Whether this is a note in Markdown: its name says so, or it begins with front matter.
pub(crate) fn is_markdown(source: &Source<'_>, text: &str) -> bool {
    let name = source.file.name.to_lowercase();
    name.ends_with(".md") || name.ends_with(".markdown") || has_front_matter(text)
}

/// A note in Markdown. Its front matter gives the time, tags and metadata, and stays part of the text.
pub(crate) fn markdown(source: &Source<'_>, text: &str, found: &mut Found) {
    let (file, options) = (source.file, source.options);
    let matter = front_matter(text).unwrap_or_default();
    let said = TIMES
        .iter()
        .find_map(|name| time_of(matter.get(*name), &options.calendar));
    let mut tags = Vec::new();
    for name in ["tags", "tag"] {
        match matter.get(name) {
            Some(Value::String(text)) => {
                let text = text
                    .split([',', ' '])
                    .map(|tag| tag.trim().trim_start_matches('#'));
                tags.extend(text.filter(|tag| !tag.is_empty()).map(str::to_owned));
            }
            Some(Value::Array(list)) => {
                let list = list.iter().filter_map(Value::as_str);
                tags.extend(list.map(|tag| tag.trim_start_matches('#').to_owned()));
            }
            _ => {}
        }
    }
    tags.retain(|tag| !tag.is_empty() && tag.chars().count() <= 100);
    tags.truncate(50);
    let metadata = matter
        .into_iter()
        .filter(|(name, _)| !["tags", "tag"].contains(&name.as_str()))
        .collect();
    let time = said.or_else(|| daily(file, options));
    let labels = Labels::new(tags, metadata);
    let note = document(source, text, "markdown", time, labels);
    found.memories.push(note);
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

/// The day of a daily note: its file is called by it.
fn daily(file: &File, options: &Options) -> Option<ReferenceTime> {
    let name = stem(&file.name);
    let day = name.get(..10)?;
    let has_end = name.chars().nth(10).is_none_or(|c| !c.is_ascii_digit());
    options
        .calendar
        .read(day)
        .filter(|_| has_end && day.as_bytes()[4] == b'-')
}

/// Whether the text begins with front matter.
fn has_front_matter(text: &str) -> bool {
    front_matter(text).is_some_and(|matter| !matter.is_empty())
}

/// The front matter's plain values and lists; what is nested deeper is passed over, and stays in the text.
fn front_matter(text: &str) -> Option<Map<String, Value>> {
    let mut lines = text.lines();
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    let mut matter: Map<String, Value> = Map::new();
    let mut name = String::new();
    for line in lines {
        let line = line.trim_end();
        if line == "---" || line == "..." {
            return Some(matter);
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
