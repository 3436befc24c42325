//! A person's calendar: which day, month or year an instant is where they are.
//!
//! What is known to the day or finer is told on the reader's calendar. A month or a year is kept as the instant at
//! which it began for whoever wrote of it, and is told as that month or year wherever it is read: "in 2019", written
//! in Berlin, is kept as 2018-12-31T23:00:00Z and stays 2019.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, ToSpan};

use crate::{InvalidTimeZone, Precision, ReferenceTime, time_zone};

/// The clocks of the world are at most so far ahead of UTC, in seconds.
const MAX_AHEAD_S: i64 = 14 * 60 * 60;
/// And so far behind it where many live: eleven hours behind would be the midnight of New Zealand's summer, too.
const MAX_BEHIND_S: i64 = 10 * 60 * 60;
/// Every offset in use is a multiple of this.
const QUARTER_HOUR_S: i64 = 15 * 60;

/// A calendar: the days of a time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar(TimeZone);

/// A day, a month or a year, by the day that it begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A year.
    Year(Date),
    /// A month; seasons and quarters are told by the month that they begin in.
    Month(Date),
    /// A day.
    Day(Date),
}

impl Calendar {
    /// That of UTC.
    pub const fn utc() -> Self {
        Self(TimeZone::UTC)
    }

    /// That of a zone by its IANA name.
    pub fn named(zone: &str) -> Result<Self, InvalidTimeZone> {
        time_zone(zone).map(Self)
    }

    /// That of a zone of this name, where somebody named one that is known; that of UTC otherwise.
    pub fn of_zone(zone: Option<&str>) -> Self {
        let named = zone.and_then(|zone| Self::named(zone).ok());
        named.unwrap_or(Self::utc())
    }

    /// That of a place whose clocks are always so many minutes ahead of UTC; of UTC where there can be no such place.
    pub fn ahead_by(minutes: i32) -> Self {
        let minutes = if minutes.abs() <= 14 * 60 { minutes } else { 0 };
        let offset = Offset::from_seconds(minutes * 60).unwrap_or(Offset::UTC);
        Self(TimeZone::fixed(offset))
    }

    /// When a clock here shows a date and a time of day, or a date, which is its midnight; as a page's field writes them.
    pub fn read(&self, text: &str) -> Option<ReferenceTime> {
        let civil = match text.contains('T') {
            true => text.parse().ok()?,
            false => text.parse::<Date>().ok()?.to_datetime(Time::midnight()),
        };
        Some(self.written(self.instant(civil)?))
    }

    /// The first instant after the day that this one lies in.
    pub fn end_of_day(&self, instant: Timestamp) -> Option<Timestamp> {
        let next = self.day(instant).tomorrow().ok()?;
        self.instant(next.to_datetime(Time::midnight()))
    }

    /// The moment as it is written here: with the offset from UTC that clocks have then.
    pub fn written(&self, instant: Timestamp) -> ReferenceTime {
        ReferenceTime::at_offset(instant, self.0.to_offset(instant).seconds())
    }

    /// When a clock here shows this time. Where it is shown twice, the first; where it is skipped, as long after the gap.
    fn instant(&self, civil: DateTime) -> Option<Timestamp> {
        let time = self.0.to_ambiguous_timestamp(civil).compatible().ok()?;
        Timestamp::from_microsecond(time.as_microsecond()).ok()
    }

    /// The day here.
    pub fn day(&self, instant: Timestamp) -> Date {
        self.0.to_datetime(instant).date()
    }

    /// What an instant is, told as finely as it is known.
    pub fn told(&self, instant: Timestamp, precision: Option<Precision>) -> Told {
        match precision {
            Some(Precision::Year | Precision::Decade | Precision::Century) => {
                Told::Year(self.beginning(instant, |day| day.first_of_year()))
            }
            Some(Precision::Month | Precision::Season | Precision::Quarter) => {
                Told::Month(self.beginning(instant, |day| day.first_of_month()))
            }
            // A day begins where it was said, which may be far from here.
            Some(Precision::Day | Precision::Weekend | Precision::Week) => {
                Told::Day(self.beginning(instant, |day| day))
            }
            _ => Told::Day(self.day(instant)),
        }
    }

    /// The unit that begins at this instant on some calendar of the world; where there is none, the one that it lies in here.
    fn beginning(&self, instant: Timestamp, first: fn(Date) -> Date) -> Date {
        let here = self.0.to_datetime(instant);
        let is_here = here.time() == Time::midnight() && first(here.date()) == here.date();
        let is_told_anywhere =
            instant.as_second() % QUARTER_HOUR_S == 0 && instant.subsec_nanosecond() == 0;
        if is_here || !is_told_anywhere {
            return first(here.date());
        }
        // The first day that is just about to begin in UTC, or has just begun.
        let utc = TimeZone::UTC.to_datetime(instant).date();
        let days = [utc, utc.tomorrow().unwrap_or(utc)];
        let near = days.into_iter().find(|day| {
            let midnight = TimeZone::UTC.to_timestamp(day.to_datetime(Time::midnight()));
            let ahead = midnight.map_or(i64::MAX, |midnight| {
                midnight.as_second() - instant.as_second()
            });
            first(*day) == *day && (-MAX_BEHIND_S..=MAX_AHEAD_S).contains(&ahead)
        });
        near.unwrap_or_else(|| first(here.date()))
    }
}

impl Told {
    /// The unit after it.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Year(day) => day.checked_add(1.year()).ok().map(Self::Year),
            Self::Month(day) => day.checked_add(1.month()).ok().map(Self::Month),
            Self::Day(day) => day.tomorrow().ok().map(Self::Day),
        }
    }
}
