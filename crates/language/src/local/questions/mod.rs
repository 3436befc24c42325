//! Questions, read as texts are, with a hole in them.
//!
//! By the same parser: the word that asks, the verb, whom the question is about and what stands beside the verb, and from
//! these the relations that it may ask for and the time. It knows no names and looks nothing up.

mod asides;
mod asking;
mod copular;
mod days;
mod patterns;
mod people;
mod relations;
mod repair;
mod shape;
mod times;
mod words;

pub(super) use days::asking_when;
use recollect_model::ReferenceTime;
use recollect_spacy::Pipeline;

use crate::Hole;
use crate::QuestionPattern;
use crate::word_list::WordList;

/// A longer question is a text, and no question to be read as one, in bytes.
const MAX_BYTES: usize = 400;

/// What may stand before a question.
const LEADS: &[&str] = &[
    "please",
    "hey",
    "hi",
    "hello",
    "so",
    "and",
    "well",
    "ok",
    "okay",
    "tell me again",
    "tell me",
    "can you tell me",
    "could you tell me",
    "can you remember",
    "do you know",
    "do you remember",
    "do i know",
    "remind me again",
    "remind me",
    "i want to know",
    "i would like to know",
    "i'd like to know",
    "i wonder",
    "i forgot",
    "i forget",
    "say",
];

/// What may stand after one.
const TAILS: &[&str] = &[
    "please",
    "one after the other",
    "in order",
    "in chronological order",
    "in that order",
    "in turn",
    "so far",
    "over the years",
    "over time",
    "one day",
    "someday",
    "some day",
    "again please",
    "exactly",
    "by the way",
    "and when",
];

/// How a question that asks for who says something begins.
const SOURCES: &[&str] = &[
    "who says",
    "who said",
    "who claims",
    "who claimed",
    "who thinks",
    "who told me",
    "who told us",
    "who mentioned",
    "according to whom",
    "who tells me",
];

/// Reads a question; `None` where it is none that can be understood.
pub(super) fn read(
    text: &str,
    pipeline: &Pipeline,
    reference: ReferenceTime,
) -> Option<QuestionPattern> {
    let asked = last_question(text);
    if asked.is_empty() || asked.len() > MAX_BYTES {
        return None;
    }
    let asked = without_tail(without_lead(asked));
    let (asked, asks_for_source) = match SOURCES.iter().find_map(|start| after(asked, start)) {
        Some(rest) => (after(rest, "that").unwrap_or(rest), true),
        None => (asked, false),
    };
    let affirmed = affirmed(asked);
    let read = affirmed.as_deref().unwrap_or(asked);
    let mut doc = pipeline.read(read);
    repair::repair(read, &mut doc);
    let words = words::Words::new(read, &doc);
    let mut pattern = patterns::pattern(&shape::shape(&words, reference)?)?;
    if asks_for_source {
        pattern.hole = Hole::Source;
    }
    // "Udo plays" is looked for, and asks for no yes.
    if pattern.hole == Hole::Truth && !text.contains('?') && !is_inverted(asked) {
        if !pattern.object.is_empty() {
            return None;
        }
        pattern.hole = Hole::Object;
    }
    match affirmed {
        // "Isn't Anna married?" asks as "Is Anna married?" does.
        Some(_) if pattern.hole != Hole::Truth => negated(pattern),
        _ => Some(pattern),
    }
}

/// "is Anna married": whether words begin as a question for a yes does.
fn is_inverted(asked: &str) -> bool {
    let first = asked.split_whitespace().next().unwrap_or_default();
    let first = first.to_lowercase().replace('’', "'");
    let first = match first.as_str() {
        "won't" => "will",
        "can't" => "can",
        first => first.strip_suffix("n't").unwrap_or(first),
    };
    INVERTED.contains(first)
}

/// Verbs that stand before their subject in a question.
static INVERTED: WordList = WordList::new(
    "am is are was were do does did have has had can could will would shall should may might must",
);

/// A question that denies, as if it did not: "What does Freya like" of "What doesn't Freya like"; `None` of any other.
fn affirmed(question: &str) -> Option<String> {
    let straight = question.replace('’', "'");
    let is_denied = straight.to_lowercase().contains("n't ");
    is_denied.then(|| {
        straight
            .replace("can't ", "can ")
            .replace("won't ", "will ")
            .replace("n't ", " ")
    })
}

/// The pattern of a question that denies: "What doesn't Freya like?" asks for what she dislikes. Of other relations nobody says all that is not so.
fn negated(mut pattern: QuestionPattern) -> Option<QuestionPattern> {
    pattern.relations.retain_mut(|relation| {
        let known = relation.name.known();
        let opposite = known.and_then(|known| known.definition().opposite);
        opposite
            .map(|opposite| relation.name = opposite.into())
            .is_some()
    });
    (!pattern.relations.is_empty()).then_some(pattern)
}

/// The last sentence with a question mark, or all of a text without one.
fn last_question(text: &str) -> &str {
    let text = text.trim();
    let Some(end) = text.rfind('?') else {
        return text;
    };
    let before = &text[..end];
    let start = before
        .rfind(['.', '!', '?', '\n'])
        // "Dr. Lee" and "v2.1" end no sentence.
        .filter(|place| before[place + 1..].starts_with([' ', '\n']))
        .filter(|place| {
            let word = before[..*place].rsplit(' ').next().unwrap_or_default();
            word.len() > 3
        });
    let start = start.map_or(0, |place| place + 1);
    text[start..=end].trim()
}

fn without_lead(text: &str) -> &str {
    let mut text = text;
    while let Some(rest) = LEADS.iter().find_map(|lead| after(text, lead)) {
        text = rest;
    }
    text
}

/// A question without what only says that it asks for all in turn, or for no time in particular.
fn without_tail(text: &str) -> &str {
    let mut text = text.trim_end_matches(['?', ' ', '.', '!', ',']);
    while let Some(rest) = TAILS.iter().find_map(|tail| before(text, tail)) {
        text = rest;
    }
    text
}

/// What precedes these words at the end of a text.
fn before<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    let (rest, tail) = (text.get(..at)?, text.get(at..)?);
    (tail.eq_ignore_ascii_case(end) && rest.ends_with([' ', ',']))
        .then(|| rest.trim_end_matches([' ', ',']))
        .filter(|rest| rest.contains(' '))
}

/// What follows these words at the beginning of a text.
fn after<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let head = text.get(..start.len())?;
    let rest = text.get(start.len()..)?;
    (head.eq_ignore_ascii_case(start) && rest.starts_with([' ', ',']))
        .then(|| rest.trim_start_matches([' ', ',']))
        .filter(|rest| !rest.is_empty())
}
