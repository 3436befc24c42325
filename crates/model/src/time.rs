//! Points and stretches of time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// When an episode was said or written: an instant, and the offset from UTC it was given in, so that "today" in
/// the text means the writer's day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReferenceTime {
    instant: Timestamp,
    offset_s: i32,
}

/// A text that is no ISO 8601 date-time, or one that cannot be kept as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDateTime {
    /// It is something else.
    #[error("\"{0}\" is not an ISO 8601 date-time such as 2025-03-01T09:30:00Z")]
    Unreadable(String),
    /// It lies outside of what can be counted.
    #[error(
        "\"{0}\" lies outside of the years 1 to 9999-12-30T22:00:00Z, which is what can be kept"
    )]
    Uncountable(String),
    /// No clock shows this offset (RFC 3339, 5.6).
    #[error("\"{0}\" has an offset from UTC of a day or more")]
    Offset(String),
    /// The second that is put in at times has no number here.
    #[error("\"{0}\" names a leap second, which cannot be kept")]
    LeapSecond(String),
    /// The time zone is unknown, or contradicts the offset.
    #[error("\"{0}\" names a time zone that is unknown, or has another offset then")]
    Zone(String),
    /// The clocks of the time zone skip it; which time with an offset would be read.
    #[error(
        "\"{0}\" is no time in its time zone: clocks are put forward then, and skip it; send it with the offset that is meant, such as {1}"
    )]
    Skipped(String, String),
    /// The clocks of the time zone show it twice; which times with an offset would be read.
    #[error(
        "\"{0}\" is two times in its time zone: clocks are put back then, and show it twice; send it with its offset, {1} for the first or {2} for the second"
    )]
    Twice(String, String, String),
}

/// A text that is no name of a time zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a time zone such as Europe/Berlin")]
pub struct InvalidTimeZone(pub String);

/// The zone of this name in the IANA time zone database, which is in the binary.
pub fn time_zone(name: &str) -> Result<TimeZone, InvalidTimeZone> {
    let is_name = !name.is_empty() && name.len() <= 64 && !name.contains(char::is_whitespace);
    let zone = is_name.then(|| TimeZoneDatabase::bundled().get(name).ok());
    let invalid = || InvalidTimeZone(name.chars().take(64).collect());
    zone.flatten().ok_or_else(invalid)
}

/// The instant that much later, or the last one that can be told.
pub fn later(at: Timestamp, by: Duration) -> Timestamp {
    at.checked_add(by).unwrap_or(Timestamp::MAX)
}

/// The instant that much earlier, or the first one that can be told.
pub fn earlier(at: Timestamp, by: Duration) -> Timestamp {
    at.checked_sub(by).unwrap_or(Timestamp::MIN)
}

impl ReferenceTime {
    /// The instant, seen in UTC.
    pub const fn utc(instant: Timestamp) -> Self {
        Self {
            instant,
            offset_s: 0,
        }
    }

    /// The instant, seen at an offset from UTC in seconds; an offset beyond what a clock can show becomes UTC.
    pub fn at_offset(instant: Timestamp, offset_s: i32) -> Self {
        let offset_s = if Offset::from_seconds(offset_s).is_ok() {
            offset_s
        } else {
            0
        };
        Self { instant, offset_s }
    }

    /// The same instant on a clock of this zone, where it is written in UTC: who writes so says when, and not where they are.
    pub fn where_written(self, zone: &TimeZone) -> Self {
        match self.offset_s {
            0 => Self {
                offset_s: zone.to_offset(self.instant).seconds(),
                ..self
            },
            _ => self,
        }
    }

    /// The instant, to the microsecond.
    pub const fn instant(self) -> Timestamp {
        self.instant
    }

    /// The offset from UTC in seconds, east positive.
    pub const fn offset_s(self) -> i32 {
        self.offset_s
    }

    /// The date and time of day a clock on the writer's wall showed.
    pub fn civil(self) -> DateTime {
        self.offset().to_datetime(self.instant)
    }

    fn offset(self) -> Offset {
        Offset::from_seconds(self.offset_s).unwrap_or(Offset::UTC)
    }
}

impl FromStr for ReferenceTime {
    type Err = InvalidDateTime;

    /// Reads an ISO 8601 date-time. Without an offset it is UTC, unless a zone is named (RFC 9557); a date alone is
    /// refused, and so is what could not be kept as it is. Digits beyond the microsecond are cut off.
    fn from_str(text: &str) -> Result<Self, InvalidDateTime> {
        let shown = || text.chars().take(64).collect::<String>();
        let invalid = || InvalidDateTime::Unreadable(shown());
        let trimmed = text.trim();
        if !trimmed.contains(':') && !trimmed.contains(['T', 't']) {
            return Err(invalid());
        }
        let pieces = jiff::fmt::temporal::DateTimeParser::new()
            .parse_pieces(trimmed)
            .map_err(|_| invalid())?;
        let time = pieces.time().ok_or_else(invalid)?;
        if names_leap_second(trimmed) {
            return Err(InvalidDateTime::LeapSecond(shown()));
        }
        let civil = pieces.date().to_datetime(time);
        let written = pieces.to_numeric_offset();
        if written.is_some_and(|offset| offset.seconds().abs() >= A_DAY_S) {
            return Err(InvalidDateTime::Offset(shown()));
        }
        let uncountable = |_| InvalidDateTime::Uncountable(shown());
        let (instant, offset) = match pieces.time_zone_annotation() {
            Some(_) => in_zone(&pieces, civil, shown())?,
            None => {
                let offset = written.unwrap_or(Offset::UTC);
                (offset.to_timestamp(civil).map_err(uncountable)?, offset)
            }
        };
        let instant = Timestamp::from_microsecond(instant.as_microsecond()).map_err(uncountable)?;
        Ok(Self {
            instant,
            offset_s: offset.seconds(),
        })
    }
}

const A_DAY_S: i32 = 24 * 60 * 60;

/// What a time of day is in the zone that is named beside it. Refused where the zone is unknown, where its clocks skip the
/// time, where they show it twice and no offset says which, and where the offset that is written is another.
fn in_zone(
    pieces: &Pieces<'_>,
    civil: DateTime,
    shown: String,
) -> Result<(Timestamp, Offset), InvalidDateTime> {
    let database = TimeZoneDatabase::bundled();
    let zone = pieces.to_time_zone_with(&database).ok().flatten();
    let invalid = || InvalidDateTime::Zone(shown.clone());
    let zone = zone.ok_or_else(invalid)?;
    let Some(written) = pieces.to_numeric_offset() else {
        let at = zone.to_ambiguous_timestamp(civil);
        let with = |offset: Offset| format!("{civil}{}", told(offset));
        return match at.offset() {
            AmbiguousOffset::Unambiguous { offset } => {
                let instant = offset.to_timestamp(civil).map_err(|_| invalid())?;
                Ok((instant, offset))
            }
            AmbiguousOffset::Gap { before, .. } => {
                Err(InvalidDateTime::Skipped(shown, with(before)))
            }
            AmbiguousOffset::Fold { before, after } => {
                Err(InvalidDateTime::Twice(shown, with(before), with(after)))
            }
        };
    };
    let instant = written.to_timestamp(civil).map_err(|_| invalid())?;
    let offset = zone.to_offset(instant);
    // Z says that the offset is not known (RFC 9557, 2.2): that of the zone is meant.
    let is_zulu = matches!(pieces.offset(), Some(PiecesOffset::Zulu));
    match offset == written || is_zulu {
        true => Ok((instant, offset)),
        false => Err(invalid()),
    }
}

/// An offset as it is written behind a time: `+02:00`.
fn told(offset: Offset) -> String {
    let seconds = offset.seconds();
    let sign = if seconds < 0 { '-' } else { '+' };
    let (minutes, seconds) = (seconds.abs() / 60, seconds.abs() % 60);
    let told = format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60);
    match seconds {
        0 => told,
        seconds => format!("{told}:{seconds:02}"),
    }
}

/// Whether the seconds are written as 60, which are read as 59.
fn names_leap_second(text: &str) -> bool {
    let mut parts = text
        .split(['T', 't', ' '])
        .nth(1)
        .unwrap_or_default()
        .split(':');
    let seconds = parts.nth(2).unwrap_or_default();
    let compact = text.split(['T', 't', ' ']).nth(1).unwrap_or_default();
    seconds.starts_with("60") || !compact.contains(':') && compact.get(4..6) == Some("60")
}

/// The bound of a stretch of time: as [`ReferenceTime`] is read, but that what lies past the last countable instant, on the
/// last days of the year 9999, is that instant. "9999-12-31T23:59:59Z" is a common way to say "without end".
pub fn bound(text: &str) -> Result<Timestamp, InvalidDateTime> {
    match text.parse::<ReferenceTime>() {
        Ok(time) => Ok(time.instant()),
        Err(InvalidDateTime::Uncountable(_)) if text.trim().starts_with("9999-12-3") => {
            Ok(Timestamp::from_second(Timestamp::MAX.as_second()).unwrap_or(Timestamp::MAX))
        }
        Err(error) => Err(error),
    }
}

impl fmt::Display for ReferenceTime {
    /// ISO 8601 in UTC, as every reply of the interface writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.instant.fmt(f)
    }
}

/// A stretch of time, its end excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The first instant inside.
    pub start: Timestamp,
    /// The first instant after.
    pub end: Timestamp,
}

impl Interval {
    /// Whether the instant lies inside.
    pub fn contains(self, instant: Timestamp) -> bool {
        self.start <= instant && instant < self.end
    }
}

/// How finely a text names a time: the size of the unit it is given in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// "at 9:30:15", "now".
    Second,
    /// "at 9:30".
    Minute,
    /// "at 9 am".
    Hour,
    /// "this morning", "last night".
    PartOfDay,
    /// "yesterday".
    Day,
    /// "last weekend".
    Weekend,
    /// "last week".
    Week,
    /// "in May".
    Month,
    /// "last summer".
    Season,
    /// "Q3".
    Quarter,
    /// "in 2019".
    Year,
    /// "the eighties".
    Decade,
    /// "the 19th century".
    Century,
}

impl Precision {
    /// Every precision, the finest first.
    pub const ALL: [Self; 13] = [
        Self::Second,
        Self::Minute,
        Self::Hour,
        Self::PartOfDay,
        Self::Day,
        Self::Weekend,
        Self::Week,
        Self::Month,
        Self::Season,
        Self::Quarter,
        Self::Year,
        Self::Decade,
        Self::Century,
    ];

    /// The name the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::PartOfDay => "part of day",
            Self::Day => "day",
            Self::Weekend => "weekend",
            Self::Week => "week",
            Self::Month => "month",
            Self::Season => "season",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Decade => "decade",
            Self::Century => "century",
        }
    }

    /// The precision of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|precision| precision.as_str() == name)
    }
}
