//! The graph of a space: a picture that the page's script draws, and the same as a table.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{AsOf, ListedEntity, Overview, Sought, Support};
use recollect_model::{EntityId, Object, Space, SpaceId};

use super::card::id_of;
use super::fact::Fact;
use super::filled::Asked;
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
    /// The instant that this day is shown as of.
    as_of_exact: String,
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
    connections: usize,
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
    let entities = rows(&drawn);
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
            as_of_exact: as_of.valid_at.map(|at| at.to_string()).unwrap_or_default(),
            limit,
            zone: asked.text("zone").to_owned(),
            is_all: entities.len() < limit as usize || limit == MAX_SHOWN,
            entities,
            facts,
            is_complete: drawn.is_complete,
        },
    ))
}

/// The entities, the most mentioned first.
fn rows(drawn: &Overview) -> Vec<Row> {
    let connections = |id: EntityId| {
        let touches = drawn.statements.iter().filter(|known| {
            let said = &known.statement.proposition;
            said.subject == id || said.object == Object::Entity(id)
        });
        touches.count()
    };
    let entities = drawn.clusters.iter().flat_map(|cluster| &cluster.entities);
    let mut rows: Vec<Row> = entities
        .map(
            |ListedEntity {
                 entity, mentions, ..
             }| Row {
                id: entity.id,
                name: entity.name.clone(),
                kind: entity.kind.as_str(),
                mentions: *mentions,
                connections: connections(entity.id),
            },
        )
        .collect();
    rows.sort_by(|a, b| {
        b.mentions
            .cmp(&a.mentions)
            .then_with(|| a.name.cmp(&b.name))
    });
    rows
}
