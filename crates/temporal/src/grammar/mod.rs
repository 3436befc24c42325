//! From tokens to meanings: what can stand at a place, and how far it reaches.
//!
//! Every reader takes a place and returns what it read with the place after it. Alternatives are all tried and the
//! longest wins; a budget of steps for each expression keeps the cost bounded whatever the text.

mod clock;
mod counted;
mod dates;
mod digits;
mod numbers;
mod ranges;
mod relative;
mod said;

use std::cell::Cell;

use crate::lexicon::Word;
use crate::tokens::{Kind, Token, Tokens};
use crate::value::{Pattern, Pick, Said, Time};

/// How deep expressions may stand inside each other: "the last day of the first week of …".
const DEEPEST: u8 = 5;
/// How many readers may run for one expression.
const MAX_STEPS: u32 = 600;

/// What was read.
#[derive(Debug, Clone)]
pub(crate) struct Read<T> {
    pub(crate) is: T,
    /// The place after it.
    pub(crate) end: usize,
    /// Whether it is a time only in the right company: a bare number, a bare year, "may".
    pub(crate) is_latent: bool,
}

impl<T> Read<T> {
    fn sure(is: T, end: usize) -> Self {
        Self {
            is,
            end,
            is_latent: false,
        }
    }

    fn latent(is: T, end: usize) -> Self {
        Self {
            is,
            end,
            is_latent: true,
        }
    }

    fn map<U>(self, make: impl FnOnce(T) -> U) -> Read<U> {
        Read {
            is: make(self.is),
            end: self.end,
            is_latent: self.is_latent,
        }
    }
}

/// A reader of one text.
pub(crate) struct Parser<'t> {
    tokens: &'t Tokens,
    /// Whether the text is known to be a time.
    is_phrase: bool,
    steps: Cell<u32>,
    depth: Cell<u8>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(tokens: &'t Tokens, is_phrase: bool) -> Self {
        Self {
            tokens,
            is_phrase,
            steps: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// The longest expression that begins at a place.
    pub(crate) fn expression(&self, at: usize) -> Option<Read<Said>> {
        self.steps.set(0);
        self.depth.set(0);
        self.said(at)
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn word(&self, at: usize) -> Word {
        match self.token(at).map(|token| token.kind) {
            Some(Kind::Word(word)) => word,
            _ => Word::Unknown,
        }
    }

    fn letters(&self, at: usize) -> &str {
        self.tokens.letters(at)
    }

    fn letters_before(&self, at: usize, back: usize) -> &str {
        self.tokens.letters_before(at, back)
    }

    /// The place after one of some words.
    fn one_of(&self, at: usize, words: &[&str]) -> Option<usize> {
        let letters = self.letters(at);
        (!letters.is_empty() && words.contains(&letters)).then_some(at + 1)
    }

    /// The place after words in this order.
    fn words(&self, at: usize, words: &[&str]) -> Option<usize> {
        let all = words
            .iter()
            .enumerate()
            .all(|(ahead, word)| self.letters(at + ahead) == *word);
        all.then_some(at + words.len())
    }

    /// The place after one of some words, or the same place.
    fn maybe(&self, at: usize, words: &[&str]) -> usize {
        self.one_of(at, words).unwrap_or(at)
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.token(at)
            .is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    /// The place after a mark, or the same place.
    fn maybe_mark(&self, at: usize, mark: char) -> usize {
        at + usize::from(self.is_mark(at, mark))
    }

    fn is_glued(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.is_glued)
    }

    /// The place after the "s" of "last year's".
    fn maybe_possessive(&self, at: usize) -> usize {
        let is_possessive =
            self.letters(at) == "s" && self.token(at).is_some_and(|token| token.follows_apostrophe);
        at + usize::from(is_possessive)
    }

    /// The value and the number of digits.
    fn digits(&self, at: usize) -> Option<(u32, u8)> {
        match self.token(at)?.kind {
            Kind::Number { value, digits } => Some((value, digits)),
            _ => None,
        }
    }

    /// Runs a reader one level deeper, unless that is too deep or the budget is spent.
    fn deeper<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        self.steps.set(self.steps.get() + 1);
        if self.depth.get() >= DEEPEST || self.steps.get() > MAX_STEPS {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let read = read();
        self.depth.set(self.depth.get() - 1);
        read
    }

    /// A time with all that refines it: "Thursday at 9 am", "the last Monday of March 2014".
    fn time(&self, at: usize) -> Option<Read<Time>> {
        self.deeper(|| {
            let mut read = self.primary(at)?;
            while let Some(refined) = self.refined(&read) {
                read = refined;
            }
            Some(read)
        })
    }

    /// The longest of what can stand at a place by itself.
    fn primary(&self, at: usize) -> Option<Read<Time>> {
        let at = self.leading(at);
        let as_time = |read: Read<Pattern>| read.map(Time::pattern);
        let readings = [
            self.relative(at),
            self.counted(at),
            self.shifted(at),
            self.calendar(at).map(as_time),
            self.clock(at).map(as_time),
            self.clock_shifted(at),
        ];
        longest(readings)
    }

    /// The place after words that may lead a time and change nothing.
    fn leading(&self, at: usize) -> usize {
        let mut at = at;
        loop {
            let next = self.maybe(
                at,
                &[
                    "on",
                    "at",
                    "around",
                    "about",
                    "approximately",
                    "circa",
                    "during",
                    "roughly",
                    "exactly",
                    "nearly",
                    "almost",
                    "in",
                    "of",
                ],
            );
            let next = self.maybe_mark(next, '@');
            let next = if self.is_phrase {
                self.maybe(next, &["for"])
            } else {
                next
            };
            // "In two days", "in the morning" and "at the moment" are read as a whole.
            if next == at || self.is_shift_or_set(at) {
                return at;
            }
            at = next;
        }
    }

    fn is_shift_or_set(&self, at: usize) -> bool {
        let minutes = || {
            let number = self.number(at + 1).filter(|read| read.is < 60);
            self.is_phrase && number.is_some_and(|read| self.era(read.end).is_none())
        };
        self.letters(at) == "in"
            && (self
                .span(self.maybe(at + 1, &["about", "around"]))
                .is_some()
                || minutes())
            || self.words(at, &["at", "the", "moment"]).is_some()
            || self.words(at, &["at", "this", "time"]).is_some()
    }

    /// What was read together with what follows it, where they make one time.
    fn refined(&self, read: &Read<Time>) -> Option<Read<Time>> {
        let mut at = read.end;
        let has_comma = self.is_mark(at, ',') || self.is_mark(at, '(');
        at += usize::from(has_comma);
        let after_comma = at;
        // "4 pm for 30 minutes" is no time refined.
        if self.letters(at) == "for" && self.span(at + 1).is_some() {
            return None;
        }
        let linked = self.maybe(
            at,
            &[
                "on", "at", "of", "in", "for", "from", "around", "about", "during", "by", "@",
            ],
        );
        let linked = self.maybe_mark(linked, '@');
        let linked = self.maybe(linked, &["around", "about", "the"]);
        let is_linked = linked > after_comma;
        let direct = self.steps_within(|| self.primary(after_comma));
        let by_link = is_linked.then(|| self.primary(linked)).flatten();
        let next = longest([direct, by_link])?;
        let is_bare_hour = is_bare_hour(&next);
        let by_at = after_comma < self.tokens.len()
            && (matches!(self.letters(after_comma), "at" | "around" | "about")
                || self.is_mark(after_comma, '@'));
        let is_expected = self.is_phrase && !has_comma;
        if is_bare_hour && !by_at && !is_expected {
            return None;
        }
        if has_comma && !self.is_phrase && !continues_date(&read.is, &next.is) {
            return None;
        }
        let is = combine(&read.is, next.is)?;
        let end = next.end + usize::from(has_comma && self.is_mark(next.end, ')'));
        Some(Read {
            is,
            end,
            is_latent: read.is_latent && next.is_latent,
        })
    }

    fn steps_within<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        self.steps.set(self.steps.get() + 1);
        (self.steps.get() <= MAX_STEPS).then(read).flatten()
    }
}

/// The longest reading; the first of those as long, but a sure one before a latent one.
fn longest<T>(readings: impl IntoIterator<Item = Option<Read<T>>>) -> Option<Read<T>> {
    let mut best: Option<Read<T>> = None;
    for read in readings.into_iter().flatten() {
        let is_better = best.as_ref().is_none_or(|best| {
            read.end > best.end || read.end == best.end && best.is_latent && !read.is_latent
        });
        if is_better {
            best = Some(read);
        }
    }
    best
}

fn is_bare_hour(read: &Read<Time>) -> bool {
    read.is_latent
        && matches!(&read.is, Time::Pattern(pattern, _) if pattern.clock.is_some() && !pattern.has_date())
}

/// Whether what follows a comma belongs to the same date: "Friday, May 12", "May 12, 2023", "May 12, 3 pm".
fn continues_date(before: &Time, after: &Time) -> bool {
    let (Time::Pattern(before, _), Time::Pattern(after, _)) = (before, after) else {
        return false;
    };
    let only_year = after.year.is_some() && !after.has_day() && !after.has_time_of_day();
    let dated_weekday = before.weekday.is_some() != after.weekday.is_some()
        && (before.day.is_some() || after.day.is_some());
    let timed = before.has_date() && !after.has_date() && after.clock.is_some();
    only_year && before.has_day() || dated_weekday || timed
}

/// Two times that stand side by side as one, where they can be.
fn combine(left: &Time, right: Time) -> Option<Time> {
    match (left, right) {
        (Time::Pattern(a, pick), Time::Pattern(b, other)) => {
            let picked = if other == Pick::Plain { *pick } else { other };
            if *pick != Pick::Plain && other != Pick::Plain {
                return None;
            }
            combine_patterns(a, &b, picked, *pick != Pick::Plain)
        }
        (Time::Pattern(pattern, Pick::Plain), outer) => inside(*pattern, outer),
        (outer, Time::Pattern(pattern, Pick::Plain)) => inside(pattern, outer.clone()),
        (
            Time::Inside { pattern, outer },
            Time::Inside {
                pattern: other,
                outer: same,
            },
        ) if *outer == same => Some(Time::Inside {
            pattern: pattern.and(other)?,
            outer: same,
        }),
        // "Today in one hour".
        (Time::Cycle { offset: 0, .. }, shifted @ Time::Shifted { from: None, .. }) => {
            Some(shifted)
        }
        _ => None,
    }
}

/// Two patterns as one; the one that was picked ("next Tuesday") stays picked with a clock inside it.
fn combine_patterns(a: &Pattern, b: &Pattern, pick: Pick, is_left_picked: bool) -> Option<Time> {
    if pick == Pick::Plain {
        return Some(Time::pattern(a.and(*b)?));
    }
    let (picked, plain) = if is_left_picked { (a, b) } else { (b, a) };
    if plain.has_date() {
        let is_narrower = plain.named.is_none() && plain.year.is_none();
        return is_narrower.then(|| Time::Inside {
            pattern: *plain,
            outer: Box::new(Time::Pattern(*picked, pick)),
        });
    }
    Some(Time::Inside {
        pattern: *plain,
        outer: Box::new(Time::Pattern(*picked, pick)),
    })
}

/// A pattern inside another time.
fn inside(pattern: Pattern, outer: Time) -> Option<Time> {
    match outer {
        Time::Inside {
            pattern: other,
            outer,
        } => Some(Time::Inside {
            pattern: pattern.and(other)?,
            outer,
        }),
        Time::Range { from, to } if pattern.year.is_none() || !pattern.has_day() => {
            let inner = |time: Time| match time {
                Time::Pattern(inner, Pick::Plain) => Some(Time::pattern(inner.and(pattern)?)),
                _ => None,
            };
            Some(Time::Range {
                from: Box::new(inner(*from)?),
                to: Box::new(inner(*to)?),
            })
        }
        Time::Now | Time::Range { .. } | Time::Closest { .. } => None,
        Time::Nth { n, of, within } if pattern.has_date() => Some(Time::Nth {
            n,
            of,
            within: Box::new(combine(&within, Time::pattern(pattern))?),
        }),
        // A bare year refines nothing that already stands at a place of its own.
        _ if pattern.year.is_some() && !pattern.has_day() => None,
        outer => Some(Time::Inside {
            pattern,
            outer: Box::new(outer),
        }),
    }
}
