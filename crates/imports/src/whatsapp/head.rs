//! The beginning of a message: its date and time, in whichever of the forms of the world.
//!
//! Dates are three numbers whose order is found out from the whole chat; times have twelve or twenty-four hours. The
//! words beside them are those of the [locales](super::locales); a word that none of them has is passed over, and
//! told.

use std::sync::LazyLock;

use super::characters::{Cursor, letters};
use super::locales;

/// The longest word beside a date or a time that nobody knows.
const MAX_WORD: usize = 12;

/// A date as it is written: three numbers whose order is to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) numbers: [u32; 3],
    pub(super) separator: char,
    pub(super) is_year_first: bool,
    /// All years have two digits.
    is_short: bool,
    /// There are spaces within it, and a full stop behind it, as in Korea.
    is_spaced: bool,
}

/// Which half of the day a time is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    BeforeNoon,
    Noon,
    AfterNoon,
    Night,
}

/// What all heads of a chat have in common, so that one that somebody has copied into a message is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    separator: char,
    is_time_first: bool,
    has_seconds: bool,
    /// All words beside the date and the time are known.
    is_known: bool,
    /// What is between the time and the name: a bracket, a dash or a colon.
    close: char,
}

/// The beginning of a message.
#[derive(Debug, Clone)]
pub(super) struct Head<'a> {
    pub(super) date: Date,
    /// Hour, minute and second.
    pub(super) time: [u32; 3],
    pub(super) is_twelve_hours: bool,
    pub(super) shape: Shape,
    /// A word beside the time that no locale has.
    pub(super) unknown: Option<&'a str>,
    /// What comes after the time.
    pub(super) rest: &'a str,
}

/// A time, and whether it names its seconds.
struct Clock {
    time: [u32; 3],
    has_seconds: bool,
}

/// What the words beside dates and times say.
#[derive(Default)]
struct Words<'a> {
    half: Option<Half>,
    /// The half stands before the time, as in the east of Asia.
    is_half_first: bool,
    unknown: Option<&'a str>,
}

/// The beginning of a message, if the line is one.
pub(super) fn head(line: &str) -> Option<Head<'_>> {
    let mut cursor = Cursor::at(line);
    cursor.spaces();
    let is_bracketed = cursor.take(|c| c == '[').is_some();
    if !cursor.peek()?.is_ascii_digit() && !is_bracketed {
        return None;
    }
    let mut words = Words::default();
    let (date, clock, is_time_first) = match date_and_time(&mut cursor, &mut words) {
        Some((date, clock)) => (date, clock, false),
        None => {
            words = Words::default();
            let (date, clock) = time_and_date(&mut cursor, &mut words)?;
            (date, clock, true)
        }
    };
    let close = close(&mut cursor, is_bracketed, &date)?;
    let is_asian = words.is_half_first || date.is_spaced;
    Some(Head {
        date: Date {
            is_year_first: date.is_year_first || (date.is_short && is_asian),
            ..date
        },
        time: in_day(clock.time, words.half),
        is_twelve_hours: words.half.is_some(),
        shape: Shape {
            separator: date.separator,
            is_time_first,
            has_seconds: clock.has_seconds,
            is_known: words.unknown.is_none(),
            close,
        },
        unknown: words.unknown,
        rest: cursor.rest(),
    })
}

fn date_and_time<'a>(cursor: &mut Cursor<'a>, words: &mut Words<'a>) -> Option<(Date, Clock)> {
    let mut after = *cursor;
    let date = date(&mut after)?;
    beside(&mut after, words, true);
    let clock = time(&mut after)?;
    beside(&mut after, words, false);
    *cursor = after;
    Some((date, clock))
}

fn time_and_date<'a>(cursor: &mut Cursor<'a>, words: &mut Words<'a>) -> Option<(Date, Clock)> {
    beside(cursor, words, true);
    let clock = time(cursor)?;
    beside(cursor, words, false);
    let date = date(cursor)?;
    beside(cursor, words, false);
    Some((date, clock))
}

/// The end of the head: a bracket where one was opened; a dash with a space behind it; of very old chats, a colon.
fn close(cursor: &mut Cursor<'_>, is_bracketed: bool, date: &Date) -> Option<char> {
    cursor.spaces();
    let close = match is_bracketed {
        true => cursor.take(|c| c == ']')?,
        false => cursor.take(|c| c == '-' || (c == ':' && !date.is_year_first))?,
    };
    let is_apart = is_bracketed || cursor.peek().is_none_or(|c| c == ' ');
    let mut after = *cursor;
    after.spaces();
    // "18:05 - 20:00 Uhr: Treffen" is what somebody plans.
    let is_span = !is_bracketed && time(&mut after).is_some();
    (is_apart && !is_span).then_some(close)
}

fn date(cursor: &mut Cursor<'_>) -> Option<Date> {
    let mut after = *cursor;
    let (first, digits) = after.number(4).filter(|(_, digits)| *digits != 3)?;
    after.spaces();
    let separator = after.take(|c| matches!(c, '.' | '/' | '-' | '年' | '년'))?;
    let is_spaced = after.peek() == Some(' ');
    after.spaces();
    let (second, _) = after.number(2)?;
    after.spaces();
    after.take(|c| match separator {
        '年' => c == '月',
        '년' => c == '월',
        separator => c == separator,
    })?;
    after.spaces();
    let (third, third_digits) = after.number(4)?;
    let has_stop = after.take(|c| matches!(c, '.' | '日' | '일')).is_some();
    *cursor = after;
    Some(Date {
        numbers: [first, second, third],
        separator,
        is_year_first: digits == 4 || matches!(separator, '年' | '년'),
        is_short: digits <= 2 && third_digits <= 2,
        is_spaced: is_spaced && has_stop,
    })
}

fn time(cursor: &mut Cursor<'_>) -> Option<Clock> {
    let mut after = *cursor;
    let (hour, _) = after.number(2)?;
    let separator =
        after.take(|c| matches!(c, ':' | '.' | 'h' | '時' | '时' | '시' | '點' | '点'))?;
    let is_written = !matches!(separator, ':' | '.' | 'h');
    after.spaces();
    let (minute, digits) = after.number(2)?;
    if digits != 2 && !is_written {
        return None;
    }
    if is_written {
        after.take(|c| matches!(c, '分' | '분'));
        after.spaces();
    }
    let mut beyond = after;
    let is_separated = is_written || beyond.take(|c| matches!(c, ':' | '.')).is_some();
    let second = beyond
        .number(2)
        .filter(|(_, digits)| is_separated && (*digits == 2 || is_written));
    if second.is_some() {
        beyond.take(|c| matches!(c, '秒' | '초'));
        after = beyond;
    }
    *cursor = after;
    Some(Clock {
        time: [hour, minute, second.map_or(0, |(second, _)| second)],
        has_seconds: second.is_some(),
    })
}

/// What the words that stand here say.
fn beside<'a>(cursor: &mut Cursor<'a>, words: &mut Words<'a>, is_before_time: bool) {
    loop {
        while cursor.take(|c| matches!(c, ' ' | ',')).is_some() {}
        if cursor.peek().is_none_or(|c| !c.is_alphabetic()) {
            return;
        }
        let known = WORDS.iter().find(|(phrase, _)| cursor.phrase(phrase));
        match known {
            Some((_, Some(half))) => {
                words.half = Some(*half);
                words.is_half_first |= is_before_time;
            }
            Some((_, None)) => {}
            None => match cursor.word(MAX_WORD) {
                Some(word) if words.unknown.is_none() => words.unknown = Some(word),
                _ => return,
            },
        }
    }
}

/// The words of all clocks, the longest first.
static WORDS: LazyLock<Vec<(Vec<char>, Option<Half>)>> = LazyLock::new(|| {
    let mut words = Vec::new();
    for locale in locales::ALL.iter().copied().flatten() {
        let clock = &locale.clock;
        for (phrases, half) in [
            (clock.fillers, None),
            (clock.before_noon, Some(Half::BeforeNoon)),
            (clock.noon, Some(Half::Noon)),
            (clock.after_noon, Some(Half::AfterNoon)),
            (clock.night, Some(Half::Night)),
        ] {
            words.extend(phrases.iter().map(|phrase| (letters(phrase), half)));
        }
    }
    words.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    words
});

/// The time on a clock of twenty-four hours.
const fn in_day([hour, minute, second]: [u32; 3], half: Option<Half>) -> [u32; 3] {
    let hour = match half {
        Some(Half::BeforeNoon) if hour == 12 => 0,
        Some(Half::AfterNoon) if hour < 12 => hour + 12,
        Some(Half::Noon) if hour < 6 => hour + 12,
        Some(Half::Night) if hour == 12 => 0,
        Some(Half::Night) if hour >= 6 && hour < 12 => hour + 12,
        _ => hour,
    };
    [hour, minute, second]
}
