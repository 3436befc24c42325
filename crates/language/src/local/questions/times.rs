//! The time that a question asks about.

use std::ops::Range;

use recollect_model::{CharRange, CharText, Interval, ReferenceTime};
use recollect_temporal::{Meaning, expressions};

use super::words::Words;
use crate::lexicon::{MONTHS, SEASONS};

/// What a question says of time.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// The date it names.
    pub(super) during: Option<(Interval, Range<usize>)>,
    /// Whether that is a month or a season without its year.
    pub(super) is_yearly: bool,
    /// Whether it names the present: "now", "at the moment".
    pub(super) is_now: bool,
    /// The tokens that say so.
    pub(super) tokens: Vec<Range<usize>>,
}

const NOW: &[&str] = &[
    "now",
    "right now",
    "today",
    "currently",
    "nowadays",
    "these days",
    "at the moment",
    "at present",
    "this moment",
    "presently",
    "still",
    "at this moment",
];

impl Times {
    pub(super) fn of(words: &Words<'_>, reference: ReferenceTime) -> Self {
        let mut times = Self::default();
        let characters = CharText::new(words.text);
        for said in expressions(words.text, reference) {
            let start = characters
                .slice(CharRange {
                    start: 0,
                    end: said.range.start,
                })
                .len();
            let phrase = characters.slice(said.range);
            let bytes = start..start + phrase.len();
            let tokens = &words.doc.tokens;
            let first = tokens.partition_point(|token| token.range.end <= bytes.start);
            let last = tokens.partition_point(|token| token.range.start < bytes.end);
            times.tokens.push(first..last);
            if NOW.contains(&phrase.to_lowercase().as_str()) {
                times.is_now = true;
            } else if matches!(said.meaning, Meaning::At) && times.during.is_none() {
                times.during = Some((said.interval, first..last));
                times.is_yearly = is_month(&phrase.to_lowercase());
            }
        }
        let lower = words.text.to_lowercase();
        times.is_now |= NOW.iter().any(|phrase| contains_words(&lower, phrase));
        times
    }

    /// Whether a token is part of an expression of time.
    pub(super) fn has(&self, token: usize) -> bool {
        self.tokens.iter().any(|range| range.contains(&token))
    }

    pub(super) fn interval(&self) -> Option<Interval> {
        self.during.as_ref().map(|(interval, _)| *interval)
    }
}

/// Whether an expression names a month or a season and nothing else: "in June", "during the summer".
fn is_month(phrase: &str) -> bool {
    let mut words = phrase
        .split_whitespace()
        .skip_while(|word| ["in", "during", "the"].contains(word));
    words
        .next()
        .is_some_and(|word| MONTHS.contains(word) || SEASONS.contains(word))
        && words.next().is_none()
}

fn contains_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(place, found)| {
        let before = text[..place].chars().next_back();
        let after = text[place + found.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}
