//! The graph of a space: a picture that the page's script draws, and the same as a table.

use std::collections::HashMap;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{
    AsOf, Engine, KnownStatement, ListedEntity, Overview, Page, Sought, Support, TimelineFilter,
};
use recollect_model::{EntityId, Object, Space, SpaceId, UserId};

use super::card::id_of;
use super::fact::Fact;
use super::filled::Asked;
use super::moment::Moment;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

/// So many entities are shown at first, and at most.
const SHOWN: u32 = 60;
const MAX_SHOWN: u32 = 1_000;

#[derive(Template)]
#[template(path = "graph.html")]
struct GraphPage {
    shell: Shell,
    spaces: Vec<Space>,
    space: SpaceId,
    /// The day as of which the graph is shown, if it is one.
    as_of: String,
    limit: u32,
    /// The calendar that the day is one of, as the form named it.
    zone: String,
    is_all: bool,
    /// When the first and the last of all facts began.
    from: Option<Moment>,
    until: Option<Moment>,
    entities: Vec<Row>,
    facts: Vec<Fact>,
    is_complete: bool,
}

/// An entity in the table.
#[derive(Debug)]
struct Row {
    id: EntityId,
    name: String,
    kind: &'static str,
    mentions: u64,
    /// How many statements connect it, and how many of these are shown.
    connections: u64,
    shown: u64,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let (engine, user) = (&app.engine, person.user);
    let shell = Shell::of(engine, person, "graph").await?.after(&asked);
    let spaces = engine.spaces(user).await?;
    let chosen = asked.some("space").map(id_of).transpose()?;
    let default = spaces
        .iter()
        .find(|space| space.is_default)
        .map(|space| space.id);
    let space = chosen
        .or(default)
        .ok_or(Refusal::not_found(Sought::Space))?;
    let limit = asked.count("limit", SHOWN, MAX_SHOWN);
    let as_of = AsOf {
        valid_at: asked.end_of_day("as_of", &shell.calendar),
        recorded_at: None,
    };
    let drawn = engine
        .overview(user, space, limit, as_of, Support::Episodes)
        .await?;
    let now = engine.environment().now();
    let ids: Vec<EntityId> = entities_of(&drawn).map(|listed| listed.entity.id).collect();
    let connections = engine.connection_counts(user, space, &ids, as_of).await?;
    let entities = rows(&drawn, &connections);
    let (from, until) = course(engine, user, space).await?;
    let facts = drawn
        .statements
        .into_iter()
        .map(|known| Fact::known(known, now, &shell.calendar))
        .collect();
    Ok(page(
        StatusCode::OK,
        &GraphPage {
            shell,
            spaces,
            space,
            as_of: asked.text("as_of").to_owned(),
            from,
            until,
            limit,
            zone: asked.text("zone").to_owned(),
            is_all: entities.len() < limit as usize || limit == MAX_SHOWN,
            entities,
            facts,
            is_complete: drawn.is_complete,
        },
    ))
}

fn entities_of(drawn: &Overview) -> impl Iterator<Item = &ListedEntity> {
    drawn.clusters.iter().flat_map(|cluster| &cluster.entities)
}

/// The entities, the most mentioned first.
fn rows(drawn: &Overview, connections: &HashMap<EntityId, u64>) -> Vec<Row> {
    let shown = |id: EntityId| {
        let touches = drawn.statements.iter().filter(|known| {
            let said = &known.statement.proposition;
            said.subject == id || said.object == Object::Entity(id)
        });
        touches.count() as u64
    };
    let row = |listed: &ListedEntity| {
        let (id, entity) = (listed.entity.id, &listed.entity);
        Row {
            id,
            name: entity.name.clone(),
            kind: entity.kind.as_str(),
            mentions: listed.mentions,
            connections: connections.get(&id).copied().unwrap_or_default(),
            shown: shown(id),
        }
    };
    let mut rows: Vec<Row> = entities_of(drawn).map(row).collect();
    rows.sort_by(|a, b| {
        b.mentions
            .cmp(&a.mentions)
            .then_with(|| a.name.cmp(&b.name))
    });
    rows
}

/// When the first and the last of all facts of a space began.
async fn course(
    engine: &Engine,
    user: UserId,
    space: SpaceId,
) -> Result<(Option<Moment>, Option<Moment>), Refusal> {
    let all = TimelineFilter::default();
    let began = |known: &KnownStatement| {
        let statement = &known.statement;
        statement.valid_at.or(statement.invalid_at).map(Moment)
    };
    let first = engine.timeline(user, space, &all, Page::first(1)).await?;
    let last = Page {
        offset: first.total.saturating_sub(1),
        limit: 1,
    };
    let last = engine.timeline(user, space, &all, last).await?;
    let of = |items: &[KnownStatement]| items.first().and_then(began);
    Ok((of(&first.items), of(&last.items)))
}
