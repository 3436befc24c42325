//! When a text speaks of: expressions such as "last week" or "in May 2023", as stretches of time.
//!
//! English only, and the knowledge of `recollect-temporal`: "today" is the day of the reference time in the
//! reference's own offset from UTC; what names no year lies ahead, unless the sentence speaks of the past.

use std::ops::Range;

use recollect_model::{Interval, ReferenceTime, Timestamp};

pub use recollect_temporal::{
    Length, Meaning, Tense, TimeExpression, expressions, expressions_with,
};

/// The day of a reference time in words, such as `8 May 2023`: what a question may call it by.
pub fn in_words(reference: ReferenceTime) -> String {
    reference.civil().strftime("%-d %B %Y").to_string()
}

/// Nothing is to be prepared any more; kept for the extraction that still asks.
pub fn prepare() {}

/// The expressions of one sentence that place things in time, with their byte ranges; `left` is how many may still be
/// returned. For the extraction that does not read the expressions themselves yet.
pub fn in_sentence(
    sentence: &str,
    reference: ReferenceTime,
    left: &mut usize,
) -> Vec<(Range<usize>, Interval)> {
    let mut found: Vec<_> = expressions(sentence, reference)
        .into_iter()
        .filter(|found| matches!(found.meaning, Meaning::At | Meaning::Since | Meaning::Until))
        .map(|found| (bytes(sentence, found), found.interval))
        .collect();
    found.truncate(*left);
    *left -= found.len();
    found
}

/// The end, in bytes, of the expression that a sentence begins with; 0 when it begins otherwise.
pub fn opening(sentence: &str) -> usize {
    let start = sentence.find(char::is_alphanumeric).unwrap_or(0);
    let epoch = ReferenceTime::utc(Timestamp::UNIX_EPOCH);
    expressions(sentence, epoch)
        .first()
        .map(|found| bytes(sentence, *found))
        .filter(|range| range.start == start)
        .map_or(0, |range| range.end)
}

fn bytes(sentence: &str, found: TimeExpression) -> Range<usize> {
    let mut starts = sentence.char_indices().map(|(byte, _)| byte);
    let (start, end) = (found.range.start as usize, found.range.end as usize);
    let first = starts.nth(start).unwrap_or(sentence.len());
    let after = starts.nth(end - start - 1).unwrap_or(sentence.len());
    first..after
}
