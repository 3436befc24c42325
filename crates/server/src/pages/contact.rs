//! `GET /.well-known/security.txt`: whom to tell of a weakness of this service (RFC 9116), where that is configured.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use recollect_model::Timestamp;

use crate::http::{ApiError, App};

/// For how long a reader may believe it: less than the year that the RFC recommends as the most (2.5.5).
const HOLDS: Duration = Duration::from_secs(180 * 24 * 60 * 60);

pub(crate) async fn show(State(app): State<App>) -> Result<Response, ApiError> {
    let contact = app.security_contact.ok_or(ApiError::NoRoute)?;
    let now = app.engine.environment().now();
    let expires = now.checked_add(HOLDS).unwrap_or(Timestamp::MAX);
    let mut text = format!("Contact: {contact}\nExpires: {expires}\n");
    if let Some(base) = &app.base_url {
        let own = format!("Canonical: {base}/.well-known/security.txt\n");
        text.push_str(&own);
    }
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
