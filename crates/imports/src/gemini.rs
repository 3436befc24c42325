//! Gemini's activity in Google Takeout: each prompt with its answer, the newest first, as JSON or as a page.
//!
//! The activity names no conversations, or only some: what was asked on one day is one. Other products' activity lies
//! in files of the same shape, and is left out.

use std::collections::HashMap;

use recollect_model::ReferenceTime;
use serde_json::Value;

use crate::Found;
use crate::chat::{Chat, Said};
use crate::source::{Source, digest, items, text};
use crate::{html, times};

/// What Gemini is called in its activity.
const PRODUCTS: [&str; 3] = ["Gemini Apps", "Bard", "Gemini"];
/// What stands before a prompt.
const ASKED: [&str; 12] = [
    "Prompted ",
    "Asked Gemini ",
    "Asked: ",
    "Asked ",
    "Said ",
    "Branched ",
    "Answered ",
    "Sent ",
    "Eingegebener Prompt: ",
    "Gefragt: ",
    "Prompt eingegeben: ",
    "Gesagt: ",
];
/// What says that something was done, and not what was said.
const DONE: [&str; 7] = [
    "Used ",
    "Created ",
    "Gave ",
    "Added ",
    "Selected ",
    "Viewed ",
    "Deleted ",
];

/// Whether this is an activity of Google's.
pub(crate) fn is_activity(_: &Source<'_>, value: &Value) -> bool {
    items(Some(value)).iter().take(20).any(|one| {
        one.get("header").is_some() && one.get("title").is_some() && one.get("time").is_some()
    })
}

/// A prompt with its answer.
struct Turn {
    time: Option<ReferenceTime>,
    /// The conversation, where it is named.
    conversation: Option<String>,
    prompt: String,
    answer: String,
}

/// Reads the prompts and answers of Gemini.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let mut turns = Vec::new();
    let (mut others, mut passed_over) = (0, 0);
    for one in items(Some(value)) {
        if !PRODUCTS.contains(&text(one, &["header"]).unwrap_or_default()) {
            others += 1;
            continue;
        }
        let answers = items(one.get("safeHtmlItem")).iter();
        let answers = answers
            .filter_map(|item| text(item, &["html"]))
            .map(html::text);
        let answer = answers.collect::<Vec<_>>().join("\n\n");
        let title = text(one, &["title"]).unwrap_or_default();
        let Some(prompt) = prompt(title, !answer.is_empty()) else {
            passed_over += 1;
            continue;
        };
        turns.push(Turn {
            time: source.time(one.get("time")),
            conversation: conversation(one),
            prompt,
            answer,
        });
    }
    say(source, turns, found);
    left_out(source, others, passed_over, found);
}

/// Whether this is an activity of Google's as a page.
pub(crate) fn is_page(_: &Source<'_>, text: &str) -> bool {
    let beginning: String = text.trim_start().chars().take(200).collect();
    beginning.to_lowercase().contains("<html")
        && text.contains("class=\"outer-cell")
        && text.contains("class=\"header-cell")
}

/// Reads the prompts and answers of Gemini from a page.
pub(crate) fn read_page(source: &Source<'_>, page: &str, found: &mut Found) {
    let mut turns = Vec::new();
    let (mut others, mut passed_over) = (0, 0);
    for cell in page.split("<div class=\"outer-cell").skip(1) {
        let mut cells = cell.split("<div class=\"content-cell").map(|cell| {
            // The rest of the tag that was cut.
            html::text(cell.split_once('>').map_or("", |(_, cell)| cell))
        });
        let product = cells.next().unwrap_or_default();
        if !PRODUCTS.contains(&product.trim()) {
            others += 1;
            continue;
        }
        let content = cells.next().unwrap_or_default().replace('\u{a0}', " ");
        let lines: Vec<&str> = content.lines().collect();
        let calendar = &source.options.calendar;
        let dated = lines.iter().enumerate().skip(1);
        let mut dated =
            dated.filter_map(|(place, line)| Some((place, times::written(line, calendar)?)));
        let (place, time) = match dated.next() {
            Some((place, time)) => (place, Some(time)),
            None => (lines.len(), None),
        };
        let title = lines[..place].join("\n");
        let answer = lines.get(place + 1..).unwrap_or_default().join("\n");
        let answer = answer.trim().to_owned();
        let Some(prompt) = prompt(&title, !answer.is_empty()) else {
            passed_over += 1;
            continue;
        };
        turns.push(Turn {
            time,
            conversation: None,
            prompt,
            answer,
        });
    }
    say(source, turns, found);
    left_out(source, others, passed_over, found);
}

fn left_out(source: &Source<'_>, others: usize, passed_over: usize, found: &mut Found) {
    let name = &source.file.name;
    if others > 0 {
        found.problem(format!(
            "{name}: activities of other products left out: {others}"
        ));
    }
    if passed_over > 0 {
        found.problem(format!(
            "{name}: activities that ask nothing left out: {passed_over}"
        ));
    }
}

/// What was asked. In languages whose words are not known here, what was answered was asked.
fn prompt(title: &str, is_answered: bool) -> Option<String> {
    let asked = ASKED.iter().find_map(|asked| title.strip_prefix(asked));
    let is_done = DONE.iter().any(|done| title.starts_with(done));
    let prompt = asked.or_else(|| (is_answered && !is_done).then_some(title))?;
    Some(prompt.trim().to_owned()).filter(|prompt| !prompt.is_empty())
}

/// The one conversation that an activity leads to.
fn conversation(one: &Value) -> Option<String> {
    let links = items(one.get("details"))
        .iter()
        .filter_map(|detail| text(detail, &["url", "name"]));
    let links = links.chain(text(one, &["titleUrl"]));
    let mut ids = links.filter_map(|link| {
        let id = link.split_once("gemini.google.com/app/")?.1;
        let id = id.split(['?', '#', '/']).next().unwrap_or_default();
        (!id.is_empty()).then(|| id.to_owned())
    });
    let first = ids.next()?;
    ids.all(|other| other == first).then_some(first)
}

/// Tells the turns from the first to the last, each in its conversation or on its day.
fn say(source: &Source<'_>, mut turns: Vec<Turn>, found: &mut Found) {
    turns.reverse();
    turns.sort_by_key(|turn| turn.time.map(|time| time.instant()));
    let mut chats: HashMap<String, Chat> = HashMap::new();
    let mut repeats: HashMap<String, usize> = HashMap::new();
    for turn in &turns {
        let calendar = &source.options.calendar;
        let time = turn.time.unwrap_or_else(|| source.written());
        // The page tells whole seconds, and JSON more of them.
        let second = time.instant().as_second().to_string();
        let session = match &turn.conversation {
            Some(id) => format!("Gemini {}", id.chars().take(8).collect::<String>()),
            None => format!("Gemini {}", calendar.day(time.instant())),
        };
        let chat = chats
            .entry(session.clone())
            .or_insert_with(|| Chat::new(source, "gemini", "activity", &session));
        let name = digest(&[&second, &turn.prompt.split_whitespace().collect::<String>()]);
        let times = repeats.entry(name.clone()).or_default();
        *times += 1;
        let id = format!("{name}/{times}");
        let said = |id, speaker, words| Said {
            id: Some(id),
            speaker: Some(speaker),
            words,
            time: turn.time,
            is_edited: false,
        };
        chat.say(&said(&id, "user", &turn.prompt), found);
        if !turn.answer.is_empty() {
            chat.say(
                &said(&format!("{id}/answer"), "assistant", &turn.answer),
                found,
            );
        }
    }
}
