//! The limits that a request may be over, and what is said of each.

use std::time::Duration;

use super::{ApiError, ErrorCode, Face, seconds};

/// Which limit a request is over.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limit {
    /// The body took too long to arrive.
    BodyTooSlow,
    /// The address and the headers are longer, or more, than any valid request's.
    HeadTooLarge,
    /// The caller has asked too often; `burst` is what may come at once.
    Rate { wait: Duration, burst: u32 },
    /// The caller has too many requests under way.
    CallerAtOnce,
    /// Too many bodies of requests are arriving from one network address.
    NetworkAtOnce,
    /// Everybody together has too many requests under way.
    AllAtOnce,
}

/// A reply says by this in its extensions which limit it is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefusedBy(pub(crate) Limit);

impl Limit {
    /// The names of all of them.
    pub(crate) const NAMES: [&'static str; 6] = [
        "slow_body",
        "head_size",
        "rate",
        "caller_requests",
        "network_bodies",
        "all_requests",
    ];

    /// Its name where refusals are counted.
    pub(crate) const fn name(self) -> &'static str {
        let [slow_body, head_size, rate, caller, network, all] = Self::NAMES;
        match self {
            Self::BodyTooSlow => slow_body,
            Self::HeadTooLarge => head_size,
            Self::Rate { .. } => rate,
            Self::CallerAtOnce => caller,
            Self::NetworkAtOnce => network,
            Self::AllAtOnce => all,
        }
    }
}

impl From<Limit> for ApiError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl Face {
    /// What is said of it.
    pub(super) fn of_limit(limit: Limit) -> Self {
        match limit {
            Limit::BodyTooSlow => Self::new(
                ErrorCode::BodyTooSlow,
                "the request body took too long to arrive",
            ),
            Limit::HeadTooLarge => Self::new(
                ErrorCode::HeadersTooLarge,
                "the address and the headers of the request are too long, or there are too many headers",
            ),
            Limit::Rate { wait, burst } => {
                let text = "too many requests; try again when Retry-After says";
                let mut face = Self::new(ErrorCode::RateLimited, text);
                face.wait_secs = seconds(wait);
                face.burst = Some(burst);
                face
            }
            Limit::CallerAtOnce => Self::new(
                ErrorCode::TooManyAtOnce,
                "too many of your requests are under way; try again when some are answered",
            ),
            Limit::NetworkAtOnce => Self::new(
                ErrorCode::TooManyAtOnce,
                "too many requests from your network are still arriving; try again when some are answered",
            ),
            Limit::AllAtOnce => Self::new(
                ErrorCode::Overloaded,
                "too many requests are under way; nothing was acknowledged, try again",
            ),
        }
    }
}
