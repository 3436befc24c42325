//! What became of each text, and what waits.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{LogFilter, Page};
use recollect_model::{LogStatus, QueueState};

use super::card::{Card, card};
use super::filled::Asked;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

/// So many texts are on a page.
const ON_A_PAGE: u32 = 20;
const MOST_PAGES: u32 = 1_000_000;

#[derive(Template)]
#[template(path = "activity.html")]
struct ActivityPage {
    shell: Shell,
    queue: QueueState,
    status: String,
    source: String,
    sources: Vec<String>,
    cards: Vec<Card>,
    total: u64,
    number: u32,
    has_more: bool,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let (engine, user) = (&app.engine, person.user);
    let shell = Shell::of(engine, person, "activity").await?.after(&asked);
    let filter = LogFilter {
        status: LogStatus::from_name(asked.text("status")),
        source: asked.some("source").map(str::to_owned),
        ..LogFilter::default()
    };
    let number = asked.count("page", 1, MOST_PAGES);
    let offset = u64::from(number - 1) * u64::from(ON_A_PAGE);
    let found = engine
        .logs(
            user,
            &filter,
            Page {
                offset,
                limit: ON_A_PAGE,
            },
        )
        .await?;
    let mut cards = Vec::with_capacity(found.logs.items.len());
    for log in found.logs.items {
        cards.push(card(engine, user, log, &shell.calendar).await?);
    }
    Ok(page(
        StatusCode::OK,
        &ActivityPage {
            shell,
            queue: engine.queue(user).await?,
            status: asked.text("status").to_owned(),
            source: asked.text("source").to_owned(),
            sources: found.sources,
            cards,
            total: found.logs.total,
            number,
            has_more: offset + u64::from(ON_A_PAGE) < found.logs.total,
        },
    ))
}
