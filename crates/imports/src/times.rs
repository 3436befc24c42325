//! Times as people's programs write them for people.

use recollect_model::{Calendar, ReferenceTime};

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// What stands first in a date of numbers with slashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum First {
    Day,
    Month,
}

/// What stands first in the dates of these texts, where one of them tells: `5/13/2024` has its month first, and so have all others.
pub(crate) fn first_of(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Option<First> {
    texts.into_iter().find_map(|text| {
        let numbers = slashed(text.as_ref())?;
        match numbers {
            [13..=31, 1..=12] => Some(First::Day),
            [1..=12, 13..=31] => Some(First::Month),
            _ => None,
        }
    })
}

/// Whether a text has a date of which nothing tells what stands first: `5/6/2024`.
pub(crate) fn is_open(text: &str) -> bool {
    slashed(text).is_some_and(|[first, second]| first <= 12 && second <= 12 && first != second)
}

/// The first two numbers of a date with slashes that ends in its year.
fn slashed(text: &str) -> Option<[u32; 2]> {
    text.split([' ', ',']).find_map(|word| {
        let numbers: Option<Vec<u32>> = word.split('/').map(|part| part.parse().ok()).collect();
        match numbers?[..] {
            [first @ 1..=31, second @ 1..=31, _] => Some([first, second]),
            _ => None,
        }
    })
}

/// A day such as `Nov 5, 2024`, `5 November 2024`, `05.11.2024` or, by what stands first, `5/11/2024`: its beginning on the calendar.
pub(crate) fn day(text: &str, first: First, calendar: &Calendar) -> Option<ReferenceTime> {
    let text = text.replace(['\u{202f}', '\u{a0}', ','], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_date = |word: &&str| {
        word.chars()
            .all(|c| c.is_alphanumeric() || "./-".contains(c))
    };
    if !(1..=3).contains(&words.len()) || !words.iter().all(is_date) {
        return None;
    }
    let [year, month, day] = date(&words, first)?;
    calendar.read(&format!("{year:04}-{month:02}-{day:02}"))
}

/// A time such as `Nov 5, 2024, 10:11:12 AM CET`, `5 Nov 2024, 10:11:12 GMT+01:00` or `05.11.2024, 10:11:12 MEZ`. An offset
/// is believed; the short name of a zone is that of the calendar.
pub(crate) fn written(text: &str, calendar: &Calendar) -> Option<ReferenceTime> {
    written_with(text, First::Month, calendar)
}

/// The same, by what stands first in dates with slashes.
pub(crate) fn written_with(text: &str, first: First, calendar: &Calendar) -> Option<ReferenceTime> {
    let text = text.replace(['\u{202f}', '\u{a0}', ','], " ");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if !(2..=9).contains(&words.len()) {
        return None;
    }
    let place = words.iter().position(|word| clock(word).is_some())?;
    let [mut hour, minute, second] = clock(words[place])?;
    let after: Vec<String> = words
        .drain(place..)
        .skip(1)
        .map(str::to_lowercase)
        .collect();
    let half = after
        .iter()
        .find(|word| ["am", "pm", "a.m.", "p.m."].contains(&word.as_str()));
    if let Some(half) = half {
        hour = hour % 12 + if half.starts_with('p') { 12 } else { 0 };
    }
    let [year, month, day] = date(&words, first)?;
    let civil = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    let offset = after.iter().find_map(|word| offset(word));
    match offset {
        Some(offset) => format!("{civil}{offset}").parse().ok(),
        None => calendar.read(&civil),
    }
}

/// The offset of `GMT+01:00`, `UTC` or `GMT-3`.
fn offset(word: &str) -> Option<String> {
    let rest = word
        .strip_prefix("gmt")
        .or_else(|| word.strip_prefix("utc"))?;
    if rest.is_empty() {
        return Some("Z".to_owned());
    }
    let sign = rest
        .chars()
        .next()
        .filter(|c| matches!(c, '+' | '-' | '\u{2212}'))?;
    let (hours, minutes) = rest[sign.len_utf8()..]
        .split_once(':')
        .unwrap_or((&rest[sign.len_utf8()..], "0"));
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let sign = if sign == '+' { '+' } else { '-' };
    (hours < 24 && minutes < 60).then(|| format!("{sign}{hours:02}:{minutes:02}"))
}

/// Hour, minute and second of `10:11:12` or `10:11`.
fn clock(word: &str) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = word.split(':').map(|part| part.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| (2..=3).contains(&numbers.len()))?;
    let time = [numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0)];
    (time[0] < 24 && time[1] < 60 && time[2] < 60).then_some(time)
}

/// Year, month and day of `Nov 5 2024`, `5 November 2024`, `05.11.2024`, `2024-11-05`.
fn date(words: &[&str], first: First) -> Option<[u32; 3]> {
    let named = |word: &str| {
        let word = word.trim_end_matches('.').to_lowercase();
        let beginning = word.get(..3)?;
        let place = MONTHS.iter().position(|month| *month == beginning)?;
        u32::try_from(place + 1).ok()
    };
    let month = words.iter().find_map(|word| named(word));
    let is_separator = |c: char| matches!(c, '.' | '/' | '-');
    let numbers = words.iter().flat_map(|word| word.split(is_separator));
    let numbers: Vec<u32> = numbers.filter_map(|part| part.parse().ok()).collect();
    let date = match (month, numbers.as_slice()) {
        (Some(month), [day, year]) => [*year, month, *day],
        (None, [year, month, day]) if *year > 31 => [*year, *month, *day],
        (None, [day, month, year])
            if first == First::Day || *day > 12 || !words.iter().any(|word| word.contains('/')) =>
        {
            [*year, *month, *day]
        }
        (None, [month, day, year]) => [*year, *month, *day],
        _ => return None,
    };
    let [year, month, day] = date;
    ((1900..3000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day))
        .then_some(date)
}
