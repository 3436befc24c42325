//! Times of day: "3:30 pm", "half past six", "15h20", "noon", "in the morning".

use super::{Parser, Read, longest};
use crate::lexicon::{Word, is_told_apart_by_numbers, zone};
use crate::units::{PartOfDay, Portion, Span, Unit};
use crate::value::{Clock, Pattern, Time};

/// Which half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
}

impl Parser<'_> {
    /// A clock time or a part of the day.
    pub(super) fn clock(&self, at: usize) -> Option<Read<Pattern>> {
        let clock = self
            .clock_of_hour(at)
            .and_then(|read| self.completed(&read))
            .filter(|read| !(read.is_latent && self.is_numbered(at)));
        longest([clock, self.part_of_day(at)])
    }

    /// "starts Year 3 in September": whether a number tells which one of several something is.
    fn is_numbered(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.letters(before));
        before.is_some_and(is_told_apart_by_numbers)
    }

    /// A clock time with what follows it: am or pm, "sharp", a zone.
    fn completed(&self, read: &Read<Clock>) -> Option<Read<Pattern>> {
        let mut clock = read.is;
        let mut end = read.end;
        let mut is_latent = read.is_latent;
        end = self.ish(end);
        if let Some(oclock) = self.oclock(end) {
            end = oclock;
            is_latent = false;
        }
        if let Some((half, after)) = self.half(end) {
            clock = in_half(clock, half)?;
            end = after;
            is_latent = false;
        }
        end = self.ish(end);
        let mut pattern = Pattern {
            clock: Some(clock),
            ..Pattern::default()
        };
        if let Some((offset, after)) = self.zone(end).filter(|_| !is_latent || self.is_phrase) {
            pattern.zone = Some(offset);
            end = after;
        }
        Some(Read {
            is: pattern,
            end,
            is_latent,
        })
    }

    fn ish(&self, at: usize) -> usize {
        let hyphen = self.maybe_mark(at, '-');
        let at = self.one_of(hyphen, &["ish"]).unwrap_or(at);
        self.maybe(at, &["sharp", "exactly", "approximately"])
    }

    fn oclock(&self, at: usize) -> Option<usize> {
        self.one_of(at, &["oclock"])
            .or_else(|| self.words(at, &["o", "clock"]))
    }

    /// "am", "p.m.", "in the PM".
    fn half(&self, at: usize) -> Option<(Half, usize)> {
        let after_in = self.maybe(self.maybe(at, &["in"]), &["the"]);
        let half_at = |at: usize| match self.letters(at) {
            "am" => Some((Half::Morning, self.maybe_abbreviated(at + 1))),
            "pm" => Some((Half::Afternoon, self.maybe_abbreviated(at + 1))),
            letters @ ("a" | "p") => {
                let half = if letters == "a" {
                    Half::Morning
                } else {
                    Half::Afternoon
                };
                let dotted = self.maybe_mark(at + 1, '.');
                if self.letters(dotted) == "m" {
                    return Some((half, self.maybe_abbreviated(dotted + 1)));
                }
                // "3p" but not "3 a day".
                (self.is_glued(at) && !self.is_glued(at + 1)
                    || self.is_glued(at) && dotted > at + 1)
                    .then_some((half, self.maybe_abbreviated(at + 1)))
            }
            _ => None,
        };
        half_at(at).or_else(|| {
            let (half, end) = half_at(after_in)?;
            (after_in > at).then_some((half, end))
        })
    }

    /// The place after the full stop of an abbreviation that does not end the sentence.
    pub(super) fn maybe_abbreviated(&self, at: usize) -> usize {
        let is_stop = self.is_mark(at, '.') && self.is_glued(at);
        let ends_sentence = self
            .token(at + 1)
            .is_none_or(|next| next.is_capitalised || next.starts_line);
        at + usize::from(is_stop && (!ends_sentence || self.is_phrase || self.is_dotted(at)))
    }

    fn is_dotted(&self, at: usize) -> bool {
        at >= 2 && self.is_mark(at - 2, '.')
    }

    fn clock_of_hour(&self, at: usize) -> Option<Read<Clock>> {
        longest([
            self.digital(at),
            self.hour_word(at),
            self.past_or_to(at),
            self.spelled_clock(at),
        ])
    }

    /// "15:30", "9:01:10", "15h20", "9.30 am", "330 p.m.", "3".
    fn digital(&self, at: usize) -> Option<Read<Clock>> {
        let (hour, digits) = self.digits(at)?;
        if digits > 2 || hour > 24 {
            return self.run_together(at);
        }
        let hour = hour as i8;
        let clock = Clock {
            hour,
            minute: None,
            second: None,
            is_unsure: (1..=12).contains(&hour) && !(digits == 2 && hour < 10),
        };
        if let Some(read) = self.with_minutes(at, clock) {
            return Some(read);
        }
        // "At 15h", but not "a flight of 1h 35m".
        let before = self.letters_before(at, 1);
        let is_hour = self.is_phrase || matches!(before, "at" | "until" | "by" | "from" | "to");
        let is_h = self.letters(at + 1) == "h" && self.is_glued(at + 1);
        if is_hour && is_h && !self.is_glued(at + 2) {
            let sure = Clock {
                minute: Some(0),
                is_unsure: false,
                ..clock
            };
            return Some(Read::sure(sure, at + 2));
        }
        Some(Read::latent(clock, at + 1))
    }

    /// A clock with its minutes behind a colon, an "h", a full stop or, where a time is expected, white space.
    fn with_minutes(&self, at: usize, clock: Clock) -> Option<Read<Clock>> {
        let is_tight = |at: usize| self.is_glued(at) && self.is_glued(at + 1);
        let two_digits = |at: usize| {
            let (value, digits) = self.digits(at)?;
            (digits == 2 && value < 60).then_some(value as i8)
        };
        let is_colon = self.is_mark(at + 1, ':');
        if is_tight(at + 1) && (is_colon || self.letters(at + 1) == "h") {
            let minute = Some(two_digits(at + 2)?);
            let has_second = self.is_mark(at + 3, ':') && is_tight(at + 3);
            let second = two_digits(at + 4).filter(|_| has_second);
            let mut end = at + if second.is_some() { 5 } else { 3 };
            let has_fraction =
                self.is_mark(end, '.') && is_tight(end) && self.digits(end + 1).is_some();
            end += if second.is_some() && has_fraction {
                2
            } else {
                0
            };
            let is_unsure = clock.is_unsure && is_colon;
            return Some(Read::sure(
                Clock {
                    minute,
                    second,
                    is_unsure,
                    ..clock
                },
                end,
            ));
        }
        // "at 4.12", but not "at 4.12 percent"
        let is_said_at = self.letters_before(at, 1) == "at" && !self.is_amount(at + 3);
        let is_stop = self.is_mark(at + 1, '.')
            && is_tight(at + 1)
            && (is_said_at || self.half(at + 3).is_some());
        if let Some(minute) = two_digits(at + 2).filter(|_| is_stop) {
            let minute = Some(minute);
            return Some(Read::sure(Clock { minute, ..clock }, at + 3));
        }
        let is_apart = self.is_phrase && !self.is_glued(at + 1);
        let minute = Some(two_digits(at + 1).filter(|_| is_apart)?);
        Some(Read::latent(Clock { minute, ..clock }, at + 2))
    }

    /// Whether what stands behind a number says what it counts: "%", "euros", "each".
    fn is_amount(&self, at: usize) -> bool {
        const COUNTED: &[&str] = &[
            "percent", "per", "each", "a", "an", "euro", "euros", "eur", "dollars", "pounds",
            "usd", "gbp", "chf", "kr", "million", "billion", "points", "degrees", "metres",
            "meters", "km", "kg", "m", "x", "times", "stars", "volts", "mg", "ml",
        ];
        let is_sign = ['%', '$', '€', '£', '.', ',', '/', '°'].iter().any(|mark| {
            self.is_mark(at, *mark) && (self.is_glued(at + 1) || !matches!(mark, '.' | ','))
        });
        is_sign || COUNTED.contains(&self.letters(at))
    }

    /// "330 p.m.", and "1030" where a time is expected.
    fn run_together(&self, at: usize) -> Option<Read<Clock>> {
        let (value, digits @ 3..=4) = self.digits(at)? else {
            return None;
        };
        let (hour, minute) = ((value / 100) as i8, (value % 100) as i8);
        let is_said = self.is_phrase && (digits == 3 || !is_year_like(hour))
            || self.half(self.ish(at + 1)).is_some();
        (hour < 24 && minute < 60 && is_said).then(|| {
            Read::latent(
                Clock {
                    hour,
                    minute: Some(minute),
                    second: None,
                    is_unsure: (1..=12).contains(&hour) && !self.starts_with_nought(at),
                },
                at + 1,
            )
        })
    }

    fn starts_with_nought(&self, at: usize) -> bool {
        self.digits(at)
            .is_some_and(|(value, digits)| value < 10_u32.pow(u32::from(digits.clamp(1, 9)) - 1))
    }

    /// "Noon", "midnight".
    fn hour_word(&self, at: usize) -> Option<Read<Clock>> {
        let article = self.maybe(at, &["the"]);
        match self.word(article) {
            Word::Hour(hour) => Some(Read::sure(
                Clock {
                    hour,
                    minute: None,
                    second: None,
                    is_unsure: false,
                },
                article + 1,
            )),
            _ => None,
        }
    }

    /// "Three", "ten thirty", "nine fifty-nine".
    fn spelled_clock(&self, at: usize) -> Option<Read<Clock>> {
        let hour = self
            .spelled(at)
            .filter(|read| (1..=12).contains(&read.is))?;
        let clock = |minute| Clock {
            hour: hour.is as i8,
            minute,
            second: None,
            is_unsure: true,
        };
        let oh = self.one_of(hour.end, &["o", "oh"]).unwrap_or(hour.end);
        let minute = self
            .spelled(oh)
            .filter(|read| (if oh > hour.end { 1..=9 } else { 10..=59 }).contains(&read.is));
        match minute {
            Some(minute) => Some(Read::latent(clock(Some(minute.is as i8)), minute.end)),
            None => Some(Read::latent(clock(None), hour.end)),
        }
    }

    /// "Half past six", "a quarter to noon", "20 past 3pm", "half three".
    fn past_or_to(&self, at: usize) -> Option<Read<Clock>> {
        let article = self.maybe(at, &["a"]);
        let (minutes, mut end, is_named) = match self.letters(article) {
            "half" => (30, article + 1, true),
            "quarter" => (15, article + 1, true),
            _ => {
                let number = self.number(at).filter(|read| (1..60).contains(&read.is))?;
                (number.is, number.end, false)
            }
        };
        let unit = self.maybe(end, &["minutes", "minute", "mins", "min"]);
        let has_unit = unit > end;
        end = unit;
        let (sign, hour_at) = match self.letters(end) {
            "past" | "after" => (1, end + 1),
            "to" | "before" | "till" | "of" => (-1, end + 1),
            "from" if has_unit && self.is_phrase => (1, end + 1),
            _ if minutes == 30 && is_named => (1, end),
            _ => return None,
        };
        let hour = longest([self.hour_word(hour_at), self.bare_hour(hour_at)])?;
        // "10 to 12" is a range; "10 to noon" and "10 past 3" are times.
        let is_number = self.word(hour_at) == Word::Unknown;
        if sign < 0 && !is_named && !has_unit && is_number && self.half(hour.end).is_none() {
            return None;
        }
        let is_latent = hour_at == end
            || matches!(self.letters(end), "of" | "after" | "before")
                && hour.is_latent
                && !is_named;
        let total = (i64::from(hour.is.hour) * 60 + sign * minutes).rem_euclid(24 * 60);
        let total = if hour.is.is_unsure && total == 0 {
            12 * 60
        } else {
            total
        };
        let mut shifted_hour = (total / 60) as i8;
        if hour.is.is_unsure && shifted_hour == 0 {
            shifted_hour = 12;
        }
        Some(Read {
            is: Clock {
                hour: shifted_hour,
                minute: Some((total % 60) as i8),
                ..hour.is
            },
            end: hour.end,
            is_latent,
        })
    }

    /// The hour after "half past", with its am or pm left to follow.
    fn bare_hour(&self, at: usize) -> Option<Read<Clock>> {
        let (number, end) = match self.digits(at) {
            Some((value, 1..=2)) if value <= 24 => (i64::from(value), at + 1),
            Some(_) => return None,
            None => {
                let read = self
                    .spelled(at)
                    .filter(|read| (1..=12).contains(&read.is))?;
                (read.is, read.end)
            }
        };
        let h = self.letters(end) == "h" && self.is_glued(end);
        Some(Read::latent(
            Clock {
                hour: number as i8,
                minute: None,
                second: None,
                is_unsure: (1..=12).contains(&number) && !h,
            },
            end + usize::from(h),
        ))
    }

    /// "20 minutes to 2pm tomorrow" where the clock itself is a whole time.
    pub(super) fn clock_shifted(&self, at: usize) -> Option<Read<Time>> {
        let span = self.span(at)?;
        let sign = match self.letters(span.end) {
            "before" | "to" | "till" => -1,
            "after" | "past" => 1,
            "from" if self.is_phrase => 1,
            _ => return None,
        };
        let is_named =
            |time: &Time| matches!(time, Time::Pattern(pattern, _) if pattern.named.is_some());
        let from = self
            .time(span.end + 1)
            .filter(|read| !read.is_latent || is_named(&read.is))?;
        let by: Span = if sign < 0 { span.is.negated() } else { span.is };
        let is_clock = span.is.unit <= Unit::Hour;
        if matches!(self.letters(span.end), "to" | "past" | "from" | "till") && !is_clock {
            return None;
        }
        if matches!(from.is, Time::Now) {
            return None;
        }
        Some(Read::sure(
            Time::Shifted {
                from: Some(Box::new(from.is)),
                by,
            },
            from.end,
        ))
    }

    /// "In the morning", "early evening", "at lunch", "after work".
    fn part_of_day(&self, at: usize) -> Option<Read<Pattern>> {
        let start = self.maybe(at, &["in", "at", "during", "by", "over"]);
        let article = self.maybe(start, &["the"]);
        let portion = self.portion_word(article);
        let place = portion.map_or(article, |(_, end)| end);
        let place = if portion.is_some() {
            self.maybe(
                self.maybe(self.maybe_mark(place, '-'), &["in", "at"]),
                &["the"],
            )
        } else {
            place
        };
        let (mut part, mut end) = self.part(place)?;
        if let Some((portion, _)) = portion {
            part = part.narrowed(portion)?;
        }
        end = self.ish(end);
        let is_meal = matches!(
            part,
            PartOfDay::Lunch | PartOfDay::Dinner | PartOfDay::Breakfast | PartOfDay::Brunch
        );
        let is_after = matches!(
            part,
            PartOfDay::AfterLunch | PartOfDay::AfterSchool | PartOfDay::AfterWork
        );
        let pattern = Pattern {
            part: Some(part),
            ..Pattern::default()
        };
        Some(Read {
            is: pattern,
            end,
            is_latent: start == at && portion.is_none() && !is_after || is_meal,
        })
    }

    fn part(&self, at: usize) -> Option<(PartOfDay, usize)> {
        let after = match self.letters(at + 1) {
            "lunch" => Some(PartOfDay::AfterLunch),
            "school" => Some(PartOfDay::AfterSchool),
            "work" => Some(PartOfDay::AfterWork),
            _ => None,
        };
        if let Some(part) = after.filter(|_| self.letters(at) == "after") {
            return Some((part, at + 2));
        }
        match self.word(at) {
            Word::Part(part) => Some((part, self.maybe(at + 1, &["time", "hours"]))),
            _ => None,
        }
    }

    /// "Early", "late", "mid".
    pub(super) fn portion_word(&self, at: usize) -> Option<(Portion, usize)> {
        let portion = match self.letters(at) {
            "early" => Portion::Early,
            "late" => Portion::Late,
            "mid" => Portion::Mid,
            _ => return None,
        };
        Some((portion, at + 1))
    }

    /// A time zone: an abbreviation, also in parentheses, or "Z" and "+02:00" right behind the digits.
    fn zone(&self, at: usize) -> Option<(i32, usize)> {
        let open = self.maybe_mark(at, '(');
        if let Some(offset) = zone(self.letters(open)) {
            let is_upper = self.token(open).is_some_and(|token| token.is_capitalised);
            let close = open + 1;
            if open > at {
                return self.is_mark(close, ')').then_some((offset, close + 1));
            }
            return (is_upper || self.is_phrase).then_some((offset, close));
        }
        let sign = match () {
            () if self.is_mark(at, '+') => 1,
            () if self.is_mark(at, '-') => -1,
            () => return None,
        };
        let (hours, 2) = self.digits(at + 1)? else {
            return None;
        };
        let (minutes, 2) = self.digits(at + 3)? else {
            return None;
        };
        let is_glued = (at..at + 4).all(|place| self.is_glued(place));
        (is_glued && self.is_mark(at + 2, ':') && hours < 24 && minutes < 60)
            .then_some((sign * (hours * 3_600 + minutes * 60) as i32, at + 4))
    }
}

fn is_year_like(hour: i8) -> bool {
    (17..=21).contains(&hour)
}

fn in_half(clock: Clock, half: Half) -> Option<Clock> {
    if clock.hour > 12 {
        return (half == Half::Afternoon).then_some(clock);
    }
    let hour = match half {
        Half::Morning => clock.hour % 12,
        Half::Afternoon => clock.hour % 12 + 12,
    };
    Some(Clock {
        hour,
        is_unsure: false,
        ..clock
    })
}
