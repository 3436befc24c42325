//! A form as it was filled in.

use std::time::Duration;

use axum::extract::{Form, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use recollect_model::{Calendar, ReferenceTime, Space, SpaceId, Timestamp};

use super::refusal::Refusal;
use crate::http::App;

/// The fields of a form, in its order. A field that is not there is the same as one that is empty.
#[derive(Debug, Default)]
pub(crate) struct Filled(Vec<(String, String)>);

impl FromRequest<App> for Filled {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let form = Form::<Vec<(String, String)>>::from_request(request, app).await;
        form.map(|Form(fields)| Self(fields))
            .map_err(|_| Refusal::invalid("the form", "could not be read").into_response())
    }
}

/// The query string of a page, as the fields of a form that is sent by GET.
#[derive(Debug)]
pub(crate) struct Asked(pub(crate) Filled);

impl FromRequestParts<App> for Asked {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        query
            .map(|Query(fields)| Self(Filled(fields)))
            .map_err(|_| Refusal::invalid("the address", "could not be read").into_response())
    }
}

impl Filled {
    /// What was written in a field, without the white space around it.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(field, _)| field == name)
            .map_or("", |(_, value)| value.trim())
    }

    /// The same when there is something.
    pub(crate) fn some(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// What was written in a field, as it is.
    pub(crate) fn verbatim(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(field, _)| field == name)
            .map_or("", |(_, value)| value)
    }

    /// Every value of a field that may be there more than once.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(field, _)| field == name)
            .map(|(_, value)| value.as_str())
    }

    /// The space that was chosen; the default one otherwise.
    pub(crate) fn space(&self, spaces: &[Space]) -> Result<Option<SpaceId>, Refusal> {
        let chosen = self.some("space").map(str::parse).transpose();
        let chosen = chosen.map_err(|_| Refusal::NoSuchThing)?;
        let default = spaces.iter().find(|space| space.is_default);
        Ok(chosen.or(default.map(|space| space.id)))
    }

    /// A whole number from 1 to `most`; `otherwise` for anything else.
    pub(crate) fn count(&self, name: &str, otherwise: u32, most: u32) -> u32 {
        let count = self.text(name).parse().ok().filter(|count| *count > 0);
        count.map_or(otherwise, |count: u32| count.min(most))
    }

    /// What a date, or a date and a time of day, was chosen as: its beginning, on the [calendar](Self::calendar) of the form.
    pub(crate) fn moment(&self, name: &str, own: &Calendar) -> Option<ReferenceTime> {
        let text = self.some(name)?;
        let calendar = self.calendar(own);
        // What names its offset itself keeps it.
        calendar.read(text).or_else(|| text.parse().ok())
    }

    /// The calendar that the form was filled in by: the one that the page's script has noted in the field `zone`, as a zone's
    /// IANA name or in minutes east of UTC; the person's own without.
    pub(crate) fn calendar(&self, own: &Calendar) -> Calendar {
        let zone = self.text("zone");
        let by_minutes = zone.parse().ok().map(Calendar::ahead_by);
        let noted = by_minutes.or_else(|| Calendar::named(zone).ok());
        noted.unwrap_or_else(|| own.clone())
    }

    /// The same as an instant.
    pub(crate) fn instant(&self, name: &str, own: &Calendar) -> Option<Timestamp> {
        self.moment(name, own).map(ReferenceTime::instant)
    }

    /// The last second of the day that was chosen: a day is meant with its evening.
    pub(crate) fn end_of_day(&self, name: &str, own: &Calendar) -> Option<Timestamp> {
        let start = self.instant(name, own)?;
        let end = self.calendar(own).end_of_day(start)?;
        end.checked_sub(Duration::from_secs(1)).ok()
    }
}
