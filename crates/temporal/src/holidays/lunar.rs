//! Calendars that follow the moon: Hebrew, Islamic, Chinese and Indian.
//!
//! The Hebrew calendar is computed exactly; the others from the sky, so that a date may be a day off where it is
//! in fact proclaimed or depends on the place. They are computed for the years 1000 to 2999.

use jiff::civil::Date;

use super::sky::{LUNATION, Moment, elongation, new_moon_near, sidereal_moon, sidereal_sun};
use crate::calendar::{date, plus_days, weekday};

/// When in a day the sky is looked at in India.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hour {
    Sunrise,
    Noon,
    Evening,
    Midnight,
}

impl Hour {
    /// In days of Indian time.
    const fn of_day(self) -> f64 {
        match self {
            Self::Sunrise => 0.26,
            Self::Noon => 0.5,
            Self::Evening => 0.77,
            Self::Midnight => 1.0,
        }
    }
}

/// How far India's clock is ahead of UTC, in days.
const INDIA: f64 = 5.5 / 24.0;
const CHINA: f64 = 8.0 / 24.0;
/// A new moon after this hour UTC is not seen on the same evening in Mecca.
const MECCA: f64 = 13.0 / 24.0;
/// New moons are counted from that of 6 January 2000.
const FIRST_NEW_MOON: Moment = 5.26;

fn epoch() -> Option<Date> {
    date(2000, 1, 1)
}

/// The moment at which a day begins in UTC.
fn moment(day: Date) -> Option<Moment> {
    let days = day.since(epoch()?).ok()?.get_days();
    Some(f64::from(days) - 0.5)
}

/// The day in UTC that a moment lies in.
fn day(moment: Moment) -> Option<Date> {
    plus_days(epoch()?, (moment + 0.5).floor() as i64)
}

fn is_covered(year: i16) -> bool {
    (1_000..3_000).contains(&year)
}

/// The first day of the Hebrew year that begins in a Gregorian year, in days since 1 January of the year 1
/// (Reingold and Dershowitz, Calendrical Calculations, chapter 8).
fn hebrew_new_year(hebrew_year: i64) -> i64 {
    let elapsed = |year: i64| {
        let months = (235 * year - 234).div_euclid(19);
        let parts = 12_084 + 13_753 * months;
        let day = 29 * months + parts.div_euclid(25_920);
        day + i64::from((3 * (day + 1)).rem_euclid(7) < 3)
    };
    let (before, this, after) = (
        elapsed(hebrew_year - 1),
        elapsed(hebrew_year),
        elapsed(hebrew_year + 1),
    );
    let delay = match () {
        () if after - this == 356 => 2,
        () if this - before == 382 => 1,
        () => 0,
    };
    this + delay - 1_373_428
}

/// The day so many after the Hebrew new year's day of a Gregorian year.
pub(super) fn after_rosh_hashanah(year: i16, days: i16) -> Option<Date> {
    let first = hebrew_new_year(i64::from(year) + 3_761);
    plus_days(date(1, 1, 1)?, first + i64::from(days))
}

/// The first day of Hanukkah, 25 Kislev.
pub(super) fn hanukkah(year: i16) -> Option<Date> {
    let hebrew_year = i64::from(year) + 3_761;
    let length = hebrew_new_year(hebrew_year + 1) - hebrew_new_year(hebrew_year);
    let is_complete = length % 10 == 5;
    after_rosh_hashanah(year, 83 + i16::from(is_complete))
}

/// The day so many after the first of Passover, 15 Nisan.
pub(super) fn after_passover(year: i16, days: i16) -> Option<Date> {
    let first = hebrew_new_year(i64::from(year) + 3_761) - 163;
    plus_days(date(1, 1, 1)?, first + i64::from(days))
}

/// 15 Shevat, two or, in a leap year, three months before Passover.
pub(super) fn tu_bishvat(year: i16) -> Option<Date> {
    let hebrew_year = i64::from(year) + 3_760;
    let is_leap = (7 * hebrew_year + 1).rem_euclid(19) < 7;
    after_passover(year, if is_leap { -89 } else { -59 })
}

/// A Hebrew day that is kept on another weekday than it falls on.
pub(super) fn moved(day: Option<Date>, moves: &[(i8, i64)]) -> Option<Date> {
    let day = day?;
    let by = moves
        .iter()
        .find(|(from, _)| *from == weekday(day))
        .map_or(0, |(_, by)| *by);
    plus_days(day, by)
}

/// The days of a Gregorian year on which a day of an Islamic month falls.
pub(super) fn islamic(year: i16, month: i64, day_of_month: i64) -> Vec<Date> {
    if !is_covered(year) {
        return Vec::new();
    }
    // 1 Muharram 1421 began with the new moon three after that of January 2000.
    const FIRST_MONTH: i64 = 3;
    let lunation = |month_number: i64| {
        let near = FIRST_NEW_MOON + (month_number + FIRST_MONTH) as f64 * LUNATION;
        let conjunction = new_moon_near(near);
        // The month begins with the day after the evening of its first crescent.
        plus_days(day(conjunction - MECCA + 1.0)?, 1)
    };
    let years = i64::from(year) - 2_000;
    let about = years * 365 / 354;
    let found = (about - 2..=about + 2).filter_map(|islamic_year| {
        let first = lunation(islamic_year * 12 + month - 1)?;
        plus_days(first, day_of_month - 1)
    });
    found.filter(|day| day.year() == year).collect()
}

/// The first day of the Chinese month that a day of the year lies in, so many days later. The month of a solar term
/// contains it: that of the summer solstice is the fifth, that of the autumn equinox the eighth.
pub(super) fn chinese(year: i16, month: i8, day_of_month: i8, days: i16) -> Option<Date> {
    if !is_covered(year) {
        return None;
    }
    let within = moment(date(year, month, day_of_month)?)? + 1.0 - CHINA;
    let mut conjunction = new_moon_near(within - LUNATION / 2.0);
    if day(conjunction + CHINA)? > date(year, month, day_of_month)? {
        conjunction = new_moon_near(conjunction - LUNATION);
    }
    let next = new_moon_near(conjunction + LUNATION);
    if day(next + CHINA)? <= date(year, month, day_of_month)? {
        conjunction = next;
    }
    plus_days(day(conjunction + CHINA)?, i64::from(days))
}

/// The day of an Indian lunar month (Chaitra is 1, months end with the new moon) on which the moon is in a tithi, a
/// thirtieth of its way around, at an hour.
pub(super) fn indian(year: i16, month: i64, tithi: i64, hour: Hour) -> Option<Date> {
    if !is_covered(year) {
        return None;
    }
    let sign_at = |moment: Moment| (sidereal_sun(moment) / 30.0).floor() as i64;
    // The month begins while the sun is in the sign before its own.
    let sign = (month + 10) % 12;
    for begun in [year - 2, year - 1, year] {
        let entered = moment(date(begun, 4, 14)?)? + sign as f64 * 30.44;
        let ends = entered + 70.0;
        if ends < moment(date(year, 1, 1)?)? {
            continue;
        }
        for number in 0..3 {
            let first = new_moon_near(entered + f64::from(number) * LUNATION - 8.0);
            // A month in which the sun stays in its sign is repeated; the second of the two counts.
            if sign_at(first) != sign || sign_at(first + LUNATION) == sign {
                continue;
            }
            let found = tithi_day(first, tithi, hour)?;
            if found.year() == year {
                return Some(found);
            }
        }
    }
    None
}

fn tithi_day(new_moon: Moment, tithi: i64, hour: Hour) -> Option<Date> {
    let about = new_moon + (tithi - 1) as f64 * LUNATION / 30.0;
    let first = day(about + INDIA)?;
    let at = |day: Date| Some(moment(day)? + hour.of_day() - INDIA);
    let wanted = (tithi - 1) as f64 * 12.0;
    // A tithi that no such hour falls into belongs to the day on which it begins.
    let begins = |day: Date| {
        let ahead = (elongation(at(day)?) - wanted + 180.0).rem_euclid(360.0) - 180.0;
        Some(ahead >= 0.0)
    };
    let mut found = plus_days(first, -2)?;
    for _ in 0..5 {
        if begins(found)? {
            break;
        }
        found = plus_days(found, 1)?;
    }
    let ahead = (elongation(at(found)?) - wanted + 180.0).rem_euclid(360.0) - 180.0;
    if ahead >= 12.0 {
        return plus_days(found, -1);
    }
    Some(found)
}

/// The day on which the sun enters a sign of the sidereal zodiac, the next one when that is after sunset in India.
pub(super) fn sankranti(year: i16, sign: i64) -> Option<Date> {
    if !is_covered(year) {
        return None;
    }
    let start = moment(date(year, 1, 1)?)?;
    let is_inside = |days: f64| {
        let ahead = sidereal_sun(start + days) - sign as f64 * 30.0;
        (ahead + 180.0).rem_euclid(360.0) - 180.0 >= 0.0
    };
    let about = ((sign as f64 * 30.0 - sidereal_sun(start)).rem_euclid(360.0)) / 0.985_6;
    let (mut low, mut high) = (about - 6.0, about + 6.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if is_inside(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let sunset = 17.6 / 24.0;
    day(start + high + INDIA + 1.0 - sunset)
}

/// The first evening after a sankranti on which the moon is in a nakshatra, a 27th of its way around.
pub(super) fn nakshatra(year: i16, sign: i64, nakshatra: i64) -> Option<Date> {
    let first = sankranti(year, sign)?;
    (0..32).find_map(|days| {
        let day = plus_days(first, days)?;
        let evening = moment(day)? + Hour::Evening.of_day() - INDIA;
        let found = (sidereal_moon(evening) / (360.0 / 27.0)).floor() as i64;
        (found + 1 == nakshatra).then_some(day)
    })
}
