//! People: of whom the texts of the default space speak most, with what holds now, when they were last mentioned, and
//! what changed lately; and a list of everybody in any space, to be looked through by name.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{EntityFilter, ListedEntity, Page, PersonNow};
use recollect_model::{Calendar, EntityId, EntityKind, Space, SpaceId, Timestamp};

use super::card::id_of;
use super::fact::Fact;
use super::filled::Asked;
use super::moment::day;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

/// So many are on a page of the list.
const ON_A_PAGE: u32 = 50;
const MAX_PAGES: u32 = 1_000_000;

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage {
    shell: Shell,
    people: Vec<Person>,
    spaces: Vec<Space>,
    /// The space that is looked through; all of them otherwise.
    space: Option<SpaceId>,
    /// The beginnings of names that are looked for.
    words: String,
    listed: Vec<Listed>,
    total: u64,
    number: u32,
    has_more: bool,
}

/// Somebody in the list.
#[derive(Debug)]
struct Listed {
    id: EntityId,
    name: String,
    mentions: u64,
    /// The name of the space they are in, where there are several.
    space: Option<String>,
}

/// Somebody's card.
#[derive(Debug)]
struct Person {
    id: EntityId,
    name: String,
    /// When they were mentioned last.
    last: String,
    texts: u64,
    holds: Vec<Fact>,
    changed: Vec<Fact>,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let engine = &app.engine;
    let shell = Shell::of(engine, person, "people").await?.after(&asked);
    let spaces = engine.spaces(person.user).await?;
    let space = asked.some("space").map(id_of).transpose()?;
    let number = asked.count("page", 1, MAX_PAGES);
    let filter = EntityFilter {
        words: asked.text("words").to_owned(),
        kind: Some(EntityKind::Person),
    };
    let page_of = Page {
        offset: u64::from(number - 1) * u64::from(ON_A_PAGE),
        limit: ON_A_PAGE,
    };
    let chosen: Vec<SpaceId> = space.into_iter().collect();
    let found = engine.entities(person.user, &chosen, &filter, page_of);
    let found = found.await?;
    // Whoever looks for somebody, or turns a page, is past those whom everything speaks of.
    let is_first = filter.words.is_empty() && space.is_none() && number == 1;
    let people = match is_first {
        true => engine.people(person.user).await?,
        false => Vec::new(),
    };
    let now = engine.environment().now();
    let people = people.into_iter();
    let people = people.map(|one| Person::of(one, now, &shell.calendar));
    Ok(page(
        StatusCode::OK,
        &PeoplePage {
            people: people.collect(),
            shell,
            space,
            words: filter.words,
            has_more: page_of.offset + u64::from(ON_A_PAGE) < found.total,
            total: found.total,
            listed: found
                .items
                .into_iter()
                .map(|one| Listed::of(one, &spaces))
                .collect(),
            spaces,
            number,
        },
    ))
}

impl PeoplePage {
    /// The name of the space whose people have cards, where there are several.
    fn default_space(&self) -> Option<&str> {
        let default = self.spaces.iter().find(|space| space.is_default);
        default
            .filter(|_| self.spaces.len() > 1)
            .map(|space| space.name.as_str())
    }

    /// The identifier of the space that is looked through, as an address has it.
    fn space_id(&self) -> String {
        self.space.map(|id| id.to_string()).unwrap_or_default()
    }
}

impl Listed {
    fn of(listed: ListedEntity, spaces: &[Space]) -> Self {
        let space = spaces.iter().find(|space| space.id == listed.space);
        Self {
            id: listed.entity.id,
            name: listed.entity.name,
            mentions: listed.mentions,
            space: space
                .filter(|_| spaces.len() > 1)
                .map(|space| space.name.clone()),
        }
    }
}

impl Person {
    fn of(person: PersonNow, now: Timestamp, calendar: &Calendar) -> Self {
        let facts = |known: Vec<_>| {
            let known = known.into_iter();
            known.map(|one| Fact::known(one, now, calendar)).collect()
        };
        Self {
            id: person.spoken_of.entity,
            name: person.spoken_of.name,
            last: day(calendar, person.spoken_of.last),
            texts: person.spoken_of.texts,
            holds: facts(person.holds),
            changed: facts(person.changed),
        }
    }
}
