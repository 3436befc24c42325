//! Times as the pages write them. In UTC: the script of the page tells them again by the reader's clock.

use std::fmt;

use recollect_model::{Precision, Timestamp};

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

/// From when until when something held, in words.
pub(crate) fn held(
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    precision: Option<Precision>,
) -> String {
    let told = |time: Timestamp| told(time, precision);
    match (from, until) {
        (Some(from), Some(until)) if from == until => "never held".to_owned(),
        (Some(from), Some(until)) if told(from) == told(until) => told(from),
        (Some(from), Some(until)) => format!("{} – {}", told(from), told(until)),
        (Some(from), None) => format!("since {}", told(from)),
        (None, Some(until)) => format!("until {}", told(until)),
        (None, None) => String::new(),
    }
}

/// As finely as it is known.
fn told(time: Timestamp, precision: Option<Precision>) -> String {
    let format = match precision {
        Some(Precision::Year) => "%Y",
        Some(Precision::Decade) => "the %Ys",
        Some(Precision::Century) => "about %Y",
        Some(Precision::Month | Precision::Season | Precision::Quarter) => "%b %Y",
        _ => "%-d %b %Y",
    };
    time.strftime(format).to_string()
}
