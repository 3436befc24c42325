//! Dates of the calendar: "May 8th, 2023", "Monday", "Q3 2018", "the summer of 2019",
//! holidays.

use super::digits::century;
use super::{Parser, Read, longest};
use crate::holidays;
use crate::lexicon::Word;
use crate::tokens::Kind;
use crate::units::Unit;
use crate::value::{Named, Pattern};

impl Parser<'_> {
    /// A date, or a part of one that comes back.
    pub(super) fn calendar(&self, at: usize) -> Option<Read<Pattern>> {
        longest([
            self.numeric_date(at),
            self.month_first(at),
            self.day_first(at),
            self.weekday(at),
            self.quarter(at),
            self.season(at),
            self.holiday(at),
            self.weekend(at),
            self.day_of_month(at),
            self.year(at),
        ])
    }

    /// A year: four digits, "'99", "two thousand ten", "2014 AD".
    pub(super) fn year(&self, at: usize) -> Option<Read<Pattern>> {
        let (year, end, is_latent) = if let Some((value, digits)) = self.digits(at) {
            if let Some((sign, end)) = self.era(at + 1).filter(|_| digits <= 4) {
                (sign * value as i16, end, false)
            } else if digits == 4 && (1_000..2_200).contains(&value) {
                let is_clock_led = self.is_phrase
                    && at > 0
                    && matches!(
                        self.letters(at - 1),
                        "at" | "approximately" | "around" | "about"
                    );
                if is_clock_led {
                    return None;
                }
                (value as i16, at + 1, true)
            } else if digits == 2 && self.token(at).is_some_and(|token| token.follows_apostrophe) {
                (century(value), at + 1, true)
            } else {
                return None;
            }
        } else {
            let (year, end) = self.spelled_year(at)?;
            (year, end, true)
        };
        let pattern = Pattern {
            year: Some(year),
            ..Pattern::default()
        };
        Some(Read {
            is: pattern,
            end,
            is_latent,
        })
    }

    pub(super) fn era(&self, at: usize) -> Option<(i16, usize)> {
        let sign = |letters: &str| match letters {
            "ad" | "ce" => Some(1),
            "bc" | "bce" => Some(-1),
            _ => None,
        };
        let is_upper = self.is_phrase || self.token(at).is_some_and(|token| token.is_capitalised);
        if let Some(sign) = sign(self.letters(at)).filter(|_| is_upper) {
            return Some((sign, at + 1));
        }
        let dotted = match (self.letters(at), self.letters(at + 2)) {
            ("a", "d") => 1,
            ("b", "c") => -1,
            _ => return None,
        };
        (self.is_mark(at + 1, '.') && self.is_glued(at + 2))
            .then(|| (dotted, self.maybe_mark(at + 3, '.')))
    }

    /// "Two thousand nineteen", "nineteen eighty-four".
    fn spelled_year(&self, at: usize) -> Option<(i16, usize)> {
        if let Some(rest) = self.words(at, &["two", "thousand"]) {
            let rest = self.maybe(rest, &["and"]);
            return match self.spelled(rest) {
                Some(number) if number.is > 0 => Some((2_000 + number.is as i16, number.end)),
                _ => Some((2_000, at + 2)),
            };
        }
        let century = self
            .spelled(at)
            .filter(|read| (16..=20).contains(&read.is))?;
        let rest = self
            .spelled(century.end)
            .filter(|read| (10..=99).contains(&read.is))?;
        Some(((century.is * 100 + rest.is) as i16, rest.end))
    }

    fn month(&self, at: usize) -> Option<(i8, usize)> {
        match self.word(at) {
            Word::Month(month) => Some((month, self.maybe_abbreviated(at + 1))),
            _ => None,
        }
    }

    /// A day of the month in digits or words, with or without the ending of an ordinal.
    fn day(&self, at: usize) -> Option<(i8, usize)> {
        let valid = |value: i64| (1..=31).contains(&value).then_some(value as i8);
        if let Some(ordinal) = self.ordinal(at) {
            return Some((valid(ordinal.is)?, ordinal.end));
        }
        let (value, digits) = self.digits(at)?;
        if self.token(at)?.follows_apostrophe {
            return None;
        }
        let is_clock = self.is_mark(at + 1, ':') && self.is_glued(at + 1)
            || self.is_glued(at + 1) && matches!(self.letters(at + 1), "am" | "pm" | "h");
        (digits <= 2 && !is_clock)
            .then(|| valid(i64::from(value)))?
            .map(|day| (day, at + 1))
    }

    /// The year that may follow a date: "2015", ", 2015", "of 2015", "'15", and two digits after an ordinal.
    fn following_year(&self, at: usize, may_be_short: bool) -> Option<(i16, usize)> {
        let comma = self.maybe_mark(at, ',');
        let place = self.maybe(comma, &["of", "in"]);
        if let Some((value, digits)) = self.digits(place) {
            let is_clock = self.is_mark(place + 1, ':') && self.is_glued(place + 1);
            let is_short = digits == 2 && may_be_short && !is_clock && place == at
                || digits == 2
                    && self
                        .token(place)
                        .is_some_and(|token| token.follows_apostrophe);
            return match digits {
                4 if (1_000..2_200).contains(&value) && !is_clock => {
                    Some((value as i16, place + 1))
                }
                2 if is_short => Some((century(value), place + 1)),
                _ => None,
            };
        }
        self.spelled_year(place)
    }

    fn dated(&self, month: i8, day: i8, end: usize, may_be_short: bool) -> Read<Pattern> {
        let mut pattern = Pattern {
            month: Some(month),
            day: Some(day),
            ..Pattern::default()
        };
        let year = self.following_year(end, may_be_short);
        pattern.year = year.map(|(year, _)| year);
        Read::sure(pattern, year.map_or(end, |(_, end)| end))
    }

    /// "May 8", "May the 8th, 2023", "May 2023", "May".
    fn month_first(&self, at: usize) -> Option<Read<Pattern>> {
        let (month, end) = self.month(at)?;
        let place = self.maybe(self.maybe_mark(end, '-'), &["the"]);
        let place = if self.is_mark(end, '-') && !self.is_glued(end + 1) {
            end
        } else {
            place
        };
        if let Some((day, end)) = self.day(place).filter(|_| !self.follows_hour(place)) {
            return Some(self.dated(month, day, end, self.ordinal(place).is_some()));
        }
        let pattern = Pattern {
            month: Some(month),
            ..Pattern::default()
        };
        if let Some((year, end)) = self.following_year(end, false) {
            let year = Some(year);
            return Some(Read::sure(Pattern { year, ..pattern }, end));
        }
        (!self.is_other_word(at)).then(|| Read {
            is: pattern,
            end,
            is_latent: crate::lexicon::is_doubtful(self.letters(at)),
        })
    }

    /// Whether digits are the hour of a clock: "May 8 am".
    fn follows_hour(&self, at: usize) -> bool {
        matches!(self.letters(at + 1), "am" | "pm") && !self.is_phrase
    }

    /// "8 May 2023", "the 8th of May", "first of March", "14april", "31-Oct-74", "the ides of March".
    fn day_first(&self, at: usize) -> Option<Read<Pattern>> {
        let article = self.maybe(at, &["the"]);
        if let Some(place) = self.words(article, &["ides", "of"]) {
            let (month, end) = self.month(place)?;
            let day = if matches!(month, 3 | 5 | 7 | 10) {
                15
            } else {
                13
            };
            return Some(self.dated(month, day, end, false));
        }
        let (day, end) = self.day(article)?;
        let separator = match self.token(end).map(|token| token.kind) {
            Some(Kind::Mark(mark @ ('-' | '/')))
                if self.is_glued(end) && self.is_glued(end + 1) =>
            {
                Some(mark)
            }
            _ => None,
        };
        let place = match separator {
            Some(_) => end + 1,
            None => self.maybe(end, &["of"]),
        };
        let (month, end) = self.month(place)?;
        if let Some(mark) = separator {
            let (value, digits) = self.digits(end + 1).filter(|_| self.is_mark(end, mark))?;
            let year = if digits == 2 {
                century(value)
            } else {
                value.try_into().ok()?
            };
            return Some(Read::sure(
                Pattern {
                    year: Some(year),
                    month: Some(month),
                    day: Some(day),
                    ..Pattern::default()
                },
                end + 2,
            ));
        }
        let mut read = self.dated(month, day, end, self.ordinal(article).is_some());
        // "10 may come".
        read.is_latent = self.letters(end - 1) == "may"
            && place == article + 1
            && read.is.year.is_none()
            && !self.token(place).is_some_and(|token| token.is_capitalised);
        Some(read)
    }

    /// "The 15th", "Tuesday the 19th" by its day alone.
    fn day_of_month(&self, at: usize) -> Option<Read<Pattern>> {
        let article = self.maybe(at, &["the"]);
        let ordinal = self.ordinal(article)?;
        let is_spelled = self.digits(article).is_none();
        let day = (1..=31).contains(&ordinal.is).then_some(ordinal.is as i8)?;
        let end = self.words(ordinal.end, &["of", "the", "month"]);
        let is_whole = end.is_some() || self.ends_phrase(ordinal.end);
        let end = end.unwrap_or(ordinal.end);
        // "On the nineteenth" is one, "on the third floor" is not.
        if is_spelled && !self.is_phrase && (article == at || !is_whole) {
            return None;
        }
        // "On the 15th" is one, "the 15th" may be anything.
        let is_led = article > at
            && at > 0
            && matches!(
                self.letters(at - 1),
                "on" | "by" | "until" | "till" | "since"
            );
        let pattern = Pattern {
            day: Some(day),
            ..Pattern::default()
        };
        Some(Read {
            is: pattern,
            end,
            is_latent: !is_led,
        })
    }

    /// Whether no noun follows that what stands before could belong to.
    fn ends_phrase(&self, at: usize) -> bool {
        const GOING_ON: &[&str] = &[
            "and", "but", "or", "so", "at", "in", "with", "because", "when", "then", "which", "if",
            "as", "for", "to", "already", "again", "instead", "i", "we", "he", "she", "they",
        ];
        self.token(at)
            .is_none_or(|token| matches!(token.kind, Kind::Mark(mark) if mark != '-'))
            || GOING_ON.contains(&self.letters(at))
    }

    pub(super) fn weekday(&self, at: usize) -> Option<Read<Pattern>> {
        let Word::Weekday(weekday) = self.word(at) else {
            return None;
        };
        let letters = self.letters(at);
        let end = self.maybe_possessive(self.maybe_abbreviated(at + 1));
        (!self.is_other_word(at)).then(|| Read {
            is: Pattern {
                weekday: Some(weekday),
                ..Pattern::default()
            },
            end,
            // "fri 18th" is a day.
            is_latent: crate::lexicon::is_doubtful(letters) && self.ordinal(end).is_none(),
        })
    }

    /// Whether a name of a month or a weekday is the verb or noun written like it: "we march on Sunday", "she sat
    /// at 9:30".
    fn is_other_word(&self, at: usize) -> bool {
        let before = self.letters_before(at, 1);
        let is_led = matches!(
            before,
            "in" | "on"
                | "since"
                | "until"
                | "till"
                | "of"
                | "from"
                | "by"
                | "before"
                | "after"
                | "during"
                | "last"
                | "next"
                | "early"
                | "late"
                | "mid"
                | "between"
                | "every"
        );
        matches!(
            self.letters(at),
            "march" | "may" | "sat" | "sun" | "wed" | "mar" | "dec" | "jan" | "fall"
        ) && !self.is_phrase
            && !is_led
            && !self.token(at).is_some_and(|token| token.is_capitalised)
    }

    /// "The Q3 budget": a quarter that says which of a kind is meant, and not when.
    fn is_of_noun(&self, at: usize, end: usize) -> bool {
        let is_led = matches!(
            self.letters_before(at, 1),
            "the" | "our" | "their" | "my" | "your" | "his" | "her" | "its" | "a"
        );
        is_led
            && !self.is_phrase
            && self.letters(end).len() > 2
            && !matches!(
                self.letters(end),
                "and"
                    | "but"
                    | "because"
                    | "with"
                    | "for"
                    | "when"
                    | "while"
                    | "then"
                    | "was"
                    | "starts"
                    | "ends"
                    | "has"
                    | "will"
                    | "this"
                    | "last"
                    | "next"
                    | "until"
            )
    }

    /// "Q3", "third quarter of 2018", "2018Q4", "Q1 '19".
    fn quarter(&self, at: usize) -> Option<Read<Pattern>> {
        let pattern = |number: u32, year: Option<i16>| Pattern {
            named: Some(Named::Quarter(number as i8)),
            year,
            ..Pattern::default()
        };
        let q = |at: usize| {
            let (number, 1) = self.digits(at + 1)? else {
                return None;
            };
            (self.letters(at) == "q" && self.is_glued(at + 1) && (1..=4).contains(&number))
                .then_some((number, at + 2))
        };
        if let Some((value, digits @ (2 | 4))) = self.digits(at)
            && self.is_glued(at + 1)
            && let Some((number, end)) = q(at + 1)
        {
            let year = if digits == 2 {
                century(value)
            } else {
                value as i16
            };
            return Some(Read::sure(pattern(number, Some(year)), end));
        }
        if let Some((number, end)) = q(at) {
            let year = self.following_year(end, false);
            if year.is_none() && self.is_of_noun(at, end) {
                return None;
            }
            let end = year.map_or(end, |(_, end)| end);
            return Some(Read::sure(pattern(number, year.map(|(year, _)| year)), end));
        }
        let place = self.maybe(at, &["the"]);
        let number = self
            .ordinal(place)
            .filter(|read| (1..=4).contains(&read.is))?;
        if self.word(number.end) != Word::Unit(Unit::Quarter) {
            return None;
        }
        let end = number.end + 1;
        let year = self.following_year(end, false);
        Some(Read {
            is: pattern(number.is as u32, year.map(|(year, _)| year)),
            end: year.map_or(end, |(_, end)| end),
            is_latent: year.is_none(),
        })
    }

    /// "Summer", "the summer of 2019", "winter '18".
    pub(super) fn season(&self, at: usize) -> Option<Read<Pattern>> {
        let article = self.maybe(at, &["the"]);
        let Word::Season(month) = self.word(article) else {
            return None;
        };
        let end = article + 1;
        // "Two summers ago" is read with its count; "Palm Springs" is none.
        let is_plural = self.letters(article).ends_with('s');
        if is_plural
            && !(at > 0 && (self.number(at - 1).is_some() || self.letters(at - 1) == "few"))
        {
            return None;
        }
        let year = self.following_year(end, false);
        Some(Read {
            is: Pattern {
                named: Some(Named::Season(month)),
                year: year.map(|(year, _)| year),
                ..Pattern::default()
            },
            end: year.map_or(end, |(_, end)| end),
            is_latent: year.is_none(),
        })
    }

    pub(super) fn weekend(&self, at: usize) -> Option<Read<Pattern>> {
        let article = self.maybe(at, &["the"]);
        let end = self.weekend_word(article)?;
        let pattern = Pattern {
            named: Some(Named::Weekend),
            ..Pattern::default()
        };
        // "A quiet weekend", "a weekend trip".
        Some(Read {
            is: pattern,
            end,
            is_latent: article == at,
        })
    }

    /// The place after "weekend" or "week-end".
    pub(super) fn weekend_word(&self, at: usize) -> Option<usize> {
        if self.word(at) == Word::Weekend {
            return Some(self.maybe_possessive(at + 1));
        }
        (self.letters(at) == "week"
            && self.is_mark(at + 1, '-')
            && matches!(self.letters(at + 2), "end" | "ends"))
        .then_some(at + 3)
    }

    /// A holiday by name, with its year where one follows.
    pub(super) fn holiday(&self, at: usize) -> Option<Read<Pattern>> {
        let article = self.maybe(at, &["the"]);
        let (holiday, end, is_doubtful) = holidays::named(self.tokens, article)?;
        let end = self.maybe_possessive(end);
        let year = self.following_year(end, false);
        Some(Read {
            is: Pattern {
                named: Some(Named::Holiday(holiday)),
                year: year.map(|(year, _)| year),
                ..Pattern::default()
            },
            end: year.map_or(end, |(_, end)| end),
            is_latent: is_doubtful && year.is_none(),
        })
    }
}
