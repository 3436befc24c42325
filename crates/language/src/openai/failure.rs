//! The ways in which a provider fails, and what follows from each.

use std::time::Duration;

/// Why a request came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// The settings are wrong: nothing heals until somebody changes them. What is wrong, as the end of a sentence.
    Misconfigured(String),
    /// Too many requests, or too many tokens, for the provider's taste.
    Busy {
        /// How long it asked to wait.
        after: Option<Duration>,
    },
    /// Out of reach, hung, or in trouble of its own. What was seen, as the end of a sentence.
    Unavailable {
        /// What was seen.
        reason: String,
        /// How long it asked to wait.
        after: Option<Duration>,
    },
    /// Text or answer are longer than the model can hold.
    TooLong,
    /// The request was understood and not accepted; a parameter may be to blame.
    Rejected(Complaint),
    /// The model would not answer.
    Refused,
    /// The answer could not be read, not even at the second attempt.
    Unreadable,
    /// The provider failed a moment ago and is left alone for so long.
    Resting(Duration),
    /// The day's budget is used up.
    OverBudget,
    /// The time a text may take is over.
    OutOfTime,
}

/// What a provider says about a request that it does not accept, as far as it is needed: never its own words, which may
/// repeat what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Complaint {
    /// It names `max_tokens`.
    pub(super) names_max_tokens: bool,
    /// It names `temperature`.
    pub(super) names_temperature: bool,
}

impl Failure {
    /// Something that was seen of a provider which may be well again soon.
    pub(super) fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable {
            reason: reason.into(),
            after: None,
        }
    }

    /// Whether the same request may succeed in a moment.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Unavailable { .. })
    }

    /// How long the provider asked to wait.
    pub(super) fn after(&self) -> Option<Duration> {
        match self {
            Self::Busy { after } | Self::Unavailable { after, .. } => *after,
            Self::Resting(left) => Some(*left),
            _ => None,
        }
    }

    /// Whether it is the provider's state, and not this text, that made the request fail.
    pub(super) fn is_everybodys(&self) -> bool {
        self.may_pass() || matches!(self, Self::Misconfigured(_))
    }

    /// What happened, as a sentence without its full stop; `host` is the provider's.
    pub(super) fn sentence(&self, host: &str) -> String {
        match self {
            Self::Misconfigured(reason) => format!("the provider {host} {reason}"),
            Self::Busy { .. } => format!("the provider {host} takes no more requests for now"),
            Self::Unavailable { reason, .. } => format!("the provider {host} {reason}"),
            Self::TooLong => format!(
                "the text, or the notes on it, are longer than the model of {host} can hold"
            ),
            Self::Rejected(_) => format!(
                "the provider {host} does not accept the request; check the name of the model"
            ),
            Self::Refused => format!("the model of {host} would not read the text"),
            Self::Unreadable => {
                format!("the model of {host} does not answer in the form it is asked for")
            }
            Self::Resting(left) => format!(
                "the provider {host} failed a moment ago and is asked again in {} s",
                left.as_secs().max(1)
            ),
            Self::OverBudget => {
                "the budget of tokens for this day (UTC) is used up; it can be raised in the settings"
                    .to_owned()
            }
            Self::OutOfTime => {
                format!("the provider {host} took longer than a text may take")
            }
        }
    }
}
