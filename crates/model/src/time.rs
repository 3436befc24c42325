//! Points and stretches of time.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;

/// When an episode was said or written: an instant, and the offset from UTC it was given in, so that "today" in
/// the text means the writer's day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReferenceTime {
    instant: Timestamp,
    offset_s: i32,
}

/// A text that is no ISO 8601 date-time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an ISO 8601 date-time such as 2025-03-01T09:30:00Z")]
pub struct InvalidDateTime(pub String);

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

    /// Reads an ISO 8601 date-time. Without an offset it is UTC; a date alone is refused. What lies past the last
    /// countable instant, on the last day of the year 9999, becomes that instant.
    fn from_str(text: &str) -> Result<Self, InvalidDateTime> {
        let invalid = || InvalidDateTime(text.chars().take(64).collect());
        let trimmed = text.trim();
        if !trimmed.contains(':') && !trimmed.contains(['T', 't']) {
            return Err(invalid());
        }
        let pieces = jiff::fmt::temporal::DateTimeParser::new()
            .parse_pieces(trimmed)
            .map_err(|_| invalid())?;
        let time = pieces.time().ok_or_else(invalid)?;
        let offset = pieces.to_numeric_offset().unwrap_or(Offset::UTC);
        // "9999-12-31T23:59:59Z" is a common way to say "without end"; it lies a day past what can be counted.
        let instant = match offset.to_timestamp(pieces.date().to_datetime(time)) {
            Ok(instant) => Timestamp::from_microsecond(instant.as_microsecond()),
            Err(_) if pieces.date().year() == 9999 => {
                Timestamp::from_second(Timestamp::MAX.as_second())
            }
            Err(error) => Err(error),
        };
        let instant = instant.map_err(|_| invalid())?;
        Ok(Self {
            instant,
            offset_s: offset.seconds(),
        })
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
