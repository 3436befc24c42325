//! What a phrase of time means.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::{DateTime, Datelike, FixedOffset, NaiveDateTime, Timelike};
use duckling::{
    Context, DimensionKind, DimensionValue, Entity, Grain, Lang, Locale, Options, TimePoint,
    TimeValue,
};
use jiff::civil::{Date, DateTime as CivilDateTime, date};
use jiff::{Span, Timestamp, ToSpan};
use recollect_model::{Interval, ReferenceTime};

use super::phrases::{is_decade, weekday_in};

/// Words that say by themselves where the time lies.
const DIRECTIONS: &[&str] = &[
    "next",
    "this",
    "coming",
    "tomorrow",
    "tonight",
    "today",
    "later",
    "last",
    "past",
    "ago",
    "previous",
    "yesterday",
];

static LOCALE: LazyLock<Locale> = LazyLock::new(|| Locale::new(Lang::EN, None));

/// The times a phrase names, with the byte ranges of their words.
pub(super) fn resolve(
    phrase: &str,
    reference: ReferenceTime,
    is_past: bool,
) -> Vec<(Range<usize>, Interval)> {
    let mended = decade(phrase, reference)
        .or_else(|| season(phrase, reference, is_past))
        .or_else(|| before_last(phrase, reference));
    if let Some(interval) = mended {
        return vec![(0..phrase.len(), interval)];
    }
    let mut found: Vec<(Range<usize>, Interval)> = Vec::new();
    for entity in understand(phrase, reference, Span::new()) {
        let words = entity.start..entity.end;
        let is_apart = found
            .iter()
            .all(|(other, _)| other.end <= words.start || words.end <= other.start);
        if let Some(interval) = interval_of(&entity, reference).filter(|_| is_apart) {
            let interval = if is_past {
                before(&entity.body, interval, reference)
            } else {
                interval
            };
            found.push((words, interval));
        }
    }
    found.sort_by_key(|(words, _)| words.start);
    found
}

/// The same phrase as it was last, when it could be a coming one and the sentence speaks of the past.
fn before(words: &str, interval: Interval, reference: ReferenceTime) -> Interval {
    let lower = words.to_lowercase();
    let is_coming = interval.start > reference.instant();
    let is_plain = !lower
        .split_whitespace()
        .any(|word| DIRECTIONS.contains(&word));
    if !is_coming || !is_plain {
        return interval;
    }
    let step = if weekday_in(words) {
        7.days()
    } else {
        1.year()
    };
    let mut earlier = interval;
    for times in 1..=2 {
        let entities = understand(words, reference, step * times);
        let Some(found) = entities
            .iter()
            .find_map(|entity| interval_of(entity, reference))
        else {
            break;
        };
        earlier = found;
        if earlier.end <= reference.instant() {
            break;
        }
    }
    // A phrase that names its year stays ahead however early it is read.
    if earlier.end <= reference.instant() {
        earlier
    } else {
        interval
    }
}

/// What duckling makes of the words, seen from `back` before the reference; the longest readings first.
///
/// In the builds we release duckling catches its own panics and answers with nothing.
fn understand(words: &str, reference: ReferenceTime, back: Span) -> Vec<Entity> {
    let Some(now) = reference
        .civil()
        .checked_sub(back)
        .ok()
        .and_then(|civil| instant(civil, reference))
    else {
        return Vec::new();
    };
    let context = Context::new(now, *LOCALE);
    let mut entities = duckling::parse(
        words,
        &LOCALE,
        &[DimensionKind::Time],
        &context,
        &Options::default(),
    );
    entities.sort_by_key(|entity| std::cmp::Reverse(entity.body.len()));
    entities
}

fn instant(civil: CivilDateTime, reference: ReferenceTime) -> Option<DateTime<FixedOffset>> {
    let seconds = reference.instant_of(civil).as_second();
    let offset = FixedOffset::east_opt(reference.offset_s())?;
    Some(DateTime::from_timestamp(seconds, 0)?.with_timezone(&offset))
}

fn interval_of(entity: &Entity, reference: ReferenceTime) -> Option<Interval> {
    let DimensionValue::Time(value) = &entity.value else {
        return None;
    };
    let (start, end) = match value {
        TimeValue::Single { value, .. } => {
            let (start, grain) = day_of(&entity.body, civil(value)?, value.grain());
            (Some(start), Some(start.checked_add(span_of(grain)).ok()?))
        }
        TimeValue::Interval { from, to, .. } => {
            (from.as_ref().and_then(civil), to.as_ref().and_then(civil))
        }
    };
    let interval = Interval {
        start: start.map_or(Timestamp::MIN, |start| reference.instant_of(start)),
        end: end.map_or(Timestamp::MAX, |end| reference.instant_of(end)),
    };
    (interval.start < interval.end && (start.is_some() || end.is_some())).then_some(interval)
}

/// "Three days ago" is a day, to which duckling lends the hour of the reference time.
fn day_of(words: &str, start: CivilDateTime, grain: Grain) -> (CivilDateTime, Grain) {
    if grain == Grain::Hour && words.to_lowercase().ends_with("days ago") {
        (start.date().at(0, 0, 0, 0), Grain::Day)
    } else {
        (start, grain)
    }
}

/// The wall clock's reading: an instant is given in the reference's offset, as the context asked.
fn civil(point: &TimePoint) -> Option<CivilDateTime> {
    let value: NaiveDateTime = match point {
        TimePoint::Instant { value, .. } => value.naive_local(),
        TimePoint::Naive { value, .. } => *value,
    };
    CivilDateTime::new(
        value.year().try_into().ok()?,
        value.month().try_into().ok()?,
        value.day().try_into().ok()?,
        value.hour().try_into().ok()?,
        value.minute().try_into().ok()?,
        value.second().try_into().ok()?,
        0,
    )
    .ok()
}

fn span_of(grain: Grain) -> Span {
    match grain {
        Grain::NoGrain | Grain::Second => 1.second(),
        Grain::Minute => 1.minute(),
        Grain::Hour => 1.hour(),
        Grain::Day => 1.day(),
        Grain::Week => 1.week(),
        Grain::Month => 1.month(),
        Grain::Quarter => 3.months(),
        Grain::Year => 1.year(),
    }
}

/// `in the 1980s`, `the 90s`: duckling knows no decades. Two digits mean the last such decade that has begun.
fn decade(phrase: &str, reference: ReferenceTime) -> Option<Interval> {
    let word = phrase
        .split_whitespace()
        .map(str::to_lowercase)
        .find(|word| is_decade(word))?;
    let digits: i16 = word.trim_end_matches('s').parse().ok()?;
    let this_year = reference.civil().year();
    let first = match digits {
        0..100 => {
            let century = this_year - this_year.rem_euclid(100);
            if century + digits <= this_year {
                century + digits
            } else {
                century - 100 + digits
            }
        }
        _ => digits,
    };
    between(
        first_of(first, 1)?,
        first_of(first.checked_add(10)?, 1)?,
        reference,
    )
}

/// `last summer`, `in the winter of 2019`: duckling loses the year. Seasons are the northern hemisphere's, in
/// whole months; winter is named after the year it begins in.
fn season(phrase: &str, reference: ReferenceTime, is_past: bool) -> Option<Interval> {
    let words: Vec<String> = phrase.split_whitespace().map(str::to_lowercase).collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    let month = words.iter().find_map(|word| month_of_season(word))?;
    let of_year = |year: i16| {
        let start = first_of(year, month)?;
        between(start, start.checked_add(3.months()).ok()?, reference)
    };
    let this_year = reference.civil().year();
    let mut seasons = [-2, -1, 0, 1]
        .into_iter()
        .filter_map(|years| of_year(this_year + years));
    let is_over = |season: &Interval| season.end <= reference.instant();
    let season = if let Some(year) = words.iter().find_map(|word| year(word)) {
        of_year(year)
    } else if has("last") || has("past") || is_past && !has("this") && !has("next") {
        seasons.rfind(is_over)
    } else if has("next") {
        seasons.find(|season| season.start > reference.instant())
    } else {
        seasons.find(|season| !is_over(season))
    }?;
    match () {
        () if has("since") => Some(Interval {
            end: Timestamp::MAX,
            ..season
        }),
        () if has("after") => Some(Interval {
            start: season.end,
            end: Timestamp::MAX,
        }),
        () if has("before") || has("until") => Some(Interval {
            start: Timestamp::MIN,
            end: season.start,
        }),
        () => Some(season),
    }
}

fn month_of_season(word: &str) -> Option<i8> {
    match word {
        "spring" => Some(3),
        "summer" => Some(6),
        "autumn" | "fall" => Some(9),
        "winter" => Some(12),
        _ => None,
    }
}

fn year(word: &str) -> Option<i16> {
    word.parse().ok().filter(|year| (1000..2200).contains(year))
}

/// `the weekend before last`: the last one, seen from the one before.
fn before_last(phrase: &str, reference: ReferenceTime) -> Option<Interval> {
    let lower = phrase.to_lowercase();
    let unit = lower
        .strip_suffix(" before last")?
        .split_whitespace()
        .last()?;
    let step = match unit {
        "night" => 1.day(),
        "month" => 1.month(),
        "year" => 1.year(),
        _ => 1.week(),
    };
    let entities = understand(&format!("last {unit}"), reference, step);
    entities
        .iter()
        .find_map(|entity| interval_of(entity, reference))
}

fn first_of(year: i16, month: i8) -> Option<Date> {
    (1..=9_000).contains(&year).then(|| date(year, month, 1))
}

fn between(start: Date, end: Date, reference: ReferenceTime) -> Option<Interval> {
    let at_midnight = |day: Date| reference.instant_of(day.at(0, 0, 0, 0));
    Some(Interval {
        start: at_midnight(start),
        end: at_midnight(end),
    })
}
