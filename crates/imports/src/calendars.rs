//! Calendars (iCalendar): events, tasks and journals, each told in words with its time and place.
//!
//! What repeats is one memory that says how it repeats; an occurrence that was moved or changed is one of its own.
//! Nothing is calculated from a rule: of a rule that says more than can be told in words, it is told that it does.

use calcard::common::timezone::Tz;
use calcard::icalendar::{
    ICalendarComponent, ICalendarComponentType as Kind, ICalendarEntry, ICalendarFrequency,
    ICalendarParameterName, ICalendarProperty as Property, ICalendarRecurrenceRule,
    ICalendarStatus, ICalendarValue, ICalendarWeekday,
};
use calcard::{Entry, Parser};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use recollect_model::{Calendar, EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::chat::one_line;
use crate::source::{Source, digest, shortened, told_apart};
use crate::{Found, Memory, html};

/// The most who are named of those who take part.
const MAX_PEOPLE: usize = 30;
/// The most days that are named as left out of what repeats.
const MAX_EXCEPTIONS: usize = 50;

/// Whether this is a calendar.
pub(crate) fn is_calendar(_: &Source<'_>, text: &str) -> bool {
    begins(text, "BEGIN:VCALENDAR")
}

/// Whether the first line with something in it is this one.
pub(crate) fn begins(text: &str, line: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.get(..line.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(line))
}

/// Reads every calendar of the file.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let name = &source.file.name;
    let mut parser = Parser::new(text);
    let before = found.memories.len();
    loop {
        match parser.entry() {
            Entry::ICalendar(calendar) => {
                for component in &calendar.components {
                    read_component(source, component, found);
                }
            }
            Entry::InvalidLine(line) if line.trim().is_empty() => {}
            Entry::InvalidLine(line) => found.problem(format!(
                "{name}: \"{}\" is no line of a calendar",
                shortened(&line, 60)
            )),
            Entry::UnterminatedComponent(_) => {
                found.problem(format!("{name}: it ends before its calendar does"));
            }
            Entry::TooManyComponents => {
                found.problem(format!(
                    "{name}: there is more in the calendar than can be read at once"
                ));
            }
            Entry::Eof => break,
            _ => {}
        }
    }
    if found.memories.len() == before {
        found.problem(format!("{name}: there is no event in the calendar"));
    }
}

fn read_component(source: &Source<'_>, component: &ICalendarComponent, found: &mut Found) {
    let what = match component.component_type {
        Kind::VEvent => "",
        Kind::VTodo => "To do: ",
        Kind::VJournal => "Journal: ",
        _ => return,
    };
    let start = moment(source, component, &Property::Dtstart);
    let summary = text_of(component, &Property::Summary);
    let summary = summary.unwrap_or_else(|| "Without a title".to_owned());
    let Some(body) = told(source, component, what, &summary) else {
        let of = start.map_or_else(String::new, |start| format!(" of {}", start.civil.date()));
        return found.problem(format!(
            "{}, \"{}\"{of}: nothing is said of it",
            source.file.name,
            shortened(&summary, 60)
        ));
    };
    let recurrence = moment(source, component, &Property::RecurrenceId);
    let id = component
        .uid()
        .map(str::to_owned)
        .unwrap_or_else(|| digest(&[&body]));
    let id = match &recurrence {
        Some(moved) => format!("{id}/{}", moved.time),
        None => id,
    };
    let told_at = [Property::Created, Property::LastModified, Property::Dtstart];
    let time = told_at
        .iter()
        .find_map(|property| moment(source, component, property));
    let time = time.filter(|time| time.civil.year() > 1970);
    let mut metadata = Map::new();
    if let Some(start) = &start {
        metadata.insert("start".to_owned(), Value::from(start.time.to_string()));
    }
    for (name, property) in [("location", Property::Location), ("url", Property::Url)] {
        if let Some(value) = text_of(component, &property) {
            metadata.insert(name.to_owned(), Value::from(shortened(&value, 500)));
        }
    }
    let tags = component
        .properties(&Property::Categories)
        .flat_map(|entry| entry.values.iter());
    let tags = tags
        .filter_map(ICalendarValue::as_text)
        .map(|tag| shortened(tag, 100));
    let tags = tags.filter(|tag| !tag.is_empty()).take(50).collect();
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("calendar/{}", told_apart(&id, 480)),
        session: None,
        space: None,
        source: "calendar".to_owned(),
        kind: EpisodeKind::Document,
        body,
        speaker: None,
        reference_time: time.map_or_else(|| source.written(), |time| time.time),
        labels: Labels::new(tags, metadata),
    });
}

/// The event in words; nothing where it has neither a title nor a description.
fn told(
    source: &Source<'_>,
    component: &ICalendarComponent,
    what: &str,
    summary: &str,
) -> Option<String> {
    let description = text_of(component, &Property::Description).map(|text| plain(&text));
    if !component.has_property(&Property::Summary) && description.is_none() {
        return None;
    }
    let mut first = format!("{what}{}", one_line(summary));
    if let Some(when) = when(source, component) {
        first.push_str(&format!(" {when}"));
    }
    if let Some(place) = text_of(component, &Property::Location) {
        first.push_str(&format!(", at {}", one_line(&place)));
    }
    let mut lines = vec![format!("{first}.")];
    if let Some(moved) = moment(source, component, &Property::RecurrenceId) {
        lines.push(format!(
            "It takes the place of the one on {}.",
            moved.words()
        ));
    }
    if let Some(repeats) = repeats(source, component) {
        lines.push(repeats);
    }
    if let Some(due) = moment(source, component, &Property::Due) {
        lines.push(format!("It is due on {}.", due.words()));
    }
    if let Some(done) = moment(source, component, &Property::Completed) {
        lines.push(format!("It was done on {}.", done.words()));
    }
    if component.status() == Some(&ICalendarStatus::Cancelled) {
        lines.push("It is cancelled.".to_owned());
    }
    let people: Vec<String> = component
        .properties(&Property::Attendee)
        .filter_map(person)
        .take(MAX_PEOPLE)
        .collect();
    if !people.is_empty() {
        lines.push(format!("With {}.", listed(&people)));
    }
    lines.extend(description.filter(|text| !text.is_empty()));
    Some(lines.join("\n"))
}

/// A time of an event.
struct Moment {
    civil: DateTime,
    /// It is a day, without a time.
    is_day: bool,
    time: ReferenceTime,
}

impl Moment {
    fn words(&self) -> String {
        match self.is_day {
            true => day(self.civil.date()),
            false => format!(
                "{}, {}",
                day(self.civil.date()),
                self.civil.strftime("%H:%M")
            ),
        }
    }
}

fn day(date: Date) -> String {
    date.strftime("%A %-d %B %Y").to_string()
}

fn moment(
    source: &Source<'_>,
    component: &ICalendarComponent,
    property: &Property,
) -> Option<Moment> {
    let entry = component.property(property)?;
    moment_of(source, entry, entry.values.first()?)
}

fn moment_of(
    source: &Source<'_>,
    entry: &ICalendarEntry,
    value: &ICalendarValue,
) -> Option<Moment> {
    let at = value.as_partial_date_time()?;
    let number = |part: Option<u8>| part.and_then(|part| i8::try_from(part).ok());
    let civil = DateTime::new(
        i16::try_from(at.year?).ok()?,
        number(at.month)?,
        number(at.day)?,
        number(at.hour).unwrap_or(0),
        number(at.minute).unwrap_or(0),
        number(at.second).unwrap_or(0).min(59),
        0,
    )
    .ok()?;
    let own = &source.options.calendar;
    if at.tz_hour.is_some() {
        let sign = if at.tz_minus { '-' } else { '+' };
        let (hours, minutes) = (at.tz_hour.unwrap_or(0), at.tz_minute.unwrap_or(0));
        let time: ReferenceTime = format!("{civil}{sign}{hours:02}:{minutes:02}")
            .parse()
            .ok()?;
        let time = own.written(time.instant());
        return Some(Moment {
            civil: time.civil(),
            is_day: false,
            time,
        });
    }
    let zone = entry
        .parameter(&ICalendarParameterName::Tzid)
        .and_then(|zone| zone.as_text());
    let named = |zone: &str| {
        let tz: Option<Tz> = zone.parse().ok();
        let known = tz.and_then(|tz| Calendar::named(tz.name()?.as_ref()).ok());
        Calendar::named(zone).ok().or(known)
    };
    let calendar = zone.and_then(named);
    let time = calendar.as_ref().unwrap_or(own).read(&civil.to_string())?;
    Some(Moment {
        civil,
        is_day: at.hour.is_none(),
        time,
    })
}

/// `on Monday 3 June 2024 from 10:00 to 10:30`.
fn when(source: &Source<'_>, component: &ICalendarComponent) -> Option<String> {
    let start = moment(source, component, &Property::Dtstart)?;
    let end = moment(source, component, &Property::Dtend).or_else(|| lasting(component, &start));
    let Some(mut end) = end.filter(|end| end.civil > start.civil) else {
        return Some(format!("on {}", start.words()));
    };
    let date = day(start.civil.date());
    if start.is_day {
        // The end of days is the day after.
        end.civil = end.civil.checked_sub(1.day()).unwrap_or(end.civil);
        return Some(match end.civil.date() == start.civil.date() {
            true => format!("on {date}"),
            false => format!("from {date} to {}", day(end.civil.date())),
        });
    }
    let (from, to) = (start.civil.strftime("%H:%M"), end.civil.strftime("%H:%M"));
    Some(match end.civil.date() == start.civil.date() {
        true => format!("on {date} from {from} to {to}"),
        false => format!("from {date}, {from} to {}, {to}", day(end.civil.date())),
    })
}

/// The end of what says how long it lasts.
fn lasting(component: &ICalendarComponent, start: &Moment) -> Option<Moment> {
    let value = component.property(&Property::Duration)?.values.first()?;
    let ICalendarValue::Duration(duration) = value else {
        return None;
    };
    let civil = start
        .civil
        .checked_add(jiff::SignedDuration::from_secs(duration.as_seconds()))
        .ok()?;
    Some(Moment {
        civil,
        is_day: start.is_day,
        time: start.time,
    })
}

/// How it repeats, as a sentence.
fn repeats(source: &Source<'_>, component: &ICalendarComponent) -> Option<String> {
    let rule = component
        .property(&Property::Rrule)?
        .values
        .iter()
        .find_map(|value| match value {
            ICalendarValue::RecurrenceRule(rule) => Some(rule),
            _ => None,
        })?;
    let mut told = format!("It repeats every {}", pace(rule));
    let entry = ICalendarEntry {
        name: Property::Rrule,
        params: Vec::new(),
        values: Vec::new(),
    };
    let until = rule
        .until
        .clone()
        .map(|until| ICalendarValue::PartialDateTime(Box::new(until)));
    if let Some(until) = until.and_then(|until| moment_of(source, &entry, &until)) {
        told.push_str(&format!(", until {}", day(until.civil.date())));
    }
    if let Some(count) = rule.count {
        told.push_str(&format!(", {count} times"));
    }
    let left_out = component.properties(&Property::Exdate).flat_map(|entry| {
        entry
            .values
            .iter()
            .filter_map(|value| moment_of(source, entry, value))
    });
    let left_out: Vec<String> = left_out
        .take(MAX_EXCEPTIONS)
        .map(|moment| day(moment.civil.date()))
        .collect();
    if !left_out.is_empty() {
        told.push_str(&format!(", but not on {}", listed(&left_out)));
    }
    Some(format!("{told}."))
}

/// `2 weeks on Monday and Thursday`.
fn pace(rule: &ICalendarRecurrenceRule) -> String {
    let unit = match rule.freq {
        ICalendarFrequency::Yearly => "year",
        ICalendarFrequency::Monthly => "month",
        ICalendarFrequency::Weekly => "week",
        ICalendarFrequency::Daily => "day",
        ICalendarFrequency::Hourly => "hour",
        ICalendarFrequency::Minutely => "minute",
        ICalendarFrequency::Secondly => "second",
    };
    let mut pace = match rule.interval {
        Some(interval) if interval > 1 => format!("{interval} {unit}s"),
        _ => unit.to_owned(),
    };
    let days: Vec<String> = rule
        .byday
        .iter()
        .map(|day| weekday(day.ordwk, day.weekday))
        .collect();
    if !days.is_empty() {
        pace.push_str(&format!(" on {}", listed(&days)));
    }
    let dates: Vec<String> = rule.bymonthday.iter().map(ToString::to_string).collect();
    if !dates.is_empty() && rule.freq != ICalendarFrequency::Yearly {
        pace.push_str(&format!(" on day {}", listed(&dates)));
    }
    let has_months = !rule.bymonth.is_empty() && rule.freq != ICalendarFrequency::Yearly;
    let others = [
        rule.bysetpos.len(),
        rule.byweekno.len(),
        rule.byyearday.len(),
        rule.byhour.len(),
        rule.byminute.len(),
        rule.bysecond.len(),
    ];
    if has_months || others.iter().any(|count| *count > 0) {
        pace.push_str(", by a rule that says more than this");
    }
    pace
}

fn weekday(place: Option<i16>, day: ICalendarWeekday) -> String {
    let day = match day {
        ICalendarWeekday::Monday => "Monday",
        ICalendarWeekday::Tuesday => "Tuesday",
        ICalendarWeekday::Wednesday => "Wednesday",
        ICalendarWeekday::Thursday => "Thursday",
        ICalendarWeekday::Friday => "Friday",
        ICalendarWeekday::Saturday => "Saturday",
        ICalendarWeekday::Sunday => "Sunday",
    };
    match place {
        None | Some(0) => day.to_owned(),
        Some(1) => format!("the first {day}"),
        Some(2) => format!("the second {day}"),
        Some(3) => format!("the third {day}"),
        Some(4) => format!("the fourth {day}"),
        Some(-1) => format!("the last {day}"),
        Some(place) => format!("{day} number {place}"),
    }
}

fn person(entry: &ICalendarEntry) -> Option<String> {
    let name = entry
        .parameter(&ICalendarParameterName::Cn)
        .and_then(|name| name.as_text());
    let address = entry.values.first().and_then(ICalendarValue::as_text);
    let address = address.map(|address| {
        address
            .trim_start_matches("mailto:")
            .trim_start_matches("MAILTO:")
    });
    name.or(address)
        .map(one_line)
        .filter(|name| !name.is_empty())
}

/// `a, b and c`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn text_of(component: &ICalendarComponent, property: &Property) -> Option<String> {
    let text = component
        .property(property)?
        .values
        .first()?
        .as_text()?
        .trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Some calendars keep descriptions as pages.
fn plain(text: &str) -> String {
    let is_page = ["<br", "</", "<p>"].iter().any(|tag| text.contains(tag));
    match is_page {
        true => html::text(&text.replace('\n', "<br>")),
        false => text.trim().to_owned(),
    }
}
