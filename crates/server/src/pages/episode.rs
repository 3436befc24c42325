//! One memory: the whole text, what was understood of it, and what came before and after it in its conversation.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{EngineError, EpisodeView, TextDigest};
use recollect_model::{Episode, EpisodeId, LogId, LogStatus, StatementId};

use super::card::{Named, called, id_of, marks, named};
use super::fact::{Fact, Scale, draw_lines};
use super::filled::{Asked, Filled};
use super::moment::Moment;
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use super::words::{Mark, Piece, Seen, pieces};
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress};

/// So many memories are shown on either side.
const NEIGHBOURS: u32 = 2;
/// What somebody is told whose words would take the place of others than they have read.
const CHANGED: &str = "The text was changed meanwhile, in another window or by a tool. It stands here as it is now; your words \
are below, and not saved.";

#[derive(Template)]
#[template(path = "episode.html")]
struct EpisodePage {
    shell: Shell,
    log: LogId,
    status: LogStatus,
    /// Why it failed, or is being tried again.
    error: Option<String>,
    id: EpisodeId,
    editor: Editor,
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

/// What stands in the box for other words.
#[derive(Debug)]
struct Editor {
    text: String,
    /// The words that they are to replace.
    replaces: TextDigest,
    /// Whether they were sent, and could not be taken.
    is_refused: bool,
}

/// A memory of the same conversation.
#[derive(Debug)]
struct Neighbour {
    id: EpisodeId,
    called: String,
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
    let view = app.engine.episode(person.user, id_of(&episode)?).await?;
    let editor = Editor {
        text: view.episode.body.clone(),
        replaces: TextDigest::of(&view.episode.body),
        is_refused: false,
    };
    let shell = Shell::of(&app.engine, person, "").await?.after(&asked);
    // Whoever comes from a fact sees the words that say it.
    let wanted = asked.some("fact").and_then(|id| id.parse().ok());
    render(
        &app,
        person,
        (StatusCode::OK, shell),
        view,
        (editor, wanted),
    )
    .await
}

/// Gives the text other words. What cannot be taken is shown again, beside the text as it stands.
pub(crate) async fn edit(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(episode): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let (engine, user, id) = (&app.engine, person.user, id_of(&episode)?);
    let log = engine.episode(user, id).await?.episode.log;
    let text = form.verbatim("text").replace("\r\n", "\n");
    let replaces = form.some("replaces").map(str::parse).transpose();
    let replaces = replaces.map_err(|_| Refusal::invalid("the form", "could not be read"))?;
    let edited = engine.edit(user, log, (replaces, &text), address).await;
    let Err(refused) = edited else {
        return Ok(Redirect::to(&format!("/episodes/{id}?done=edited")).into_response());
    };
    let view = engine.episode(user, id).await?;
    let stands = TextDigest::of(&view.episode.body);
    let is_changed = replaces.is_some_and(|read| read != stands);
    let (status, problem) = match refused {
        EngineError::Conflict { .. } if is_changed => (StatusCode::CONFLICT, CHANGED.to_owned()),
        refused => complaint(refused)?,
    };
    let shell = Shell::of(engine, person, "").await?.with_problem(problem);
    let editor = Editor {
        text,
        replaces: stands,
        is_refused: true,
    };
    render(&app, person, (status, shell), view, (editor, None)).await
}

async fn render(
    app: &App,
    person: SignedIn,
    (answer, shell): (StatusCode, Shell),
    view: EpisodeView,
    (editor, wanted): (Editor, Option<StatementId>),
) -> Result<Response, Refusal> {
    let engine = &app.engine;
    let id = view.episode.id;
    let around = engine.session_neighbours(person.user, id, NEIGHBOURS);
    let around = around.await?;
    let space = engine.space(person.user, view.episode.space).await?;
    let error = match view.status {
        LogStatus::Completed => None,
        _ => engine.log(person.user, view.episode.log).await?.error,
    };
    let now = engine.environment().now();
    let calendar = shell.calendar.clone();
    let mut seen = marks(&view);
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
    let page_of = EpisodePage {
        shell,
        log: view.episode.log,
        id,
        status: view.status,
        error,
        editor,
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
    };
    Ok(page(answer, &page_of))
}

impl From<Episode> for Neighbour {
    fn from(episode: Episode) -> Self {
        Self {
            id: episode.id,
            called: called(&episode.body),
            text: episode.body.chars().take(280).collect(),
            time: Moment(episode.reference_time.instant()),
        }
    }
}
