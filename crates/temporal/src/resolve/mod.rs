//! From meanings to stretches of time: the only place that looks at the calendar.

mod occurrences;

use jiff::Timestamp;
use jiff::civil::DateTime;
use recollect_model::{Interval, Precision, ReferenceTime};

use crate::calendar::{
    Stretch, date, floor, midnight, months, plus_days, plus_seconds, shift, step, unit_at, units,
    weekday,
};
use crate::units::{Portion, Span, Unit};
use crate::value::{Element, Said, Time, Vague};
use crate::{Length, Meaning, Tense};

/// What a meaning is seen from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    pub(crate) now: DateTime,
    pub(crate) tense: Tense,
    /// Seconds east of UTC.
    pub(crate) offset_s: i32,
    /// Whether Duckling's conventions hold where they differ from how people speak.
    pub(crate) is_phrase: bool,
}

impl Context {
    pub(crate) fn new(reference: ReferenceTime, tense: Tense, is_phrase: bool) -> Self {
        Self {
            now: reference.civil(),
            tense,
            offset_s: reference.offset_s(),
            is_phrase,
        }
    }

    /// The instant of a civil time; the first or last one where it lies outside of what can be counted.
    fn instant(&self, civil: DateTime) -> Timestamp {
        let offset = jiff::tz::Offset::from_seconds(self.offset_s).unwrap_or(jiff::tz::Offset::UTC);
        let end = if civil.year() < 0 {
            Timestamp::MIN
        } else {
            Timestamp::MAX
        };
        offset.to_timestamp(civil).unwrap_or(end)
    }
}

/// What is said, resolved. `None` for what does not exist or lies outside of the years -9999 to 9999.
pub(crate) fn said(said: &Said, context: &Context) -> Option<(Interval, Precision, Meaning)> {
    let (start, end, precision, meaning) = match said {
        Said::Within(by) => {
            let (now, other) = (context.now, within(*by, context)?);
            let precision = by_precision(by.unit.precision(), context);
            (
                Some(now.min(other)),
                Some(now.max(other)),
                precision,
                Meaning::At,
            )
        }
        Said::For(span) => {
            let length = Length {
                count: span.count(),
                unit: span.unit.precision(),
            };
            let start = shift(context.now, span.negated())?;
            (
                Some(start),
                Some(context.now),
                length.unit,
                Meaning::For(length),
            )
        }
        Said::Vague(vague) => {
            let (start, end, precision) = rough(*vague, context.now)?;
            (start, end, precision, Meaning::Vague)
        }
        Said::At(time)
        | Said::Since(time)
        | Said::From(time)
        | Said::After(time)
        | Said::Until(time)
        | Said::Through(time)
        | Said::By(time)
        | Said::Every(time) => bounds(said, time, context)?,
    };
    let start = start.map_or(Timestamp::MIN, |start| context.instant(start));
    let end = end.map_or(Timestamp::MAX, |end| context.instant(end));
    (start < end).then_some((Interval { start, end }, precision, meaning))
}

type Bounds = (Option<DateTime>, Option<DateTime>, Precision, Meaning);

/// The bounds of what is said of a time.
fn bounds(said: &Said, time: &Time, context: &Context) -> Option<Bounds> {
    // "Since Monday" is the Monday before, "from Monday" the one that the tense tells, and "every Monday" has one to come, whatever the tense.
    let tense = match said {
        Said::Since(_) if !context.is_phrase => Tense::Past,
        Said::Every(_) => Tense::Future,
        _ => context.tense,
    };
    let found = resolve(time, &Context { tense, ..*context })?;
    let is_point = found.precision < Precision::PartOfDay;
    let (start, end, precision) = (Some(found.start), Some(found.end), found.precision);
    Some(match said {
        Said::Since(_) | Said::From(_) => (start, None, precision, Meaning::Since),
        Said::After(_) if context.is_phrase || is_point => (start, None, precision, Meaning::Since),
        Said::After(_) => (end, None, precision, Meaning::Since),
        Said::Until(_) => (None, start, precision, Meaning::Until),
        Said::Through(_) if context.is_phrase => (None, start, precision, Meaning::Until),
        Said::Through(_) => (None, end, precision, Meaning::Until),
        Said::By(_) => {
            let is_point = is_point && !matches!(time, Time::Portion { .. });
            let by = if is_point { start } else { end };
            (
                Some(context.now),
                by,
                by_precision(precision, context),
                Meaning::At,
            )
        }
        Said::Every(_) => (start, end, precision, Meaning::Every),
        _ => (start, end, precision, Meaning::At),
    })
}

fn by_precision(named: Precision, context: &Context) -> Precision {
    if context.is_phrase {
        Precision::Second
    } else {
        named
    }
}

/// Where a length from the reference ends: at the start of a day unless it is shorter than one.
fn within(by: Span, context: &Context) -> Option<DateTime> {
    let other = shift(context.now, by)?;
    if by.unit <= Unit::Hour {
        return Some(other);
    }
    let day = floor(other, Unit::Day)?;
    let is_last = !context.is_phrase && other > context.now;
    Some(if is_last {
        step(day, Unit::Day, 1)?
    } else {
        day
    })
}

fn rough(vague: Vague, now: DateTime) -> Option<(Option<DateTime>, Option<DateTime>, Precision)> {
    let near = |months: i64| step(now, Unit::Month, months);
    Some(match vague {
        Vague::Lately | Vague::Nowadays => (Some(near(-2)?), Some(now), Precision::Month),
        Vague::Soon => (Some(now), Some(near(1)?), Precision::Week),
        Vague::Someday => (Some(now), None, Precision::Year),
        Vague::LongAgo => (None, Some(near(-60)?), Precision::Decade),
    })
}

/// The stretch a time means.
pub(crate) fn resolve(time: &Time, context: &Context) -> Option<Stretch> {
    let now = context.now;
    match time {
        Time::Now => units(now, Unit::Second, 0, 1),
        Time::Cycle { unit, offset } => units(now, *unit, i64::from(*offset), 1),
        Time::Run { unit, count } => run(*unit, i64::from(*count), context),
        Time::Pattern(pattern, pick) => occurrences::pick(pattern, *pick, context),
        Time::Shifted { from, by } => shifted(from.as_deref(), *by, context),
        Time::Nth { n, of, within } => nth(*n, *of, &resolve(within, context)?, context),
        Time::NthFrom { n, of, from } => nth_from(*n, *of, &resolve(from, context)?, context),
        Time::Closest { n, of, to } => {
            occurrences::closest(of, *n, resolve(to, context)?.start, context)
        }
        Time::Inside { pattern, outer } => {
            let is_far = matches!(**outer, Time::Shifted { .. });
            occurrences::inside(pattern, &resolve(outer, context)?, is_far, context)
        }
        Time::Portion { portion, of } => part_of(*portion, &resolve(of, context)?),
        Time::WeekOf(time) => {
            let day = resolve(time, context)?.start;
            // Where weeks are spoken of by their first day, it is a Sunday.
            let ahead = i64::from(weekday(day.date()) == 7);
            units(step(day, Unit::Day, ahead)?, Unit::Week, 0, 1)
        }
        Time::Range { from, to } => range(from, to, context),
        Time::Years {
            start,
            count,
            precision,
        } => months(*start, 1, i64::from(*count) * 12, *precision),
        Time::Decade(tens) => {
            let back = (now.year() - i16::from(*tens)).rem_euclid(100);
            months(now.year().checked_sub(back)?, 1, 120, Precision::Decade)
        }
    }
}

fn run(unit: Unit, count: i64, context: &Context) -> Option<Stretch> {
    let now = context.now;
    if context.is_phrase || unit < Unit::Day {
        let offset = if count > 0 { 1 } else { count };
        return units(now, unit, offset, count.abs());
    }
    let far = floor(step(now, unit, count)?, Unit::Day)?;
    let (start, end) = if count > 0 {
        (now, step(far, Unit::Day, 1)?)
    } else {
        (far, now)
    };
    (start < end).then_some(Stretch {
        start,
        end,
        precision: unit.precision(),
    })
}

fn shifted(from: Option<&Time>, by: Span, context: &Context) -> Option<Stretch> {
    let Some(from) = from else {
        let there = shift(context.now, by)?;
        let unit = match by.unit {
            Unit::Day if !context.is_phrase => Unit::Day,
            // "300 years ago" is no month.
            Unit::Year if !context.is_phrase && by.months.abs() >= 120 => Unit::Year,
            unit if by.is_vague && !context.is_phrase && unit >= Unit::Week => unit,
            unit => unit.finer(),
        };
        return unit_at(there, unit);
    };
    let from = resolve(from, context)?;
    let unit = unit_of(from.precision).min(by.unit);
    unit_at(shift(from.start, by)?, unit)
}

/// The unit a stretch of a precision is counted in.
fn unit_of(precision: Precision) -> Unit {
    match precision {
        Precision::Second => Unit::Second,
        Precision::Minute => Unit::Minute,
        Precision::Hour | Precision::PartOfDay => Unit::Hour,
        Precision::Day | Precision::Weekend => Unit::Day,
        Precision::Week => Unit::Week,
        Precision::Month | Precision::Season => Unit::Month,
        Precision::Quarter => Unit::Quarter,
        Precision::Year => Unit::Year,
        Precision::Decade => Unit::Decade,
        Precision::Century => Unit::Century,
    }
}

/// The so many-th whole unit, or occurrence, inside a stretch.
fn nth(n: i32, of: Element, within: &Stretch, context: &Context) -> Option<Stretch> {
    let n = i64::from(n);
    let found = match of {
        Element::Pattern(pattern) => return occurrences::nth(&pattern, n, within, context),
        Element::Unit(unit) if n > 0 => {
            let first = units(within.start, unit, 0, 1)?;
            let ahead = i64::from(first.start < within.start);
            units(within.start, unit, n - 1 + ahead, 1)?
        }
        Element::Unit(unit) => units(within.end, unit, n, 1)?,
    };
    (found.start >= within.start && found.end <= within.end).then_some(found)
}

/// The so many-th unit, or occurrence, after a stretch, or before it.
fn nth_from(n: i32, of: Element, from: &Stretch, context: &Context) -> Option<Stretch> {
    match of {
        Element::Pattern(pattern) => occurrences::nth_from(&pattern, i64::from(n), from, context),
        Element::Unit(unit) => {
            let base = if n > 0 {
                plus_seconds(from.end, -1)?
            } else {
                from.start
            };
            units(base, unit, i64::from(n), 1)
        }
    }
}

/// The beginning, middle or end of a stretch: of a month in thirds, of a year three, four and four months, of a
/// week three days.
fn part_of(portion: Portion, of: &Stretch) -> Option<Stretch> {
    let (unit, early, late) = match of.precision {
        Precision::Month => (Unit::Day, 10, 20),
        Precision::Week => (Unit::Day, 3, 4),
        Precision::Year => (Unit::Month, 3, 8),
        Precision::Quarter | Precision::Season => (Unit::Month, 1, 2),
        Precision::Decade => (Unit::Year, 4, 7),
        Precision::Century => (Unit::Year, 30, 70),
        Precision::Day => (Unit::Hour, 9, 17),
        Precision::Weekend => (Unit::Hour, 6, 30),
        _ => return Some(*of),
    };
    let at = |count: i64| step(of.start, unit, count);
    let (start, end) = match portion {
        Portion::Early => (of.start, at(early)?),
        Portion::Mid if of.precision == Precision::Week => (at(2)?, at(3)?),
        Portion::Mid if of.precision == Precision::Year => (at(4)?, at(8)?),
        Portion::Mid => (at(early)?, at(late)?),
        Portion::Late => (at(late)?, of.end),
        Portion::FirstHalf | Portion::SecondHalf => {
            let half = halfway(of)?;
            match portion {
                Portion::FirstHalf => (of.start, half),
                _ => (half, of.end),
            }
        }
    };
    (start < end).then_some(Stretch {
        start,
        end,
        precision: unit.precision(),
    })
}

fn halfway(of: &Stretch) -> Option<DateTime> {
    match of.precision {
        Precision::Year => step(of.start, Unit::Month, 6),
        Precision::Decade => step(of.start, Unit::Year, 5),
        Precision::Century => step(of.start, Unit::Year, 50),
        Precision::Month => date(of.start.year(), of.start.month(), 16).map(midnight),
        _ => {
            let days = of.start.date().until(of.end.date()).ok()?.get_days();
            Some(midnight(plus_days(of.start.date(), i64::from(days / 2))?))
        }
    }
}

/// From the start of one to the end of the other, which is the first after the start.
fn range(from: &Time, to: &Time, context: &Context) -> Option<Stretch> {
    let from = resolve(from, context)?;
    if *to == Time::Now {
        return (from.start < context.now).then_some(Stretch {
            end: context.now,
            ..from
        });
    }
    let is_free = matches!(to, Time::Pattern(..));
    let seen_from = if is_free {
        Context {
            now: from.start,
            tense: Tense::Future,
            ..*context
        }
    } else {
        *context
    };
    let to = resolve(to, &seen_from)?;
    let precision = from.precision.min(to.precision);
    let is_clock = |found: &Stretch| found.precision < Precision::PartOfDay;
    // "15:30 to 18h" ends with the minute, not with the hour.
    let end = if is_clock(&from) && is_clock(&to) && !context.is_phrase {
        to.start
    } else if is_clock(&from) && is_clock(&to) {
        unit_at(to.start, unit_of(precision))?.end
    } else {
        to.end
    };
    (from.start < end).then_some(Stretch {
        start: from.start,
        end,
        precision,
    })
}
