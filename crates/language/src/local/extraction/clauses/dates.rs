//! Days and years as what is said of a subject.

use recollect_clauses::Phrase;
use recollect_model::EntityKind;

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;

/// The words of a day or a year.
pub(crate) fn date(context: &PassageContext<'_>, phrase: &Phrase) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let is_named = |token: usize| {
        reading.word(token).chars().any(|c| c.is_ascii_digit())
            || reading.lower(token).ends_with("day")
            || reading.is_any(token, &["tomorrow", "tonight"])
    };
    let is_day = phrase.tokens.clone().any(is_named)
        && phrase.tokens.clone().any(|token| context.is_time(token));
    let words = reading.words(phrase.tokens.clone());
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    is_day.then(|| ObjectCandidate {
        kind: EntityKind::Date,
        tokens: phrase.tokens.clone(),
        ..ObjectCandidate::value(words.strip_prefix("the ").unwrap_or(words), phrase.head)
    })
}
