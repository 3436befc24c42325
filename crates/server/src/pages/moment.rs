//! Times as the pages write them: on the person's calendar where it is known, in UTC otherwise. The script of the page tells
//! them again by the reader's clock.

use std::fmt;

use recollect_engine::Engine;
use recollect_model::{Account, Calendar, Precision, Timestamp, Told, UserId};

use super::refusal::Refusal;

/// A moment, as HTML shows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment(pub(crate) Timestamp);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%-d %b %Y, %H:%M UTC"))
    }
}

impl Moment {
    /// As the attribute of a `time` element has it.
    pub(crate) fn exact(&self) -> String {
        self.0.to_string()
    }
}

/// The calendar of an account's person; that of UTC when nobody said where they are.
pub(crate) fn calendar_of(account: &Account) -> Calendar {
    let zone = account.time_zone.as_deref();
    zone.and_then(|zone| Calendar::named(zone).ok())
        .unwrap_or(Calendar::utc())
}

/// The same, looked up.
pub(crate) async fn calendar(engine: &Engine, user: UserId) -> Result<Calendar, Refusal> {
    Ok(calendar_of(&engine.account(user).await?))
}

/// A day in words.
pub(crate) fn day(calendar: &Calendar, at: Timestamp) -> String {
    calendar.day(at).strftime("%-d %b %Y").to_string()
}

/// From when until when something held, in words.
pub(crate) fn held(
    calendar: &Calendar,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    precision: Option<Precision>,
) -> String {
    let told = |time: Timestamp| calendar.told(time, precision);
    let words = |told: Told| in_words(told, precision);
    match (from, until) {
        (Some(from), Some(until)) if from == until => "never held".to_owned(),
        (Some(from), Some(until)) => {
            let (from, until) = (told(from), told(until));
            // What ends where its month ends was in that month.
            if from == until || from.next() == Some(until) {
                words(from)
            } else {
                format!("{} – {}", words(from), words(until))
            }
        }
        (Some(from), None) => format!("since {}", words(told(from))),
        (None, Some(until)) => format!("until {}", words(told(until))),
        (None, None) => String::new(),
    }
}

fn in_words(told: Told, precision: Option<Precision>) -> String {
    let (day, format) = match told {
        Told::Year(day) => match precision {
            Some(Precision::Decade) => (day, "the %Ys"),
            Some(Precision::Century) => (day, "about %Y"),
            _ => (day, "%Y"),
        },
        Told::Month(day) => (day, "%b %Y"),
        Told::Day(day) => (day, "%-d %b %Y"),
    };
    day.strftime(format).to_string()
}
