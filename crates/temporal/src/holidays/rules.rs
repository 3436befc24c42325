//! Rules by which holidays fall.

use jiff::civil::Date;

use super::lunar::{self, Hour};
use crate::calendar::{date, nth_weekday, plus_days, weekday};

/// When a holiday begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// The same month and day each year.
    Fixed(i8, i8),
    /// The so many-th weekday of a month, from its end when negative, and days after it.
    Nth(i8, i8, i8, i8),
    /// A weekday on or before a day.
    OnOrBefore(i8, i8, i8),
    /// Days after Easter Sunday.
    Easter(i16),
    /// Days after the Easter Sunday of the eastern churches.
    OrthodoxEaster(i16),
    /// The last Saturday of March, but not on the eve of Easter.
    EarthHour,
    /// The working day closest to 16 October.
    BossDay,
    /// 27 April, but the day before when that is a Sunday.
    KingsDay,
    /// Days after the Hebrew new year's day; each day begins with the evening before.
    Tishri(i16),
    /// Days after the first of Passover.
    Nisan(i16),
    Hanukkah,
    TuBishvat,
    /// Kept on a Thursday where it would touch the Sabbath.
    YomHaatzmaut,
    YomHashoah,
    /// Month and day.
    Islamic(i8, i8),
    /// The last Friday of Ramadan.
    LastRamadanFriday,
    /// A day inside the month, and days after its first.
    Chinese(i8, i8, i16),
    /// Month, tithi, the hour at which the tithi counts, and days after it.
    Indian(i8, i8, Hour, i8),
    /// Days after the sun enters a sign of the sidereal zodiac.
    Sankranti(i8, i8),
    /// The sign of the sun and the nakshatra of the moon.
    Nakshatra(i8, i8),
    /// Every 365 days, as in 2018 on 17 August.
    Parsi,
}

/// The first days of a holiday in a year.
pub(super) fn dates(rule: Rule, year: i16) -> Vec<Date> {
    let after = |first: Option<Date>, days: i16| plus_days(first?, i64::from(days));
    let first = match rule {
        Rule::Fixed(month, day) => date(year, month, day),
        Rule::Nth(month, n, weekday, days) => {
            after(nth_weekday(year, month, n, weekday), i16::from(days))
        }
        Rule::OnOrBefore(month, day, wanted) => date(year, month, day)
            .and_then(|day| plus_days(day, -i64::from((weekday(day) - wanted).rem_euclid(7)))),
        Rule::Easter(days) => after(easter(year), days),
        Rule::OrthodoxEaster(days) => after(orthodox_easter(year), days),
        Rule::EarthHour => {
            let last = nth_weekday(year, 3, -1, 6);
            let is_eve = last.is_some() && last == after(easter(year), -1);
            after(last, if is_eve { -7 } else { 0 })
        }
        Rule::BossDay => lunar::moved(date(year, 10, 16), &[(6, -1), (7, 1)]),
        Rule::KingsDay => lunar::moved(date(year, 4, 27), &[(7, -1)]),
        Rule::Tishri(_)
        | Rule::Nisan(_)
        | Rule::Hanukkah
        | Rule::TuBishvat
        | Rule::YomHaatzmaut
        | Rule::YomHashoah => after(hebrew(rule, year), -1),
        Rule::Islamic(month, day) => {
            return lunar::islamic(year, i64::from(month), i64::from(day));
        }
        Rule::LastRamadanFriday => return last_ramadan_fridays(year),
        Rule::Chinese(month, day, days) => lunar::chinese(year, month, day, days),
        Rule::Indian(month, tithi, hour, days) => after(
            lunar::indian(year, i64::from(month), i64::from(tithi), hour),
            i16::from(days),
        ),
        Rule::Sankranti(sign, days) => {
            after(lunar::sankranti(year, i64::from(sign)), i16::from(days))
        }
        Rule::Nakshatra(sign, nakshatra) => {
            lunar::nakshatra(year, i64::from(sign), i64::from(nakshatra))
        }
        Rule::Parsi => parsi_new_year(year),
    };
    first.into_iter().collect()
}

/// Easter Sunday by the Gregorian computus (the "anonymous" algorithm of Nature, 1876).
fn easter(year: i16) -> Option<Date> {
    if year < 1 {
        return None;
    }
    let year_wide = i32::from(year);
    let golden = year_wide % 19;
    let (century, of_century) = (year_wide / 100, year_wide % 100);
    let correction = (8 * century + 13) / 25;
    let epact = (19 * golden + century - century / 4 - correction + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let late = (golden + 11 * epact + 22 * weekday) / 451;
    let days = epact + weekday - 7 * late + 114;
    date(year, (days / 31) as i8, (days % 31 + 1) as i8)
}

/// Easter Sunday by the Julian computus (Meeus, Astronomical Algorithms, chapter 8), as a Gregorian date.
fn orthodox_easter(year: i16) -> Option<Date> {
    if year < 1 {
        return None;
    }
    let wide = i32::from(year);
    let full_moon = (19 * (wide % 19) + 15) % 30;
    let weekday = (2 * (wide % 4) + 4 * (wide % 7) - full_moon + 34) % 7;
    let days = full_moon + weekday + 114;
    let julian = date(year, (days / 31) as i8, (days % 31 + 1) as i8)?;
    plus_days(julian, i64::from(wide / 100 - wide / 400 - 2))
}

/// The day that begins with the evening before, which is the one that is spoken of.
fn hebrew(rule: Rule, year: i16) -> Option<Date> {
    match rule {
        Rule::Tishri(days) => lunar::after_rosh_hashanah(year, days),
        // The ninth of Av is not kept on a Sabbath.
        Rule::Nisan(days) => {
            let moves: &[(i8, i64)] = if days == 112 { &[(6, 1)] } else { &[] };
            lunar::moved(lunar::after_passover(year, days), moves)
        }
        Rule::Hanukkah => lunar::hanukkah(year),
        Rule::TuBishvat => lunar::tu_bishvat(year),
        Rule::YomHaatzmaut => {
            lunar::moved(lunar::after_passover(year, 20), &[(5, -1), (6, -2), (1, 1)])
        }
        Rule::YomHashoah => lunar::moved(lunar::after_passover(year, 12), &[(5, -1), (7, 1)]),
        _ => None,
    }
}

fn last_ramadan_fridays(year: i16) -> Vec<Date> {
    let mut fridays = Vec::new();
    for end in lunar::islamic(year, 10, 1) {
        let back = (i64::from(weekday(end)) - 6).rem_euclid(7) + 1;
        fridays.extend(plus_days(end, -back));
    }
    fridays
}

fn parsi_new_year(year: i16) -> Option<Date> {
    let known = date(2018, 8, 17)?;
    let about = date(year, 8, 17)?;
    let days = i64::from(about.since(known).ok()?.get_days());
    plus_days(about, -(days - (i64::from(year) - 2018) * 365))
}
