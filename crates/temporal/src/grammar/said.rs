//! What is said of times: "since", "until", "for", "every", "recently".

use super::{Parser, Read, longest};
use crate::lexicon::Word;
use crate::units::{Portion, Span, Unit};
use crate::value::{Element, Pattern, Said, Time, Vague};

/// Words that may stand before "since", "after", "until" and their like.
const BEFORE_BOUNDS: &[&str] = &[
    "anytime",
    "sometime",
    "sometimes",
    "ever",
    "up",
    "right",
    "just",
    "only",
    "not",
    "no",
    "starting",
    "beginning",
    "back",
];

impl Parser<'_> {
    /// The longest of all that can be said at a place.
    pub(super) fn said(&self, at: usize) -> Option<Read<Said>> {
        longest([
            self.vague(at),
            self.length(at),
            self.every(at),
            self.time(at).map(|read| self.lasting(read).map(Said::At)),
            self.range(at).map(|read| read.map(Said::At)),
            self.bounded(at),
            self.come(at),
        ])
    }

    /// "Come September": the next one.
    fn come(&self, at: usize) -> Option<Read<Said>> {
        let place = self.one_of(at, &["come"])?;
        let time = self.time(self.maybe(place, &["this", "next"]))?;
        let is_named = matches!(&time.is, Time::Pattern(pattern, _)
            if pattern.month.is_some() || pattern.weekday.is_some() || pattern.named.is_some());
        is_named.then(|| Read::sure(Said::At(time.is), time.end))
    }

    /// "Since 2019", "after lunch", "until June", "by Friday", "from 2019 on".
    fn bounded(&self, at: usize) -> Option<Read<Said>> {
        if let Some(end) = self
            .words(at, &["as", "soon", "as", "possible"])
            .or_else(|| self.one_of(at, &["asap"]))
        {
            return Some(Read::sure(Said::Since(Time::Now), end));
        }
        if self.letters(at) == "from" {
            return self.since_from(at);
        }
        let skipped = self.maybe(at, BEFORE_BOUNDS);
        let (said, place): (fn(Time) -> Said, usize) =
            match (self.letters(skipped), self.letters(skipped + 1)) {
                ("since", _) => (Said::Since, skipped + 1),
                ("as", "of") => (Said::Since, skipped + 2),
                ("from" | "on" | "in", _)
                    if matches!(self.letters(at), "starting" | "beginning") =>
                {
                    (Said::From, skipped + 1)
                }
                ("effective", "from" | "on") => (Said::From, skipped + 2),
                ("effective", "as") if self.letters(skipped + 2) == "of" => {
                    (Said::From, skipped + 3)
                }
                ("effective", _) => (Said::From, skipped + 1),
                ("after", _) => (Said::After, skipped + 1),
                // "Starting next Monday".
                _ if matches!(self.letters(at), "starting" | "beginning") => (Said::From, skipped),
                ("later", "than") if matches!(self.letters(at), "no" | "not") => {
                    (Said::By, skipped + 2)
                }
                ("later" | "earlier" | "prior", "than" | "to") => {
                    let is_later = self.letters(skipped) == "later";
                    (
                        if is_later { Said::After } else { Said::Until },
                        skipped + 2,
                    )
                }
                ("until" | "till" | "til" | "untill", _) => (Said::Until, skipped + 1),
                ("to", _)
                    if self.letters(at) == "up"
                        && (self.is_phrase || self.letters(skipped + 1) != "now") =>
                {
                    (Said::Through, skipped + 1)
                }
                ("before", _) => (Said::Until, skipped + 1),
                ("through" | "thru", _) => (Said::Through, skipped + 1),
                ("by", _) => (Said::By, skipped + 1),
                _ => return None,
            };
        let place = self.maybe(place, &["around", "about"]);
        let time = longest([self.time(place), self.end_of_unit(place)])?;
        // "Before now" and "by now" say nothing of when.
        if time.is == Time::Now && matches!(self.letters(skipped), "before" | "by" | "after") {
            return None;
        }
        let is_latent = self.is_latent_bound(&time);
        let said = match (self.letters(skipped), time.is) {
            ("until" | "till" | "til" | "untill", Time::Now) => Said::Through(Time::Now),
            (_, time) => said(time),
        };
        Some(Read {
            is: said,
            end: time.end,
            is_latent,
        })
    }

    /// "By end of year", "by the end of the month".
    fn end_of_unit(&self, at: usize) -> Option<Read<Time>> {
        let place = self.maybe(at, &["the"]);
        let of = self.words(place, &["end", "of"])?;
        let unit = self.bare_unit(of)?;
        Some(Read::sure(
            Time::Portion {
                portion: Portion::Late,
                of: Box::new(unit.is),
            },
            unit.end,
        ))
    }

    /// A bare year or a doubtful month is sure after "since"; a bare number is not.
    fn is_latent_bound(&self, time: &Read<Time>) -> bool {
        time.is_latent
            && !matches!(&time.is, Time::Pattern(pattern, _)
                if pattern.year.is_some() || pattern.month.is_some() || pattern.weekday.is_some() || pattern.named.is_some())
    }

    /// "From 2019 on", "from 2 pm", "from next week".
    fn since_from(&self, at: usize) -> Option<Read<Said>> {
        let time = self.time(at + 1)?;
        let is_latent = self.is_latent_bound(&time);
        let on = self.maybe(time.end, &["on", "onwards", "onward", "forward"]);
        let is_clock = matches!(&time.is, Time::Pattern(pattern, _) if pattern.clock.is_some());
        let opens = at == 0 || self.token(at).is_some_and(|token| token.is_capitalised);
        let is_open = on > time.end || is_clock || opens || self.is_phrase;
        let said = if is_open { Said::From } else { Said::At };
        Some(Read {
            is: said(time.is),
            end: on,
            is_latent,
        })
    }

    /// A time with how long it lasts, if that follows: "4 pm for 30 minutes".
    fn lasting(&self, time: Read<Time>) -> Read<Time> {
        let span = self.one_of(time.end, &["for"]).and_then(|at| self.span(at));
        let is_point = matches!(&time.is, Time::Pattern(pattern, _) if pattern.day.is_some() || pattern.clock.is_some());
        match span {
            Some(span) if is_point && !time.is_latent => {
                Read::sure(lasting(time.is, span.is), span.end)
            }
            _ => time,
        }
    }

    /// "For two years", "for the past two years", "in the last week", "within a month".
    fn length(&self, at: usize) -> Option<Read<Said>> {
        let letters = self.letters(at);
        match letters {
            "for" | "throughout" => {
                let place = self.maybe(
                    at + 1,
                    &["about", "around", "nearly", "almost", "over", "only", "at"],
                );
                let place = self.maybe(place, &["least", "most"]);
                if let Some(span) = self.past_span(place) {
                    return Some(span.map(Said::For));
                }
                let span = self.span(place)?;
                // "For 30 minutes from 4 pm".
                let starting = self.maybe(span.end, &["starting", "beginning"]);
                if let Some(from) = self.one_of(starting, &["from", "at", "on"])
                    && let Some(time) = self.time(from).filter(|read| !read.is_latent)
                {
                    return Some(Read::sure(Said::At(lasting(time.is, span.is)), time.end));
                }
                Some(span.map(Said::For))
            }
            "within" | "in" | "over" | "during" | "from" => {
                if let Some(span) = self.past_span(at + 1).filter(|_| !self.is_phrase) {
                    return Some(span.map(|span| Said::Within(span.negated())));
                }
                if letters != "within" {
                    return None;
                }
                let place = self.maybe(at + 1, &["the"]);
                let place = self.maybe(place, &["next"]);
                let is_one = matches!(self.word(place), Word::Unit(_))
                    && !self.letters(place).ends_with('s');
                let one = is_one.then(|| self.unit(place));
                let span = match one.flatten() {
                    Some(unit) => unit.map(|unit| Span::of(100, unit, false)),
                    None => self.span(place)?,
                };
                Some(span.map(Said::Within))
            }
            _ => None,
        }
    }

    /// "The past two years", "the last week" after a preposition: a length that ends at the reference.
    fn past_span(&self, at: usize) -> Option<Read<Span>> {
        let place = self.maybe(at, &["the", "these", "this"]);
        if place == at || self.word(place) != Word::Last || self.letters(place) == "previous" {
            return None;
        }
        if let Word::Unit(unit) = self.word(place + 1) {
            let is_long = unit >= Unit::Hour && self.weekend_word(place + 1).is_none();
            let is_nth = matches!(self.letters(place + 2), "of" | "in");
            return (is_long && !is_nth).then(|| Read::sure(Span::of(100, unit, false), place + 2));
        }
        self.span(place + 1)
    }

    /// "Every Tuesday", "each other day at 5", "daily", "on Mondays", "twice a week".
    fn every(&self, at: usize) -> Option<Read<Said>> {
        if let Word::Adverb(unit) = self.word(at) {
            return Some(Read::sure(
                Said::Every(Time::Cycle { unit, offset: 0 }),
                at + 1,
            ));
        }
        let read = self.times_a_unit(at).or_else(|| self.plural_days(at));
        if let Some(read) = read.or_else(|| self.some_days(at)) {
            return Some(read);
        }
        if self.word(at) != Word::Every {
            return None;
        }
        let mut place = self.maybe(at + 1, &["single"]);
        let step = self
            .ordinal(place)
            .filter(|_| self.element(place + 1).is_some());
        if let Some(other) = self.one_of(place, &["other"]) {
            place = other;
        } else if let Some(ordinal) = step {
            place = ordinal.end;
        } else if let Some(count) = self
            .count(place)
            .filter(|count| self.unit(count.end).is_some())
        {
            place = count.end;
        }
        let (element, mut end) = match self.one_of(place, &["weekday"]) {
            Some(end) => (Element::Unit(Unit::Day), end),
            None => self.element(place)?,
        };
        let mut time = Read::sure(of_element(element), end);
        // "Every day at 7", not "every Saturday from June".
        while let Some(refined) = self
            .refined(&time)
            .filter(|refined| has_same_date(&time.is, &refined.is))
        {
            end = refined.end;
            time = refined;
        }
        Some(Read::sure(Said::Every(time.is), self.listed(end)))
    }

    /// The place after further days: "every Monday, Wednesday, and Friday".
    fn listed(&self, at: usize) -> usize {
        let mut end = at;
        loop {
            let next = self.maybe(self.maybe_mark(end, ','), &["and", "or"]);
            let listed = self
                .element(next)
                .filter(|(element, _)| matches!(element, Element::Pattern(_)));
            match listed {
                Some((_, after)) if next > end => end = after,
                _ => return end,
            }
        }
    }

    /// "Twice a week", "three times a year".
    fn times_a_unit(&self, at: usize) -> Option<Read<Said>> {
        let place = match self.letters(at) {
            "once" | "twice" => at + 1,
            _ => {
                let count = self.count(at)?;
                self.one_of(count.end, &["times"])?
            }
        };
        let unit_at = self.one_of(place, &["a", "an", "per", "every", "each"])?;
        let unit = self.unit(unit_at)?;
        Some(Read::sure(
            Said::Every(Time::Cycle {
                unit: unit.is,
                offset: 0,
            }),
            unit.end,
        ))
    }

    /// "Mon, Wed, Fri": three or more days of the week, cut short as timetables have them, are those of every week.
    fn some_days(&self, at: usize) -> Option<Read<Said>> {
        const LONGEST: usize = 5;
        let day = |place: usize| {
            let is_short = self.letters(place).len() <= LONGEST;
            let is_day = matches!(self.word(place), Word::Weekday(_));
            (is_short && is_day).then(|| self.element(place)).flatten()
        };
        let (element, mut end) = day(at)?;
        let mut days = 1;
        while let Some((_, after)) = {
            let next = self.maybe(self.maybe_mark(end, ','), &["and", "&"]);
            day(next).filter(|_| next > end)
        } {
            days += 1;
            end = after;
        }
        (days > 2).then(|| Read::sure(Said::Every(of_element(element)), end))
    }

    /// "(On) Mondays", "on weekends", "in the mornings".
    fn plural_days(&self, at: usize) -> Option<Read<Said>> {
        let place = self.maybe(self.maybe(at, &["on", "in", "at"]), &["the"]);
        let letters = self.letters(place);
        if letters == "weekdays" && place > at {
            return Some(Read::sure(Said::Every(Time::day(0)), place + 1));
        }
        let is_plural =
            letters.len() > 4 && letters.ends_with('s') && letters != "tues" && letters != "thurs";
        // "Sunday mornings"
        let has_part = matches!(self.word(place), Word::Weekday(_))
            && matches!(self.word(place + 1), Word::Part(_))
            && self.letters(place + 1).ends_with('s');
        let is_plural = is_plural || has_part;
        let is_set = match self.word(place) {
            Word::Weekday(_) => true,
            Word::Weekend | Word::Part(_) => place > at,
            _ => false,
        };
        if !is_plural || !is_set || self.is_phrase && place == at {
            return None;
        }
        let (element, end) = self.element(place)?;
        let end = if has_part { place + 2 } else { end };
        // "Tuesdays at half four"
        let day = Read::sure(of_element(element), self.listed(end));
        let refined = self.refined(&day);
        let time = refined
            .filter(|refined| has_same_date(&day.is, &refined.is))
            .unwrap_or(day);
        Some(Read::sure(Said::Every(time.is), time.end))
    }

    /// "Recently", "these days", "a long time ago", "years ago", "one day".
    fn vague(&self, at: usize) -> Option<Read<Said>> {
        use Vague::{Lately, LongAgo, Nowadays, Someday, Soon};
        const PHRASES: &[(&[&str], Vague)] = &[
            (&["recently"], Lately),
            (&["lately"], Lately),
            (&["of", "late"], Lately),
            (&["the", "other", "day"], Lately),
            (&["the", "other", "night"], Lately),
            (&["the", "other", "week"], Lately),
            (&["a", "while", "ago"], Lately),
            (&["a", "while", "back"], Lately),
            (&["not", "long", "ago"], Lately),
            (&["not", "so", "long", "ago"], Lately),
            (&["not", "that", "long", "ago"], Lately),
            (&["not", "too", "long", "ago"], Lately),
            (&["days", "ago"], Lately),
            (&["weeks", "ago"], Lately),
            (&["months", "ago"], Lately),
            (&["in", "recent", "weeks"], Lately),
            (&["in", "recent", "months"], Lately),
            (&["in", "recent", "years"], Lately),
            (&["these", "days"], Nowadays),
            (&["nowadays"], Nowadays),
            (&["soon"], Soon),
            (&["as", "soon", "as"], Soon),
            (&["shortly"], Soon),
            (&["in", "the", "near", "future"], Soon),
            (&["in", "the", "coming", "days"], Soon),
            (&["in", "the", "coming", "weeks"], Soon),
            (&["in", "the", "coming", "months"], Soon),
            (&["someday"], Someday),
            (&["some", "day"], Someday),
            (&["one", "day"], Someday),
            (&["in", "the", "future"], Someday),
            (&["a", "long", "time", "ago"], LongAgo),
            (&["long", "ago"], LongAgo),
            (&["ages", "ago"], LongAgo),
            (&["years", "ago"], LongAgo),
            (&["decades", "ago"], LongAgo),
            (&["centuries", "ago"], LongAgo),
            (&["in", "the", "past"], LongAgo),
            (&["formerly"], LongAgo),
        ];
        let found = PHRASES
            .iter()
            .filter_map(|(words, vague)| Some((self.words(at, words)?, *vague)))
            .max_by_key(|(end, _)| *end);
        let (end, vague) = found?;
        Some(Read::sure(Said::Vague(vague), end))
    }
}

/// Whether a refinement says no more of the date.
fn has_same_date(time: &Time, refined: &Time) -> bool {
    let date = |time: &Time| match time {
        Time::Pattern(pattern, _) => Some(Pattern {
            clock: None,
            part: None,
            ..*pattern
        }),
        _ => None,
    };
    match refined {
        Time::Inside { pattern, outer } => !pattern.has_date() && **outer == *time,
        _ => date(time).is_some() && date(time) == date(refined),
    }
}

fn of_element(element: Element) -> Time {
    match element {
        Element::Unit(unit) => Time::Cycle { unit, offset: 0 },
        Element::Pattern(pattern) => Time::pattern(pattern),
    }
}

/// A stretch of a length from the start of a time.
fn lasting(from: Time, by: Span) -> Time {
    let to = Time::Shifted {
        from: Some(Box::new(from.clone())),
        by,
    };
    Time::Range {
        from: Box::new(from),
        to: Box::new(to),
    }
}
