//! Resolving the words that tell the time: by our own grammar, whatever the model made of them.

use recollect_model::{Nature, Precision, ReferenceTime, Timestamp};
use recollect_temporal::{Meaning, Tense, TimeExpression, expressions_with, phrase};

use super::reply::Truth;

/// When something was so, as far as its words tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct When {
    /// From when.
    pub(super) from: Option<Timestamp>,
    /// Until when.
    pub(super) until: Option<Timestamp>,
    /// How finely they tell.
    pub(super) precision: Option<Precision>,
}

/// When something of this nature was so, by its words, which may be empty. What "was" has ended by the reference.
pub(super) fn when(
    words: &str,
    reference: ReferenceTime,
    truth: Truth,
    nature: Option<Nature>,
) -> When {
    let mut when = read(words, reference, truth)
        .map(|time| meant(&time, truth, nature))
        .unwrap_or_default();
    if truth == Truth::Was {
        let now = reference.instant();
        when.until = Some(when.until.map_or(now, |until| until.min(now)));
        // What would have begun after it ended was not understood.
        when.from = when.from.filter(|from| Some(*from) < when.until);
    }
    when
}

fn read(words: &str, reference: ReferenceTime, truth: Truth) -> Option<TimeExpression> {
    if words.is_empty() {
        return None;
    }
    let tense = match truth {
        Truth::Is | Truth::IsNot | Truth::Was => Tense::Past,
        Truth::Planned | Truth::Wished | Truth::Required => Tense::Future,
        Truth::Possible | Truth::Conditional => Tense::Unknown,
    };
    expressions_with(words, reference, tense)
        .into_iter()
        .next()
        .or_else(|| phrase(words, reference))
}

fn meant(time: &TimeExpression, truth: Truth, nature: Option<Nature>) -> When {
    let (start, end) = (time.interval.start, time.interval.end);
    let (from, until) = match time.meaning {
        Meaning::At if truth == Truth::Was => (Some(start), Some(end)),
        Meaning::At | Meaning::Since => (Some(start), None),
        Meaning::Until => (None, Some(end)),
        Meaning::For(_) if nature != Some(Nature::Event) => (Some(start), None),
        Meaning::For(_) | Meaning::Every | Meaning::Vague => (None, None),
    };
    When {
        from,
        until,
        precision: (from.is_some() || until.is_some()).then_some(time.precision),
    }
}
