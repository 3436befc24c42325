//! Messages as JSON: lists of them, or objects that hold such lists, as many chats export them.

use recollect_model::{EpisodeKind, Labels};
use serde_json::Value;

use crate::source::{Source, digest, items, shortened, stem, text};
use crate::{Found, Memory};

const LISTS: [&str; 5] = ["messages", "conversation", "turns", "items", "chat"];
const WORDS: [&str; 4] = ["text", "content", "body", "message"];
const SPEAKERS: [&str; 7] = [
    "author", "sender", "from", "role", "name", "user", "speaker",
];
const TIMES: [&str; 7] = [
    "create_time",
    "created_at",
    "timestamp",
    "ts",
    "date",
    "time",
    "createdAt",
];

/// Reads conversations, each a list of messages, or one of them.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let file = source.file;
    let known = found.memories.len();
    let of_many = match value {
        Value::Array(items) => items.iter().any(|item| list(item).is_some()),
        _ => false,
    };
    let all: Vec<&Value> = match of_many {
        true => items(Some(value)).iter().collect(),
        false => vec![value],
    };
    let many = all.len() > 1 || (of_many && file.before > 0);
    // The records of a piece are its conversations, or the messages of the one.
    let before = if many { file.before } else { 0 };
    for (number, one) in (before..).zip(all) {
        let title = text(one, &["title", "name", "id"]).map(str::to_owned);
        let title = title.unwrap_or_else(|| match many {
            true => format!("{} {}", stem(&file.name), number + 1),
            false => stem(&file.name).to_owned(),
        });
        let before = if many { 0 } else { file.before };
        conversation(source, &shortened(&title, 200), (one, before), found);
    }
    if found.memories.len() == known {
        found.problem(format!("{}: no messages were found in it", file.name));
    }
}

fn list(value: &Value) -> Option<&Vec<Value>> {
    LISTS.iter().find_map(|name| value.get(*name)?.as_array())
}

/// Reads a conversation, or a piece of one with so many messages before it.
fn conversation(
    source: &Source<'_>,
    title: &str,
    (one, before): (&Value, usize),
    found: &mut Found,
) {
    let messages = one.as_array().or_else(|| list(one));
    let mut last = source.time(TIMES.iter().find_map(|name| one.get(*name)));
    for (number, message) in (before..).zip(messages.into_iter().flatten()) {
        let words = match message {
            Value::String(words) => words.clone(),
            message => WORDS
                .iter()
                .find_map(|name| words(message.get(*name)?))
                .unwrap_or_default(),
        };
        let words = words.trim();
        if words.is_empty() {
            continue;
        }
        let speaker = SPEAKERS.iter().find_map(|name| match message.get(*name)? {
            Value::String(name) => Some(name.clone()),
            who => text(who, &["name", "role", "username"]).map(str::to_owned),
        });
        let time = source.time(TIMES.iter().find_map(|name| message.get(*name)));
        last = time.or(last);
        let at = last.unwrap_or(source.options.now);
        let id = text(message, &["id", "uuid"]).map(str::to_owned);
        let id = id.unwrap_or_else(|| {
            let number = number.to_string();
            digest(&[
                title,
                &number,
                speaker.as_deref().unwrap_or_default(),
                words,
            ])
        });
        found.memories.push(Memory {
            sent: None,
            expires_at: None,
            external_id: format!("messages/{}/{}", shortened(title, 100), shortened(&id, 200)),
            session: Some(title.to_owned()),
            space: None,
            source: "messages".to_owned(),
            kind: EpisodeKind::Conversation,
            body: match &speaker {
                Some(speaker) => format!("{speaker}: {words}"),
                None => words.to_owned(),
            },
            speaker,
            reference_time: at,
            labels: Labels::default(),
        });
    }
}

/// The words of a value: a text, or the texts of a list.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(words).collect();
            Some(parts.join("\n")).filter(|text| !text.is_empty())
        }
        Value::Object(fields) => ["text", "parts", "content"]
            .iter()
            .find_map(|name| words(fields.get(*name)?)),
        _ => None,
    }
}
