//! The pages a person sees: server-rendered, with nothing from any other host.

mod access;
mod account;
mod activity;
mod again;
pub(crate) mod assets;
mod card;
mod consent;
mod contact;
mod decisions;
mod device;
mod entity;
mod episode;
mod fact;
mod filled;
mod graph;
mod home;
mod live;
mod login;
mod message;
mod moment;
mod passkeys;
mod people;
mod profile;
mod reference;
mod refusal;
mod routes;
mod search;
mod shell;
mod spaces;
mod timeline;
mod webhooks;
mod words;

pub(crate) use refusal::absent;
pub(crate) use routes::routes;

use askama::Template;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use crate::http::ApiError;

/// Only what this service serves itself may run or be shown, and no other page may embed it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The part of it that says where forms lead.
const FORM_ACTION: &str = "form-action 'self'";

/// The headers that every page carries.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "same-origin"),
    (CACHE_CONTROL, "no-store"),
];

/// A page whose form leads to another place: `source` is where, as the policy writes it. A browser holds the policy against
/// the redirect that follows a form, too.
pub(crate) fn page_leading_to(
    status: StatusCode,
    template: &impl Template,
    source: &str,
) -> Response {
    let mut response = page(status, template);
    let policy = POLICY.replace(FORM_ACTION, &format!("{FORM_ACTION} {source}"));
    match HeaderValue::from_str(&policy) {
        Ok(policy) => {
            response
                .headers_mut()
                .insert(CONTENT_SECURITY_POLICY, policy);
            response
        }
        Err(_) => ApiError::Internal.into_response(),
    }
}

/// A page with this status.
pub(crate) fn page(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => (status, HEADERS, Html(html)).into_response(),
        Err(error) => {
            tracing::error!("a page could not be rendered: {error}");
            ApiError::Internal.into_response()
        }
    }
}
