//! What an expression means, before any calendar is looked at.

use recollect_model::Precision;

use crate::holidays::Holiday;
use crate::units::{PartOfDay, Portion, Span, Unit};

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
    /// From the start, wherever the tense of the sentence puts it: "from 1 February", "starting Monday".
    From(Time),
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
