//! The calendar: units, stretches of them, and steps between them, in the civil time of the reference.
//!
//! Every step is checked: what leaves the years -9999 to 9999 is no time.

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::{Span as JiffSpan, ToSpan};
use recollect_model::Precision;

use crate::units::{Span, Unit};

/// A stretch of civil time, its end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: DateTime,
    pub(crate) end: DateTime,
    pub(crate) precision: Precision,
}

impl Stretch {
    pub(crate) fn days(start: Date, end: Date, precision: Precision) -> Self {
        Self {
            start: midnight(start),
            end: midnight(end),
            precision,
        }
    }

    /// Both moved by so many seconds.
    pub(crate) fn moved(self, seconds: i64) -> Option<Self> {
        Some(Self {
            start: plus_seconds(self.start, seconds)?,
            end: plus_seconds(self.end, seconds)?,
            ..self
        })
    }
}

pub(crate) fn midnight(day: Date) -> DateTime {
    day.to_datetime(Time::midnight())
}

pub(crate) fn plus_seconds(time: DateTime, seconds: i64) -> Option<DateTime> {
    let span = JiffSpan::new().try_seconds(seconds).ok()?;
    time.checked_add(span).ok()
}

pub(crate) fn plus_days(day: Date, days: i64) -> Option<Date> {
    let span = JiffSpan::new().try_days(days).ok()?;
    day.checked_add(span).ok()
}

pub(crate) fn plus_months(day: Date, months: i64) -> Option<Date> {
    let span = JiffSpan::new().try_months(months).ok()?;
    day.checked_add(span).ok()
}

pub(crate) fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    Date::new(year, month, day).ok()
}

/// Monday is 1.
pub(crate) fn weekday(day: Date) -> i8 {
    day.weekday().to_monday_one_offset()
}

/// The first such weekday on or after a day.
pub(crate) fn weekday_from(day: Date, weekday_wanted: i8) -> Option<Date> {
    let ahead = (weekday_wanted - weekday(day)).rem_euclid(7);
    plus_days(day, i64::from(ahead))
}

/// The so many-th weekday of a month, from its end when negative.
pub(crate) fn nth_weekday(year: i16, month: i8, n: i8, weekday: i8) -> Option<Date> {
    let weekday = Weekday::from_monday_one_offset(weekday).ok()?;
    date(year, month, 1)?.nth_weekday_of_month(n, weekday).ok()
}

/// The start of the unit of the calendar that a time lies in.
pub(crate) fn floor(time: DateTime, unit: Unit) -> Option<DateTime> {
    let day = time.date();
    let clock = |hour, minute, second| Some(day.at(hour, minute, second, 0));
    let year = day.year();
    let start = match unit {
        Unit::Second => return clock(time.hour(), time.minute(), time.second()),
        Unit::Minute => return clock(time.hour(), time.minute(), 0),
        Unit::Hour => return clock(time.hour(), 0, 0),
        Unit::Day => day,
        Unit::Week => plus_days(day, i64::from(1 - weekday(day)))?,
        Unit::Month => date(year, day.month(), 1)?,
        Unit::Quarter => date(year, (day.month() - 1) / 3 * 3 + 1, 1)?,
        Unit::Year => date(year, 1, 1)?,
        Unit::Decade => date(year - year.rem_euclid(10), 1, 1)?,
        Unit::Century => date(year - year.rem_euclid(100), 1, 1)?,
    };
    Some(midnight(start))
}

/// A time so many units later, the clock kept.
pub(crate) fn step(time: DateTime, unit: Unit, count: i64) -> Option<DateTime> {
    let months = |months: i64| Some(plus_months(time.date(), months)?.to_datetime(time.time()));
    let days = |days: i64| Some(plus_days(time.date(), days)?.to_datetime(time.time()));
    match unit {
        Unit::Second => plus_seconds(time, count),
        Unit::Minute => plus_seconds(time, count.checked_mul(60)?),
        Unit::Hour => plus_seconds(time, count.checked_mul(3_600)?),
        Unit::Day => days(count),
        Unit::Week => days(count.checked_mul(7)?),
        Unit::Month => months(count),
        Unit::Quarter => months(count.checked_mul(3)?),
        Unit::Year => months(count.checked_mul(12)?),
        Unit::Decade => months(count.checked_mul(120)?),
        Unit::Century => months(count.checked_mul(1_200)?),
    }
}

/// The stretch of `count` units of the calendar from the one `offset` after that of a time.
pub(crate) fn units(time: DateTime, unit: Unit, offset: i64, count: i64) -> Option<Stretch> {
    let start = step(floor(time, unit)?, unit, offset)?;
    Some(Stretch {
        start,
        end: step(start, unit, count)?,
        precision: unit.precision(),
    })
}

/// A time shifted by a length.
pub(crate) fn shift(time: DateTime, by: Span) -> Option<DateTime> {
    let day = plus_days(plus_months(time.date(), by.months)?, by.days)?;
    plus_seconds(day.to_datetime(time.time()), by.seconds)
}

/// The whole unit that begins at a time, which keeps its finer parts cut off.
pub(crate) fn unit_at(time: DateTime, unit: Unit) -> Option<Stretch> {
    units(time, unit, 0, 1)
}

/// Whole months from the first of one.
pub(crate) fn months(year: i16, month: i8, count: i64, precision: Precision) -> Option<Stretch> {
    let start = date(year, month, 1)?;
    let end = start.checked_add(count.try_into().ok().map(|count: i32| count.months())?);
    Some(Stretch::days(start, end.ok()?, precision))
}
