//! Chats that WhatsApp has exported as text, in the forms of its countries and of both systems.
//!
//! A message begins with its date and time, `[12.03.24, 18:05:11] Lena: …` or `3/12/24, 6:05 PM - Lena: …`, and goes
//! on until the next one does. All heads of a chat have one [shape](head::Shape): what looks like a head of another
//! one was copied into a message. Whether the day or the month comes first is [found out](dates) from the whole file.
//!
//! What WhatsApp writes itself, in any of the [locales], is no message: lines that name nobody, or somebody who did
//! not write them, what stands for an attachment or for what was deleted. It is left out and counted; the caption of
//! an attachment is kept. What is known as none of these was said. Messages are [named](naming) so that a later
//! export, under any name and in any zone, gives the same names, and what was edited replaces what it was.

mod characters;
mod dates;
mod head;
mod locale;
mod locales;
mod naming;
mod wording;

use std::collections::{BTreeSet, HashMap};

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::Map;

use self::dates::Civil;
use self::head::{Head, Shape, head};
use self::naming::Naming;
use self::wording::Content;
use crate::chat::one_line;
use crate::source::{Source, shortened, stem};
use crate::{File, Found, Memory};

/// So many lines are looked at to find out whether a text is a chat.
const LOOKED_AT: usize = 40;
/// The longest name of somebody who writes.
const MAX_NAME: usize = 80;

/// A chat as it is read.
struct Chat<'a> {
    /// Where it comes from; the names of its messages begin with it.
    origin: &'a str,
    session: &'a str,
    /// What it is called for certain; nothing where only its file has a name.
    key: &'a str,
    /// Whether WhatsApp writes lines of its own into it.
    has_wording: bool,
}

/// A message with all its lines.
struct Message<'a> {
    line: usize,
    head: Head<'a>,
    more: Vec<&'a str>,
}

/// What somebody wrote.
struct Said<'a> {
    line: usize,
    head: Head<'a>,
    speaker: String,
    /// It is one line, which WhatsApp marks as its own.
    is_marked: bool,
    content: Content,
}

/// What is left out, by why.
#[derive(Default)]
struct LeftOut {
    notices: usize,
    attachments: usize,
    deleted: usize,
}

/// Whether the text is such a chat: it begins with a message, and most of what could be one is one.
pub(crate) fn is_chat(_: &Source<'_>, text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let heads: Vec<Option<Head<'_>>> = lines.take(LOOKED_AT).map(head).collect();
    let count = heads.iter().flatten().count();
    match heads.first() {
        Some(Some(first)) if first.unknown.is_some() => count >= 3,
        Some(Some(_)) => count >= 2 || heads.len() == 1,
        _ => false,
    }
}

/// Reads a chat.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let chat = Chat {
        origin: "whatsapp",
        session: &chat_name(&source.file.name),
        key: "",
        has_wording: true,
    };
    read_chat(&chat, source, text, found);
}

/// Reads a chat of this name and origin, whose lines were all said.
pub(crate) fn read_as(
    origin: &str,
    chat: &str,
    source: &Source<'_>,
    text: &str,
    found: &mut Found,
) {
    let chat = Chat {
        origin,
        session: chat,
        key: chat,
        has_wording: false,
    };
    read_chat(&chat, source, text, found);
}

fn read_chat(chat: &Chat<'_>, source: &Source<'_>, text: &str, found: &mut Found) {
    let file = &source.file.name;
    let messages = messages(source.file, text, found);
    let heads: Vec<&Head<'_>> = messages.iter().map(|message| &message.head).collect();
    let order = dates::order(&heads);
    let this_year = u32::try_from(source.options.now.civil().year()).unwrap_or_default();
    let beginning = heads.first();
    let beginning = beginning.and_then(|head| dates::civil(head, order, this_year));
    let beginning = beginning.map(Civil::minute).unwrap_or_default();
    tell_unknown(file, &heads, found);
    let mut left_out = LeftOut::default();
    let mut said = said(chat, messages, &mut left_out);
    pass_over_groups(&mut said);
    let mut naming = Naming::of(chat.key, beginning);
    for said in said {
        let civil = dates::civil(&said.head, order, this_year);
        let time = civil.and_then(|civil| source.options.calendar.read(&civil.text()));
        let (Some(civil), Some(time)) = (civil, time) else {
            let line = said.line;
            found.problem(format!("{file}, line {line}: there is no such date"));
            continue;
        };
        let name = naming.next(&said.speaker, &civil.minute());
        match said.content {
            Content::Words { text, is_edited } => {
                let memory = memory(chat, &name, said.speaker, &text, time);
                let tags = is_edited.then(|| "edited".to_owned());
                found.memories.push(Memory {
                    labels: Labels::new(tags.into_iter().collect(), Map::new()),
                    ..memory
                });
            }
            Content::Attachment => left_out.attachments += 1,
            Content::Deleted => left_out.deleted += 1,
            Content::Notice => left_out.notices += 1,
        }
    }
    left_out.tell(file, found);
}

fn memory(
    chat: &Chat<'_>,
    name: &str,
    speaker: String,
    words: &str,
    time: ReferenceTime,
) -> Memory {
    Memory {
        sent: None,
        expires_at: None,
        external_id: format!("{}/{name}", chat.origin),
        session: Some(chat.session.to_owned()),
        space: None,
        source: chat.origin.to_owned(),
        kind: EpisodeKind::Conversation,
        body: format!("{speaker}: {words}"),
        speaker: Some(speaker),
        reference_time: time,
        labels: Labels::default(),
    }
}

/// The messages of all lines. What comes before the first is told.
fn messages<'a>(file: &File, text: &'a str, found: &mut Found) -> Vec<Message<'a>> {
    let lines: Vec<(&str, Option<Head<'_>>)> = text
        .lines()
        .map(|line| line.trim_end_matches('\r'))
        .map(|line| (line, head(line)))
        .collect();
    let shapes = shapes(lines.iter().filter_map(|(_, head)| head.as_ref()));
    let mut messages: Vec<Message<'a>> = Vec::new();
    for (number, (line, head)) in lines.into_iter().enumerate() {
        let head = head.filter(|head| shapes.contains(&head.shape));
        match (head, messages.last_mut()) {
            (Some(head), _) => messages.push(Message {
                line: number + 1,
                head,
                more: Vec::new(),
            }),
            (None, Some(message)) => message.more.push(line),
            (None, None) if line.trim().is_empty() => {}
            (None, None) => {
                let (name, line) = (&file.name, number + 1);
                found.problem(format!("{name}, line {line}: it belongs to no message"));
            }
        }
    }
    messages
}

/// The shapes of the heads of a chat: that of the first, and of at least a quarter of all, where exports were put together.
fn shapes<'a>(heads: impl Iterator<Item = &'a Head<'a>>) -> Vec<Shape> {
    let mut counts: Vec<(Shape, usize)> = Vec::new();
    let mut all = 0;
    for head in heads {
        all += 1;
        match counts.iter_mut().find(|(shape, _)| *shape == head.shape) {
            Some((_, count)) => *count += 1,
            None => counts.push((head.shape, 1)),
        }
    }
    let first = counts.first().map(|(shape, _)| *shape);
    let is_usual = |(shape, count): &(Shape, usize)| Some(*shape) == first || count * 4 >= all;
    let usual = counts.into_iter().filter(is_usual);
    usual.map(|(shape, _)| shape).collect()
}

/// What somebody wrote of the messages; lines of the chat itself are counted.
fn said<'a>(chat: &Chat<'_>, messages: Vec<Message<'a>>, left_out: &mut LeftOut) -> Vec<Said<'a>> {
    let mut speakers: HashMap<&str, Option<String>> = HashMap::new();
    let mut all = Vec::with_capacity(messages.len());
    for message in messages {
        let parts = name_and_words(chat, message.head.rest);
        let speaker = parts.and_then(|(name, _)| {
            let speaker = speakers.entry(name);
            speaker.or_insert_with(|| speaker_of(chat, name)).clone()
        });
        let (Some(speaker), Some((_, first))) = (speaker, parts) else {
            left_out.notices += 1;
            continue;
        };
        let mut lines = vec![first];
        lines.extend(&message.more);
        let content = match chat.has_wording {
            true => wording::content(&lines, &speaker),
            false => wording::as_said(&lines),
        };
        all.push(Said {
            line: message.line,
            head: message.head,
            speaker,
            is_marked: lines.len() == 1 && wording::is_marked(first),
            content,
        });
    }
    all
}

/// What stands before and behind the colon. A group whose name has a colon is known by what it tells.
fn name_and_words<'a>(chat: &Chat<'_>, rest: &'a str) -> Option<(&'a str, &'a str)> {
    let told = rest
        .find(": \u{200e}")
        .map(|place| (&rest[..place], &rest[place + 2..]))
        .filter(|(name, words)| {
            chat.has_wording
                && name.contains(": ")
                && wording::content(&[words], name) == Content::Notice
        });
    told.or_else(|| rest.split_once(": "))
        .or_else(|| rest.split_once(":\u{a0}"))
        .or_else(|| Some((rest.trim_end().strip_suffix(':')?, "")))
}

/// Whose name this is, if it is one.
fn speaker_of(chat: &Chat<'_>, name: &str) -> Option<String> {
    let speaker = one_line(name).trim_start_matches('~').trim().to_owned();
    let is_name = !speaker.is_empty() && speaker.chars().count() <= MAX_NAME;
    let is_notice = || chat.has_wording && wording::is_notice_before_colon(name);
    (is_name && !is_notice()).then_some(speaker)
}

/// iPhones let the group speak what is told of it. Who is known to have told such a thing, and wrote nothing that is not
/// marked, is no person: nothing of it was said, in whichever words.
fn pass_over_groups(said: &mut [Said<'_>]) {
    let of = |is: fn(&Said<'_>) -> bool| -> BTreeSet<String> {
        let those = said.iter().filter(|said| is(said));
        those.map(|said| said.speaker.clone()).collect()
    };
    let tellers = of(|said| said.content == Content::Notice);
    let people = of(|said| !said.is_marked && said.content != Content::Notice);
    for said in said.iter_mut() {
        let is_group = tellers.contains(&said.speaker) && !people.contains(&said.speaker);
        if is_group {
            said.content = Content::Notice;
        }
    }
}

/// Tells of the words beside times that no locale has.
fn tell_unknown(file: &str, heads: &[&Head<'_>], found: &mut Found) {
    let words: BTreeSet<&str> = heads.iter().filter_map(|head| head.unknown).collect();
    for word in words {
        found.problem(format!(
            "{file}: the word {word:?} beside a date is not known; times are read as if it were not there"
        ));
    }
}

impl LeftOut {
    fn tell(&self, file: &str, found: &mut Found) {
        for (count, one, many) in [
            (
                self.notices,
                "line of the chat itself was",
                "lines of the chat itself were",
            ),
            (
                self.attachments,
                "attachment without words was",
                "attachments without words were",
            ),
            (self.deleted, "deleted message was", "deleted messages were"),
        ] {
            match count {
                0 => {}
                1 => found.problem(format!("{file}: 1 {one} left out")),
                count => found.problem(format!("{file}: {count} {many} left out")),
            }
        }
    }
}

/// "WhatsApp Chat with Lena (1).txt" is the chat with Lena.
fn chat_name(file: &str) -> String {
    let name = stem(file).trim();
    let name = if name == "_chat" {
        file.rsplit(['/', '\\']).nth(1).unwrap_or(name)
    } else {
        name
    };
    let copy = name.rsplit_once(" (").filter(|(_, number)| {
        let digits = number.trim_end_matches(')');
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    });
    shortened(copy.map_or(name, |(name, _)| name), 200)
}
