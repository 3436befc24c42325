//! When a fact held or happened, for whoever tells it in words: the pages and the tools of assistants tell the same.

use recollect_model::{Calendar, Precision, Timestamp};

/// When a fact was so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// It turned out not to be so at all.
    Never,
    /// It happened then, or was so in that day, month or year.
    At(Timestamp),
    /// From one time until another.
    Between(Timestamp, Timestamp),
    /// From then on.
    Since(Timestamp),
    /// Until then, and nobody said from when.
    Until(Timestamp),
    /// Told as past on that day: when it ended is not known, nor from when it was so.
    OverBy(Timestamp),
    /// Nobody said.
    Untold,
}

impl Held {
    /// Of a fact that was so from one time until another. What happened does not go on: it is told by its time.
    pub(crate) fn of(
        (from, until): (Option<Timestamp>, Option<Timestamp>),
        is_event: bool,
        precision: Option<Precision>,
        calendar: &Calendar,
    ) -> Self {
        match (from, until) {
            (Some(from), Some(until)) if from == until => Self::Never,
            (Some(from), Some(until)) => {
                let told = |time| calendar.told(time, precision);
                // What ends where its month ends was in that month.
                let is_one = told(from) == told(until) || told(from).next() == Some(told(until));
                match is_one {
                    true => Self::At(from),
                    false => Self::Between(from, until),
                }
            }
            (Some(from), None) if is_event => Self::At(from),
            (Some(from), None) => Self::Since(from),
            (None, Some(until)) if precision.is_none() => Self::OverBy(until),
            (None, Some(until)) => Self::Until(until),
            (None, None) => Self::Untold,
        }
    }
}
