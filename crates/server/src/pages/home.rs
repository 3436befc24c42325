//! The first page: the box that takes a memory, and what became of the last ones.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{LogFilter, NewText, Page, TextOptions};
use recollect_model::{EpisodeKind, NamedBy, Space};
use serde::Serialize;

use super::card::{Card, Telling, newest_cards};
use super::filled::{Asked, Filled};
use super::moment::calendar;
use super::page;
use super::refusal::{Refusal, complaint};
use super::search::TELLING_WORDS;
use super::shell::Shell;
use crate::http::session::{SameOrigin, SignedIn};
use crate::http::{ApiError, App};

/// So many memories are shown.
const SHOWN: u32 = 8;
/// What a memory's source is called unless its writer says otherwise.
const SOURCE: &str = "dashboard";

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    shell: Shell,
    spaces: Vec<Space>,
    cards: Vec<Card>,
    total: u64,
    draft: Draft,
    /// Whether the person has not said what they are called.
    is_stranger: bool,
}

/// A text that was sent when the session had ended.
#[derive(Template)]
#[template(path = "kept.html")]
struct KeptPage {
    draft: Draft,
}

/// What is in the form.
#[derive(Debug, Default)]
struct Draft {
    text: String,
    source: String,
    time: String,
    session: String,
    space: String,
    zone: String,
}

impl Draft {
    fn of(form: &Filled) -> Self {
        let source = form.some("source").unwrap_or(SOURCE);
        Self {
            text: form.verbatim("text").to_owned(),
            source: source.to_owned(),
            time: form.text("time").to_owned(),
            session: form.text("session").to_owned(),
            space: form.text("space").to_owned(),
            zone: form.text("zone").to_owned(),
        }
    }

    /// The other fields, by name.
    fn besides(&self) -> [(&str, &str); 5] {
        [
            ("source", &self.source),
            ("time", &self.time),
            ("session", &self.session),
            ("space", &self.space),
            ("zone", &self.zone),
        ]
    }
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    asked: Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "home")
        .await?
        .after(&asked.0);
    render(&app, person, StatusCode::OK, shell, Draft::of(&asked.0)).await
}

/// Takes a memory. Who was logged out while writing gets the text back, to add it after logging in again.
pub(crate) async fn add(
    State(app): State<App>,
    person: Result<SignedIn, Response>,
    own_page: Result<SameOrigin, ApiError>,
    form: Filled,
) -> Result<Response, Refusal> {
    let person = match person {
        Ok(person) => person,
        Err(away) => {
            let is_kept = own_page.is_ok() && form.some("text").is_some();
            let is_logged_out = away.status().is_redirection();
            let draft = Draft::of(&form);
            return Ok(if is_kept && is_logged_out {
                page(StatusCode::UNAUTHORIZED, &KeptPage { draft })
            } else {
                away
            });
        }
    };
    let own = calendar(&app.engine, person.user).await?;
    let now = form.calendar(&own).written(app.engine.environment().now());
    let text = NewText {
        space: form.some("space").map(super::card::id_of).transpose()?,
        session: form.some("session").map(str::to_owned),
        source: form.some("source").unwrap_or(SOURCE).to_owned(),
        kind: EpisodeKind::default(),
        body: form.verbatim("text").replace("\r\n", "\n"),
        reference_time: form.moment("time", &own).unwrap_or(now),
        request: "{}".to_owned(),
        more: TextOptions::default(),
    };
    match app.engine.accept(person.user, text).await {
        Ok(_) => Ok(Redirect::to("/?done=added").into_response()),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            let shell = Shell::of(&app.engine, person, "home")
                .await?
                .with_problem(problem);
            render(&app, person, status, shell, Draft::of(&form)).await
        }
    }
}

async fn render(
    app: &App,
    person: SignedIn,
    status: StatusCode,
    shell: Shell,
    draft: Draft,
) -> Result<Response, Refusal> {
    let newest = Page::first(SHOWN);
    let filter = LogFilter::default();
    let spaces = app.engine.spaces(person.user).await?;
    let telling = Telling {
        calendar: &shell.calendar,
        spaces: &spaces,
    };
    let cards = newest_cards((&app.engine, person.user), &filter, newest, telling);
    let (cards, total) = cards.await?;
    let is_stranger = shell.person.named_by != NamedBy::Person;
    Ok(page(
        status,
        &HomePage {
            shell,
            spaces,
            cards,
            total,
            draft,
            is_stranger,
        },
    ))
}

/// What is said of a text while it is written.
#[derive(Serialize)]
pub(crate) struct Understood {
    understood: bool,
}

/// Whether the language of a text is understood, for the script that asks while somebody writes.
pub(crate) async fn understood(
    State(app): State<App>,
    _person: SignedIn,
    form: Filled,
) -> Json<Understood> {
    let text = form.text("text");
    let is_short = text.split_whitespace().count() < TELLING_WORDS;
    Json(Understood {
        understood: is_short || app.engine.understands(text),
    })
}
