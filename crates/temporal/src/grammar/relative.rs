//! Times by their place beside the reference, and portions of times: "last week", "this Thursday", "the end of the
//! year", "the eighties".

use super::{Parser, Read, longest};
use crate::lexicon::Word;
use crate::units::{PartOfDay, Portion, Unit};
use crate::value::{Element, Named, Pattern, Pick, Time};

/// Which way a word such as "next" points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    This,
    Next,
    Last,
}

impl Direction {
    const fn offset(self) -> i32 {
        match self {
            Self::This => 0,
            Self::Next => 1,
            Self::Last => -1,
        }
    }

    const fn pick(self) -> Pick {
        match self {
            Self::This => Pick::This,
            Self::Next => Pick::Next(1),
            Self::Last => Pick::Last(1),
        }
    }
}

impl Parser<'_> {
    /// Times that name their place by themselves.
    pub(super) fn relative(&self, at: usize) -> Option<Read<Time>> {
        longest([
            self.moment(at),
            self.day_word(at),
            self.directed(at),
            self.before_last(at),
            self.portion(at),
            self.decade(at),
            self.week_of(at),
            self.closest(at),
        ])
    }

    /// "Now", "at the moment".
    fn moment(&self, at: usize) -> Option<Read<Time>> {
        let one = match self.letters(at) {
            "now" | "atm" | "immediately" | "currently" | "presently" => Some(at + 1),
            _ => None,
        };
        let end = one
            .or_else(|| self.words(at, &["right", "now"]))
            .or_else(|| self.words(at, &["just", "now"]))
            .or_else(|| self.words(at, &["at", "the", "moment"]));
        if let Some(end) = end {
            return Some(Read::sure(Time::Now, end));
        }
        let end = self.words(at, &["at", "this", "time"])?;
        Some(Read::latent(Time::day(0), end))
    }

    /// "Today", "tonight", "tomorrow's".
    pub(super) fn day_word(&self, at: usize) -> Option<Read<Time>> {
        let Word::Day(offset) = self.word(at) else {
            return None;
        };
        let day = Time::day(i32::from(offset));
        let end = self.maybe_possessive(at + 1);
        let is_tonight = matches!(self.letters(at), "tonight" | "tonite");
        let time = if is_tonight {
            in_part(PartOfDay::Night, day)
        } else {
            day
        };
        Some(Read::sure(time, end))
    }

    /// The place after "this", "the next", "this past".
    fn direction(&self, at: usize) -> Option<(Direction, usize)> {
        let article = self.maybe(at, &["the"]);
        let (direction, mut end) = match self.word(article) {
            Word::This => (Direction::This, article + 1),
            Word::Next => (Direction::Next, article + 1),
            Word::Last => (Direction::Last, article + 1),
            _ => return None,
        };
        if direction == Direction::This {
            match self.word(end) {
                Word::Next => return Some((Direction::Next, end + 1)),
                Word::Last => return Some((Direction::Last, end + 1)),
                Word::This => end += 1,
                _ => {}
            }
        }
        Some((direction, end))
    }

    fn is_upcoming(&self, at: usize) -> bool {
        matches!(self.letters(at), "upcoming" | "coming")
    }

    /// "Last week", "the next three months", "this Thursday", "last night", "next Christmas", "2 upcoming weeks".
    pub(super) fn directed(&self, at: usize) -> Option<Read<Time>> {
        if let Some(read) = self.counted_upcoming(at) {
            return Some(read);
        }
        let (direction, place) = self.direction(at)?;
        if let Some(run) = self.run(direction, place) {
            return Some(run);
        }
        if let Word::Unit(unit) = self.word(place)
            && self.weekend_word(place).is_none()
        {
            let is_narrative = !self.is_phrase && unit <= Unit::Day && direction != Direction::This;
            // "This second chance", "the next minute".
            if is_narrative || !self.is_phrase && unit <= Unit::Minute {
                return None;
            }
            let offset = direction.offset();
            let end = self.maybe_possessive(place + 1);
            return Some(Read::sure(Time::Cycle { unit, offset }, end));
        }
        if self.one_of(place, &["season", "seasons"]).is_some() {
            let pattern = Pattern {
                named: Some(Named::AnySeason),
                ..Pattern::default()
            };
            return Some(Read::sure(
                Time::Pattern(pattern, direction.pick()),
                place + 1,
            ));
        }
        let early = self.portion_word(place);
        let part_at = early.map_or(place, |(_, end)| end);
        if let Word::Part(part) = self.word(part_at) {
            let part = match early {
                Some((portion, _)) => part.narrowed(portion)?,
                None => part,
            };
            let day = Time::day(direction.offset());
            return Some(Read::sure(in_part(part, day), part_at + 1));
        }
        self.directed_pattern(direction, place)
    }

    fn directed_pattern(&self, direction: Direction, at: usize) -> Option<Read<Time>> {
        let mut read = longest([
            self.weekday_alone(at),
            self.weekend(at),
            self.season(at),
            self.holiday(at),
            self.month_alone(at),
        ])?;
        // "This may help".
        let is_verb = direction == Direction::This
            && matches!(self.letters(at), "may" | "march")
            && !self.token(at).is_some_and(|token| token.is_capitalised);
        if read.is.year.is_some() || is_verb && !self.is_phrase {
            return None;
        }
        read.end = self.maybe_possessive(read.end);
        Some(Read::sure(
            Time::Pattern(read.is, direction.pick()),
            read.end,
        ))
    }

    fn month_alone(&self, at: usize) -> Option<Read<Pattern>> {
        let Word::Month(month) = self.word(at) else {
            return None;
        };
        let pattern = Pattern {
            month: Some(month),
            ..Pattern::default()
        };
        Some(Read::sure(pattern, self.maybe_abbreviated(at + 1)))
    }

    fn weekday_alone(&self, at: usize) -> Option<Read<Pattern>> {
        let Word::Weekday(weekday) = self.word(at) else {
            return None;
        };
        let pattern = Pattern {
            weekday: Some(weekday),
            ..Pattern::default()
        };
        Some(Read::sure(pattern, self.maybe_abbreviated(at + 1)))
    }

    /// "(The next) three weeks".
    fn run(&self, direction: Direction, at: usize) -> Option<Read<Time>> {
        let count = self.count(at)?;
        let unit = self.unit(count.end)?;
        let (hundredths, _) = count.is;
        let count = i32::try_from(hundredths / 100)
            .ok()
            .filter(|count| *count > 0)?;
        if direction == Direction::This {
            return None;
        }
        if self.is_phrase && self.is_upcoming(at - 1) {
            let (unit, offset, end) = (unit.is, count, unit.end);
            return Some(Read::sure(Time::Cycle { unit, offset }, end));
        }
        let count = count * direction.offset();
        Some(Read::sure(
            Time::Run {
                unit: unit.is,
                count,
            },
            unit.end,
        ))
    }

    /// "Two upcoming weeks".
    fn counted_upcoming(&self, at: usize) -> Option<Read<Time>> {
        let article = self.maybe(at, &["the"]);
        let number = self.number(article)?;
        let is_past = self.word(number.end) == Word::Last;
        if !self.is_upcoming(number.end) && !is_past && self.word(number.end) != Word::Next {
            return None;
        }
        let unit = self.unit(number.end + 1)?;
        // "I turned 32 last month."
        if !self.is_phrase && !self.letters(number.end + 1).ends_with('s') {
            return None;
        }
        let count = i32::try_from(number.is).ok().filter(|count| *count > 0)?;
        let time = if self.is_phrase && self.is_upcoming(number.end) {
            Time::Cycle {
                unit: unit.is,
                offset: count,
            }
        } else {
            Time::Run {
                unit: unit.is,
                count: if is_past { -count } else { count },
            }
        };
        Some(Read::sure(time, unit.end))
    }

    /// "The weekend before last", "Friday after next", "the week after next".
    fn before_last(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let (element, end) = self.element(place)?;
        let ahead = match (self.letters(end), self.word(end + 1)) {
            ("after", Word::Next) => 2,
            ("before", Word::Last) => -2,
            _ => return None,
        };
        let time = match element {
            Element::Unit(unit) => Time::Cycle {
                unit,
                offset: ahead,
            },
            Element::Pattern(pattern) if pattern.part.is_some() => Time::Inside {
                pattern,
                outer: Box::new(Time::day(ahead)),
            },
            Element::Pattern(pattern) => Time::Pattern(
                pattern,
                if ahead > 0 {
                    Pick::Next(ahead)
                } else {
                    Pick::Last(-ahead)
                },
            ),
        };
        Some(Read::sure(time, end + 2))
    }

    /// What can be counted: a unit, a weekday, a weekend, a month, a season, a holiday.
    pub(super) fn element(&self, at: usize) -> Option<(Element, usize)> {
        if let Some(end) = self.weekend_word(at) {
            let pattern = Pattern {
                named: Some(Named::Weekend),
                ..Pattern::default()
            };
            return Some((Element::Pattern(pattern), end));
        }
        if let Word::Unit(unit) = self.word(at) {
            return Some((Element::Unit(unit), at + 1));
        }
        if let Word::Part(part) = self.word(at) {
            let pattern = Pattern {
                part: Some(part),
                ..Pattern::default()
            };
            return Some((Element::Pattern(pattern), at + 1));
        }
        let read = longest([
            self.weekday_alone(at),
            self.month_alone(at),
            self.season(at),
            self.holiday(at),
        ])?;
        read.is
            .year
            .is_none()
            .then_some((Element::Pattern(read.is), read.end))
    }

    /// "End of April", "the beginning of the year", "late March", "mid-2019", "EOY", "the first half of May".
    fn portion(&self, at: usize) -> Option<Read<Time>> {
        let article = self.maybe(at, &["the"]);
        if let Some(read) = self.abbreviated_portion(article) {
            return Some(read);
        }
        if let Some((portion, end)) = self.portion_word(article) {
            let place = self.maybe_mark(end, '-');
            let place = self.maybe(place, &["in", "on"]);
            let place = self.maybe(place, &["the"]);
            let of = self.plain_time(place)?;
            return Some(Read::sure(portion_of(portion, of.is)?, of.end));
        }
        let portion = match self.letters(article) {
            "beginning" | "start" => Portion::Early,
            "middle" => Portion::Mid,
            "end" => Portion::Late,
            _ => {
                let is_first = self.letters(article) == "first";
                let is_second = matches!(self.letters(article), "second" | "latter" | "last");
                if self.letters(article + 1) != "half" || !(is_first || is_second) {
                    return None;
                }
                return self.portion_after(
                    article + 2,
                    if is_first {
                        Portion::FirstHalf
                    } else {
                        Portion::SecondHalf
                    },
                );
            }
        };
        self.portion_after(article + 1, portion)
    }

    fn portion_after(&self, at: usize, portion: Portion) -> Option<Read<Time>> {
        let of = self.one_of(at, &["of"])?;
        let time = longest([self.bare_unit(of), self.plain_time(of)])?;
        Some(Read::sure(portion_of(portion, time.is)?, time.end))
    }

    /// A time that a portion can be taken of, without what follows it.
    pub(super) fn plain_time(&self, at: usize) -> Option<Read<Time>> {
        self.deeper(|| {
            let at = self.maybe(at, &["around", "about"]);
            let calendar = self.calendar(at);
            let calendar = calendar.map(|read| read.map(Time::pattern));
            longest([
                self.directed(at),
                self.day_word(at),
                calendar,
                self.decade(at),
            ])
        })
    }

    /// "(The end of) the year", "(in) the month": the current one.
    pub(super) fn bare_unit(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        match self.word(place) {
            Word::Unit(unit) if unit >= Unit::Day => {
                Some(Read::sure(Time::Cycle { unit, offset: 0 }, place + 1))
            }
            _ => None,
        }
    }

    fn abbreviated_portion(&self, at: usize) -> Option<Read<Time>> {
        let (portion, unit) = match self.letters(at) {
            "eod" => (Portion::Late, Unit::Day),
            "eom" => (Portion::Late, Unit::Month),
            "eoy" => (Portion::Late, Unit::Year),
            "eow" => (Portion::Late, Unit::Week),
            "bom" if self.is_phrase => (Portion::Early, Unit::Month),
            "boy" if self.is_phrase => (Portion::Early, Unit::Year),
            _ => return None,
        };
        let of = Box::new(Time::Cycle { unit, offset: 0 });
        Some(Read::sure(Time::Portion { portion, of }, at + 1))
    }

    /// "The 1980s", "the eighties", "the 90s", "the 19th century".
    fn decade(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        if let Word::Decade(tens) = self.word(place) {
            let is_led = at > 0 && self.portion_word(at - 1).is_some();
            return (place > at || is_led || self.is_phrase)
                .then(|| Read::sure(Time::Decade(tens), place + 1));
        }
        if let Some(number) = self.ordinal(place)
            && self.word(number.end) == Word::Unit(Unit::Century)
        {
            let era = self.era(number.end + 1);
            let number_of = i16::try_from(number.is)
                .ok()
                .filter(|number| (1..=90).contains(number))?;
            let start = match era {
                Some((-1, _)) => -number_of * 100,
                _ => (number_of - 1) * 100,
            };
            return Some(Read::sure(
                Time::Years {
                    start,
                    count: 100,
                    precision: Unit::Century.precision(),
                },
                era.map_or(number.end + 1, |(_, end)| end),
            ));
        }
        let (value, digits) = self.digits(place)?;
        let apostrophe = self.is_mark(place + 1, '\'');
        let s = place + 1 + usize::from(apostrophe);
        if self.letters(s) != "s" || !self.is_glued(s) || value % 10 != 0 {
            return None;
        }
        let time = match digits {
            4 if (1_000..2_200).contains(&value) => Time::Years {
                start: value as i16,
                count: 10,
                precision: Unit::Decade.precision(),
            },
            // "In my 20s" is an age.
            2 if place > at || self.is_phrase => Time::Decade(value as i8),
            _ => return None,
        };
        Some(Read::sure(time, s + 1))
    }
}

fn in_part(part: PartOfDay, day: Time) -> Time {
    let pattern = Pattern {
        part: Some(part),
        ..Pattern::default()
    };
    Time::Inside {
        pattern,
        outer: Box::new(day),
    }
}

/// A portion of a time; of a part of the day, that part narrowed.
fn portion_of(portion: Portion, of: Time) -> Option<Time> {
    match of {
        Time::Inside { pattern, outer } if pattern.part.is_some() => Some(Time::Inside {
            pattern: Pattern {
                part: Some(pattern.part?.narrowed(portion)?),
                ..pattern
            },
            outer,
        }),
        Time::Pattern(pattern, pick) if pattern.part.is_some() => Some(Time::Pattern(
            Pattern {
                part: Some(pattern.part?.narrowed(portion)?),
                ..pattern
            },
            pick,
        )),
        Time::Pattern(pattern, _) if pattern.clock.is_some() => None,
        of => Some(Time::Portion {
            portion,
            of: Box::new(of),
        }),
    }
}
