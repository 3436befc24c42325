//! A form as it was filled in.

use axum::extract::{Form, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use recollect_model::{ReferenceTime, Timestamp};

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

    /// A whole number from 1 to `most`; `otherwise` for anything else.
    pub(crate) fn count(&self, name: &str, otherwise: u32, most: u32) -> u32 {
        let count = self.text(name).parse().ok().filter(|count| *count > 0);
        count.map_or(otherwise, |count: u32| count.min(most))
    }

    /// What a date, or a date and a time of day, was chosen as: its beginning. In the zone that the page's script has noted in
    /// the field `zone` as minutes east of UTC; in UTC without.
    pub(crate) fn moment(&self, name: &str) -> Option<ReferenceTime> {
        let text = self.some(name)?;
        let text = if text.contains('T') {
            text.to_owned()
        } else {
            format!("{text}T00:00")
        };
        let minutes: i32 = self.text("zone").parse().unwrap_or(0);
        let minutes = if minutes.abs() <= 14 * 60 { minutes } else { 0 };
        let sign = if minutes < 0 { '-' } else { '+' };
        let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
        // What already names its offset keeps it.
        let offset = match text.parse::<ReferenceTime>() {
            Ok(_) if text.ends_with('Z') || text[10..].contains(['+', '-']) => String::new(),
            _ => format!("{sign}{hours:02}:{minutes:02}"),
        };
        format!("{text}{offset}").parse().ok()
    }

    /// The same as an instant.
    pub(crate) fn instant(&self, name: &str) -> Option<Timestamp> {
        self.moment(name).map(ReferenceTime::instant)
    }
}
