//! Numbers, counts and lengths of time.

use super::{Parser, Read};
use crate::lexicon::Word;
use crate::units::{Span, Unit};

impl Parser<'_> {
    /// A whole number below a hundred in words, or up to four digits.
    pub(super) fn number(&self, at: usize) -> Option<Read<i64>> {
        if let Some((value, digits)) = self.digits(at) {
            return (digits <= 4).then(|| Read::sure(i64::from(value), at + 1));
        }
        self.spelled(at)
    }

    /// A number below a hundred in words: "twenty-three".
    pub(super) fn spelled(&self, at: usize) -> Option<Read<i64>> {
        match self.word(at) {
            Word::Number(number) => Some(Read::sure(i64::from(number), at + 1)),
            Word::Tens(tens) => {
                let next = self.maybe_mark(at + 1, '-');
                match self.word(next) {
                    Word::Number(ones @ 1..=9) => {
                        Some(Read::sure(i64::from(tens + ones), next + 1))
                    }
                    _ => Some(Read::sure(i64::from(tens), at + 1)),
                }
            }
            _ if self.letters(at) == "dozen" => Some(Read::sure(12, at + 1)),
            _ => None,
        }
    }

    /// "First", "21st", "twenty-first".
    pub(super) fn ordinal(&self, at: usize) -> Option<Read<i64>> {
        if let Some((value, digits)) = self.digits(at) {
            let has_ending =
                self.is_glued(at + 1) && matches!(self.letters(at + 1), "st" | "nd" | "rd" | "th");
            return (digits <= 3 && has_ending).then(|| Read::sure(i64::from(value), at + 2));
        }
        match self.word(at) {
            Word::Ordinal(number) => Some(Read::sure(i64::from(number), at + 1)),
            Word::Unit(Unit::Second) if self.letters(at) == "second" => Some(Read::sure(2, at + 1)),
            Word::Tens(tens) => {
                let next = self.maybe_mark(at + 1, '-');
                match self.word(next) {
                    Word::Ordinal(ones @ 1..=9) => {
                        Some(Read::sure(i64::from(tens + ones), next + 1))
                    }
                    Word::Unit(Unit::Second) if self.letters(next) == "second" => {
                        Some(Read::sure(i64::from(tens + 2), next + 1))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// How many, in hundredths, and whether that is vague: "2.5", "a couple of", "half an".
    pub(super) fn count(&self, at: usize) -> Option<Read<(i64, bool)>> {
        let exact = |hundredths: i64, end: usize| Some(Read::sure((hundredths, false), end));
        let vague = |count: i64, end: usize| Some(Read::sure((count * 100, true), end));
        let at = self.maybe(
            at,
            &[
                "exactly",
                "about",
                "around",
                "approximately",
                "roughly",
                "nearly",
                "almost",
            ],
        );
        let article = self.maybe(at, &["a", "an", "the"]);
        match self.letters(article) {
            "couple" | "pair" => {
                return vague(2, self.maybe(article + 1, &["of"])).map(|read| Read {
                    is: (200, false),
                    ..read
                });
            }
            "few" | "several" => return vague(3, self.maybe(article + 1, &["of"])),
            "half" => {
                let end = self.maybe(article + 1, &["a", "an", "of"]);
                return exact(50, self.maybe(end, &["a", "an"]));
            }
            "quarter" if self.letters(article + 1) == "of" => {
                return exact(25, self.maybe(article + 2, &["a", "an"]));
            }
            "dozen" => return exact(1_200, article + 1),
            _ => {}
        }
        // "Three-quarters of an hour".
        if let Some(number) = self.number(at).filter(|read| read.is <= 4) {
            let quarters = self.maybe_mark(number.end, '-');
            let of = self.words(quarters, &["quarters", "of"]);
            if let Some(end) = of.and_then(|of| self.one_of(of, &["a", "an"])) {
                return exact(number.is * 25, end);
            }
        }
        match self.letters(at) {
            "some" if self.number(at + 1).is_none() => return vague(3, at + 1),
            "a" | "an" => return exact(100, at + 1),
            _ => {}
        }
        if let Some(read) = self.decimal(at) {
            return Some(read);
        }
        let number = self.number(at)?;
        let whole = number.is * 100;
        let and_half = self
            .words(number.end, &["and", "a", "half"])
            .or_else(|| self.words(number.end, &["and", "an", "half"]));
        match and_half {
            Some(end) => exact(whole + 50, end),
            None => exact(whole, number.end),
        }
    }

    /// "2.5", "1/4".
    fn decimal(&self, at: usize) -> Option<Read<(i64, bool)>> {
        let (whole, digits) = self.digits(at)?;
        let (part, part_digits) = self.digits(at + 2)?;
        if digits > 4 || !self.is_glued(at + 1) || !self.is_glued(at + 2) {
            return None;
        }
        let hundredths = if self.is_mark(at + 1, '.') {
            let part = match part_digits {
                1 => part * 10,
                2 => part,
                _ => return None,
            };
            i64::from(whole) * 100 + i64::from(part)
        } else if self.is_mark(at + 1, '/') && part > 0 && whole < part {
            i64::from(whole) * 100 / i64::from(part)
        } else {
            return None;
        };
        Some(Read::sure((hundredths, false), at + 3))
    }

    /// A unit, also abbreviated right behind digits, and the place after it.
    pub(super) fn unit(&self, at: usize) -> Option<Read<Unit>> {
        let letters = self.letters(at);
        if letters == "fortnight" || letters == "fortnights" {
            return None;
        }
        if let Word::Unit(unit) = self.word(at) {
            return Some(Read::sure(unit, at + 1));
        }
        let follows_digits = at > 0 && self.digits(at - 1).is_some();
        let unit = match letters {
            "h" if follows_digits => Unit::Hour,
            "m" if follows_digits && self.is_glued(at) => Unit::Minute,
            "s" if follows_digits && self.is_glued(at) && !self.is_long(at - 1) => Unit::Second,
            "d" if follows_digits && self.is_glued(at) => Unit::Day,
            "w" if follows_digits && self.is_glued(at) => Unit::Week,
            "y" if follows_digits && self.is_glued(at) => Unit::Year,
            _ if follows_digits && self.is_mark(at, '\'') && self.is_glued(at) => Unit::Minute,
            _ => return None,
        };
        Some(Read::sure(unit, at + 1))
    }

    /// Whether digits are as many as those of a year: "1940s".
    fn is_long(&self, at: usize) -> bool {
        self.digits(at).is_some_and(|(_, digits)| digits > 2)
    }

    /// A length: "two weeks", "an hour and a half", "1 year and 3 months", "a fortnight".
    pub(super) fn span(&self, at: usize) -> Option<Read<Span>> {
        let first = self.one_span(at)?;
        let joined = self
            .one_of(first.end, &["and"])
            .unwrap_or_else(|| self.maybe_mark(first.end, ','));
        let half = self.words(joined, &["a", "half"]);
        if let Some(end) = half.filter(|_| joined > first.end) {
            let whole = first.is;
            return Some(Read::sure(whole.plus(Span::of(50, whole.unit, false)), end));
        }
        let is_countable = self.digits(joined).is_some() || self.spelled(joined).is_some();
        match self.one_span(joined).filter(|_| is_countable) {
            Some(second) if second.is.unit < first.is.unit => {
                Some(Read::sure(first.is.plus(second.is), second.end))
            }
            _ => Some(first),
        }
    }

    fn one_span(&self, at: usize) -> Option<Read<Span>> {
        let article = self.maybe(at, &["a", "one"]);
        if self.letters(article) == "fortnight" && article > at {
            return Some(Read::sure(
                Span {
                    unit: Unit::Day,
                    ..Span::of(200, Unit::Week, false)
                },
                article + 1,
            ));
        }
        let count = self.count(at)?;
        let mut place = self.maybe_mark(count.end, '-');
        place = self.maybe(place, &["more", "full", "whole", "long", "short", "other"]);
        if let Some(end) = self.one_of(place, &["fortnight", "fortnights"]) {
            let (hundredths, is_vague) = count.is;
            return Some(Read::sure(
                Span::of(hundredths * 2, Unit::Week, is_vague),
                end,
            ));
        }
        let unit = self.unit(place)?;
        // "In 25-minute steps".
        let is_adjective = self.is_mark(count.end, '-') && !self.letters(place).ends_with('s');
        let (hundredths, is_vague) = count.is;
        (self.is_phrase || !is_adjective)
            .then(|| Read::sure(Span::of(hundredths, unit.is, is_vague), unit.end))
    }
}
