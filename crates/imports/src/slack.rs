//! Slack's export: a folder for each channel with a file for each day, and lists of people and channels beside them.

use serde_json::Value;

use crate::Found;
use crate::chat::{Chat, Said};
use crate::source::{Names, Source, items, text};

/// Messages that say something; the others say that somebody joined, or set a topic.
const SAID: [&str; 8] = [
    "bot_message",
    "file_comment",
    "file_share",
    "me_message",
    "reply_broadcast",
    "thread_broadcast",
    "document_mention",
    "huddle_thread",
];

/// The lists that tell of channels and direct conversations.
const LISTS: [&str; 4] = ["channels.json", "groups.json", "dms.json", "mpims.json"];

/// Whether this is a day of a channel, or one of the lists.
pub(crate) fn is_export(source: &Source<'_>, value: &Value) -> bool {
    let is_message = |one: &Value| {
        let ts = one.get("ts").and_then(Value::as_str);
        let ts = ts.and_then(|ts| ts.split_once('.'));
        one.get("type").is_some_and(|kind| kind == "message")
            && ts.is_some_and(|(seconds, fraction)| seconds.len() >= 9 && fraction.len() == 6)
    };
    items(Some(value)).iter().take(20).any(is_message) || is_list(source, value)
}

/// Whether this is a list of people, or one that lies beside it.
fn is_list(source: &Source<'_>, value: &Value) -> bool {
    let is_of_people = |value: &Value| {
        let people = items(Some(value)).iter().take(5);
        let mut people = people.filter(|one| one.get("profile").is_some());
        people.any(|one| {
            let id = one.get("id").and_then(Value::as_str).unwrap_or_default();
            one.get("team_id").is_some() || id.starts_with(['U', 'W'])
        })
    };
    if is_of_people(value) {
        return true;
    }
    let is_top = [
        "channels",
        "groups",
        "dms",
        "mpims",
        "integration_logs",
        "canvases",
        "lists",
        "file_conversations",
    ]
    .iter()
    .any(|name| source.file.name.rsplit('/').next() == Some(&format!("{name}.json")));
    is_top
        && source
            .json("users.json")
            .is_some_and(|users| is_of_people(&users))
}

/// Reads a day of a channel. A list gives no memories.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    if is_list(source, value) {
        return;
    }
    let people = source.names("../users.json", "people", people);
    let folder = source.folder();
    let told = |what, told| {
        let mut lists = LISTS
            .iter()
            .map(|list| source.names(&format!("../{list}"), what, told));
        lists.find_map(|names| names.get(folder).cloned())
    };
    let id = told("ids", ids).unwrap_or_else(|| folder.to_owned());
    let is_direct = id == folder || folder.starts_with("mpdm-");
    let members = told("members", members).filter(|members| is_direct && !members.is_empty());
    let session = match &members {
        Some(members) => {
            let names = members.split(' ').map(|id| name_of(id, &people));
            names.collect::<Vec<_>>().join(", ")
        }
        None => format!("#{folder}"),
    };
    let mut chat = Chat::new(source, "slack", &id, &session);
    for message in items(Some(value)) {
        let is_message = message.get("type").is_some_and(|kind| kind == "message");
        let kind = message.get("subtype").and_then(Value::as_str);
        if !is_message || kind.is_some_and(|kind| !SAID.contains(&kind)) {
            chat.pass_over();
            continue;
        }
        let words = message.get("text").and_then(Value::as_str);
        let words = plain(words.unwrap_or_default(), &people);
        let said = Said {
            id: text(message, &["ts"]),
            speaker: Some(&speaker(message, &people)),
            words: &words,
            time: source.time(message.get("ts")),
            is_edited: message.get("edited").is_some(),
        };
        chat.say(&said, found);
    }
    chat.end(&source.file.name, found);
}

/// The names of people by their ids.
fn people(list: &Value) -> Names {
    let people = items(Some(list)).iter();
    let people = people.filter_map(|one| Some((text(one, &["id"])?.to_owned(), called(one)?)));
    people.collect()
}

/// What somebody is called.
fn called(one: &Value) -> Option<String> {
    const NAMES: [&str; 4] = ["real_name", "display_name", "real_name_normalized", "name"];
    let profile = one.get("profile").and_then(|profile| text(profile, &NAMES));
    profile.or_else(|| text(one, &NAMES)).map(str::to_owned)
}

/// The ids of channels by the names of their folders.
fn ids(list: &Value) -> Names {
    let channels = items(Some(list)).iter().filter_map(|one| {
        let id = text(one, &["id"])?;
        Some((text(one, &["name"]).unwrap_or(id).to_owned(), id.to_owned()))
    });
    channels.collect()
}

/// The ids of the members of conversations by the names of their folders.
fn members(list: &Value) -> Names {
    let conversations = items(Some(list)).iter().filter_map(|one| {
        let folder = text(one, &["name", "id"])?.to_owned();
        let members: Vec<&str> = items(one.get("members"))
            .iter()
            .filter_map(Value::as_str)
            .collect();
        Some((folder, members.join(" ")))
    });
    conversations.collect()
}

fn name_of(id: &str, people: &Names) -> String {
    people.get(id).cloned().unwrap_or_else(|| id.to_owned())
}

fn speaker(message: &Value, people: &Names) -> String {
    let id = text(message, &["user"]);
    let known = id.and_then(|id| people.get(id).cloned());
    let here = || message.get("user_profile").and_then(called);
    let program = || text(message, &["username", "bot_id"]).map(str::to_owned);
    known
        .or_else(here)
        .or_else(program)
        .unwrap_or_else(|| id.unwrap_or("unknown").to_owned())
}

/// The text with names in place of ids: `<@U1>`, `<#C1|general>`, `<https://…|label>`, `&amp;`.
fn plain(text: &str, people: &Names) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((inside, after)) = after.split_once('>') else {
            break;
        };
        plain.push_str(before);
        plain.push_str(&reference(inside, people));
        rest = after;
    }
    plain.push_str(rest);
    plain
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

fn reference(inside: &str, people: &Names) -> String {
    let (target, label) = inside.split_once('|').unwrap_or((inside, ""));
    let named = |mark: char, id: &str| match label {
        "" => format!("{mark}{}", name_of(id, people)),
        label => format!("{mark}{}", label.trim_start_matches(mark)),
    };
    match target.chars().next() {
        Some('@') => match people.get(&target[1..]) {
            Some(name) => format!("@{name}"),
            None => named('@', &target[1..]),
        },
        Some('#') => named('#', &target[1..]),
        Some('!') if label.is_empty() => {
            format!("@{}", target[1..].split('^').next().unwrap_or_default())
        }
        Some('!') => label.to_owned(),
        _ if label.is_empty() || label == target => target.to_owned(),
        _ => format!("{label} ({target})"),
    }
}
