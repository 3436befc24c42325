//! When a text speaks of: expressions such as "last week" or "in May 2023", as stretches of time.
//!
//! English only. Phrases are looked for among words of time alone, so numbers, "we march on" and "I may" are left
//! alone, and no text costs more than its phrases; what a phrase means is the `duckling` crate's knowledge, mended
//! for seasons and decades. "Today" is the day of the reference time in the reference's own offset from UTC. What
//! names no year lies ahead, unless the sentence speaks of the past: "we met in July" is the July before.
//!
//! Not covered: recurring times ("every Tuesday"), durations ("for three hours"), clock times without am, pm or a
//! colon, and vague words ("recently").

mod phrases;
mod resolve;

use std::ops::Range;

use recollect_model::{CharRange, CharText, Interval, ReferenceTime};

use crate::sentences::sentences;

/// The most phrases of one text that are resolved: one full of them speaks of no time in particular.
const MOST_PHRASES: usize = 64;

/// Words of a text that name a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExpression {
    /// The words.
    pub range: CharRange,
    /// The time; open ends ("since 2019", "before May") lie at the ends of representable time.
    pub interval: Interval,
}

/// The expressions of time in a text, in order and apart from each other, counted from `reference`.
pub fn expressions(text: &str, reference: ReferenceTime) -> Vec<TimeExpression> {
    let characters = CharText::new(text);
    let mut left = MOST_PHRASES;
    let mut expressions = Vec::new();
    for sentence in sentences(text) {
        for (words, interval) in in_sentence(&text[sentence.clone()], reference, &mut left) {
            let bytes = sentence.start + words.start..sentence.start + words.end;
            let range = characters.range_of_bytes(bytes);
            expressions.push(TimeExpression { range, interval });
        }
    }
    expressions
}

/// Compiles the patterns, which would otherwise delay whoever comes first by 90 ms.
pub fn prepare() {
    expressions("yesterday", ReferenceTime::utc(jiff::Timestamp::UNIX_EPOCH));
}

/// The expressions of one sentence with their byte ranges; `left` is how many phrases may still be resolved.
pub(crate) fn in_sentence(
    sentence: &str,
    reference: ReferenceTime,
    left: &mut usize,
) -> Vec<(Range<usize>, Interval)> {
    let mut phrases = phrases::phrases(sentence);
    phrases.truncate(*left);
    *left -= phrases.len();
    if phrases.is_empty() {
        return Vec::new();
    }
    let is_past = phrases::speaks_of_the_past(sentence);
    let resolved = phrases.into_iter().flat_map(|phrase| {
        let found = resolve::resolve(&sentence[phrase.clone()], reference, is_past);
        let from = phrase.start;
        found
            .into_iter()
            .map(move |(words, interval)| (from + words.start..from + words.end, interval))
    });
    resolved.collect()
}

/// The end, in bytes, of the phrase of time that a sentence begins with; 0 when it begins otherwise.
pub(crate) fn opening(sentence: &str) -> usize {
    let start = sentence.find(char::is_alphanumeric).unwrap_or(0);
    phrases::phrases(sentence)
        .first()
        .filter(|phrase| phrase.start == start)
        .map_or(0, |phrase| phrase.end)
}

/// The day of a reference time in words, such as `8 May 2023`: what a question may call it by.
pub fn in_words(reference: ReferenceTime) -> String {
    reference.civil().strftime("%-d %B %Y").to_string()
}
