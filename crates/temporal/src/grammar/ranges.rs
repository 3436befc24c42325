//! Ranges: "from March to May 2020", "July 13-15", "3-4pm", "Thursday from 9 to 11".

use super::{Parser, Read, combine, longest};
use crate::value::{Clock, Pattern, Pick, Time};

impl Parser<'_> {
    /// "From March to May 2020", "between 2015 and 2018", "July 13-15", "3-4pm", "Thursday from 9 to 11".
    pub(super) fn range(&self, at: usize) -> Option<Read<Time>> {
        self.deeper(|| {
            let alone = self.range_alone(at);
            let dated = self.dated_range(at);
            let mut read = longest([alone, dated])?;
            while let Some(refined) = self.refined(&read) {
                read = refined;
            }
            Some(read)
        })
    }

    /// A day with a range of hours: "Thursday from 9:30 until 11".
    fn dated_range(&self, at: usize) -> Option<Read<Time>> {
        let day = self.plain_time(self.leading(at))?;
        let place = self.maybe(self.maybe_mark(day.end, ','), &["in"]);
        let hours = self.range_alone(place)?;
        let is_hours = matches!(&hours.is, Time::Range { from, .. }
            if matches!(&**from, Time::Pattern(pattern, Pick::Plain) if !pattern.has_date()));
        if !is_hours || hours.is_latent && !self.is_phrase {
            return None;
        }
        Some(Read::sure(on_day(hours.is, &day.is)?, hours.end))
    }

    fn range_alone(&self, at: usize) -> Option<Read<Time>> {
        let opening = self.letters(at);
        let is_later = self
            .words(at, &["later", "than"])
            .or_else(|| self.one_of(at, &["after"]));
        let start = match opening {
            "from" | "between" => at + 1,
            _ => is_later.unwrap_or_else(|| self.maybe(at, &["on", "in", "at", "during"])),
        };
        let start = self.maybe(start, &["around", "about"]);
        for from in self.range_ends(start) {
            let Some(to_at) = self.range_link(&from, opening, is_later.is_some()) else {
                continue;
            };
            let to_at = self.maybe(to_at, &["around", "about"]);
            let is_named = matches!(opening, "from" | "between") || is_later.is_some();
            let found = self
                .range_ends(to_at)
                .into_iter()
                .filter_map(|to| self.as_range(&from, to, is_named, from.end))
                .max_by_key(|read| read.end);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The place after what links the ends of a range.
    fn range_link(&self, from: &Read<Time>, opening: &str, is_later: bool) -> Option<usize> {
        let at = from.end;
        if is_later {
            return self
                .words(at, &["but", "before"])
                .or_else(|| self.words(at, &["and", "before"]));
        }
        if self.is_mark(at, '-') || self.is_mark(at, '/') && is_full_date(&from.is) {
            return Some(at + 1);
        }
        match self.letters(at) {
            "and" if opening == "between" => Some(at + 1),
            "to" | "through" | "thru" | "until" | "till" | "til" | "untill" => Some(at + 1),
            "up" if self.letters(at + 1) == "to" => Some(at + 2),
            _ => None,
        }
    }

    /// What may be an end of a range: a time, a time without what follows it, or a bare number.
    fn range_ends(&self, at: usize) -> Vec<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let number = self.bare_number(place);
        let mut ends = Vec::with_capacity(3);
        let full = self.time(at);
        let short = longest([
            self.clock(place).map(|read| read.map(Time::pattern)),
            self.calendar(place).map(|read| read.map(Time::pattern)),
        ]);
        let full = full.filter(|full| !is_bare_number(full));
        let short = short
            .filter(|short| !is_bare_number(short))
            .filter(|short| full.as_ref().is_none_or(|full| full.end != short.end));
        ends.extend(full);
        ends.extend(short);
        if number
            .as_ref()
            .is_some_and(|number| ends.iter().all(|end| end.end != number.end))
        {
            ends.extend(number);
        }
        ends
    }

    /// A number that is an hour or a day of the month, whatever the other end says.
    fn bare_number(&self, at: usize) -> Option<Read<Time>> {
        let number = longest([self.ordinal(at), self.number(at)])?;
        let day = (1..=31).contains(&number.is).then_some(number.is as i8)?;
        let pattern = Pattern {
            day: Some(day),
            ..Pattern::default()
        };
        Some(Read::latent(Time::pattern(pattern), number.end))
    }

    /// Two ends as a range, each completed by what only the other says.
    fn as_range(
        &self,
        from: &Read<Time>,
        to: Read<Time>,
        is_named: bool,
        link: usize,
    ) -> Option<Read<Time>> {
        let (mut left, mut right) = (from.is.clone(), to.is);
        if let (Time::Pattern(clock, Pick::Plain), Time::Inside { pattern, outer }) =
            (&left, &right)
            && !clock.has_date()
            && let (mut clock, mut other) = (*clock, *pattern)
            && complete(&mut clock, &mut other).is_some()
        {
            let outer = outer.clone();
            left = Time::Inside {
                pattern: clock,
                outer,
            };
        }
        let mut is_latent = from.is_latent && to.is_latent;
        if let (Time::Pattern(a, Pick::Plain), Time::Pattern(b, Pick::Plain)) =
            (&mut left, &mut right)
        {
            complete(a, b)?;
            let both_years = a.year.is_some() && b.year.is_some() && !a.has_day() && !b.has_day();
            let both_months = a.month.is_some() && b.month.is_some();
            is_latent &= !(is_named && (both_years || both_months));
            if both_years {
                let is_rising = a.year < b.year;
                let is_tight = is_rising && self.is_glued(link);
                is_latent = !(is_named || is_tight);
                if !is_rising {
                    return None;
                }
            }
        } else if is_latent || to.is_latent && !self.is_phrase && !is_year(&right) {
            return None;
        }
        Some(Read {
            is: Time::Range {
                from: Box::new(left),
                to: Box::new(right),
            },
            end: to.end,
            is_latent,
        })
    }
}

/// A clock without minutes, am or pm.
fn is_bare_number(read: &Read<Time>) -> bool {
    read.is_latent
        && matches!(&read.is, Time::Pattern(pattern, _) if !pattern.has_date()
            && pattern.clock.is_some_and(|clock| clock.minute.is_none()))
}

/// A date with its year, as in "2015-03-28/2015-03-29".
fn is_full_date(time: &Time) -> bool {
    matches!(time, Time::Pattern(pattern, _) if pattern.year.is_some() && pattern.day.is_some())
}

fn is_year(time: &Time) -> bool {
    matches!(time, Time::Pattern(pattern, _) if pattern.year.is_some())
}

/// A range of hours on a day.
fn on_day(hours: Time, day: &Time) -> Option<Time> {
    let Time::Range { from, to } = hours else {
        return None;
    };
    let from = combine(day, *from)?;
    Some(Time::Range {
        from: Box::new(from),
        to,
    })
}

/// Completes the ends of a range from each other: "July 13 to 15", "13 to 15 July", "3 to 4 pm", "March to May
/// 2020". `None` when they cannot belong together.
fn complete(a: &mut Pattern, b: &mut Pattern) -> Option<()> {
    let is_number = |pattern: &Pattern| {
        *pattern
            == Pattern {
                day: pattern.day,
                ..Pattern::default()
            }
            && pattern.day.is_some()
    };
    let is_hour = |pattern: &Pattern| pattern.clock.is_some();
    if is_number(a) && is_hour(b) {
        a.clock = Some(hour_clock(a.day?)?);
        a.day = None;
    } else if is_number(b) && is_hour(a) {
        b.clock = Some(hour_clock(b.day?)?);
        b.day = None;
    }
    if a.day.is_some() && b.day.is_some() {
        match (a.month, b.month) {
            (None, Some(_)) => (a.month, a.year) = (b.month, a.year.or(b.year)),
            (Some(_), None) => b.month = a.month,
            _ => {}
        }
    }
    if a.has_day() && b.has_day() {
        match (a.year, b.year) {
            (None, Some(year)) => {
                let is_over_newyear = (a.month, a.day) > (b.month, b.day) && a.month.is_some();
                a.year = Some(year - i16::from(is_over_newyear));
            }
            (Some(year), None) if a.month <= b.month => b.year = Some(year),
            _ => {}
        }
    }
    if let (Some(from), Some(to)) = (&mut a.clock, &b.clock)
        && from.is_unsure
        && !to.is_unsure
    {
        let later = from.hour % 12 + 12;
        let minutes = |clock: &Clock, hour: i8| (hour, clock.minute.unwrap_or(0));
        from.hour = if to.hour >= 12 && minutes(from, later) < minutes(to, to.hour) {
            later
        } else {
            from.hour % 12
        };
        if from.hour == 0 && to.hour > 12 {
            from.hour = 12;
        }
        from.is_unsure = false;
    }
    if a.zone.is_none() {
        a.zone = b.zone;
    }
    if is_hour(a) && is_hour(b) && !a.has_date() {
        (a.year, a.month, a.day) = (b.year, b.month, b.day);
        (a.weekday, a.named) = (b.weekday, b.named);
    }
    let is_alike = a.has_time_of_day() == b.has_time_of_day() || a.has_date() && b.has_date();
    let years = a.year.is_some() && !a.has_day();
    let is_mixed = years != (b.year.is_some() && !b.has_day());
    (is_alike && !is_mixed).then_some(())
}

fn hour_clock(number: i8) -> Option<Clock> {
    (0..=24).contains(&number).then_some(Clock {
        hour: number,
        minute: None,
        second: None,
        is_unsure: (1..=12).contains(&number),
    })
}
