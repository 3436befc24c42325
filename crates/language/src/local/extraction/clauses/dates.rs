//! Days and years as what is said of a subject.

use std::ops::Range;

use recollect_clauses::Phrase;
use recollect_model::EntityKind;

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;

/// The words of a day or a year.
pub(crate) fn date(context: &PassageContext<'_>, phrase: &Phrase) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let tokens = whole(context, phrase);
    let is_named = |token: usize| {
        reading.word(token).chars().any(|c| c.is_ascii_digit())
            || ["day", "days"]
                .iter()
                .any(|day| reading.lower(token).ends_with(day))
            || reading.is_any(token, &["tomorrow", "tonight"])
            || token > 0
                && reading.is_any(token, &["morning", "afternoon", "evening", "night"])
                && reading.is_any(token - 1, &["this", "yesterday", "last"])
    };
    let is_day = tokens.clone().any(is_named) && tokens.clone().any(|token| context.is_time(token));
    let words = reading.words(tokens.clone());
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    is_day.then(|| ObjectCandidate {
        kind: EntityKind::Date,
        tokens,
        ..ObjectCandidate::value(words.strip_prefix("the ").unwrap_or(words), phrase.head)
    })
}

/// The words of a phrase; of one that a day begins, those of the day alone: the parser hangs "5 June" of "Saturday, 5 June" somewhere else.
fn whole(context: &PassageContext<'_>, phrase: &Phrase) -> Range<usize> {
    let reading = context.reading;
    let tokens = &phrase.tokens;
    let mut times = context.times.iter();
    let day = times.find(|time| time.tokens.contains(&phrase.head));
    match day {
        // "at 4.12 this morning"
        Some(day) if reading.is_any(day.tokens.start, &["at"]) => day.tokens.clone(),
        Some(day) => tokens.start.max(day.tokens.start)..day.tokens.end,
        None => tokens.clone(),
    }
}
