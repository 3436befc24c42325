//! Days as they are kept: "next Friday" is the Friday after the text, whoever reads it when.

use recollect_model::{Precision, ReferenceTime};
use recollect_temporal::{Meaning, Tense, expressions_with};

/// The day that words name, in full: "Friday, 22 March 2024" for "next Friday"; so a week or a month: "July 2024". `None` where they name none, or name its year
/// already.
pub(crate) fn day_in_full(words: &str, reference: ReferenceTime, tense: Tense) -> Option<String> {
    // "9th", of "on the 9th"
    let is_ordinal = words.starts_with(|first: char| first.is_ascii_digit());
    let on_the = || in_full(&format!("on the {words}"), reference, tense);
    in_full(words, reference, tense).or_else(|| is_ordinal.then(on_the)?)
}

fn in_full(words: &str, reference: ReferenceTime, tense: Tense) -> Option<String> {
    let has_year = words
        .split(|letter: char| !letter.is_ascii_digit())
        .any(|number| number.len() == 4);
    let [only] = expressions_with(words, reference, tense)[..] else {
        return None;
    };
    let is_day = match only.precision {
        Precision::Month
        | Precision::Week
        | Precision::Day
        | Precision::Hour
        | Precision::Minute
        | Precision::Second => true,
        // "this morning", and no morning
        Precision::PartOfDay => ["this ", "yesterday", "last ", "tonight"]
            .iter()
            .any(|day| words.to_lowercase().starts_with(day)),
        _ => false,
    };
    if has_year || !is_day || only.meaning != Meaning::At {
        return None;
    }
    let day = ReferenceTime::at_offset(only.interval.start, reference.offset_s()).civil();
    let format = match only.precision {
        Precision::Day | Precision::PartOfDay => "%A, %-d %B %Y",
        Precision::Month => "%B %Y",
        Precision::Week => "the week of %-d %B %Y",
        _ => "%A, %-d %B %Y at %H:%M",
    };
    Some(day.strftime(format).to_string())
}
