//! Discord: channels as `DiscordChatExporter` writes them, and the package that Discord gives to its users, with what
//! they wrote themselves.

use recollect_model::ReferenceTime;
use serde_json::Value;

use crate::Found;
use crate::chat::{Chat, Said};
use crate::source::{Names, Source, id, items, stem, text};

/// The kinds of messages that say something; the others say that somebody joined, pinned or called.
const SAID: [&str; 5] = [
    "Default",
    "Reply",
    "ThreadStarterMessage",
    "ChatInputCommand",
    "ContextMenuCommand",
];

/// Whether this is a channel of `DiscordChatExporter`.
pub(crate) fn is_channel(_: &Source<'_>, value: &Value) -> bool {
    value.get("channel").is_some_and(Value::is_object)
        && value.get("messages").is_some_and(Value::is_array)
        && (value.get("guild").is_some() || value.get("dateRange").is_some())
}

/// Reads a channel.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let channel = value.get("channel").unwrap_or(&Value::Null);
    let id_of_channel = id(channel, &["id"]).unwrap_or_else(|| stem(&source.file.name).to_owned());
    let guild = value.get("guild").and_then(|guild| text(guild, &["name"]));
    let session = session(guild, text(channel, &["name"]).unwrap_or(&id_of_channel));
    let mut chat = Chat::new(source, "discord", &id_of_channel, &session);
    for message in items(value.get("messages")) {
        let kind = message.get("type").and_then(Value::as_str);
        if kind.is_some_and(|kind| !SAID.contains(&kind)) {
            chat.pass_over();
            continue;
        }
        let author = message.get("author");
        let speaker = author.and_then(|author| text(author, &["nickname", "name", "id"]));
        let words = match text(message, &["content"]) {
            Some(words) => words.to_owned(),
            None => embedded(message),
        };
        let id = id(message, &["id"]);
        let said = Said {
            id: id.as_deref(),
            speaker,
            words: &words,
            time: source.time(message.get("timestamp")),
            is_edited: message.get("timestampEdited").is_some_and(Value::is_string),
        };
        chat.say(&said, found);
    }
    chat.end(&source.file.name, found);
}

/// What is shown of pages and posts in a message.
fn embedded(message: &Value) -> String {
    let embeds = items(message.get("embeds")).iter().flat_map(|embed| {
        ["title", "description"]
            .into_iter()
            .filter_map(|name| text(embed, &[name]))
    });
    embeds.collect::<Vec<_>>().join("\n")
}

/// Whether this is a file of Discord's package: messages, what tells of their channel, or one of the lists.
pub(crate) fn is_package(source: &Source<'_>, value: &Value) -> bool {
    let mut messages = items(Some(value)).iter().take(5);
    messages.any(|one| one.get("ID").is_some() && one.get("Contents").is_some())
        || is_list(source, value)
}

fn is_list(source: &Source<'_>, value: &Value) -> bool {
    let lies_beside = |names: &[&str]| names.iter().any(|name| source.sibling(name).is_some());
    match stem(&source.file.name) {
        "channel" => value.get("id").is_some() && lies_beside(&["messages.json", "messages.csv"]),
        "index" => value.as_object().is_some_and(|channels| {
            let mut ids = channels.keys();
            ids.any(|id| {
                lies_beside(&[
                    &format!("c{id}/channel.json"),
                    &format!("{id}/channel.json"),
                ])
            })
        }),
        "user" => lies_beside(&["../messages/index.json"]),
        _ => false,
    }
}

/// Reads what somebody wrote in a channel. A list gives no memories.
pub(crate) fn read_package(source: &Source<'_>, value: &Value, found: &mut Found) {
    if is_list(source, value) {
        return;
    }
    let rows = items(Some(value)).iter().map(|message| Row {
        id: id(message, &["ID"]).unwrap_or_default(),
        time: text(message, &["Timestamp"]).unwrap_or_default().to_owned(),
        words: text(message, &["Contents"]).unwrap_or_default().to_owned(),
    });
    read_rows(source, rows.collect(), found);
}

const COLUMNS: &str = "ID,Timestamp,Contents";

/// Whether this is the package's table of messages.
pub(crate) fn is_table(_: &Source<'_>, text: &str) -> bool {
    is_columns(text)
}

/// The same, of the beginning of a file.
pub(crate) fn is_columns(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(COLUMNS)
}

/// Reads the table of what somebody wrote in a channel.
pub(crate) fn read_table(source: &Source<'_>, text: &str, found: &mut Found) {
    let text = text.trim_start_matches('\u{feff}');
    let mut table = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for row in table.records() {
        match row {
            Ok(row) => {
                let field = |place| row.get(place).unwrap_or_default().to_owned();
                rows.push(Row {
                    id: field(0),
                    time: field(1),
                    words: field(2),
                });
            }
            Err(error) => found.problem(format!("{}: {error}", source.file.name)),
        }
    }
    read_rows(source, rows, found);
}

struct Row {
    id: String,
    time: String,
    words: String,
}

/// The newest comes first in some of them. Times without a zone are UTC's.
fn read_rows(source: &Source<'_>, rows: Vec<Row>, found: &mut Found) {
    let channel = source.json("channel.json").unwrap_or_default();
    let folder = source.folder();
    let id = id(&channel, &["id"]).unwrap_or_else(|| folder.trim_start_matches('c').to_owned());
    let listed = source
        .names("../index.json", "channels", channels)
        .get(&id)
        .cloned();
    let guild = channel
        .get("guild")
        .and_then(|guild| text(guild, &["name"]));
    let name = text(&channel, &["name"]).map(str::to_owned).or(listed);
    let session = session(guild, name.as_deref().unwrap_or(&id));
    let user = source.names("../../account/user.json", "user", user);
    let speaker = user.get("name").map_or("Me", String::as_str);
    let mut rows: Vec<_> = rows
        .into_iter()
        .map(|row| (row.time.parse::<ReferenceTime>().ok(), row))
        .collect();
    rows.sort_by_key(|(time, _)| time.map(|time| time.instant()));
    let mut chat = Chat::new(source, "discord", &id, &session);
    for (time, row) in &rows {
        let said = Said {
            id: Some(&row.id)
                .filter(|id| !id.is_empty())
                .map(String::as_str),
            speaker: Some(speaker),
            words: &row.words,
            time: *time,
            is_edited: false,
        };
        chat.say(&said, found);
    }
    chat.end(&source.file.name, found);
}

/// What the one is called who wrote all of it.
fn user(user: &Value) -> Names {
    let name = text(user, &["global_name", "username"]);
    let name = name.map(|name| ("name".to_owned(), name.to_owned()));
    name.into_iter().collect()
}

fn channels(index: &Value) -> Names {
    let channels = index.as_object().into_iter().flatten();
    let channels = channels.filter_map(|(id, name)| Some((id.clone(), name.as_str()?.to_owned())));
    channels.collect()
}

fn session(guild: Option<&str>, channel: &str) -> String {
    match guild {
        Some(guild) => format!("{guild} · {channel}"),
        None => channel.to_owned(),
    }
}
