//! Which words of a passage name a time at which something is so.

use recollect_spacy::{Dep, Pos};
use recollect_temporal::{Meaning, TimeExpression};

use crate::local::extraction::clauses::context::Timed;
use crate::local::extraction::parse::reading::Reading;

/// Without what only looks like a time, and a feast beside the days that are meant by it.
pub(crate) fn told_of(reading: &Reading<'_>, mut timed: Vec<Timed>) -> Vec<Timed> {
    timed.retain(|time| !is_other(reading, time));
    let days: Vec<(usize, TimeExpression)> = timed
        .iter()
        .filter(|time| has_number(reading, time))
        .map(|time| (time.tokens.start, time.expression))
        .collect();
    // "Mum is coming for Christmas, 23-27 December", "christmas: mum coming 23-27 dec"
    timed.retain(|time| {
        let sentence = reading.doc.sentence_of(time.tokens.start);
        has_number(reading, time)
            || !days.iter().any(|(at, told)| {
                *at >= time.tokens.end && sentence.contains(at) && contains(told, &time.expression)
            })
    });
    timed
}

/// "Lent my drill", "we march on"; "my rating hit 1800".
fn is_other(reading: &Reading<'_>, time: &Timed) -> bool {
    let word = time.tokens.start;
    let is_amount = reading.dep(word) == Dep::Dobj && reading.tag(word) == "CD";
    let is_other = reading.pos(word) == Pos::Verb || is_amount;
    time.tokens.is_empty() || time.tokens.len() == 1 && is_other
}

/// "my best since 2019": how long nothing was better.
pub(super) fn is_record(reading: &Reading<'_>, time: &Timed) -> bool {
    time.expression.meaning == Meaning::Since
        && time.tokens.start.checked_sub(1).is_some_and(|before| {
            matches!(reading.tag(before), "JJS" | "RBS")
                || reading.is_any(before, &["best", "worst", "most", "least"])
        })
}

/// Whether a time is written with a number.
fn has_number(reading: &Reading<'_>, time: &Timed) -> bool {
    let mut words = time.tokens.clone();
    words.any(|token| {
        reading
            .word(token)
            .contains(|letter: char| letter.is_ascii_digit())
    })
}

/// Whether a stretch of days has a day in it, and more.
fn contains(days: &TimeExpression, day: &TimeExpression) -> bool {
    let is_stretch = |time: &TimeExpression| time.meaning == Meaning::At;
    is_stretch(days)
        && is_stretch(day)
        && days.interval != day.interval
        && days.interval.start <= day.interval.start
        && day.interval.end <= days.interval.end
}
