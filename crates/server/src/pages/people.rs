//! People: whom the texts speak of, with what holds now, when they were last mentioned, and what changed lately.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::PersonNow;
use recollect_model::{Calendar, EntityId, Timestamp};

use super::fact::Fact;
use super::filled::Asked;
use super::moment::day;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage {
    shell: Shell,
    people: Vec<Person>,
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
    let now = engine.environment().now();
    let people = engine.people(person.user).await?;
    let people = people
        .into_iter()
        .map(|one| Person::of(one, now, &shell.calendar))
        .collect();
    Ok(page(StatusCode::OK, &PeoplePage { shell, people }))
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
