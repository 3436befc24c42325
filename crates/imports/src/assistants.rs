//! Conversations with assistants, as ChatGPT and Claude export them.

use std::collections::{HashMap, HashSet};

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::source::{Source, digest, shortened, text, time_of};
use crate::{Found, Memory, Options};

const MAX_TITLE: usize = 200;

/// A conversation whose messages are read.
struct Conversation {
    /// What the source is called.
    source: &'static str,
    id: String,
    session: String,
    /// When the message before was said.
    last: ReferenceTime,
}

impl Conversation {
    fn message(
        &mut self,
        id: &str,
        speaker: &str,
        words: &str,
        time: Option<ReferenceTime>,
    ) -> Memory {
        self.last = time.unwrap_or(self.last);
        let mut metadata = Map::new();
        metadata.insert("conversationId".to_owned(), Value::from(self.id.clone()));
        Memory {
            sent: None,
            expires_at: None,
            external_id: format!("{}/{}/{id}", self.source, self.id),
            session: Some(self.session.clone()),
            space: None,
            source: self.source.to_owned(),
            kind: EpisodeKind::Conversation,
            body: format!("{speaker}: {words}"),
            speaker: Some(speaker.to_owned()),
            reference_time: self.last,
            labels: Labels::new(Vec::new(), metadata),
        }
    }
}

/// Whether these are conversations of ChatGPT.
pub(crate) fn is_chatgpt(_: &Source<'_>, value: &Value) -> bool {
    conversations(value)
        .iter()
        .any(|one| one.get("mapping").is_some())
}

/// Whether these are conversations of Claude.
pub(crate) fn is_claude(_: &Source<'_>, value: &Value) -> bool {
    conversations(value)
        .iter()
        .any(|one| one.get("chat_messages").is_some())
}

/// The conversations of an export: a list of them, or one alone.
fn conversations(value: &Value) -> &[Value] {
    match value {
        Value::Array(all) => all,
        one => std::slice::from_ref(one),
    }
}

/// ChatGPT: each conversation is a tree of messages. What is shown of it is the path from its root to `current_node`; the
/// branches beside it were abandoned, and are left out.
pub(crate) fn chatgpt(source: &Source<'_>, value: &Value, found: &mut Found) {
    let (file, options) = (source.file, source.options);
    let all = conversations(value);
    let titles = repeated(all, "title");
    for (number, one) in (file.before..).zip(all) {
        let Some(mapping) = one.get("mapping").and_then(Value::as_object) else {
            let problem = format!("{}: conversation {} has no messages", file.name, number + 1);
            found.problem(problem);
            continue;
        };
        let id = text(one, &["conversation_id", "id"])
            .map(str::to_owned)
            .unwrap_or_else(|| {
                digest(&[
                    text(one, &["title"]).unwrap_or_default(),
                    &number.to_string(),
                ])
            });
        let mut conversation = begun("chatgpt", one, id, "title", "create_time", &titles, options);
        for node in path(mapping, one.get("current_node").and_then(Value::as_str)) {
            let Some(message) = mapping.get(node).and_then(|node| node.get("message")) else {
                continue;
            };
            let role = message.pointer("/author/role").and_then(Value::as_str);
            let speaker = match role {
                Some("user") => "user",
                Some("assistant") => "assistant",
                _ => continue,
            };
            let is_hidden = message.pointer("/metadata/is_visually_hidden_from_conversation");
            let words = spoken(message);
            if is_hidden == Some(&Value::Bool(true)) || words.trim().is_empty() {
                continue;
            }
            let id = text(message, &["id"]).unwrap_or(node);
            let time = time_of(message.get("create_time"), &options.calendar);
            found
                .memories
                .push(conversation.message(id, speaker, words.trim(), time));
        }
    }
}

/// The nodes from the root to the current one; without one, along the last child of each.
fn path<'a>(mapping: &'a Map<String, Value>, current: Option<&'a str>) -> Vec<&'a str> {
    let parent = |id: &str| mapping.get(id)?.get("parent")?.as_str();
    let current = current.filter(|id| mapping.contains_key(*id));
    if let Some(current) = current {
        let mut path = vec![current];
        let mut seen = HashSet::from([current]);
        while let Some(before) = path.last().and_then(|id| parent(id)) {
            // A tree that leads back to itself is none.
            if !seen.insert(before) {
                break;
            }
            path.push(before);
        }
        path.reverse();
        return path;
    }
    let root = mapping.keys().find(|id| parent(id).is_none());
    let mut path: Vec<&str> = root.into_iter().map(String::as_str).collect();
    let mut seen: HashSet<&str> = path.iter().copied().collect();
    let last_child = |id: &str| {
        mapping
            .get(id)?
            .get("children")?
            .as_array()?
            .last()?
            .as_str()
    };
    while let Some(next) = path.last().and_then(|id| last_child(id)) {
        if !seen.insert(next) {
            break;
        }
        path.push(next);
    }
    path
}

/// What was said in a message of ChatGPT's: its parts that are words.
fn spoken(message: &Value) -> String {
    const WORDS: [&str; 4] = ["text", "multimodal_text", "code", "execution_output"];
    let Some(content) = message.get("content") else {
        return String::new();
    };
    let kind = content.get("content_type").and_then(Value::as_str);
    if kind.is_some_and(|kind| !WORDS.contains(&kind)) {
        return String::new();
    }
    let parts = content.get("parts").and_then(Value::as_array);
    let parts = parts.into_iter().flatten().filter_map(|part| match part {
        Value::String(words) => Some(words.as_str()),
        // Speech that was written down.
        part => part.get("text").and_then(Value::as_str),
    });
    let parts: Vec<&str> = parts.filter(|words| !words.trim().is_empty()).collect();
    match parts.is_empty() {
        true => text(content, &["text", "result"])
            .unwrap_or_default()
            .to_owned(),
        false => parts.join("\n"),
    }
}

/// Claude: each conversation is a list of messages, with what was attached to them.
pub(crate) fn claude(source: &Source<'_>, value: &Value, found: &mut Found) {
    let (file, options) = (source.file, source.options);
    let all = conversations(value);
    let titles = repeated(all, "name");
    for (number, one) in (file.before..).zip(all) {
        let Some(messages) = one.get("chat_messages").and_then(Value::as_array) else {
            let problem = format!("{}: conversation {} has no messages", file.name, number + 1);
            found.problem(problem);
            continue;
        };
        let id = text(one, &["uuid"]).map(str::to_owned).unwrap_or_else(|| {
            digest(&[
                text(one, &["name"]).unwrap_or_default(),
                &number.to_string(),
            ])
        });
        let mut conversation = begun("claude", one, id, "name", "created_at", &titles, options);
        for (number, message) in messages.iter().enumerate() {
            let speaker = match message.get("sender").and_then(Value::as_str) {
                Some("human") => "user",
                _ => "assistant",
            };
            let words = words_and_attachments(message);
            if words.trim().is_empty() {
                continue;
            }
            let id = text(message, &["uuid"])
                .map(str::to_owned)
                .unwrap_or_else(|| number.to_string());
            let time = time_of(message.get("created_at"), &options.calendar);
            found
                .memories
                .push(conversation.message(&id, speaker, words.trim(), time));
        }
    }
}

fn words_and_attachments(message: &Value) -> String {
    let blocks = message.get("content").and_then(Value::as_array);
    let blocks = blocks.into_iter().flatten();
    let blocks = blocks.filter(|block| block.get("type").is_none_or(|kind| kind == "text"));
    let blocks: Vec<&str> = blocks
        .filter_map(|block| block.get("text").and_then(Value::as_str))
        .filter(|words| !words.trim().is_empty())
        .collect();
    let mut words = match blocks.is_empty() {
        true => text(message, &["text"]).unwrap_or_default().to_owned(),
        false => blocks.join("\n"),
    };
    let attached = message.get("attachments").and_then(Value::as_array);
    for file in attached.into_iter().flatten() {
        if let Some(content) = text(file, &["extracted_content"]) {
            let name = text(file, &["file_name"]).unwrap_or("attached");
            words.push_str(&format!("\n\n[{name}]\n{content}"));
        }
    }
    words
}

/// The names that several conversations have.
fn repeated(all: &[Value], name: &str) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in all {
        *counts
            .entry(text(one, &[name]).unwrap_or_default().to_owned())
            .or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|(_, count)| *count > 1);
    repeated.map(|(name, _)| name).collect()
}

fn begun(
    source: &'static str,
    one: &Value,
    id: String,
    name: &str,
    time: &str,
    titles: &HashSet<String>,
    options: &Options,
) -> Conversation {
    let title = text(one, &[name]).unwrap_or_default();
    let short: String = id.chars().take(8).collect();
    // Conversations of one name are told apart.
    let session = match (title.trim(), titles.contains(title)) {
        ("", _) => format!("{source} {short}"),
        (title, true) => format!("{} · {short}", shortened(title, MAX_TITLE)),
        (title, false) => shortened(title, MAX_TITLE),
    };
    Conversation {
        source,
        id,
        session,
        last: time_of(one.get(time), &options.calendar).unwrap_or(options.now),
    }
}
