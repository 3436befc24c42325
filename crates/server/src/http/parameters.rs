//! Reading the query string of a request, parameter by parameter, so that every mistake is named.
//!
//! As in a body, a parameter is looked up in camel case and in snake case, and what nobody asks for is ignored. An
//! empty value is the same as none.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use recollect_engine::{AsOf, EngineError, Page, Sought};
use recollect_model::{SpaceId, Timestamp, bound};

use super::error::ApiError;
use super::fields::snake_case;
use super::kinds::{self, Kind, counted};
use super::statements::{PageReply, PartReply};

/// Entries of a list that are answered at a time unless the request says otherwise, and at most.
const DEFAULT_LIMIT: usize = 50;
const LIMITS: RangeInclusive<u64> = 1..=1_000;
const OFFSETS: RangeInclusive<u64> = 0..=1_000_000_000;
const PAGES: RangeInclusive<u64> = 1..=1_000_000;
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The parameters of a query string.
#[derive(Debug)]
pub(crate) struct Parameters(Vec<(String, String)>);

/// A part of a list, counted in entries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageOf {
    /// The page's number, from 1.
    pub(crate) number: usize,
    /// The most entries on it.
    pub(crate) limit: usize,
}

impl PageOf {
    /// The page as the engine counts it.
    pub(crate) fn of(self) -> Page {
        Page {
            offset: self.before(),
            limit: u32::try_from(self.limit).unwrap_or(u32::MAX),
        }
    }

    /// What a reply says of it.
    pub(crate) fn reply(self, total: u64) -> PageReply {
        PageReply {
            page: self.number,
            limit: self.limit,
            total_count: total,
            has_more: self.before() + (self.limit as u64) < total,
        }
    }

    /// How many entries come before it.
    fn before(self) -> u64 {
        (self.number as u64 - 1) * self.limit as u64
    }
}

/// A part of a list, counted from its beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartOf {
    /// How many entries come before it.
    pub(crate) offset: usize,
    /// The most entries in it.
    pub(crate) limit: usize,
}

impl PartOf {
    /// The part as the engine counts it.
    pub(crate) fn of(self) -> Page {
        Page {
            offset: self.offset as u64,
            limit: u32::try_from(self.limit).unwrap_or(u32::MAX),
        }
    }

    /// What a reply says of it.
    pub(crate) fn reply(self, total: u64) -> PartReply {
        PartReply {
            total_count: total,
            limit: self.limit,
            offset: self.offset,
            has_more: (self.offset as u64).saturating_add(self.limit as u64) < total,
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if !is_encoded(parts.uri.query().unwrap_or_default()) {
            return Err(ApiError::NotAQuery);
        }
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        pairs
            .map(|Query(pairs)| Self(pairs))
            .map_err(|_| ApiError::NotAQuery)
    }
}

impl Parameters {
    /// A text.
    pub(crate) fn text(&self, name: &'static str) -> Option<&str> {
        let named = |wanted: &str| {
            let mut pairs = self.0.iter();
            pairs.find(|(name, value)| name == wanted && !value.is_empty())
        };
        named(name)
            .or_else(|| named(&snake_case(name)))
            .map(|(_, value)| value.as_str())
    }

    /// A text that must be there.
    pub(crate) fn required(&self, name: &'static str) -> Result<&str, ApiError> {
        self.text(name).ok_or(ApiError::missing(name))
    }

    /// A text that is read as a field of a body is.
    pub(crate) fn read<T>(
        &self,
        name: &'static str,
        kind: &Kind<T>,
    ) -> Result<Option<T>, ApiError> {
        let text = self.text(name);
        text.map(|text| kind.of(&text.into(), name)).transpose()
    }

    /// A whole number between two bounds, both included.
    pub(crate) fn count(
        &self,
        name: &'static str,
        bounds: &RangeInclusive<u64>,
    ) -> Result<Option<usize>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        counted(name, text, bounds).map(Some)
    }

    /// `true` or `false`; false when it is not there.
    pub(crate) fn flag(&self, name: &'static str) -> Result<bool, ApiError> {
        match self.text(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(ApiError::invalid(name, "must be true or false")),
        }
    }

    /// An ISO 8601 date-time.
    pub(crate) fn instant(&self, name: &'static str) -> Result<Option<Timestamp>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        // A "+" in a query string is a blank; an offset such as +02:00 is meant.
        bound(&text.replace(' ', "+"))
            .map(Some)
            .map_err(|error| ApiError::invalid(name, error.to_string()))
    }

    /// An ISO 8601 date or date-time from which on something is wanted.
    pub(crate) fn since_date(&self, name: &'static str) -> Result<Option<Timestamp>, ApiError> {
        match self.date(name)? {
            Some(midnight) => Ok(Some(midnight)),
            None => self.instant(name),
        }
    }

    /// An ISO 8601 date until whose end something is wanted, or a date-time before which it is.
    pub(crate) fn until_date(&self, name: &'static str) -> Result<Option<Timestamp>, ApiError> {
        match self.date(name)? {
            Some(midnight) => Ok(Some(midnight.checked_add(A_DAY).unwrap_or(Timestamp::MAX))),
            None => self.instant(name),
        }
    }

    /// Midnight in UTC of a parameter that is a date alone.
    fn date(&self, name: &'static str) -> Result<Option<Timestamp>, ApiError> {
        let is_date = |text: &&str| text.len() == 10 && !text.contains(['T', 't', ' ']);
        let Some(text) = self.text(name).filter(is_date) else {
            return Ok(None);
        };
        let midnight: Result<Timestamp, _> = format!("{text}T00:00:00Z").parse();
        midnight.map(Some).map_err(|_| {
            let reason = format!("\"{text}\" is not an ISO 8601 date such as 2025-03-01");
            ApiError::invalid(name, reason)
        })
    }

    /// As of when: what held, and what was known.
    pub(crate) fn as_of(&self) -> Result<AsOf, ApiError> {
        Ok(AsOf {
            valid_at: self.instant("validAt")?,
            recorded_at: self.instant("recordedAt")?,
        })
    }

    /// The id of a thing of the caller's; a text that can be no id names nothing.
    pub(crate) fn id<Id: FromStr>(
        &self,
        name: &'static str,
        what: Sought,
    ) -> Result<Option<Id>, ApiError> {
        let id = self.text(name).map(str::parse).transpose();
        id.map_err(|_| ApiError::Engine(EngineError::NotFound { what }))
    }

    /// One of the caller's spaces.
    pub(crate) fn space(&self) -> Result<Option<SpaceId>, ApiError> {
        self.read("spaceId", &kinds::space())
    }

    /// The part of a list that is asked for by its offset, or else by the number of its page.
    pub(crate) fn part(&self) -> Result<PartOf, ApiError> {
        let page = self.page()?;
        let offset = self.count("offset", &OFFSETS)?;
        Ok(PartOf {
            offset: offset.unwrap_or((page.number - 1) * page.limit),
            limit: page.limit,
        })
    }

    /// The part of a list that is asked for.
    pub(crate) fn page(&self) -> Result<PageOf, ApiError> {
        Ok(PageOf {
            number: self.count("page", &PAGES)?.unwrap_or(1),
            limit: self.count("limit", &LIMITS)?.unwrap_or(DEFAULT_LIMIT),
        })
    }
}

/// Whether a query string is percent-encoded UTF-8 without NUL; decoding alone would put other characters in the place of
/// what is not.
pub(crate) fn is_encoded(query: &str) -> bool {
    let mut parts = query.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        // A sign is no digit, though parsing a number takes one.
        let Some(byte) = part
            .get(..2)
            .filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
        else {
            return false;
        };
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    std::str::from_utf8(&bytes).is_ok_and(|text| !text.contains('\0'))
}
