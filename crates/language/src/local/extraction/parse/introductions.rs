//! Who somebody is, in a list: "I'm 44, network engineer at Corvane, married to Yasmin, two kids".

use crate::lexicon::{is_given_name, is_occupation, is_surname, role};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{before, plain, words};

/// The most words of an item that lead to what it names: "senior network engineer".
const LONGEST: usize = 4;

/// What stands before an item that is a sentence of its own.
const BEING: &str = ". I am";
const HAVING: &str = ". I have";

/// Where the items of such a list begin, as sentences of their own.
pub(super) fn introductions(content: &str) -> Vec<Edit> {
    let words = words(content);
    let mut edits = Vec::new();
    let mut is_introduced = false;
    for (number, (at, word)) in words.iter().enumerate() {
        let before = before(content, &words, number);
        if number == 0 || before.contains(['.', '!', '?', '\n', ':']) {
            let second = words.get(number + 1).map_or("", |(_, word)| *word);
            let third = words.get(number + 2).map_or("", |(_, word)| *word);
            is_introduced = match plain(word).as_str() {
                "i'm" | "im" => is_said_of_oneself(second),
                "i" => plain(second) == "am" && is_said_of_oneself(third),
                _ => false,
            };
            continue;
        }
        if !is_introduced {
            continue;
        }
        let Some(comma) = before.find(',') else {
            continue;
        };
        // "and two kids"
        let joins = usize::from(plain(word) == "and");
        let item = item(content, &words[number + joins..]);
        // "I'm a friend of Anna, a nurse at Barts": she is one. "I'm Anna, a nurse" is who says so.
        let behind = plain(words[number - 1].1);
        let is_of_another = number > 2 && (is_given_name(&behind) || is_surname(&behind));
        if let Some(put) = said_of_oneself(&item) {
            // "I'm married to Anna, two kids": what is whose, whoever stands before it.
            if is_of_another && put != HAVING && item[0] != "married" {
                continue;
            }
            let from = at - before.len() + comma;
            let end = match joins {
                0 => from + 1,
                _ => at + word.len(),
            };
            edits.push(Edit {
                stays: true,
                ..Edit::new(from, end - from, put)
            });
        }
    }
    edits
}

/// The words of an item, up to the mark behind it.
fn item<'t>(content: &str, words: &[(usize, &'t str)]) -> Vec<&'t str> {
    let mut item = Vec::new();
    let mut end = None;
    for &(at, word) in words.iter().take(LONGEST) {
        if end.is_some_and(|end: usize| content[end..at].contains([',', '.', ';', '!', '('])) {
            break;
        }
        end = Some(at + word.len());
        item.push(word);
    }
    item
}

/// Whether a list about oneself may begin so: with an age, a name or what somebody is.
fn is_said_of_oneself(word: &str) -> bool {
    let lower = plain(word);
    lower.starts_with(|first: char| first.is_ascii_digit())
        || word.starts_with(char::is_uppercase)
        || matches!(lower.as_str(), "a" | "an")
        || STANDINGS.contains(&lower.as_str())
}

/// What stands before an item that says something of whoever makes the list.
fn said_of_oneself(item: &[&str]) -> Option<&'static str> {
    let first = plain(item.first()?);
    let second = item.get(1).map_or(String::new(), |word| plain(word));
    if STANDINGS.contains(&first.as_str()) && !(first == "living" && second.is_empty()) {
        return Some(BEING);
    }
    let is_number = first.starts_with(|first: char| first.is_ascii_digit());
    if is_number && item.len() == 1 {
        return Some(BEING);
    }
    let is_count = is_number || COUNTS.contains(&first.as_str());
    let is_kin = |word: &str| {
        let noun = plain(word);
        let one = noun.strip_suffix('s').unwrap_or(&noun);
        LIVING_WITH.contains(&one) || role(one).is_some_and(|role| role.relation.is_some())
    };
    if is_count && item[1..].iter().take(2).any(|word| is_kin(word)) {
        return Some(HAVING);
    }
    let is_trade = item
        .iter()
        .position(|word| is_occupation(&plain(word)))
        .is_some_and(|place| {
            let behind = item
                .get(place + 1)
                .map_or(String::new(), |word| plain(word));
            let plainly = item[..place]
                .iter()
                .all(|word| word.chars().all(char::is_lowercase));
            plainly && (behind.is_empty() || LEADING.contains(&behind.as_str()))
        });
    match first.as_str() {
        "a" | "an" => is_trade.then_some(BEING),
        _ => (is_trade && !is_count).then_some(". I am a"),
    }
}

/// What somebody is, besides what they do.
const STANDINGS: &[&str] = &[
    "married",
    "single",
    "divorced",
    "widowed",
    "retired",
    "engaged",
    "living",
    "based",
    "originally",
    "vegetarian",
    "vegan",
    "diabetic",
    "coeliac",
    "allergic",
    "unemployed",
    "self-employed",
];

/// Whom somebody has, besides kin.
const LIVING_WITH: &[&str] = &[
    "kid",
    "child",
    "children",
    "grandkid",
    "grandchild",
    "grandchildren",
    "dog",
    "cat",
];

/// How many there are.
const COUNTS: &[&str] = &["a", "an", "one", "two", "three", "four", "five", "six"];

/// What may stand behind a trade.
const LEADING: &[&str] = &[
    "at", "in", "for", "with", "from", "by", "and", "married", "two", "three",
];
