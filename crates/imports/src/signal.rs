//! Signal's conversations, as the exporters of its desktop program write them: sigtop (JSON), and signal-export (a
//! message a line, and Markdown).

use serde_json::{Value, json};

use crate::chat::{Chat, Said};
use crate::source::{Source, id, items, stem, text};
use crate::{Found, jsonl, whatsapp};

/// Who holds the telephone.
const ME: &str = "Me";

/// Whether these are messages of Signal's database.
pub(crate) fn is_export(_: &Source<'_>, value: &Value) -> bool {
    items(Some(value)).iter().take(20).any(|one| {
        one.get("conversationId").is_some()
            && (one.get("sent_at").is_some() || one.get("received_at").is_some())
    })
}

/// Reads a conversation whose file is called by it, `Lena (+49…).json`.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let messages = items(Some(value));
    let name = stem(&source.file.name);
    let name = name.rsplit_once(" (").map_or(name, |(name, _)| name);
    let id_of_chat = messages.iter().find_map(|one| id(one, &["conversationId"]));
    let mut chat = Chat::new(
        source,
        "signal",
        id_of_chat.as_deref().unwrap_or(name),
        name,
    );
    let is_sent_to_one = {
        let mut sources = messages.iter().filter_map(sender);
        let first = sources.next();
        sources.all(|other| Some(other) == first)
    };
    for message in messages {
        if is_without_time(message) {
            continue;
        }
        let speaker = match message.get("type").and_then(Value::as_str) {
            Some("outgoing") => ME,
            // Where only one other writes, the conversation is called by them.
            Some("incoming") if is_sent_to_one => name,
            Some("incoming") => sender(message).unwrap_or(name),
            _ => {
                chat.pass_over();
                continue;
            }
        };
        let id = id(message, &["id"]);
        let said = Said {
            id: id.as_deref(),
            speaker: Some(speaker),
            words: text(message, &["body"]).unwrap_or_default(),
            time: source.time(message.get("sent_at").or_else(|| message.get("timestamp"))),
            is_edited: !items(message.get("editHistory")).is_empty(),
        };
        chat.say(&said, found);
    }
    chat.end(&source.file.name, found);
}

/// A message that says nothing but that this one writes, for a [piece](crate::cut) of a conversation.
pub(crate) fn says_nothing(sender: &str) -> Value {
    json!({ "type": "incoming", "source": sender })
}

fn is_without_time(message: &Value) -> bool {
    let names = ["sent_at", "timestamp", "received_at", "body", "id"];
    names.iter().all(|name| message.get(*name).is_none())
}

/// Who wrote a message, if it was not the person.
pub(crate) fn sender(message: &Value) -> Option<&str> {
    let is_incoming = message.get("type").is_some_and(|kind| kind == "incoming");
    text(message, &["source", "sourceServiceId", "sourceUuid"]).filter(|_| is_incoming)
}

/// Whether these lines are messages of signal-export.
pub(crate) fn is_lines(lines: &[Value]) -> bool {
    let is_message = |line: &Value| {
        ["date", "sender", "body", "reactions"]
            .iter()
            .all(|name| line.get(*name).is_some())
    };
    lines.iter().any(is_message)
}

/// Reads a message a line; the conversation is called by its folder.
pub(crate) fn read_lines(source: &Source<'_>, log: &str, found: &mut Found) {
    let name = match source.folder() {
        "" => stem(&source.file.name),
        folder => folder,
    };
    let mut chat = Chat::new(source, "signal", name, name);
    for (_, message) in jsonl::lines(source, log, found) {
        let is_gone = message.get("deleted") == Some(&Value::Bool(true));
        if is_gone || message.get("call") == Some(&Value::Bool(true)) {
            chat.pass_over();
            continue;
        }
        // The clock of the computer, without a zone.
        let date = text(&message, &["date"]).map(|date| date.replace(' ', "T"));
        let said = Said {
            speaker: text(&message, &["sender"]),
            words: text(&message, &["body"]).unwrap_or_default(),
            time: date.and_then(|date| source.options.calendar.read(&date)),
            ..Said::default()
        };
        chat.say(&said, found);
    }
    chat.end(&source.file.name, found);
}

/// Whether this is a conversation of signal-export in Markdown: `[2024-03-12 18:05:00] Me: …`.
pub(crate) fn is_text(source: &Source<'_>, text: &str) -> bool {
    let is_stamped = |line: &str| {
        let stamp = line
            .strip_prefix('[')
            .and_then(|line| line.split(']').next());
        stamp.is_some_and(|stamp| stamp.get(4..5) == Some("-") && !stamp.contains("m."))
    };
    let mut lines = text.lines().filter(|line| is_stamped(line)).take(50);
    let is_of_signal = |line: &str| {
        let has_no_comma = line
            .split(']')
            .next()
            .is_some_and(|stamp| !stamp.contains(','));
        has_no_comma || line.contains("] Me: ")
    };
    whatsapp::is_chat(source, text) && lines.any(is_of_signal)
}

/// Reads a conversation in Markdown. Where the same lies beside it a message a line, that is read.
pub(crate) fn read_text(source: &Source<'_>, text: &str, found: &mut Found) {
    if source.sibling("data.json").is_some() {
        return;
    }
    let name = match (source.folder(), stem(&source.file.name)) {
        ("", name) => name,
        (folder, "chat" | "index") => folder,
        (_, name) => name,
    };
    // Who answered with a sign, and what was taken back, are not what somebody said.
    let is_said = |line: &&str| {
        let is_sign = line.starts_with("(- ") && line.ends_with(" -)");
        !is_sign && !line.ends_with(": (This message was deleted)")
    };
    let said: Vec<&str> = text.lines().filter(is_said).collect();
    whatsapp::read_as("signal", name, source, &said.join("\n"), found);
}
