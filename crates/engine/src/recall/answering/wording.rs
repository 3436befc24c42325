//! Answers in words.

use jiff::civil::Date;
use recollect_model::{Precision, ReferenceTime, Timestamp};

use super::answer::BY;
use super::facts::End;
use super::filling::{Filled, Filling};
use super::plans::end_of;
use super::{AnswerQuote, Asked, Candidate};

/// The answer that these statements give; `quotes` are the words that say each.
pub(super) fn text(
    asked: &Asked,
    used: &[&Candidate],
    filled: &Filled,
    quotes: &[AnswerQuote],
) -> Option<String> {
    let told: Vec<Told<'_>> = used
        .iter()
        .enumerate()
        .map(|(place, one)| {
            let quote = quotes.get(place).or(quotes.first());
            Told {
                one,
                said: quote.map_or(asked.reference, |quote| quote.said_at),
                words: quote.map_or("", |quote| quote.words.as_str()),
            }
        })
        .collect();
    let first = told.first()?;
    let answer = match &filled.how {
        Filling::Ends => listed(told.iter().map(Told::whole_end).collect()),
        Filling::Course => {
            let parts: Vec<String> = told
                .iter()
                .map(|told| format!("{}{}", told.end(), told.period()))
                .collect();
            parts.join(", then ")
        }
        Filling::Starts => first.start()?,
        Filling::Endings => first.finish()?,
        Filling::Durations => first.duration(asked.reference)?,
        Filling::Count(number) => {
            let names = told.iter().map(|told| told.end().to_owned()).collect();
            match asked.pattern.kind_words.is_empty() {
                true => number.to_string(),
                false => format!("{number} ({})", listed(names)),
            }
        }
        Filling::Truth(true) if asked.pattern.is_ended => match first.finish() {
            Some(end) => format!("Yes, {end}"),
            None => "Yes".to_owned(),
        },
        Filling::Truth(true) => "Yes".to_owned() + &first.until_when(),
        Filling::Truth(false) => "No".to_owned() + &first.no_longer(asked.reference.instant()),
        Filling::Sources => listed(
            told.iter()
                .filter_map(|told| told.one.row.attributed_name.clone())
                .collect(),
        ),
        Filling::Names(names) => {
            let mut names = names.clone();
            names.sort_by_cached_key(|name| first_said(quotes, name));
            listed(names)
        }
        Filling::Details(texts) => listed(texts.clone()),
        Filling::Identity => first.who()?,
        Filling::Facts => {
            let facts: Vec<String> = told.iter().map(Told::dated_fact).collect();
            facts.join("; then: ")
        }
    };
    (!answer.trim().is_empty()).then_some(answer)
}

/// Where a name was said first.
fn first_said(quotes: &[AnswerQuote], name: &str) -> Option<(Timestamp, u32, usize)> {
    let said = quotes.iter().filter_map(|quote| {
        let within = quote.words.find(name)?;
        Some((quote.said_at.instant(), quote.range.start, within))
    });
    said.min()
}

/// A statement that is told.
struct Told<'a> {
    one: &'a Candidate,
    /// When it was said, for the day that its writer meant.
    said: ReferenceTime,
    /// The words that say so.
    words: &'a str,
}

impl Told<'_> {
    /// What fills the hole.
    fn end(&self) -> &str {
        self.one.filler_name()
    }

    /// What fills the hole, with what tells which it is: "an organization that helps children".
    fn whole_end(&self) -> String {
        const TELLING: &[&str] = &["that ", "which ", "who ", "of ", "about ", "called "];
        let end = self.end();
        let fact = &self.one.row.statement.fact;
        let is_value = self.one.filler().is_none();
        let rest = fact
            .split_once(end)
            .map(|(_, rest)| rest.trim_end_matches('.'));
        let rest = rest.and_then(|rest| rest.strip_prefix(' '));
        match rest.filter(|rest| is_value && TELLING.iter().any(|word| rest.starts_with(word))) {
            Some(rest) => format!("{end} {rest}"),
            None => end.to_owned(),
        }
    }

    fn from(&self) -> Option<Timestamp> {
        self.one.row.statement.valid_at
    }

    fn until(&self) -> Option<Timestamp> {
        end_of(&self.one.row)
    }

    fn precision(&self) -> Option<Precision> {
        self.one.row.statement.precision
    }

    /// " (2010 to 2014)": when it held.
    fn period(&self) -> String {
        match (self.from(), self.last()) {
            (Some(from), Some(last)) => format!(" ({} to {})", self.date(from), self.written(last)),
            (Some(from), None) => format!(" (since {})", self.date(from)),
            (None, Some(last)) => format!(" (until {})", self.written(last)),
            (None, None) => String::new(),
        }
    }

    /// When it began or happened. What no words put in time was so when it was said.
    fn start(&self) -> Option<String> {
        let from = self.from()?;
        let date = self.date(from);
        Some(match self.precision() {
            Some(_) => date,
            None => format!("{BY}{date}"),
        })
    }

    fn finish(&self) -> Option<String> {
        Some(self.written(self.last()?))
    }

    fn duration(&self, now: ReferenceTime) -> Option<String> {
        let from = self.from()?;
        let has_ended = self.until().is_some_and(|until| until <= now.instant());
        let last = self.last().filter(|_| has_ended);
        let length = length(self.day(from), last.unwrap_or(self.day(now.instant())));
        let least = if self.precision().is_none() {
            "at least "
        } else {
            ""
        };
        Some(match last {
            Some(last) => format!(
                "{least}{length}, from {} to {}",
                self.date(from),
                self.written(last)
            ),
            None => format!("{least}{length}, since {}", self.date(from)),
        })
    }

    fn until_when(&self) -> String {
        match self.last() {
            Some(last) => format!(", until {}", self.written(last)),
            None => String::new(),
        }
    }

    fn no_longer(&self, now: Timestamp) -> String {
        let is_denied = self.one.row.statement.proposition.is_negated;
        match self.until() {
            Some(until) if until <= now && !is_denied => {
                format!(", not since {}", self.date(until))
            }
            _ => String::new(),
        }
    }

    /// What a sentence says after "is": "Peter Ellis is Gwen's uncle."
    fn who(&self) -> Option<String> {
        let fact = self.one.row.statement.fact.trim().trim_end_matches('.');
        match fact.split_once(" is ") {
            Some((name, rest)) if rest.len() > 2 && name.len() < fact.len() / 2 + 20 => {
                match self.one.fit.fills {
                    // "Gwen's boss is Peter Ashby": who is asked about stands behind.
                    Some(End::Subject) if rest == self.one.row.object_name => Some(name.to_owned()),
                    _ => Some(rest.to_owned()),
                }
            }
            _ => Some(fact.to_owned()).filter(|fact| !fact.is_empty()),
        }
    }

    fn dated_fact(&self) -> String {
        let fact = self.one.row.statement.fact.trim().trim_end_matches('.');
        format!("{fact}{}", self.period())
    }

    fn day(&self, time: Timestamp) -> Date {
        ReferenceTime::at_offset(time, self.said.offset_s())
            .civil()
            .date()
    }

    /// Its end as whoever said it names it: "from 2010 to 2014" ends with that year, so when the next begins; what another
    /// thing put an end to ends where that begins.
    fn last(&self) -> Option<Date> {
        let end = self.day(self.until()?);
        let (before, format) = match self.precision() {
            Some(Precision::Year) if end.day_of_year() == 1 => (end.yesterday(), "%Y"),
            Some(Precision::Month) if end.day() == 1 => (end.yesterday(), "%B"),
            _ => return Some(end),
        };
        let first = |day: Date| match self.precision() {
            Some(Precision::Year) => day.first_of_year(),
            _ => day.first_of_month(),
        };
        let says = |day: Date| self.words.contains(&day.strftime(format).to_string());
        let before = before.ok().filter(|before| says(*before) && !says(end));
        Some(before.map_or(end, first))
    }

    /// A time as finely as it is known.
    fn date(&self, time: Timestamp) -> String {
        self.written(self.day(time))
    }

    /// A day as finely as the time is known.
    fn written(&self, day: Date) -> String {
        written(day, self.precision(), self.said)
    }
}

/// A day as finely as a time is known, in words that were said on a day.
pub(super) fn written(day: Date, precision: Option<Precision>, said: ReferenceTime) -> String {
    let said = said.civil().date();
    let exact = |day: Date| day.strftime("%-d %B %Y").to_string();
    let days_before = (said - day).get_days();
    match precision {
        Some(Precision::Year) if day.day() == 1 && day.month() == 1 => {
            day.strftime("%Y").to_string()
        }
        Some(Precision::Decade) => format!("the {}0s", day.year() / 10),
        Some(Precision::Century) => format!("the {}th century", day.year() / 100 + 1),
        Some(Precision::Month) if day.day() == 1 => day.strftime("%B %Y").to_string(),
        Some(Precision::Season) => {
            let season = match day.month() {
                3..=5 => "spring",
                6..=8 => "summer",
                9..=11 => "autumn",
                _ => "winter",
            };
            format!("{season} {}", day.year())
        }
        Some(Precision::Quarter) => {
            format!("quarter {} of {}", (day.month() - 1) / 3 + 1, day.year())
        }
        Some(Precision::Week) if (1..=13).contains(&days_before) => {
            format!("the week before {}", exact(said))
        }
        Some(Precision::Week) => format!("the week of {}", exact(day)),
        Some(Precision::Weekend) if (1..=8).contains(&days_before) => {
            format!("the weekend before {}", exact(said))
        }
        Some(Precision::Weekend) => format!("the weekend of {}", exact(day)),
        _ => exact(day),
    }
}

/// "a", "a and b", "a, b and c".
pub(super) fn listed(mut names: Vec<String>) -> String {
    let Some(last) = names.pop() else {
        return String::new();
    };
    match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    }
}

/// A length of time in its largest unit.
pub(super) fn length(from: Date, until: Date) -> String {
    let months = months(from, until) - i32::from(until.day() < from.day());
    let days = until.since(from).map_or(0, |span| span.get_days());
    match (months, days) {
        (24.., _) => counted(months / 12, "year"),
        (12.., _) if months % 12 == 0 => counted(1, "year"),
        (2.., _) => counted(months, "month"),
        (_, 14..) => counted(days / 7, "week"),
        _ => counted(days, "day"),
    }
}

/// How many months of the calendar one day's is after another's, whichever days of them these are.
pub(super) fn months(from: Date, until: Date) -> i32 {
    let years = i32::from(until.year()) - i32::from(from.year());
    years * 12 + i32::from(until.month()) - i32::from(from.month())
}

/// "1 day", "2 days".
pub(super) fn counted(count: i32, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    }
}
