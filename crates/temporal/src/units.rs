//! What time is counted in: units of the calendar, lengths, and parts of a day and of longer times.

use recollect_model::Precision;

/// A unit the calendar counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
}

impl Unit {
    pub(crate) const fn precision(self) -> Precision {
        match self {
            Self::Second => Precision::Second,
            Self::Minute => Precision::Minute,
            Self::Hour => Precision::Hour,
            Self::Day => Precision::Day,
            Self::Week => Precision::Week,
            Self::Month => Precision::Month,
            Self::Quarter => Precision::Quarter,
            Self::Year => Precision::Year,
            Self::Decade => Precision::Decade,
            Self::Century => Precision::Century,
        }
    }

    /// The unit a shift by this one is rounded to: "a year ago" names a month.
    pub(crate) const fn finer(self) -> Self {
        match self {
            Self::Second | Self::Minute => Self::Second,
            Self::Hour => Self::Minute,
            Self::Day => Self::Hour,
            Self::Week | Self::Month => Self::Day,
            Self::Quarter | Self::Year => Self::Month,
            Self::Decade | Self::Century => Self::Year,
        }
    }
}

/// A length of time, in parts that do not convert into each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) months: i64,
    pub(crate) days: i64,
    pub(crate) seconds: i64,
    /// The finest unit named.
    pub(crate) unit: Unit,
    /// "A few".
    pub(crate) is_vague: bool,
}

impl Span {
    /// So many hundredths of a unit.
    pub(crate) fn of(hundredths: i64, unit: Unit, is_vague: bool) -> Self {
        let whole = hundredths / 100;
        let rest = hundredths % 100;
        let (mut months, mut days, mut seconds) = (0, 0, 0);
        match unit {
            Unit::Second => seconds = whole,
            Unit::Minute => seconds = hundredths * 60 / 100,
            Unit::Hour => seconds = hundredths * 3_600 / 100,
            Unit::Day => (days, seconds) = (whole, rest * 86_400 / 100),
            Unit::Week => days = hundredths * 7 / 100,
            Unit::Month => (months, days) = (whole, rest * 30 / 100),
            Unit::Quarter => months = hundredths * 3 / 100,
            Unit::Year => months = hundredths * 12 / 100,
            Unit::Decade => months = hundredths * 120 / 100,
            Unit::Century => months = hundredths * 1_200 / 100,
        }
        // A part of a unit is named in the next finer one.
        let unit = if rest == 0 { unit } else { unit.finer() };
        Self {
            months,
            days,
            seconds,
            unit,
            is_vague,
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            months: self.months + other.months,
            days: self.days + other.days,
            seconds: self.seconds + other.seconds,
            unit: self.unit.min(other.unit),
            is_vague: self.is_vague || other.is_vague,
        }
    }

    pub(crate) fn negated(self) -> Self {
        Self {
            months: -self.months,
            days: -self.days,
            seconds: -self.seconds,
            ..self
        }
    }

    /// How many of its finest unit it comes to, where that can be said.
    pub(crate) fn count(self) -> u32 {
        let count = match self.unit {
            Unit::Second => self.seconds,
            Unit::Minute => self.seconds / 60,
            Unit::Hour => self.days * 24 + self.seconds / 3_600,
            Unit::Day => self.days + self.months * 30,
            Unit::Week => self.days / 7 + self.months * 30 / 7,
            Unit::Month => self.months,
            Unit::Quarter => self.months / 3,
            Unit::Year => self.months / 12,
            Unit::Decade => self.months / 120,
            Unit::Century => self.months / 1_200,
        };
        count.unsigned_abs().min(u64::from(u32::MAX)) as u32
    }
}

/// A part of the day with a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartOfDay {
    EarlyMorning,
    Morning,
    LateMorning,
    Breakfast,
    Brunch,
    Lunch,
    AfterLunch,
    Afternoon,
    LateAfternoon,
    AfterSchool,
    AfterWork,
    Evening,
    Dinner,
    Night,
    LateNight,
}

impl PartOfDay {
    /// Its first hour and the hour after its last.
    pub(crate) const fn hours(self) -> (i64, i64) {
        match self {
            Self::EarlyMorning => (0, 9),
            Self::Morning => (0, 12),
            Self::LateMorning => (11, 12),
            Self::Breakfast => (6, 10),
            Self::Brunch => (10, 14),
            Self::Lunch => (12, 14),
            Self::AfterLunch => (13, 17),
            Self::Afternoon => (12, 19),
            Self::LateAfternoon => (16, 19),
            Self::AfterSchool => (15, 21),
            Self::AfterWork => (17, 21),
            Self::Evening | Self::Dinner | Self::Night => (18, 24),
            Self::LateNight => (21, 24),
        }
    }

    /// The same part seen from its beginning or end: "early in the morning".
    pub(crate) const fn narrowed(self, portion: Portion) -> Option<Self> {
        match (self, portion) {
            (Self::Morning, Portion::Early) => Some(Self::EarlyMorning),
            (Self::Morning, Portion::Late) => Some(Self::LateMorning),
            (Self::Afternoon, Portion::Late) => Some(Self::LateAfternoon),
            (Self::Afternoon, Portion::Early) => Some(Self::Lunch),
            (Self::Night | Self::Evening, Portion::Late) => Some(Self::LateNight),
            (Self::Night | Self::Evening, Portion::Early) => Some(Self::Evening),
            _ => None,
        }
    }

    pub(crate) const fn is_morning(self) -> bool {
        self.hours().1 <= 12
    }
}

/// A part of a longer time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Portion {
    Early,
    Mid,
    Late,
    FirstHalf,
    SecondHalf,
}
