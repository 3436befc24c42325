//! One entity: its names, what is said of it through time, and the memories that speak of it.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{Alias, EntityFilter, EntityUpdate, EntityView, Page, StatementFilter};
use recollect_model::{EntityId, EntityKind, EpisodeId, SpaceId, UserId};

use super::card::{called, id_of};
use super::fact::{Fact, Scale, draw_lines};
use super::filled::{Asked, Filled};
use super::moment::Moment;
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use super::words::{Mark, Piece, matches, pieces};
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress};

const SHOWN_FACTS: u32 = 100;
const SHOWN_EPISODES: u32 = 10;
/// What an entity can be said to be.
const KINDS: [&str; 8] = [
    "person",
    "organization",
    "place",
    "event",
    "work",
    "product",
    "animal",
    "thing",
];
/// So many names are offered to be merged.
const OFFERED: u32 = 200;

#[derive(Template)]
#[template(path = "entity.html")]
struct EntityPage {
    shell: Shell,
    id: EntityId,
    space: SpaceId,
    name: String,
    kind: &'static str,
    mentions: u64,
    aliases: Vec<Alias>,
    facts: Vec<Fact>,
    /// Facts that hardly anybody would look for.
    trivial: Vec<Fact>,
    fact_total: u64,
    scale: Option<Scale>,
    episodes: Vec<Naming>,
    episode_total: u64,
    /// The names of the others.
    others: Vec<String>,
    kinds: &'static [&'static str],
}

/// A memory that names it.
#[derive(Debug)]
struct Naming {
    id: EpisodeId,
    called: String,
    pieces: Vec<Piece>,
    source: String,
    time: Moment,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Path(entity): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "graph").await?.after(&asked);
    render(&app, person, id_of(&entity)?, StatusCode::OK, shell).await
}

/// Makes another entity, given by its name, the same as this one.
pub(crate) async fn merge(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(entity): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id = id_of(&entity)?;
    let view = app.engine.entity(person.user, id).await?;
    let problem = match other(&app, person.user, view.entity.space, form.text("other")).await? {
        None => format!(
            "There is no “{}” in this space. Choose one of the names that are offered.",
            form.text("other")
        ),
        Some(other) => match app
            .engine
            .merge_entities(person.user, id, other, address)
            .await
        {
            Ok(merged) => return Ok(to(merged.entity.entity.id, "merged")),
            Err(error) => complaint(error)?.1,
        },
    };
    let shell = Shell::of(&app.engine, person, "graph")
        .await?
        .with_problem(problem);
    render(&app, person, id, StatusCode::BAD_REQUEST, shell).await
}

/// Gives it another name or kind.
pub(crate) async fn change(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(entity): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id = id_of(&entity)?;
    let view = app.engine.entity(person.user, id).await?;
    let (name, kind) = (view.entity.entity.name, view.entity.entity.kind);
    let chosen = EntityKind::from_name(form.text("kind"));
    let wanted = form.some("name").map(str::to_owned);
    let update = EntityUpdate {
        name: wanted.filter(|wanted| *wanted != name).map(Some),
        kind: chosen.filter(|chosen| *chosen != kind).map(Some),
    };
    match app
        .engine
        .update_entity(person.user, id, &update, address)
        .await
    {
        Ok(view) => Ok(to(view.entity.entity.id, "entity-changed")),
        Err(error) => {
            let problem = complaint(error)?.1;
            let shell = Shell::of(&app.engine, person, "graph")
                .await?
                .with_problem(problem);
            render(&app, person, id, StatusCode::BAD_REQUEST, shell).await
        }
    }
}

/// Lets one of its names stand for itself.
pub(crate) async fn split(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(entity): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let (id, alias) = (id_of(&entity)?, id_of(form.text("alias"))?);
    let apart = app.engine.split_entity(person.user, id, alias, address);
    let apart: EntityView = apart.await?;
    Ok(to(apart.entity.entity.id, "split"))
}

fn to(entity: EntityId, done: &str) -> Response {
    Redirect::to(&format!("/entities/{entity}?done={done}")).into_response()
}

/// The entity of this name in a space.
async fn other(
    app: &App,
    user: UserId,
    space: SpaceId,
    name: &str,
) -> Result<Option<EntityId>, Refusal> {
    let filter = EntityFilter {
        words: name.to_owned(),
        kind: None,
    };
    let first = Page::first(OFFERED);
    let found = app.engine.entities(user, &[space], &filter, first).await?;
    let same = |found: &str| found.to_lowercase() == name.to_lowercase();
    let entity = found
        .items
        .into_iter()
        .find(|listed| same(&listed.entity.name));
    Ok(entity.map(|listed| listed.entity.id))
}

async fn render(
    app: &App,
    person: SignedIn,
    id: EntityId,
    status: StatusCode,
    shell: Shell,
) -> Result<Response, Refusal> {
    let (engine, user) = (&app.engine, person.user);
    let now = engine.environment().now();
    let EntityView { entity, aliases } = engine.entity(user, id).await?;
    let (id, name) = (entity.entity.id, entity.entity.name);
    let most = Page::first(SHOWN_FACTS);
    let said = engine
        .entity_statements(user, id, &StatementFilter::default(), most)
        .await?;
    let mut facts: Vec<Fact> = said
        .items
        .into_iter()
        .map(|known| Fact::known(known, now, &shell.calendar))
        .collect();
    let newest = Page::first(SHOWN_EPISODES);
    let naming = engine.entity_episodes(user, id, newest).await?;
    let names: Vec<&str> = aliases
        .iter()
        .map(|alias| alias.entity.entity.name.as_str())
        .chain([name.as_str()])
        .collect();
    let names = names.join(" ");
    let episodes = naming.items.into_iter().map(|episode| {
        let text: String = episode.body.chars().take(400).collect();
        let marks: Vec<Mark> = matches(&text, &names);
        Naming {
            id: episode.id,
            called: called(&text),
            pieces: pieces(&text, &marks),
            source: episode.source,
            time: Moment(episode.reference_time.instant()),
        }
    });
    let episodes = episodes.collect();
    let all = Page::first(OFFERED);
    let listed = engine
        .entities(user, &[entity.space], &EntityFilter::default(), all)
        .await?;
    let others = listed.items.into_iter().filter(|one| one.entity.id != id);
    let others = others.map(|one| one.entity.name).collect();
    let calendar = shell.calendar.clone();
    let scale = draw_lines(&mut facts, now, &calendar);
    let (trivial, facts) = facts.into_iter().partition(|fact| fact.is_trivial);
    Ok(page(
        status,
        &EntityPage {
            shell,
            id,
            space: entity.space,
            name,
            kind: entity.entity.kind.as_str(),
            mentions: entity.mentions,
            aliases,
            scale,
            facts,
            trivial,
            fact_total: said.total,
            episodes,
            episode_total: naming.total,
            others,
            kinds: &KINDS,
        },
    ))
}
