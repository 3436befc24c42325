//! A page that says what happened, and leads on.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use super::page;

#[derive(Template)]
#[template(path = "message.html")]
pub(super) struct MessagePage<'a> {
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    pub(super) link: &'a str,
    pub(super) link_text: &'a str,
}

/// A message that leads to the start.
pub(super) fn message(status: StatusCode, title: &str, text: &str) -> Response {
    let template = MessagePage {
        title,
        text,
        link: "/",
        link_text: "To your memory",
    };
    page(status, &template)
}
