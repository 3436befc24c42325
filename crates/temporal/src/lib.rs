//! English expressions of time: found in running text, and resolved against a reference time in its own offset.
//!
//! [`expressions`] is sober: words that only look like times ("we march on", "I may", "the second thing", prices,
//! scores, versions) are left alone. [`phrase`] reads a text that is a time as a whole, and takes "3", "sun" or
//! "may" for one. Both are one grammar: words are looked up in tables (`lexicon`, `holidays`), composed into a
//! [`value::Time`] without looking at a calendar (`grammar`), and only then resolved (`resolve`).
//!
//! What names no year lies ahead, unless the sentence speaks of the past: "we met in July" is the July before.
//! Weeks begin on Monday, weekends on Friday at 18:00, seasons are three whole months of the northern year, an
//! evening and a night last from 18:00 to midnight. Ranges include their last unit: "from 2015 to 2018" ends with
//! 2018. `phrase` follows Duckling's conventions where they differ: "3 days ago" is an hour, "tomorrow at 5" is in
//! the morning, "the last two weeks" are calendar weeks.
//!
//! Of the 984 expressions of Duckling's English corpus `phrase` reads 95.6 % with the right value and grain: 97.0 %
//! of those looked at while it was written, 85.2 % of 115 that were not. The `corpus` example counts again, by kind.
//! Running text costs 15 to 35 µs for 30 words on one core; the first call costs 0.3 ms.
//!
//! Not covered: times relative to another expression or event ("a year later", "before my birthday"), which are
//! left out or read for the part that stands alone; languages other than English.

mod calendar;
mod grammar;
mod holidays;
mod lexicon;
mod numbered;
mod resolve;
mod running;
mod tense;
mod tokens;
mod units;
mod value;

use recollect_model::{CharRange, Interval, Precision, ReferenceTime};

/// Words of a text that name a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExpression {
    /// The words, with the preposition that leads them.
    pub range: CharRange,
    /// The time; an open end ("since 2019", "before May") lies at the end of representable time.
    pub interval: Interval,
    /// How finely it is named.
    pub precision: Precision,
    /// What is said of the time.
    pub meaning: Meaning,
}

/// What an expression says of its interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The stretch itself: "last Tuesday", "from March to May". "By Friday" and "within a month" are the stretch
    /// from the reference to there.
    At,
    /// From the start of the interval, with no end said: "since 2019" from the start of 2019, "after 2019" from
    /// its end.
    Since,
    /// Up to the end of the interval, with no start said: "until June" and "before June" to its start, "through
    /// June" to its end.
    Until,
    /// A length without a place: "for two years". The interval is the stretch of that length that ends at the
    /// reference.
    For(Length),
    /// A set: "every Tuesday", "daily". The interval is the current or the next occurrence.
    Every,
    /// "Recently", "these days", "soon": the interval is a rough guess.
    Vague,
}

/// A length of time in the unit it was named in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// How many units.
    pub count: u32,
    /// The unit.
    pub unit: Precision,
}

/// Whether what names no year lies before or after the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// It has been.
    Past,
    /// It will be.
    Future,
    /// Nothing tells: it lies ahead.
    Unknown,
}

/// The expressions of time of a running text, in order and apart; each sentence's own words tell its tense.
pub fn expressions(text: &str, reference: ReferenceTime) -> Vec<TimeExpression> {
    running::expressions(text, reference, None)
}

/// The expressions of time of a running text whose tense is known.
pub fn expressions_with(text: &str, reference: ReferenceTime, tense: Tense) -> Vec<TimeExpression> {
    running::expressions(text, reference, Some(tense))
}

/// A text that is one expression of time as a whole; readings that running text would not allow are taken.
pub fn phrase(text: &str, reference: ReferenceTime) -> Option<TimeExpression> {
    running::phrase(text, reference)
}
