//! What a person sees when a page cannot be shown, and what a form says that could not be followed.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use recollect_engine::{EngineError, Sought};

use super::page;

/// Why there is no page.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What the address names can be nothing's id.
    NoSuchThing,
    /// The engine's reason.
    Engine(EngineError),
}

#[derive(Template)]
#[template(path = "refusal.html")]
struct RefusalPage<'a> {
    title: &'a str,
    text: &'a str,
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl Refusal {
    /// That there is no such thing, or that it is somebody else's.
    pub(crate) const fn not_found(what: Sought) -> Self {
        Self::Engine(EngineError::NotFound { what })
    }

    /// That a request carries a value that none of the pages sends.
    pub(crate) fn invalid(field: &'static str, reason: &str) -> Self {
        Self::Engine(EngineError::Invalid {
            field,
            reason: reason.to_owned(),
        })
    }
}

/// What a form is answered that could not be followed: the status, and the sentence to show above it.
///
/// # Errors
///
/// What no change of the form would help: a page of its own says so.
pub(crate) fn complaint(error: EngineError) -> Result<(StatusCode, String), Refusal> {
    match error {
        EngineError::Invalid {
            field: "scopes", ..
        } => Ok((
            StatusCode::BAD_REQUEST,
            "Choose at least one thing that it may do.".to_owned(),
        )),
        EngineError::Invalid { field, reason } => Ok((
            StatusCode::BAD_REQUEST,
            sentence(&format!("{} {reason}", in_words(field))),
        )),
        EngineError::TooLarge { limit, .. } => Ok((
            StatusCode::PAYLOAD_TOO_LARGE,
            format!(
                "The text is too long: at most {} kB are taken at a time. Add it in parts.",
                limit / 1000
            ),
        )),
        EngineError::Conflict { reason } => Ok((StatusCode::CONFLICT, sentence(&reason))),
        EngineError::OverQuota { reason, wait: None } => {
            Ok((StatusCode::PAYLOAD_TOO_LARGE, sentence(&reason)))
        }
        EngineError::OverQuota { reason, .. } => {
            Ok((StatusCode::TOO_MANY_REQUESTS, sentence(&reason)))
        }
        error => Err(Refusal::Engine(error)),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = match self {
            Self::NoSuchThing => return no_such("thing"),
            Self::Engine(EngineError::NotFound { what }) => return no_such(what.name()),
            Self::Engine(error) => error,
        };
        let (status, title, text) = match &error {
            EngineError::Suspended => (
                StatusCode::FORBIDDEN,
                "Suspended".to_owned(),
                "Whoever runs the service has suspended this account. What it keeps is there still; ask them."
                    .to_owned(),
            ),
            EngineError::Unavailable { reason } => {
                tracing::warn!("a page is unavailable: {reason}");
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Not right now".to_owned(),
                    "The database does not answer. Nothing is lost; try again in a moment."
                        .to_owned(),
                )
            }
            EngineError::Internal(reason) => {
                tracing::error!("a page failed: {reason}");
                (
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "That went wrong".to_owned(),
                    "It is a defect of the service, and its log says more. Nothing is lost."
                        .to_owned(),
                )
            }
            error => (
                StatusCode::BAD_REQUEST,
                "That cannot be done".to_owned(),
                sentence(&error.to_string()),
            ),
        };
        page(
            status,
            &RefusalPage {
                title: &title,
                text: &text,
            },
        )
    }
}

fn no_such(what: &str) -> Response {
    let text = format!(
        "There is no such {what}, or not any more. It may have been forgotten since the page was opened."
    );
    let title = "Nothing here";
    page(StatusCode::NOT_FOUND, &RefusalPage { title, text: &text })
}

/// The page of an address at which there is nothing, or nothing to be shown.
pub(crate) fn absent(status: StatusCode) -> Response {
    let (title, text) = match status {
        StatusCode::METHOD_NOT_ALLOWED => (
            "Nothing to show",
            "This address takes what a form sends, and shows nothing by itself.",
        ),
        _ => (
            "Nothing here",
            "There is no page at this address. It may have moved, or have a slip of the pen in it.",
        ),
    };
    page(status, &RefusalPage { title, text })
}

/// With a capital letter at its beginning and a full stop at its end.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first: String = characters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{stop}", characters.as_str())
}

/// A field as the pages call it.
fn in_words(field: &str) -> &str {
    match field {
        "episodeBody" => "the text",
        "referenceTime" => "the time",
        "sessionId" => "the session",
        "spaceId" => "the space",
        "at" | "expiresAt" => "the end",
        "other" => "the other one",
        "scopes" => "what it may do",
        "url" => "the address",
        "query" => "the question",
        "name" => "the name",
        "alsoCalled" => "the list of other names",
        "timeZone" => "the time zone",
        field => field,
    }
}
