//! Holidays: their names, and when they are.

mod lunar;
mod names;
mod rules;
mod sky;

use crate::calendar::{Stretch, midnight, plus_days, plus_seconds};
use crate::tokens::{Kind, Tokens};
use names::HOLIDAYS;
use recollect_model::Precision;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A holiday, by its place in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holiday(u16);

/// The words of a name after its first, and the holiday.
type Name = (Vec<&'static str>, Holiday);

/// Names by their first word.
static NAMES: LazyLock<HashMap<&'static str, Vec<Name>>> = LazyLock::new(|| {
    let mut names: HashMap<_, Vec<_>> = HashMap::new();
    for (number, (listed, _, _)) in (0..).zip(HOLIDAYS) {
        for name in listed.split('|') {
            let mut words = name.split_whitespace();
            if let Some(first) = words.next() {
                names
                    .entry(first)
                    .or_default()
                    .push((words.collect(), Holiday(number)));
            }
        }
    }
    names
});

/// Whether a name can begin with a word.
pub(crate) fn begins(letters: &str) -> bool {
    NAMES.contains_key(letters) || NAMES.contains_key(letters.trim_end_matches('s'))
}

/// The holiday whose name stands at a place, the place after it, and whether the name is also another word.
pub(crate) fn named(tokens: &Tokens, at: usize) -> Option<(Holiday, usize, bool)> {
    let first = tokens.letters(at);
    if first.is_empty() {
        return None;
    }
    let exact = NAMES.get(first);
    let singular = NAMES.get(first.trim_end_matches('s'));
    let mut best: Option<(Holiday, usize, bool)> = None;
    for (words, holiday) in exact.into_iter().chain(singular).flatten() {
        if let Some(end) = follows(tokens, at + 1, words)
            && best.is_none_or(|(_, longest, _)| end > longest)
        {
            best = Some((*holiday, end, words.is_empty() && is_other_word(first)));
        }
    }
    let (holiday, end, is_doubtful) = best?;
    let day = after_marks(tokens, end);
    if tokens.letters(day) == "day" {
        return Some((holiday, day + 1, false));
    }
    Some((holiday, end, is_doubtful))
}

/// The place after words that stand from a place on, marks and plurals aside.
fn follows(tokens: &Tokens, at: usize, words: &[&str]) -> Option<usize> {
    let mut at = at;
    for word in words {
        at = after_marks(tokens, at);
        let letters = tokens.letters(at);
        let is_plural = letters.strip_suffix('s') == Some(word);
        // "Good Fri".
        let is_weekday = letters.len() >= 3
            && word.ends_with("day")
            && word.len() > 4
            && word.starts_with(letters);
        if letters != *word && !is_plural && !is_weekday {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The place after an apostrophe's "s", a hyphen and a full stop inside a name.
fn after_marks(tokens: &Tokens, at: usize) -> usize {
    let mut at = at;
    while let Some(token) = tokens.get(at) {
        let is_possessive = tokens.letters(at) == "s" && token.follows_apostrophe;
        let is_mark = token.is_glued && matches!(token.kind, Kind::Mark('-' | '.' | '\''));
        if !is_possessive && !is_mark {
            break;
        }
        at += 1;
    }
    at
}

fn is_other_word(letters: &str) -> bool {
    matches!(
        letters,
        "lent" | "holi" | "maghi" | "pongal" | "easter" | "rakhi"
    )
}

/// When a holiday is in a year: nothing where it is not known, twice where its calendar's year is shorter.
pub(crate) fn in_year(holiday: Holiday, year: i16) -> Vec<Stretch> {
    let Some((_, rule, days)) = HOLIDAYS.get(usize::from(holiday.0)) else {
        return Vec::new();
    };
    let days_of = |first| {
        let end = plus_days(first, i64::from(*days))?;
        Some(Stretch::days(first, end, Precision::Day))
    };
    let dates = rules::dates(*rule, year);
    let stretches = dates.into_iter().filter_map(days_of);
    if *rule == rules::Rule::EarthHour {
        return stretches
            .filter_map(|day| {
                Some(Stretch {
                    start: plus_seconds(midnight(day.start.date()), 73_800)?,
                    end: plus_seconds(midnight(day.start.date()), 77_460)?,
                    precision: Precision::Minute,
                })
            })
            .collect();
    }
    stretches.collect()
}
