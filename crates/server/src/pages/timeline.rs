//! The timeline: what began or happened, by year and month, the latest first.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{KnownStatement, Page, TimelineFilter};
use recollect_model::{Calendar, Space, SpaceId, Timestamp};

use super::fact::Fact;
use super::filled::Asked;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::App;
use crate::http::session::SignedIn;

/// So many facts are on a page.
const ON_A_PAGE: u32 = 100;
const MAX_PAGES: u32 = 1_000_000;

#[derive(Template)]
#[template(path = "timeline.html")]
struct TimelinePage {
    shell: Shell,
    spaces: Vec<Space>,
    /// The space whose timeline it is.
    space: Option<SpaceId>,
    years: Vec<Year>,
    /// How many facts there are.
    total: u64,
    number: u32,
    has_more: bool,
}

#[derive(Debug)]
struct Year {
    name: String,
    months: Vec<Month>,
}

#[derive(Debug)]
struct Month {
    name: String,
    facts: Vec<Fact>,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let engine = &app.engine;
    let shell = Shell::of(engine, person, "timeline").await?.after(&asked);
    let number = asked.count("page", 1, MAX_PAGES);
    let mut found = Vec::new();
    let mut has_more = false;
    let mut total = 0;
    let spaces = engine.spaces(person.user).await?;
    let space = asked.space(&spaces)?;
    if let Some(space) = space {
        let filter = TimelineFilter::default();
        let first = engine
            .timeline(person.user, space, &filter, Page::first(1))
            .await?;
        total = first.total;
        // The list is in the order of time; its last page is told first.
        let shown = u64::from(number) * u64::from(ON_A_PAGE);
        let offset = total.saturating_sub(shown);
        let before = total.saturating_sub(shown - u64::from(ON_A_PAGE));
        has_more = offset > 0;
        let limit = u32::try_from(before - offset).unwrap_or(ON_A_PAGE);
        if limit > 0 {
            let page = Page { offset, limit };
            found = engine
                .timeline(person.user, space, &filter, page)
                .await?
                .items;
        }
        found.reverse();
    }
    let now = engine.environment().now();
    let years = by_year(found, now, &shell.calendar);
    Ok(page(
        StatusCode::OK,
        &TimelinePage {
            shell,
            spaces,
            space,
            years,
            total,
            number,
            has_more,
        },
    ))
}

impl TimelinePage {
    /// The identifier of the space, as an address has it.
    fn space_id(&self) -> String {
        self.space.map(|id| id.to_string()).unwrap_or_default()
    }
}

/// The facts by year and month, in their order.
fn by_year(found: Vec<KnownStatement>, now: Timestamp, calendar: &Calendar) -> Vec<Year> {
    let mut years: Vec<Year> = Vec::new();
    for known in found {
        let (year, month) = place(&known, calendar);
        let fact = Fact::known(known, now, calendar);
        if years.last().is_none_or(|last| last.name != year) {
            years.push(Year {
                name: year,
                months: Vec::new(),
            });
        }
        let Some(last) = years.last_mut() else {
            continue;
        };
        match last.months.last_mut() {
            Some(last) if last.name == month => last.facts.push(fact),
            _ => last.months.push(Month {
                name: month,
                facts: vec![fact],
            }),
        }
    }
    years
}

/// The year and the month that a fact is told in; what is known to the year alone is told of none of its months.
fn place(known: &KnownStatement, calendar: &Calendar) -> (String, String) {
    let statement = &known.statement;
    let Some(at) = statement.valid_at.or(statement.invalid_at) else {
        return ("Always".to_owned(), String::new());
    };
    let (day, month) = match calendar.told(at, statement.precision) {
        recollect_model::Told::Year(day) => (day, String::new()),
        recollect_model::Told::Month(day) | recollect_model::Told::Day(day) => {
            (day, day.strftime("%B").to_string())
        }
    };
    (day.strftime("%Y").to_string(), month)
}
