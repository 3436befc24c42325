//! One memory: the whole text, what was understood of it, and what came before and after it in its conversation.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use recollect_model::{Episode, EpisodeId, LogId, LogStatus, StatementId};

use super::card::{Named, id_of, marks, named};
use super::fact::{Fact, Scale, draw_lines};
use super::filled::Asked;
use super::moment::Moment;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use super::words::{Mark, Piece, Seen, pieces};
use crate::http::App;
use crate::http::session::SignedIn;

/// So many memories are shown on either side.
const NEIGHBOURS: u32 = 2;

#[derive(Template)]
#[template(path = "episode.html")]
struct EpisodePage {
    shell: Shell,
    log: LogId,
    status: LogStatus,
    /// Why it failed, or is being tried again.
    error: Option<String>,
    body: String,
    pieces: Vec<Piece>,
    source: String,
    session: Option<String>,
    space: String,
    time: Moment,
    accepted: Moment,
    extractor: String,
    entities: Vec<Named>,
    facts: Vec<Fact>,
    scale: Option<Scale>,
    before: Vec<Neighbour>,
    after: Vec<Neighbour>,
}

impl EpisodePage {
    fn is_read(&self) -> bool {
        self.status == LogStatus::Completed
    }
}

/// A memory of the same conversation.
#[derive(Debug)]
struct Neighbour {
    id: EpisodeId,
    text: String,
    time: Moment,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Path(episode): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let engine = &app.engine;
    let view = engine.episode(person.user, id_of(&episode)?).await?;
    let around = engine
        .session_neighbours(person.user, view.episode.id, NEIGHBOURS)
        .await?;
    let space = engine.space(person.user, view.episode.space).await?;
    let error = match view.status {
        LogStatus::Completed => None,
        _ => engine.log(person.user, view.episode.log).await?.error,
    };
    let now = engine.environment().now();
    let shell = Shell::of(engine, person, "").await?;
    let calendar = shell.calendar.clone();
    let mut seen = marks(&view);
    // Whoever comes from a fact sees the words that say it.
    let wanted: Option<StatementId> = asked.some("fact").and_then(|id| id.parse().ok());
    let said = view
        .claims
        .iter()
        .find(|(_, statement)| wanted.is_some() && *statement == wanted);
    seen.extend(said.map(|(recorded, _)| Mark {
        range: recorded.claim.range,
        what: Seen::Quoted,
    }));
    let (pieces, entities) = (pieces(&view.episode.body, &seen), named(&view));
    let facts = view
        .statements
        .into_iter()
        .map(|known| Fact::known(known, now, &calendar));
    let mut facts: Vec<Fact> = facts.collect();
    Ok(page(
        StatusCode::OK,
        &EpisodePage {
            shell,
            log: view.episode.log,
            status: view.status,
            error,
            body: view.episode.body,
            pieces,
            source: view.episode.source,
            session: view.episode.session.filter(|session| !session.is_empty()),
            space: space.name,
            time: Moment(view.episode.reference_time.instant()),
            accepted: Moment(view.accepted_at),
            extractor: view.extractor,
            entities,
            scale: draw_lines(&mut facts, now, &calendar),
            facts,
            before: around.before.into_iter().map(Neighbour::from).collect(),
            after: around.after.into_iter().map(Neighbour::from).collect(),
        },
    ))
}

impl From<Episode> for Neighbour {
    fn from(episode: Episode) -> Self {
        Self {
            id: episode.id,
            text: episode.body.chars().take(280).collect(),
            time: Moment(episode.reference_time.instant()),
        }
    }
}
