//! Answers over the days of events: how long lies between two, how long ago one was, which came first. The day of
//! each is looked for as an answer of its own.

use jiff::civil::Date;
use recollect_model::{Precision, ReferenceTime, UserId};

use super::FoundAnswer;
use super::wording::{counted, length, listed, months};
use crate::recall::Query;
use crate::recall::days::{AskedBy, AskedDays, AskedEvent, AskedOfDays, Unit};
use crate::recall::steps::Steps;
use crate::{Engine, EngineError};

/// So many texts are looked at for the day of an event.
const LOOKED_AT: usize = 10;

const DAYS_A_WEEK: i32 = 7;
const MONTHS_A_YEAR: i32 = 12;
/// From so many days on, what is left of a month counts as one.
const HALF_A_MONTH: i32 = 15;

/// The day of an event.
struct EventDay<'q> {
    /// As the question names the event.
    name: &'q str,
    /// When it began, or, where no words say when, by when it had.
    day: Date,
    /// What tells it.
    answer: FoundAnswer,
}

impl Engine {
    /// The answer to a question over the days of events; none where the day of one of them is not known well enough.
    pub(in crate::recall) async fn answer_by_days(
        &self,
        user: UserId,
        query: &Query,
        asked: &AskedDays,
    ) -> Result<Option<FoundAnswer>, EngineError> {
        if let (AskedOfDays::Day, [event]) = (asked.how, &asked.events[..]) {
            return self.found_day(user, query, event).await;
        }
        let mut days = Vec::with_capacity(asked.events.len());
        for event in &asked.events {
            let found = self.found_day(user, query, event).await?;
            let Some(day) = found.and_then(|answer| EventDay::of(event, answer)) else {
                return Ok(None);
            };
            days.push(day);
        }
        Ok(answer(asked.how, days, query.now().civil().date()))
    }

    /// The answer to the question for the day of an event.
    async fn found_day(
        &self,
        user: UserId,
        query: &Query,
        event: &AskedEvent,
    ) -> Result<Option<FoundAnswer>, EngineError> {
        let question = match &event.by {
            AskedBy::Question(question) => Some(question.clone()),
            AskedBy::Phrase(phrase) => {
                let asking = self.language.extract.asking_when(phrase.clone()).await;
                asking.unwrap_or_else(|error| {
                    tracing::warn!("a question is not read: {error}");
                    None
                })
            }
        };
        // What is asked already needs no answer once more.
        let question = question.filter(|text| !text.eq_ignore_ascii_case(query.text.trim()));
        let Some(text) = question else {
            return Ok(None);
        };
        let query = Query {
            text,
            limit: LOOKED_AT,
            score_threshold: None,
            ..query.clone()
        };
        let mut steps = Steps::begin(&self.environment, &self.metrics);
        let found = self.find(user, &query, &mut steps).await?;
        Ok(found.answer)
    }
}

impl<'q> EventDay<'q> {
    /// The day that an answer tells; none where it tells an hour or no time.
    fn of(event: &'q AskedEvent, answer: FoundAnswer) -> Option<Self> {
        let at = answer.valid_at?;
        let day = ReferenceTime::at_offset(at, answer.quote.said_at.offset_s());
        let is_told = answer.precision.is_some() || answer.is_by();
        is_told.then(|| Self {
            name: &event.name,
            day: day.civil().date(),
            answer,
        })
    }

    fn precision(&self) -> Option<Precision> {
        self.answer.precision
    }

    /// The day, as finely as it is known.
    fn written(&self) -> &str {
        &self.answer.text
    }

    /// The last day that it may have been, where words put it in time.
    fn latest(&self) -> Option<Date> {
        let span = jiff::Span::new();
        let span = match self.precision()? {
            Precision::Weekend => span.days(1),
            Precision::Week => span.days(6),
            Precision::Month => span.months(1).days(-1),
            Precision::Season | Precision::Quarter => span.months(3).days(-1),
            Precision::Year => span.years(1).days(-1),
            Precision::Decade => span.years(10).days(-1),
            Precision::Century => span.years(100).days(-1),
            _ => span,
        };
        self.day.checked_add(span).ok()
    }

    /// Whether it was surely before another: what no words put in time is taken to be told in the order that it happened.
    fn is_before(&self, other: &Self) -> bool {
        match (self.precision(), other.precision()) {
            (None, None) | (None, Some(_)) => self.day < other.day,
            (Some(_), None) => false,
            (Some(_), Some(_)) => self.latest().is_some_and(|latest| latest < other.day),
        }
    }

    fn about(&self) -> &'static str {
        if self.is_exact() { "" } else { "about " }
    }

    fn is_exact(&self) -> bool {
        self.latest() == Some(self.day)
    }
}

fn answer(how: AskedOfDays, mut days: Vec<EventDay<'_>>, today: Date) -> Option<FoundAnswer> {
    if !matches!(how, AskedOfDays::Before | AskedOfDays::After) {
        days.sort_by_key(|event| event.day);
    }
    let text = match (how, &days[..]) {
        (AskedOfDays::Ago(unit), [event]) => ago(event, today, unit),
        (AskedOfDays::Until(unit), [event]) => until(event, today, unit),
        (AskedOfDays::Between(unit), [one, other]) => between(one, other, unit),
        (AskedOfDays::Before, [one, other]) => whether_before(one, other, true),
        (AskedOfDays::After, [one, other]) => whether_before(one, other, false),
        (AskedOfDays::First | AskedOfDays::Last | AskedOfDays::Order, events) => {
            in_order(how, events)
        }
        _ => None,
    }?;
    let answers = || days.iter().map(|event| &event.answer);
    Some(FoundAnswer {
        text,
        statements: answers()
            .flat_map(|answer| answer.statements.clone())
            .collect(),
        valid_at: None,
        invalid_at: None,
        precision: None,
        confidence: answers().map(|answer| answer.confidence).product(),
        quote: answers().next()?.quote.clone(),
        before: Vec::new(),
    })
}

/// "6 weeks ago (3 March 2025)".
fn ago(event: &EventDay<'_>, today: Date, unit: Option<Unit>) -> Option<String> {
    let qualifier = match event.precision() {
        None => "at least ",
        Some(_) => event.about(),
    };
    let long = distance(event.day, today, unit, event.is_exact())?;
    Some(format!("{qualifier}{long} ago ({})", event.written()))
}

/// "6 weeks (3 March 2025)", of what is to come.
fn until(event: &EventDay<'_>, today: Date, unit: Option<Unit>) -> Option<String> {
    let long = distance(today, event.day, unit, event.is_exact())?;
    Some(format!("{}{long} ({})", event.about(), event.written()))
}

/// "Yes: 3 March 2025, before 14 April 2025".
fn whether_before(one: &EventDay<'_>, other: &EventDay<'_>, is_wanted: bool) -> Option<String> {
    let is_before = one.is_before(other);
    if !is_before && !other.is_before(one) {
        return None;
    }
    let yes = if is_before == is_wanted { "Yes" } else { "No" };
    let word = if is_before { "before" } else { "after" };
    Some(format!(
        "{yes}: {}, {word} {}",
        one.written(),
        other.written()
    ))
}

/// "the regatta (3 March 2025), before the wedding (14 April 2025)", of events by their days.
fn in_order(how: AskedOfDays, events: &[EventDay<'_>]) -> Option<String> {
    let told = |event: &EventDay<'_>| format!("{} ({})", event.name, event.written());
    let is_known = events.windows(2).all(|pair| pair[0].is_before(&pair[1]));
    let (first, last) = (events.first()?, events.last()?);
    let rest = |events: &[EventDay<'_>]| listed(events.iter().map(told).collect());
    is_known.then(|| match how {
        AskedOfDays::First => format!("{}, before {}", told(first), rest(&events[1..])),
        AskedOfDays::Last => {
            let before = rest(&events[..events.len() - 1]);
            format!("{}, after {before}", told(last))
        }
        _ => {
            let told: Vec<String> = events.iter().map(told).collect();
            told.join(", then ")
        }
    })
}

/// "6 weeks (3 March 2025 to 14 April 2025)".
fn between(one: &EventDay<'_>, other: &EventDay<'_>, unit: Option<Unit>) -> Option<String> {
    let is_exact = one.is_exact() && other.is_exact();
    let qualifier = match (one.precision(), other.precision()) {
        (None, Some(_)) => "at least ",
        (Some(_), None) => "at most ",
        _ if is_exact => "",
        _ => "about ",
    };
    let days = format!("{} to {}", one.written(), other.written());
    if one.day == other.day {
        return is_exact.then(|| format!("none: both were on {}", one.written()));
    }
    let long = distance(one.day, other.day, unit, is_exact)?;
    Some(format!("{qualifier}{long} ({days})"))
}

/// How long it is from one day to a later one, in a unit or in the one that fits; none where it is not later.
fn distance(from: Date, until: Date, unit: Option<Unit>, is_exact: bool) -> Option<String> {
    let days = until.since(from).ok()?.get_days();
    if days < 0 {
        return None;
    }
    let months = months(from, until);
    let left = i32::from(until.day()) - i32::from(from.day());
    let rounded = |count: i32, unit: &str, is_whole: bool| match is_whole || !is_exact {
        true => counted(count, unit),
        false => format!("about {} ({})", counted(count, unit), counted(days, "day")),
    };
    Some(match unit {
        None => length(from, until),
        Some(Unit::Days) => counted(days, "day"),
        Some(Unit::Weeks) => {
            let weeks = (days + DAYS_A_WEEK / 2) / DAYS_A_WEEK;
            rounded(weeks, "week", days % DAYS_A_WEEK == 0)
        }
        Some(Unit::Months) => {
            let more = i32::from(left >= HALF_A_MONTH) - i32::from(left < -HALF_A_MONTH);
            rounded(months + more, "month", left == 0)
        }
        Some(Unit::Years) => {
            let years = (months + MONTHS_A_YEAR / 2) / MONTHS_A_YEAR;
            rounded(years, "year", months % MONTHS_A_YEAR == 0 && left == 0)
        }
    })
}
