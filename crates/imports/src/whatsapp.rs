//! Chats that WhatsApp has exported as text, in the forms of several countries and of both systems.
//!
//! A message begins with its date and time, `[12.03.24, 18:05:11] Lena: …` or `3/12/24, 6:05 PM - Lena: …`, and goes on until
//! the next one does. Whether the day or the month comes first is found out from the whole file: by a number that can be no
//! month, or else by which order makes the dates go forward. Lines of WhatsApp itself name nobody, and are left out.

use std::collections::HashMap;

use recollect_model::{EpisodeKind, Labels};
use serde_json::Map;

use crate::source::{Source, digest, shortened, stem};
use crate::{File, Found, Memory};

/// So many lines are looked at to find out whether a text is a chat.
const LOOKED_AT: usize = 40;
/// The longest name of somebody who writes.
const MAX_NAME: usize = 80;
/// What WhatsApp appends to a message that was changed, in some of its languages.
const EDITED: [&str; 4] = [
    "<This message was edited>",
    "<Diese Nachricht wurde bearbeitet.>",
    "<Diese Nachricht wurde bearbeitet>",
    "<Se editó este mensaje.>",
];

/// A date as it is written: three numbers whose order is to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Date {
    numbers: [u32; 3],
    separator: char,
    is_year_first: bool,
}

/// The order of the numbers of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// The beginning of a message.
#[derive(Debug, Clone)]
struct Head<'a> {
    date: Date,
    /// Hour, minute and second.
    time: [u32; 3],
    is_twelve_hours: bool,
    /// What comes after the time.
    rest: &'a str,
}

/// A message with all its lines.
struct Message<'a> {
    line: usize,
    head: Head<'a>,
    more: Vec<&'a str>,
}

/// Whether the text is such a chat: it begins with a message, and most of what could be one is one.
pub(crate) fn is_chat(_: &Source<'_>, text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let heads: Vec<bool> = lines
        .take(LOOKED_AT)
        .map(|line| head(line).is_some())
        .collect();
    let count = heads.iter().filter(|is_head| **is_head).count();
    heads.first() == Some(&true) && (count >= 2 || heads.len() == 1)
}

/// Reads a chat.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    read_as(
        "whatsapp",
        &chat_name(&source.file.name),
        source,
        text,
        found,
    );
}

/// Reads a chat of this name and origin.
pub(crate) fn read_as(
    origin: &str,
    chat: &str,
    source: &Source<'_>,
    text: &str,
    found: &mut Found,
) {
    let file = source.file;
    let messages = messages(file, text, found);
    let order = order(&messages);
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut left_out = 0;
    for message in messages {
        let civil = civil(&message.head, order);
        let Some(time) = civil.and_then(|civil| source.options.calendar.read(&civil)) else {
            let (name, line) = (&file.name, message.line);
            found.problem(format!("{name}, line {line}: there is no such date"));
            continue;
        };
        let Some((speaker, first)) = spoken(message.head.rest) else {
            left_out += 1;
            continue;
        };
        let mut lines = vec![first];
        lines.extend(&message.more);
        let words = clean(lines.join("\n").trim());
        let edited = EDITED.iter().find_map(|mark| words.strip_suffix(mark));
        let tags = edited.map(|_| "edited".to_owned()).into_iter().collect();
        let words = edited.map_or(words.as_str(), str::trim_end);
        if words.is_empty() {
            left_out += 1;
            continue;
        }
        let name = digest(&[chat, &time.to_string(), &speaker, words]);
        // Who says "ok" twice in a minute has said it twice.
        let times = known.entry(name.clone()).or_default();
        *times += 1;
        found.memories.push(Memory {
            sent: None,
            expires_at: None,
            external_id: format!("{origin}/{name}/{times}"),
            session: Some(chat.to_owned()),
            space: None,
            source: origin.to_owned(),
            kind: EpisodeKind::Conversation,
            body: format!("{speaker}: {words}"),
            speaker: Some(speaker),
            reference_time: time,
            labels: Labels::new(tags, Map::new()),
        });
    }
    if left_out > 0 {
        let lines = match left_out {
            1 => "line of the chat itself was",
            _ => "lines of the chat itself were",
        };
        found.problem(format!("{}: {left_out} {lines} left out", file.name));
    }
}

fn messages<'a>(file: &File, text: &'a str, found: &mut Found) -> Vec<Message<'a>> {
    let mut messages: Vec<Message<'a>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        match (head(line), messages.last_mut()) {
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

/// Without the marks that tell a screen the direction of the text.
fn clean(text: &str) -> String {
    text.chars()
        .filter(|c| {
            !matches!(
                c,
                '\u{200e}' | '\u{200f}' | '\u{202a}' | '\u{202c}' | '\u{feff}'
            )
        })
        .collect()
}

/// Who says it, and what.
fn spoken(rest: &str) -> Option<(String, &str)> {
    let (name, words) = rest
        .split_once(": ")
        .or_else(|| rest.split_once(":\u{a0}"))
        .or_else(|| rest.strip_suffix(':').map(|name| (name, "")))?;
    let name = clean(name).trim().trim_start_matches('~').trim().to_owned();
    let is_name = !name.is_empty() && name.chars().count() <= MAX_NAME;
    is_name.then_some((name, words))
}

/// The beginning of a message, if the line is one.
fn head(line: &str) -> Option<Head<'_>> {
    let line = line.trim_start_matches(['\u{feff}', '\u{200e}', '\u{200f}', ' ']);
    let (bracketed, line) = match line.strip_prefix('[') {
        Some(line) => (true, line),
        None => (false, line),
    };
    let (date, line) = date(line)?;
    let line = line.strip_prefix(',').unwrap_or(line);
    let line = line.trim_start_matches(is_blank);
    let (time, is_twelve_hours, line) = time(line)?;
    let rest = match bracketed {
        true => line.strip_prefix(']')?,
        false => line.trim_start_matches(is_blank).strip_prefix('-')?,
    };
    Some(Head {
        date,
        time,
        is_twelve_hours,
        rest: rest.trim_start_matches(|c| is_blank(c) || c == '\u{200e}'),
    })
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}')
}

fn number(text: &str, most: usize) -> Option<(u32, usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let fits = (1..=most).contains(&digits);
    let number = text.get(..digits).filter(|_| fits)?.parse().ok()?;
    Some((number, digits, &text[digits..]))
}

fn date(text: &str) -> Option<(Date, &str)> {
    let (first, digits, rest) = number(text, 4)?;
    let separator = rest
        .chars()
        .next()
        .filter(|c| matches!(c, '.' | '/' | '-'))?;
    let rest = rest[1..].trim_start();
    let (second, _, rest) = number(rest, 2)?;
    let rest = rest.strip_prefix(separator)?.trim_start();
    let (third, _, rest) = number(rest, 4)?;
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    let date = Date {
        numbers: [first, second, third],
        separator,
        is_year_first: digits == 4,
    };
    Some((date, rest))
}

fn time(text: &str) -> Option<([u32; 3], bool, &str)> {
    let (mut hour, _, rest) = number(text, 2)?;
    let rest = rest.strip_prefix([':', '.'])?;
    let (minute, digits, rest) = number(rest, 2)?;
    if digits != 2 {
        return None;
    }
    let (second, rest) = match rest
        .strip_prefix([':', '.'])
        .and_then(|rest| number(rest, 2))
    {
        Some((second, 2, rest)) => (second, rest),
        _ => (0, rest),
    };
    let after = rest.trim_start_matches(is_blank);
    let lower: String = after.chars().take(6).collect::<String>().to_lowercase();
    let half = ["am", "pm", "a.m.", "p.m.", "a. m.", "p. m."]
        .into_iter()
        .find(|half| lower.replace(['\u{a0}', '\u{202f}'], " ").starts_with(half));
    let Some(half) = half else {
        return Some(([hour, minute, second], false, rest));
    };
    let is_afternoon = half.starts_with('p');
    hour = match (hour % 12, is_afternoon) {
        (hour, true) => hour + 12,
        (hour, false) => hour,
    };
    let length: usize = after
        .chars()
        .take(half.chars().count())
        .map(char::len_utf8)
        .sum();
    Some(([hour, minute, second], true, &after[length..]))
}

/// Whether the day or the month comes first.
fn order(messages: &[Message<'_>]) -> Order {
    let dates = || {
        messages
            .iter()
            .map(|message| message.head.date)
            .filter(|date| !date.is_year_first)
    };
    if dates().any(|date| date.numbers[0] > 12) {
        return Order::DayFirst;
    }
    if dates().any(|date| date.numbers[1] > 12) {
        return Order::MonthFirst;
    }
    let backwards = |order: Order| {
        let days: Vec<[u32; 3]> = dates().map(|date| in_order(date, order)).collect();
        days.windows(2).filter(|pair| pair[0] > pair[1]).count()
    };
    match backwards(Order::DayFirst).cmp(&backwards(Order::MonthFirst)) {
        std::cmp::Ordering::Less => Order::DayFirst,
        std::cmp::Ordering::Greater => Order::MonthFirst,
        // Whoever writes slashes and counts to twelve writes the month first.
        std::cmp::Ordering::Equal => {
            let first = messages.first().map(|message| &message.head);
            let is_american =
                first.is_some_and(|head| head.is_twelve_hours && head.date.separator == '/');
            if is_american {
                Order::MonthFirst
            } else {
                Order::DayFirst
            }
        }
    }
}

/// Year, month and day.
fn in_order(date: Date, order: Order) -> [u32; 3] {
    let [first, second, third] = date.numbers;
    if date.is_year_first {
        return [first, second, third];
    }
    let year = if third < 100 { 2000 + third } else { third };
    match order {
        Order::DayFirst => [year, second, first],
        Order::MonthFirst => [year, first, second],
    }
}

fn civil(head: &Head<'_>, order: Order) -> Option<String> {
    let [year, month, day] = in_order(head.date, order);
    let [hour, minute, second] = head.time;
    (hour < 24 && minute < 60 && second < 60)
        .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}
