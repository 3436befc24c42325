//! Telegram's export (`result.json`): all chats of an account, or one.

use std::collections::HashMap;

use recollect_model::ReferenceTime;
use serde_json::Value;

use crate::Found;
use crate::chat::{Chat, Said};
use crate::source::{Source, id, items, text};

/// Where a [piece](crate::cut) of an export names chats of the others that are called as its own are.
pub(crate) const BESIDE: &str = "beside";

/// Whether this is an export of Telegram.
pub(crate) fn is_export(_: &Source<'_>, value: &Value) -> bool {
    let is_chat = |chat: &Value| {
        let messages = items(chat.get("messages")).iter().take(50);
        chat.get("type").is_some() && {
            let mut dated = messages.filter(|message| message.get("date").is_some());
            dated.any(|one| one.get("from_id").is_some() || one.get("actor_id").is_some())
        }
    };
    is_chat(value) || chats(value).iter().any(|chat| is_chat(chat))
}

/// Reads every chat; those that were left, too.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let mut all = chats(value);
    if value.get("messages").is_some() {
        all.push(value);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let beside = items(value.pointer(&format!("/{BESIDE}/list")));
    for chat in all.iter().copied().chain(beside) {
        *counts.entry(name(chat)).or_default() += 1;
    }
    for one in all {
        let id = id(one, &["id"]).unwrap_or_default();
        let session = match counts.get(name(one)) {
            Some(1) => name(one).to_owned(),
            // Chats of one name are told apart.
            _ => format!("{} · {id}", name(one)),
        };
        let mut chat = Chat::new(source, "telegram", &id, &session);
        for message in items(one.get("messages")) {
            read_message(source, message, &mut chat, found);
        }
        chat.end(&format!("{}, {session}", source.file.name), found);
    }
}

fn chats(value: &Value) -> Vec<&Value> {
    let lists = ["/chats/list", "/left_chats/list"].into_iter();
    lists.flat_map(|path| items(value.pointer(path))).collect()
}

/// What a chat is called.
pub(crate) fn name(chat: &Value) -> &str {
    let is_saved = chat
        .get("type")
        .is_some_and(|kind| kind == "saved_messages");
    let unnamed = if is_saved {
        "Saved Messages"
    } else {
        "Telegram"
    };
    text(chat, &["name"]).unwrap_or(unnamed)
}

fn read_message(source: &Source<'_>, message: &Value, chat: &mut Chat, found: &mut Found) {
    if message.get("type").is_none_or(|kind| kind != "message") {
        return chat.pass_over();
    }
    let id = id(message, &["id"]);
    // What is passed on was said by somebody else.
    let speaker =
        text(message, &["forwarded_from", "saved_from", "from"]).unwrap_or("Deleted Account");
    let mut words = words(message.get("text"));
    if let Some(poll) = message.get("poll") {
        let question = text(poll, &["question"]).unwrap_or_default();
        let answers = items(poll.get("answers"))
            .iter()
            .filter_map(|answer| text(answer, &["text"]));
        words = format!("{question}\n- {}", answers.collect::<Vec<_>>().join("\n- "));
    }
    let said = Said {
        id: id.as_deref(),
        speaker: Some(speaker),
        words: &words,
        time: time(source, message),
        is_edited: message.get("edited").is_some() || message.get("edited_unixtime").is_some(),
    };
    chat.say(&said, found);
}

/// The instant; older exports say only what the clock of the computer showed.
fn time(source: &Source<'_>, message: &Value) -> Option<ReferenceTime> {
    let instant = source.time(message.get("date_unixtime"));
    instant.or_else(|| source.options.calendar.read(text(message, &["date"])?))
}

/// A text, or a list of texts and of pieces that are links, mentions and the like.
fn words(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(pieces)) => pieces.iter().map(|piece| words(Some(piece))).collect(),
        Some(piece) => {
            let words = piece
                .get("text")
                .and_then(Value::as_str)
                .unwrap_or_default();
            match piece.get("href").and_then(Value::as_str) {
                Some(address) => format!("{words} ({address})"),
                None => words.to_owned(),
            }
        }
        None => String::new(),
    }
}
