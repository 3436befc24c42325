//! Amounts, numbers and lengths of time in the words of a sentence.

use recollect_index::terms;
use recollect_language::number_in_words;

/// The amounts of money of a sentence, with what they are for: "$3,150 a month".
pub(super) fn amounts(sentence: &str) -> Vec<String> {
    const SIGNS: &[char] = &['$', '£', '€', '¥'];
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let own = word.trim_matches(|c: char| "()[],;:!?\"“”".contains(c));
        let own = own.trim_end_matches('.');
        let next = words.get(place + 1).copied().unwrap_or_default();
        let next = next.trim_matches(|c: char| !c.is_alphanumeric());
        let is_signed = own.starts_with(SIGNS) && own.contains(|c: char| c.is_ascii_digit());
        let is_named = own.starts_with(|c: char| c.is_ascii_digit())
            && CURRENCIES.contains(&next.to_lowercase().as_str());
        if !(is_signed || is_named) {
            continue;
        }
        let mut amount = own.to_owned();
        let mut rest = place + 1;
        if is_named || is_signed && THOUSANDS.contains(&next) {
            amount = format!("{own} {next}");
            rest += 1;
        }
        let goes_on = is_signed && !word.ends_with([',', ';', '.', ')']);
        if let [each, unit, ..] = words.get(rest..).unwrap_or_default() {
            let unit = unit.trim_matches(|c: char| !c.is_alphanumeric());
            if (goes_on || is_named) && ["a", "an", "per"].contains(each) && UNITS.contains(&unit) {
                amount = format!("{amount} {each} {unit}");
            }
        }
        found.push(amount);
    }
    found
}

/// The numbers of a sentence that count a noun: "60 brioche buns".
pub(super) fn counts(sentence: &str, counted: &str) -> Vec<String> {
    const REACH: usize = 3;
    let words: Vec<&str> = words_of(sentence).map(|(_, word)| word).collect();
    let is_counted = |word: &&str| terms(word).iter().any(|term| term == counted);
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let behind = &words[place + 1..words.len().min(place + 1 + REACH)];
        let end = behind.iter().position(|word| is_number(word));
        let own = &behind[..end.unwrap_or(behind.len())];
        let before = place.checked_sub(1).map_or("", |before| words[before]);
        // "two hundred guests", "in 2019 guests": no number by itself.
        let is_part = is_number(before) || word.len() == 4 && before.eq_ignore_ascii_case("in");
        if is_number(word) && !is_part && own.iter().any(is_counted) {
            found.push((*word).to_owned());
        }
    }
    found
}

/// The lengths of time of a sentence: "four years".
pub(super) fn durations(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = words_of(sentence).map(|(_, word)| word).collect();
    let pairs = words.iter().zip(words.iter().skip(1)).enumerate();
    let lengths = pairs.filter_map(|(place, (number, unit))| {
        let singular = unit.trim_end_matches('s').to_lowercase();
        // "three weeks ago", "45 minutes later" say when.
        let places = words
            .get(place + 2)
            .is_some_and(|next| ["ago", "later", "earlier", "old", "before"].contains(next));
        let before = place.checked_sub(1).map_or("", |before| words[before]);
        (is_number(number) && !is_number(before) && LENGTHS.contains(&singular.as_str()) && !places)
            .then(|| format!("{number} {unit}"))
    });
    lengths.collect()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
        || {
            let lower = word.to_lowercase();
            number_in_words(&lower).is_some() || NUMBERS.contains(&lower.as_str())
        }
}

/// The words of a text, each with where it begins.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "'’.,-".contains(c);
    text.split(move |c: char| !is_part(c))
        .filter_map(move |word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let own = word.trim_matches(|c: char| !c.is_alphanumeric());
            let own = own.trim_end_matches("'s").trim_end_matches("’s");
            (!own.is_empty()).then_some((start, own))
        })
}

const CURRENCIES: &[&str] = &[
    "dollars", "dollar", "euros", "euro", "pounds", "quid", "bucks", "grand", "francs", "yen",
    "kr", "eur", "usd", "gbp",
];
const UNITS: &[&str] = &[
    "month", "week", "year", "day", "hour", "night", "person", "head", "metre", "meter", "bag",
    "session", "minute", "piece",
];
const LENGTHS: &[&str] = &[
    "minute",
    "hour",
    "day",
    "night",
    "week",
    "month",
    "year",
    "second",
    "fortnight",
    "decade",
];
const THOUSANDS: &[&str] = &["thousand", "million", "billion", "k", "m"];
/// Numbers that are no small whole ones from two on.
const NUMBERS: &[&str] = &["one", "hundred", "dozen"];
