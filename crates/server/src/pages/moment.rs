//! Times as the pages write them: on the person's calendar where it is known, in UTC otherwise. The script of the
//! page tells them again by the reader's clock.

use std::fmt;

use recollect_engine::Engine;
use recollect_model::{Account, Calendar, Precision, Timestamp, Told, UserId};

use super::refusal::Refusal;
use crate::http::Held;

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
    Calendar::of_zone(account.time_zone.as_deref())
}

/// The same, looked up.
pub(crate) async fn calendar(engine: &Engine, user: UserId) -> Result<Calendar, Refusal> {
    Ok(calendar_of(&engine.account(user).await?))
}

/// A day in words.
pub(crate) fn day(calendar: &Calendar, at: Timestamp) -> String {
    calendar.day(at).strftime("%-d %b %Y").to_string()
}

/// When something held or happened, in words.
pub(crate) fn held(
    calendar: &Calendar,
    times: (Option<Timestamp>, Option<Timestamp>),
    is_event: bool,
    precision: Option<Precision>,
) -> String {
    let words = |time: Timestamp| in_words(calendar.told(time, precision), precision);
    match Held::of(times, is_event, precision, calendar) {
        Held::Never => "never held".to_owned(),
        Held::At(time) => words(time),
        Held::Between(from, until) => format!("{} – {}", words(from), words(until)),
        Held::Since(from) => format!("since {}", words(from)),
        Held::Until(until) => format!("until {}", words(until)),
        Held::OverBy(told) => format!("over by {}", words(told)),
        Held::Untold => String::new(),
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
