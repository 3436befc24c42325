//! What a piece of JSON must know of the rest of its file: which titles and names several conversations have, and how
//! many write in one. It is told by records that say nothing.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, Read, Seek};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::{Cut, Piece, Segment};
use crate::source::{id, text};
use crate::{signal, telegram};

/// An element of a list, as far as it bears on others.
#[derive(Deserialize)]
struct Element {
    mapping: Option<IgnoredAny>,
    chat_messages: Option<IgnoredAny>,
    title: Option<Value>,
    name: Option<Value>,
    id: Option<Value>,
    conversation_id: Option<Value>,
    uuid: Option<Value>,
    #[serde(rename = "conversationId")]
    conversation: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<Value>,
    source: Option<Value>,
    #[serde(rename = "sourceServiceId")]
    source_service_id: Option<Value>,
    #[serde(rename = "sourceUuid")]
    source_uuid: Option<Value>,
}

/// An export of several chats.
#[derive(Deserialize)]
struct Export {
    chats: Option<Chats>,
    left_chats: Option<Chats>,
}

#[derive(Deserialize)]
struct Chats {
    #[serde(default)]
    list: Vec<Chat>,
}

#[derive(Deserialize)]
struct Chat {
    name: Option<Value>,
    id: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<Value>,
}

/// What a piece says that bears on others: names, each with what it is the name of.
#[derive(Default)]
struct Said {
    /// What has these names.
    what: What,
    names: HashMap<String, HashSet<String>>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum What {
    #[default]
    Nothing,
    ChatGpt,
    Claude,
    /// Who writes in a conversation of Signal.
    Senders,
    Telegram,
}

/// Adds to each piece what it must know of the others.
pub(super) fn add(file: &mut (impl Read + Seek), cut: &mut Cut) -> io::Result<()> {
    if cut.pieces.len() < 2 {
        return Ok(());
    }
    let mut all: HashMap<String, HashSet<String>> = HashMap::new();
    let mut said = Vec::with_capacity(cut.pieces.len());
    for piece in &cut.pieces {
        let mut bytes = Vec::new();
        piece.write(file, &mut bytes)?;
        let one = said_in(&bytes);
        for (name, ids) in &one.names {
            let known = all.entry(name.clone()).or_default();
            known.extend(ids.iter().cloned());
        }
        said.push((one.what, one.names.into_keys().collect::<BTreeSet<_>>()));
    }
    let senders = senders(&all);
    for (piece, (what, names)) in cut.pieces.iter_mut().zip(said) {
        let shared = names.into_iter().filter(|name| all[name].len() > 1);
        let records: Vec<Value> = match what {
            What::Nothing => Vec::new(),
            What::ChatGpt => shared
                .map(|name| json!({ "title": name, "mapping": {} }))
                .collect(),
            What::Claude => shared
                .map(|name| json!({ "name": name, "chat_messages": [] }))
                .collect(),
            What::Telegram => shared.map(|name| json!({ "name": name })).collect(),
            What::Senders => senders.clone(),
        };
        match (what, records.is_empty()) {
            (_, true) => {}
            (What::Telegram, _) => {
                let beside = Value::from(records);
                put_last(
                    piece,
                    &format!(",\"{}\":{{\"list\":{beside}}}", telegram::BESIDE),
                );
            }
            _ => {
                let records: Vec<String> = records.iter().map(|one| format!(",{one}")).collect();
                put_last(piece, &records.concat());
            }
        }
    }
    Ok(())
}

/// Two of those who write in a conversation, where more than one does: then it is not called by the one.
fn senders(all: &HashMap<String, HashSet<String>>) -> Vec<Value> {
    let mut names: Vec<&String> = all.keys().collect();
    names.sort();
    match names.len() {
        0 | 1 => Vec::new(),
        _ => names
            .into_iter()
            .take(2)
            .map(|name| signal::says_nothing(name))
            .collect(),
    }
}

fn put_last(piece: &mut Piece, records: &str) {
    if let Some(Segment::Text(close)) = piece.segments.last_mut() {
        close.insert_str(0, records);
    }
}

fn said_in(bytes: &[u8]) -> Said {
    match bytes.first() {
        Some(b'[') => {
            let elements: Vec<Element> = serde_json::from_slice(bytes).unwrap_or_default();
            let mut said = Said::default();
            for (number, element) in elements.into_iter().enumerate() {
                said.take(&element, number);
            }
            said
        }
        _ => of_chats(bytes),
    }
}

fn of_chats(bytes: &[u8]) -> Said {
    let mut said = Said::default();
    let Ok(export) = serde_json::from_slice::<Export>(bytes) else {
        return said;
    };
    let lists = [export.chats, export.left_chats].into_iter().flatten();
    for chat in lists.flat_map(|chats| chats.list) {
        said.what = What::Telegram;
        let chat = json!({ "name": chat.name, "id": chat.id, "type": chat.kind });
        let ids = said
            .names
            .entry(telegram::name(&chat).to_owned())
            .or_default();
        ids.insert(id(&chat, &["id"]).unwrap_or_default());
    }
    said
}

impl Said {
    fn take(&mut self, element: &Element, number: usize) {
        let (what, name) = match element {
            Element {
                mapping: Some(_), ..
            } => (What::ChatGpt, &element.title),
            Element {
                chat_messages: Some(_),
                ..
            } => (What::Claude, &element.name),
            Element {
                conversation: Some(_),
                ..
            } => {
                let message = json!({
                    "type": element.kind, "source": element.source,
                    "sourceServiceId": element.source_service_id, "sourceUuid": element.source_uuid,
                });
                self.what = What::Senders;
                if let Some(sender) = signal::sender(&message) {
                    self.names.entry(sender.to_owned()).or_default();
                }
                return;
            }
            _ => return,
        };
        self.what = what;
        let Some(name) = name
            .as_ref()
            .and_then(Value::as_str)
            .filter(|name| !name.trim().is_empty())
        else {
            return;
        };
        let ids = json!({ "conversation_id": element.conversation_id, "id": element.id, "uuid": element.uuid });
        let of = text(&ids, &["conversation_id", "id", "uuid"]).map(str::to_owned);
        let of = of.unwrap_or_else(|| number.to_string());
        self.names.entry(name.to_owned()).or_default().insert(of);
    }
}
