//! When a pattern comes back: its occurrences in a period, and which of them is meant.

use jiff::civil::{Date, DateTime};
use recollect_model::Precision;

use super::Context;
use crate::Tense;
use crate::calendar::{
    Stretch, date, floor, midnight, months, plus_days, plus_seconds, step, weekday, weekday_from,
};
use crate::holidays;
use crate::units::Unit;
use crate::value::{Clock, Named, Pattern, Pick};

/// How many periods are looked through: a 29 February on a given weekday may be 40 years away.
const MAX_PERIODS: i64 = 45;
/// The most occurrences that are counted off: "1000 Fridays from now".
const MAX_COUNTED: i64 = 1_000;

/// The occurrence that is meant.
pub(super) fn pick(pattern: &Pattern, pick: Pick, context: &Context) -> Option<Stretch> {
    let now = context.now;
    if pattern.year.is_some() {
        let found = of_year(pattern, context);
        return found.or_else(|| without_weekday(pattern, context));
    }
    let is_weekly = period(pattern) == Unit::Week;
    match pick {
        Pick::Plain => plain(pattern, context),
        Pick::This if context.tense == Tense::Past => {
            back(pattern, now, 1, context, |found| found.start <= now)
        }
        Pick::This => {
            let today = floor(now, Unit::Day)?;
            ahead(pattern, now, 1, context, |found| {
                found.end > now && (!is_weekly || found.end > today)
            })
        }
        Pick::Next(1) if is_weekly => {
            let week = step(floor(now, Unit::Week)?, Unit::Week, 1)?;
            ahead(pattern, week, 1, context, |found| found.start >= week)
        }
        Pick::Next(n) | Pick::Ahead(n) => ahead(pattern, now, i64::from(n), context, |found| {
            found.start > now
        }),
        Pick::Last(n) => back(pattern, now, i64::from(n), context, |found| {
            found.end <= now
        }),
    }
}

/// What names no direction lies ahead, or behind where the tense says so.
fn plain(pattern: &Pattern, context: &Context) -> Option<Stretch> {
    let now = context.now;
    if pattern.month.is_some() && pattern.day.is_some() && pattern.weekday.is_some() {
        // A date with its weekday names its year by that: the nearest.
        return closest(pattern, 1, now, context).or_else(|| without_weekday(pattern, context));
    }
    let is_weekday = pattern.weekday.is_some() && !pattern.has_time_of_day();
    let is_clock = pattern.clock.is_some();
    let is_coming = |found: &Stretch| {
        if is_weekday || is_clock {
            found.start > now || is_clock && found.start == now
        } else {
            found.end > now
        }
    };
    let coming = ahead(pattern, now, 1, context, is_coming);
    match coming {
        Some(found) if context.tense != Tense::Past || found.start <= now => Some(found),
        _ => {
            let before = back(pattern, now, 1, context, |found| {
                found.start <= now && (!is_weekday || found.end <= now)
            });
            before.or(coming)
        }
    }
}

/// The occurrence in the year the pattern names.
fn of_year(pattern: &Pattern, context: &Context) -> Option<Stretch> {
    let first = date(pattern.year?, 1, 1)?;
    in_period(pattern, first, context).into_iter().next()
}

/// A date whose weekday is wrong is still that date.
fn without_weekday(pattern: &Pattern, context: &Context) -> Option<Stretch> {
    pattern.weekday.filter(|_| pattern.day.is_some())?;
    let pattern = Pattern {
        weekday: None,
        ..*pattern
    };
    pick(&pattern, Pick::Plain, context)
}

/// The so many-th occurrence closest to a time.
pub(super) fn closest(
    pattern: &Pattern,
    n: i32,
    to: DateTime,
    context: &Context,
) -> Option<Stretch> {
    let distance = |found: &Stretch| {
        let span = found.start.duration_since(to);
        span.as_secs().unsigned_abs()
    };
    let n = usize::try_from(n).ok().filter(|n| (1..=10).contains(n))?;
    let reach = if pattern.weekday.is_some() && pattern.day.is_some() {
        12
    } else {
        n as i64 + 1
    };
    let mut found: Vec<Stretch> = (-reach..=reach)
        .filter_map(|offset| period_at(pattern, to, offset))
        .flat_map(|start| in_period(pattern, start, context))
        .collect();
    found.sort_by_key(distance);
    found.get(n - 1).copied()
}

/// The first occurrence inside a stretch. Where there is none, one that begins after a far point counts, as in
/// "Thanksgiving in 9 months".
pub(super) fn inside(
    pattern: &Pattern,
    outer: &Stretch,
    is_far: bool,
    context: &Context,
) -> Option<Stretch> {
    let start = if pattern.has_date() {
        outer.start
    } else {
        floor(outer.start, Unit::Day)?
    };
    if !pattern.has_date() && pattern.clock.is_some_and(|clock| clock.is_unsure) {
        return unsure_clock(pattern, start, context);
    }
    let found = if pattern.year.is_some() {
        of_year(pattern, context)?
    } else if pattern.has_date() {
        ahead(pattern, start, 1, context, |found| found.start >= start)?
    } else {
        // A zone may move the clock to another day of the reference's.
        in_period(pattern, start.date(), context)
            .into_iter()
            .next()?
    };
    let is_inside = found.start < outer.end || !pattern.has_date();
    (is_inside || is_far).then_some(found)
}

/// "Tomorrow at 5": which half of the day.
fn unsure_clock(pattern: &Pattern, day: DateTime, context: &Context) -> Option<Stretch> {
    let found = in_period(pattern, day.date(), context);
    let is_today = day.date() == context.now.date();
    let is_coming = |found: &&Stretch| !is_today || found.start >= context.now;
    let is_usual = |found: &&Stretch| (7..19).contains(&found.start.hour());
    let usual = found.iter().find(is_usual);
    let choice = if context.is_phrase {
        found.iter().find(is_coming)
    } else if context.tense == Tense::Past {
        usual.filter(|found| found.start <= context.now || !is_today)
    } else {
        usual.filter(is_coming).or(found.iter().find(is_coming))
    };
    choice.or(found.first()).copied()
}

/// The so many-th occurrence that begins inside a stretch; from its end when negative.
pub(super) fn nth(
    pattern: &Pattern,
    n: i64,
    within: &Stretch,
    context: &Context,
) -> Option<Stretch> {
    let is_inside = |found: &Stretch| within.start <= found.start && found.start < within.end;
    let found = if n > 0 {
        ahead(pattern, within.start, n, context, |found| {
            found.start >= within.start
        })
    } else {
        back(pattern, within.end, -n, context, |found| {
            found.start < within.end
        })
    };
    found.filter(is_inside)
}

/// The so many-th occurrence after a stretch, or before it when negative.
pub(super) fn nth_from(
    pattern: &Pattern,
    n: i64,
    from: &Stretch,
    context: &Context,
) -> Option<Stretch> {
    if n > 0 {
        ahead(pattern, from.end, n, context, |found| {
            found.start >= from.end
        })
    } else {
        back(pattern, from.start, -n, context, |found| {
            found.end <= from.start
        })
    }
}

/// The `n`-th occurrence that fulfils a condition, going forward from a time.
fn ahead(
    pattern: &Pattern,
    from: DateTime,
    n: i64,
    context: &Context,
    is_wanted: impl Fn(&Stretch) -> bool,
) -> Option<Stretch> {
    let n = usize::try_from(n)
        .ok()
        .filter(|n| (1..=MAX_COUNTED as usize).contains(n))?;
    (-1..MAX_PERIODS + n as i64)
        .map_while(|offset| period_at(pattern, from, offset))
        .flat_map(|start| in_period(pattern, start, context))
        .filter(is_wanted)
        .nth(n - 1)
}

/// The `n`-th occurrence that fulfils a condition, going back from a time.
fn back(
    pattern: &Pattern,
    from: DateTime,
    n: i64,
    context: &Context,
    is_wanted: impl Fn(&Stretch) -> bool,
) -> Option<Stretch> {
    let n = usize::try_from(n)
        .ok()
        .filter(|n| (1..=MAX_COUNTED as usize).contains(n))?;
    (-1..MAX_PERIODS + n as i64)
        .map_while(|offset| period_at(pattern, from, -offset))
        .flat_map(|start| in_period(pattern, start, context).into_iter().rev())
        .filter(is_wanted)
        .nth(n - 1)
}

/// The unit of the calendar in which a pattern occurs at most a few times.
fn period(pattern: &Pattern) -> Unit {
    match pattern.named {
        Some(Named::Weekend) => Unit::Week,
        Some(_) => Unit::Year,
        None if pattern.year.is_some() || pattern.month.is_some() => Unit::Year,
        None if pattern.day.is_some() => Unit::Month,
        None if pattern.weekday.is_some() => Unit::Week,
        None => Unit::Day,
    }
}

/// The first day of the period so many after the one a time lies in.
fn period_at(pattern: &Pattern, time: DateTime, offset: i64) -> Option<Date> {
    let unit = period(pattern);
    Some(step(floor(time, unit)?, unit, offset)?.date())
}

/// The occurrences in a period that begins on a day, in order.
fn in_period(pattern: &Pattern, start: Date, context: &Context) -> Vec<Stretch> {
    let mut found = dates(pattern, start);
    if pattern.has_time_of_day() {
        let pattern = &settled(*pattern, context);
        found = found
            .iter()
            .flat_map(|day| times_of_day(pattern, day.start.date()))
            .collect();
    }
    if let Some(zone) = pattern.zone.filter(|_| pattern.clock.is_some()) {
        let ahead = i64::from(context.offset_s) - i64::from(zone);
        found = found.iter().filter_map(|time| time.moved(ahead)).collect();
    }
    found
}

/// On a date an hour that may be of either half of the day is a usual one; "12:30" always is.
fn settled(mut pattern: Pattern, context: &Context) -> Pattern {
    let is_dated = pattern.has_date();
    if let Some(clock) = pattern
        .clock
        .as_mut()
        .filter(|clock| clock.is_unsure && is_dated)
    {
        if !context.is_phrase && clock.hour < 7 {
            clock.hour += 12;
        }
        clock.is_unsure = context.is_phrase && clock.hour < 12;
    }
    pattern
}

fn dates(pattern: &Pattern, start: Date) -> Vec<Stretch> {
    let year = start.year();
    let mut found: Vec<Stretch> = match pattern.named {
        Some(Named::Holiday(holiday)) => holidays::in_year(holiday, year),
        Some(Named::Season(month)) => months(year, month, 3, Precision::Season)
            .into_iter()
            .collect(),
        Some(Named::AnySeason) => [3, 6, 9, 12]
            .iter()
            .filter_map(|month| months(year, *month, 3, Precision::Season))
            .collect(),
        Some(Named::Quarter(number)) => months(year, number * 3 - 2, 3, Precision::Quarter)
            .into_iter()
            .collect(),
        Some(Named::Weekend) => weekend(start).into_iter().collect(),
        None => return plain_dates(pattern, start),
    };
    if let Some(wanted) = pattern.weekday {
        found.retain(|found| weekday(found.start.date()) == wanted);
    }
    if let Some(month) = pattern.month {
        found.retain(|found| found.start.month() == month);
    }
    found
}

/// From Friday at 18:00 to the end of Sunday, of the week that begins on a day.
fn weekend(monday: Date) -> Option<Stretch> {
    Some(Stretch {
        start: plus_seconds(midnight(plus_days(monday, 4)?), 18 * 3_600)?,
        end: midnight(plus_days(monday, 7)?),
        precision: Precision::Weekend,
    })
}

fn plain_dates(pattern: &Pattern, start: Date) -> Vec<Stretch> {
    let one_day = |day: Date| {
        let next = plus_days(day, 1)?;
        Some(Stretch::days(day, next, Precision::Day))
    };
    let fits = |day: &Date| pattern.weekday.is_none_or(|wanted| weekday(*day) == wanted);
    let dated = |month: i8| date(start.year(), month, pattern.day.unwrap_or(1)).filter(fits);
    match (pattern.month, pattern.day, pattern.weekday) {
        (Some(month), Some(_), _) => dated(month).and_then(one_day).into_iter().collect(),
        (None, Some(_), _) if pattern.year.is_some() => {
            (1..=12).filter_map(dated).filter_map(one_day).collect()
        }
        (None, Some(_), _) => dated(start.month()).and_then(one_day).into_iter().collect(),
        (Some(month), None, None) => months(start.year(), month, 1, Precision::Month)
            .into_iter()
            .collect(),
        (Some(month), None, Some(wanted)) => date(start.year(), month, 1)
            .into_iter()
            .flat_map(|first| (0..5).filter_map(move |week| weekday_after(first, wanted, week)))
            .filter(|day| day.month() == month)
            .filter_map(one_day)
            .collect(),
        (None, None, Some(wanted)) => weekday_from(start, wanted)
            .and_then(one_day)
            .into_iter()
            .collect(),
        (None, None, None) if pattern.year.is_some() => {
            months(start.year(), 1, 12, Precision::Year)
                .into_iter()
                .collect()
        }
        (None, None, None) => one_day(start).into_iter().collect(),
    }
}

fn weekday_after(first: Date, wanted: i8, weeks: i64) -> Option<Date> {
    plus_days(weekday_from(first, wanted)?, 7 * weeks)
}

/// The stretches of a day that a pattern's part of the day or clock means, in order.
fn times_of_day(pattern: &Pattern, day: Date) -> Vec<Stretch> {
    let at = |seconds: i64| plus_seconds(midnight(day), seconds);
    let Some(clock) = pattern.clock else {
        let hours = pattern.part.map(|part| part.hours());
        let stretch = hours.and_then(|(from, until)| {
            Some(Stretch {
                start: at(from * 3_600)?,
                end: at(until * 3_600)?,
                precision: Precision::PartOfDay,
            })
        });
        return stretch.into_iter().collect();
    };
    let (length, precision) = match clock {
        _ if clock.second.is_some() => (1, Precision::Second),
        _ if clock.minute.is_some() || pattern.zone.is_some() => (60, Precision::Minute),
        _ => (3_600, Precision::Hour),
    };
    let stretch = |hour: i64| {
        let start = hour * 3_600 + seconds_of(clock);
        Some(Stretch {
            start: at(start)?,
            end: at(start + length)?,
            precision,
        })
    };
    let hour = i64::from(clock.hour);
    let hours = if clock.is_unsure {
        vec![hour % 12, hour % 12 + 12]
    } else {
        vec![hour]
    };
    hours.into_iter().filter_map(stretch).collect()
}

/// The seconds of a clock after its hour.
fn seconds_of(clock: Clock) -> i64 {
    i64::from(clock.minute.unwrap_or(0)) * 60 + i64::from(clock.second.unwrap_or(0))
}
