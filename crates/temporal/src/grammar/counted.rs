//! Times that are counted off: "two days ago", "the first Monday of March", "the day after tomorrow", "two summers
//! ago".

use super::{Parser, Read, longest};
use crate::units::{Span, Unit};
use crate::value::{Element, Named, Pattern, Pick, Time};

impl Parser<'_> {
    /// "The first Monday of March", "the third last week of 2018", "20th of next month", "third Tuesday after
    /// Christmas", "the day after tomorrow", "3 Fridays from now", "two summers ago".
    pub(super) fn counted(&self, at: usize) -> Option<Read<Time>> {
        self.deeper(|| longest([self.nth(at), self.neighbour(at), self.counted_off(at)]))
    }

    fn nth(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let (n, place, is_ordinal) = if self.letters(place) == "last" {
            (-1, place + 1, true)
        } else if let Some(ordinal) = self.ordinal(place) {
            match self.one_of(ordinal.end, &["last"]) {
                Some(end) => (-ordinal.is, end, true),
                None => (ordinal.is, ordinal.end, true),
            }
        } else {
            let number = self.number(place)?;
            (number.is, number.end, false)
        };
        let n = i32::try_from(n).ok().filter(|n| *n != 0)?;
        let element = self.element(place).filter(|_| is_ordinal);
        let (of, end) = match element {
            Some((of, end)) => (of, end),
            // "The 20th of next month".
            None if n > 0 => (Element::Unit(Unit::Day), place),
            None => return None,
        };
        let is_part = matches!(of, Element::Pattern(pattern) if pattern.part.is_some());
        if is_part || element.is_none() && self.letters(end) != "of" {
            return None;
        }
        let link = self.letters(end);
        match link {
            "of" | "in" | "on" | "for" => {
                let within = longest([self.bare_unit(end + 1), self.time(end + 1)])?;
                let is_month = element.is_some() || !matches!(within.is, Time::Pattern(..));
                is_month.then(|| {
                    Read::sure(
                        Time::Nth {
                            n,
                            of,
                            within: Box::new(within.is),
                        },
                        within.end,
                    )
                })
            }
            "after" | "before" if n > 0 && element.is_some() => {
                let from = self.time(end + 1)?;
                let n = if link == "after" { n } else { -n };
                Some(Read::sure(
                    Time::NthFrom {
                        n,
                        of,
                        from: Box::new(from.is),
                    },
                    from.end,
                ))
            }
            _ => None,
        }
    }

    /// "The day after tomorrow", "the week before Christmas", "the Friday after Thanksgiving".
    fn neighbour(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the", "a"]);
        let (of, end) = self.element(place)?;
        let n = match self.letters(end) {
            "after" | "following" => 1,
            "before" | "preceding" => -1,
            _ => return None,
        };
        if matches!(of, Element::Unit(unit) if unit < Unit::Day) {
            return None;
        }
        let from = self.primary_after(end + 1)?;
        if let (Element::Pattern(pattern), Time::Cycle { .. }) = (&of, &from.is)
            && pattern.part.is_some()
        {
            return None;
        }
        Some(Read::sure(
            Time::NthFrom {
                n,
                of,
                from: Box::new(from.is),
            },
            from.end,
        ))
    }

    /// The time after "the day after", which must not be a bare hour or number.
    fn primary_after(&self, at: usize) -> Option<Read<Time>> {
        let read = longest([
            self.day_word(at),
            self.calendar(at).map(|read| read.map(Time::pattern)),
            self.directed(at),
        ])?;
        let is_date = match &read.is {
            Time::Pattern(pattern, _) => pattern.has_day(),
            _ => true,
        };
        is_date.then_some(read)
    }

    /// "3 Fridays from now", "2 Thursdays back", "two summers ago".
    fn counted_off(&self, at: usize) -> Option<Read<Time>> {
        let count = self.count(at)?;
        let (Element::Pattern(pattern), end) = self.element(count.end)? else {
            return None;
        };
        let n = i32::try_from(count.is.0 / 100).ok().filter(|n| *n > 0)?;
        let (sign, end) = self.ago_or_hence(end)?;
        let pick = if sign > 0 {
            Pick::Ahead(n)
        } else {
            Pick::Last(n)
        };
        if pattern.part.is_some() {
            let outer = Box::new(Time::day(n * sign));
            return Some(Read::sure(Time::Inside { pattern, outer }, end));
        }
        Some(Read::sure(Time::Pattern(pattern, pick), end))
    }

    /// The direction and the place after "ago", "back", "from now", "hence".
    fn ago_or_hence(&self, at: usize) -> Option<(i32, usize)> {
        match (self.letters(at), self.letters(at + 1)) {
            ("ago", _) => Some((-1, at + 1)),
            ("back" | "earlier" | "prior", _) if self.is_phrase => Some((-1, at + 1)),
            ("from", "now") => Some((1, at + 2)),
            ("hence", _) => Some((1, at + 1)),
            ("later", _) if self.is_phrase => Some((1, at + 1)),
            _ => None,
        }
    }

    /// "In two days", "3 weeks ago", "a year from now", "two weeks from Friday".
    pub(super) fn shifted(&self, at: usize) -> Option<Read<Time>> {
        let is_in = self.letters(at) == "in";
        let place = if is_in {
            self.maybe(at + 1, &["about", "around", "approximately", "exactly"])
        } else {
            at
        };
        let Some(span) = self.span(place) else {
            let minutes = self.number(place).filter(|_| is_in && self.is_phrase)?;
            let is_hour = (1..=59).contains(&minutes.is);
            return is_hour.then(|| {
                let by = Span::of(minutes.is * 100, Unit::Minute, false);
                Read::latent(Time::Shifted { from: None, by }, minutes.end)
            });
        };
        if let Some((sign, end)) = self.ago_or_hence(span.end) {
            let by = if sign > 0 { span.is } else { span.is.negated() };
            return Some(Read::sure(Time::Shifted { from: None, by }, end));
        }
        if is_in {
            // "In the two days".
            return Some(Read::sure(
                Time::Shifted {
                    from: None,
                    by: span.is,
                },
                self.words(span.end, &["from", "now"]).unwrap_or(span.end),
            ));
        }
        let from = self.one_of(span.end, &["from"])?;
        let base = longest([
            self.day_word(from),
            self.directed(from),
            self.weekday(from).map(|read| read.map(Time::pattern)),
        ])?;
        Some(Read::sure(
            Time::Shifted {
                from: Some(Box::new(base.is)),
                by: span.is,
            },
            base.end,
        ))
    }

    /// "The week of October 6th".
    pub(super) fn week_of(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let week_of = self.words(place, &["week", "of"]);
        let of = week_of.or_else(|| self.words(place, &["weekend", "of"]))?;
        let time = self.time(of)?;
        let week = Time::WeekOf(Box::new(time.is));
        if week_of.is_some() {
            return Some(Read::sure(week, time.end));
        }
        let pattern = Pattern {
            named: Some(Named::Weekend),
            ..Pattern::default()
        };
        let outer = Box::new(week);
        Some(Read::sure(Time::Inside { pattern, outer }, time.end))
    }

    /// "The closest Monday to October 5th".
    pub(super) fn closest(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let number = self.ordinal(place);
        let (n, place) = number.map_or((1, place), |read| (read.is, read.end));
        let place = self.one_of(place, &["closest", "nearest"])?;
        let (Element::Pattern(of), end) = self.element(place)? else {
            return None;
        };
        let to = self.time(self.one_of(end, &["to"])?)?;
        Some(Read::sure(
            Time::Closest {
                n: i32::try_from(n).ok()?,
                of,
                to: Box::new(to.is),
            },
            to.end,
        ))
    }
}
