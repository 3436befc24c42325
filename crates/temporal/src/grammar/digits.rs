//! Dates in digits: "2015-03-28", "5/12/2023", "12.05.2023", "2014-10".

use super::{Parser, Read};
use crate::tokens::Kind;
use crate::value::Pattern;

impl Parser<'_> {
    /// Dates in digits: "2015-03-28", "5/12/2023", "12.05.2023", "2/15", "2014-10", "2/2013".
    pub(super) fn numeric_date(&self, at: usize) -> Option<Read<Pattern>> {
        let (first, first_digits) = self.digits(at)?;
        let Kind::Mark(mark @ ('-' | '/' | '.')) = self.token(at + 1)?.kind else {
            return None;
        };
        let (second, second_digits) = self.digits(at + 2)?;
        let is_tight = self.is_glued(at + 1) && self.is_glued(at + 2);
        let is_loose =
            self.is_phrase && mark != '.' && !self.is_glued(at + 1) && !self.is_glued(at + 2);
        if !is_tight && !is_loose {
            return None;
        }
        let third = self.digits(at + 4).filter(|_| {
            self.is_mark(at + 3, mark) && self.is_glued(at + 3) && self.is_glued(at + 4)
        });
        let date = |year: Option<i16>, month: u32, day: u32| {
            let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
            is_date.then_some(Pattern {
                year,
                month: Some(month as i8),
                day: Some(day as i8),
                ..Pattern::default()
            })
        };
        if let Some((third, third_digits)) = third {
            if first_digits == 4 && second_digits <= 2 && third_digits <= 2 {
                let pattern = date(Some(first as i16), second, third)?;
                return Some(Read::sure(pattern, self.timed(at + 5)));
            }
            let year = match third_digits {
                4 => third as i16,
                2 if mark != '.' || self.is_phrase => century(third),
                _ => return None,
            };
            let day_first = date(Some(year), second, first);
            let month_first = date(Some(year), first, second);
            let pattern = if mark == '.' {
                day_first.or(month_first)
            } else {
                month_first.or(day_first)
            };
            return Some(Read::sure(pattern?, at + 5));
        }
        match (first_digits, second_digits) {
            (4, 2) if mark != '.' && (1_000..2_200).contains(&first) => {
                self.year_and_month(first, second, mark, at + 3)
            }
            (1..=2, 4) if mark == '/' => self.year_and_month(second, first, mark, at + 3),
            (1..=2, 1..=2) if mark != '.' => {
                let pattern = date(None, first, second)?;
                // "10-15 reps", "1/4 cup": two bare numbers are a date only where one is expected.
                let before = self.letters_before(at, 1);
                let is_led = matches!(
                    before,
                    "on" | "by" | "until" | "till" | "since" | "before" | "after" | "due"
                );
                (self.is_phrase || mark == '/' && is_led).then(|| Read::sure(pattern, at + 3))
            }
            _ => None,
        }
    }

    fn year_and_month(
        &self,
        year: u32,
        month: u32,
        mark: char,
        end: usize,
    ) -> Option<Read<Pattern>> {
        let is_month = (1..=12).contains(&month) && (1_000..2_200).contains(&year);
        is_month.then(|| Read {
            is: Pattern {
                year: Some(year as i16),
                month: Some(month as i8),
                ..Pattern::default()
            },
            end,
            is_latent: mark == '/' && !self.is_phrase && !(1_900..2_100).contains(&year),
        })
    }

    /// The place after the "T" between an ISO date and its time.
    fn timed(&self, at: usize) -> usize {
        let is_time = self.letters(at) == "t" && self.is_glued(at) && self.digits(at + 1).is_some();
        at + usize::from(is_time)
    }
}

/// The year that two digits mean: up to 50 in this century.
pub(super) fn century(two_digits: u32) -> i16 {
    let year = two_digits as i16;
    match year {
        0..=49 => 2_000 + year,
        50..=99 => 1_900 + year,
        _ => year,
    }
}
