//! What an expression means, before any calendar is looked at.

use recollect_model::Precision;

use crate::holidays::Holiday;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Portion {
    Early,
    Mid,
    Late,
    FirstHalf,
    SecondHalf,
}

/// What comes back every year or week and has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// Its first month: 3, 6, 9 or 12.
    Season(i8),
    /// Whichever season it is.
    AnySeason,
    Quarter(i8),
    Weekend,
    Holiday(Holiday),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: i8,
    pub(crate) minute: Option<i8>,
    pub(crate) second: Option<i8>,
    /// Whether the hour may as well be twelve hours later.
    pub(crate) is_unsure: bool,
}

/// Conditions a time fulfils together; it comes back whenever they all hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pattern {
    pub(crate) year: Option<i16>,
    pub(crate) month: Option<i8>,
    pub(crate) day: Option<i8>,
    /// Monday is 1.
    pub(crate) weekday: Option<i8>,
    pub(crate) named: Option<Named>,
    pub(crate) part: Option<PartOfDay>,
    pub(crate) clock: Option<Clock>,
    /// Seconds east of UTC.
    pub(crate) zone: Option<i32>,
}

impl Pattern {
    pub(crate) fn has_date(&self) -> bool {
        self.year.is_some() || self.has_day()
    }

    /// Whether it says more of the date than the year.
    pub(crate) fn has_day(&self) -> bool {
        self.month.is_some() || self.day.is_some() || self.weekday.is_some() || self.named.is_some()
    }

    pub(crate) fn has_time_of_day(&self) -> bool {
        self.part.is_some() || self.clock.is_some()
    }

    /// Both together; `None` when both speak of the same thing.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        fn one<T: Copy + PartialEq>(a: Option<T>, b: Option<T>) -> Option<Option<T>> {
            match (a, b) {
                (Some(a), Some(b)) if a != b => None,
                (a, b) => Some(a.or(b)),
            }
        }
        let weekend_day = |pattern: &Self| pattern.named == Some(Named::Weekend);
        if weekend_day(&self) && other.weekday.is_some() {
            return None;
        }
        let mut both = Self {
            year: one(self.year, other.year)?,
            month: one(self.month, other.month)?,
            day: one(self.day, other.day)?,
            weekday: one(self.weekday, other.weekday)?,
            named: one(self.named, other.named)?,
            part: one(self.part, other.part)?,
            clock: one(self.clock, other.clock)?,
            zone: one(self.zone, other.zone)?,
        };
        // A part of the day says which half of it an hour belongs to.
        if let (Some(part), Some(clock)) = (both.part, &mut both.clock) {
            if clock.is_unsure {
                clock.hour = match (part.is_morning(), clock.hour) {
                    (true, 12) => 0,
                    (true, hour) => hour,
                    (false, 12) if part.hours().1 == 24 => 24,
                    (false, hour) => hour % 12 + 12,
                };
                clock.is_unsure = false;
            }
            both.part = None;
        }
        Some(both)
    }
}

/// Which of the occurrences of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// The one the tense asks for, by default the one to come.
    Plain,
    /// "This".
    This,
    /// So many ahead: "next" is 1, "after next" 2.
    Next(i32),
    /// "3 Fridays from now": so many ahead, weeks not counted by the calendar.
    Ahead(i32),
    /// So many back: "last" is 1.
    Last(i32),
}

/// What can be counted inside something else: units of the calendar, or what comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Unit(Unit),
    Pattern(Pattern),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Time {
    Now,
    /// The unit of the calendar so many after the current one.
    Cycle {
        unit: Unit,
        offset: i32,
    },
    /// So many units beside the current one: "the next three weeks"; negative for those before.
    Run {
        unit: Unit,
        count: i32,
    },
    Pattern(Pattern, Pick),
    /// A length away from a time, or from the reference.
    Shifted {
        from: Option<Box<Time>>,
        by: Span,
    },
    /// The so many-th inside; negative from the end.
    Nth {
        n: i32,
        of: Element,
        within: Box<Time>,
    },
    /// The so many-th after a time; negative before it.
    NthFrom {
        n: i32,
        of: Element,
        from: Box<Time>,
    },
    /// The so many-th closest to a time.
    Closest {
        n: i32,
        of: Pattern,
        to: Box<Time>,
    },
    /// The first occurrence of a pattern inside a time.
    Inside {
        pattern: Pattern,
        outer: Box<Time>,
    },
    Portion {
        portion: Portion,
        of: Box<Time>,
    },
    /// The week that a time lies in, or begins with.
    WeekOf(Box<Time>),
    Range {
        from: Box<Time>,
        to: Box<Time>,
    },
    /// A stretch of whole years.
    Years {
        start: i16,
        count: i16,
        precision: Precision,
    },
    /// The years of a decade of whichever century is nearest: "the eighties".
    Decade(i8),
}

impl Time {
    pub(crate) fn pattern(pattern: Pattern) -> Self {
        Self::Pattern(pattern, Pick::Plain)
    }

    pub(crate) fn day(offset: i32) -> Self {
        Self::Cycle {
            unit: Unit::Day,
            offset,
        }
    }
}

/// What is said of a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    At(Time),
    Since(Time),
    /// From the end of the time on.
    After(Time),
    /// Up to the start.
    Until(Time),
    /// Up to the end.
    Through(Time),
    /// From the reference to the time.
    By(Time),
    /// From the reference so far; negative for the stretch that ends at the reference.
    Within(Span),
    For(Span),
    Every(Time),
    Vague(Vague),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vague {
    Lately,
    Nowadays,
    Soon,
    LongAgo,
    Someday,
}
