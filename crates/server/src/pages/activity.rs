//! What became of each text, and what waits.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{LogFilter, Page};
use recollect_model::{LogStatus, QueueState};

use super::card::{Card, Telling, card, newest_cards};
use super::filled::Asked;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

/// So many texts are on a page.
const ON_A_PAGE: u32 = 30;
const MAX_PAGES: u32 = 1_000_000;

#[derive(Template)]
#[template(path = "activity.html")]
struct ActivityPage {
    shell: Shell,
    queue: QueueState,
    status: String,
    source: String,
    sources: Vec<String>,
    /// What is looked for.
    words: String,
    /// Whether texts were too old to be looked through.
    is_cut: bool,
    cards: Vec<Card>,
    /// How many there are; unknown where words are looked for.
    total: Option<u64>,
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
    let number = asked.count("page", 1, MAX_PAGES);
    let offset = u64::from(number - 1) * u64::from(ON_A_PAGE);
    let page_of = Page {
        offset,
        limit: ON_A_PAGE,
    };
    let words = asked.text("words").to_owned();
    let spaces = engine.spaces(user).await?;
    let telling = Telling {
        calendar: &shell.calendar,
        spaces: &spaces,
    };
    let (cards, total, has_more, is_cut) = match words.is_empty() {
        true => {
            let (cards, total) = newest_cards((engine, user), &filter, page_of, telling).await?;
            let has_more = offset + u64::from(ON_A_PAGE) < total;
            (cards, Some(total), has_more, false)
        }
        false => {
            let found = engine.logs_saying(user, &filter, &words, page_of).await?;
            let mut cards = Vec::with_capacity(found.logs.len());
            for log in found.logs {
                cards.push(card(engine, user, log, telling).await?);
            }
            (cards, None, found.has_more, found.is_cut)
        }
    };
    Ok(page(
        StatusCode::OK,
        &ActivityPage {
            shell,
            queue: engine.queue(user).await?,
            status: asked.text("status").to_owned(),
            source: asked.text("source").to_owned(),
            sources: engine.sources(user).await?,
            total,
            words,
            is_cut,
            cards,
            number,
            has_more,
        },
    ))
}
