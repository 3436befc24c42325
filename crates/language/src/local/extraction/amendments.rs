//! Corrections that name only what is right: "Scratch that, it's Tuesday", "Correction: 5 June".
//!
//! They say again what was said last, in this text or before it in the session, with the day in place of the one that was
//! said. Nothing is amended where nothing was said last that has a day.

use std::ops::Range;

use recollect_model::Relation;
use recollect_temporal::Tense;

use crate::local::extraction::clauses::context::{PassageContext, Timed};
use crate::local::extraction::times::days::day_in_full;
use crate::{ExtractedObject, ExtractedStatement};

/// The longest sentence that only corrects, in tokens.
const LONGEST: usize = 14;

/// What sentences that take something back begin with.
const OPENINGS: &[&[&str]] = &[
    &["scratch", "that"],
    &["correction"],
    &["strike", "that"],
    &["no", "wait"],
    &["no", ",", "wait"],
    &["wait", ",", "no"],
    &["wait", "no"],
    &["sorry", ","],
    &["oops", ","],
    &["actually"],
    &["i", "mean"],
    &["i", "meant"],
    &["my", "mistake"],
    &["make", "that"],
];

/// The relations whose object is a day.
const OF_A_DAY: &[Relation] = &[Relation::HappenedOn, Relation::BornOn, Relation::DiedOn];

/// What the sentences of a passage that only correct say; `said` is what was said before the passage, the last one last,
/// and `here` what it says itself.
pub(crate) fn amendments(
    context: &PassageContext<'_>,
    said: &[ExtractedStatement],
    here: &[ExtractedStatement],
) -> Vec<ExtractedStatement> {
    let mut found: Vec<ExtractedStatement> = Vec::new();
    for sentence in sentences(context) {
        let Some(time) = time_alone(context, sentence.clone()) else {
            continue;
        };
        let range = context.range_of(sentence.clone());
        let before = here
            .iter()
            .filter(|statement| statement.range.end <= range.start);
        let last = said
            .iter()
            .chain(before)
            .chain(&found)
            .rev()
            .find(|statement| has_day(statement));
        if let Some(amended) = last.and_then(|last| amended(context, last, time)) {
            found.push(ExtractedStatement {
                passage: context.reading.passage,
                range,
                is_correction: true,
                is_additional: false,
                ..amended
            });
        }
    }
    found
}

fn sentences(context: &PassageContext<'_>) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    while start < context.reading.doc.tokens.len() {
        let end = context.reading.doc.sentence_of(start).end.max(start + 1);
        sentences.push(start..end);
        start = end;
    }
    sentences
}

/// The day that a sentence corrects something to: there is nothing else in it but "it's", "on" and the like.
fn time_alone<'s>(context: &'s PassageContext<'_>, sentence: Range<usize>) -> Option<&'s Timed> {
    let reading = context.reading;
    let words: Vec<usize> = sentence
        .clone()
        .filter(|token| !reading.lower(*token).trim().is_empty())
        .collect();
    if words.len() > LONGEST || words.iter().any(|token| reading.word(*token).contains('?')) {
        return None;
    }
    let opening = OPENINGS.iter().find(|opening| {
        opening.iter().enumerate().all(|(place, word)| {
            words
                .get(place)
                .is_some_and(|token| reading.is_any(*token, &[word]))
        })
    });
    let opening = opening.map_or(0, |opening| opening.len());
    // "Scratch that." may be a sentence of its own.
    let before = sentence
        .start
        .checked_sub(1)
        .map(|last| reading.doc.sentence_of(last));
    let is_announced = reading.is_correction
        || opening > 0
        || before.is_some_and(|before| {
            let said = reading.words(before).to_lowercase();
            said.trim_end_matches(|c: char| !c.is_alphabetic()) == "scratch that"
        });
    let time = context
        .times
        .iter()
        .find(|time| sentence.contains(&time.tokens.start) && time.tokens.end <= sentence.end)?;
    const BESIDE: &[&str] = &[
        "it", "it's", "its", "'s", "is", "was", "that", "that's", "on", "at", "the", "should",
        "be", "will", "have", "said", "actually", "not", "in", "for", "i", "meant", "mean", "'ll",
    ];
    let is_alone = words[opening..].iter().all(|token| {
        time.tokens.contains(token)
            || reading.is_any(*token, BESIDE)
            || !reading.word(*token).contains(char::is_alphanumeric)
            // "not Monday": what was wrong.
            || context.is_time(*token)
    });
    (is_announced && is_alone).then_some(time)
}

fn is_of_a_day(statement: &ExtractedStatement) -> bool {
    statement
        .relation
        .known()
        .is_some_and(|known| OF_A_DAY.contains(&known))
}

fn has_day(statement: &ExtractedStatement) -> bool {
    !statement.closes() && (is_of_a_day(statement) || statement.from.is_some())
}

/// A statement with another day.
fn amended(
    context: &PassageContext<'_>,
    last: &ExtractedStatement,
    time: &Timed,
) -> Option<ExtractedStatement> {
    let words = context.reading.words(time.tokens.clone());
    let words = words.strip_prefix("on ").unwrap_or(&words).trim();
    let in_full = day_in_full(words, context.reference, Tense::Unknown)
        .filter(|_| last.relation == Relation::HappenedOn);
    let words = in_full.as_deref().unwrap_or(words);
    let mut amended = last.clone();
    if last.from.is_some() {
        amended.from = Some(time.expression.interval.start);
        amended.precision = Some(time.expression.precision);
    }
    if is_of_a_day(last) {
        let ExtractedObject::Value(before) = &last.object else {
            return None;
        };
        amended.fact = match before.is_empty() {
            true => last.fact.clone(),
            false => last.fact.replacen(before.as_str(), words, 1),
        };
        amended.object = ExtractedObject::Value(words.to_owned());
    }
    (amended != *last).then_some(amended)
}
