//! The profile: what an assistant is told of the person, each fact to be put right.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use recollect_engine::{ContextQuery, ContextTopic};
use recollect_model::{Space, SpaceId};

use super::fact::Fact;
use super::filled::Asked;
use super::moment::day;
use super::page;
use super::refusal::Refusal;
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, rendered};

#[derive(Template)]
#[template(path = "profile.html")]
struct ProfilePage {
    shell: Shell,
    spaces: Vec<Space>,
    /// The space whose texts it is from.
    space: Option<SpaceId>,
    names: String,
    parts: Vec<Part>,
    /// The same as an assistant reads it.
    text: String,
    tokens: usize,
}

/// A part of it.
#[derive(Debug)]
struct Part {
    heading: String,
    besides: String,
    facts: Vec<Fact>,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let engine = &app.engine;
    let shell = Shell::of(engine, person, "profile").await?.after(&asked);
    let spaces = engine.spaces(person.user).await?;
    let space = asked.space(&spaces)?;
    let query = ContextQuery { text: None, space };
    let context = engine.context(person.user, &query).await?;
    let told = rendered(&context, None);
    let (text, tokens) = (told.text, told.tokens);
    let now = engine.environment().now();
    let parts = context.parts.into_iter().map(|part| {
        let (heading, besides) = match part.topic {
            ContextTopic::Health => ("Health".to_owned(), String::new()),
            ContextTopic::Asked => ("What fits".to_owned(), String::new()),
            ContextTopic::Pinned => ("Pinned".to_owned(), String::new()),
            ContextTopic::Owner => ("About you".to_owned(), String::new()),
            ContextTopic::Due => ("Due soon".to_owned(), "within 30 days".to_owned()),
            ContextTopic::Changed => ("Changed lately".to_owned(), "within 30 days".to_owned()),
            ContextTopic::Person(name, last) => (
                name,
                format!("last spoken of {}", day(&shell.calendar, last)),
            ),
        };
        let facts = part.facts.into_iter();
        Part {
            heading,
            besides,
            facts: facts
                .map(|known| Fact::known(known, now, &shell.calendar))
                .collect(),
        }
    });
    let parts = parts.collect();
    let mut names = vec![context.account.name];
    names.extend(context.account.also_called);
    Ok(page(
        StatusCode::OK,
        &ProfilePage {
            shell,
            spaces,
            space,
            names: names.join(", also "),
            parts,
            text,
            tokens,
        },
    ))
}

impl ProfilePage {
    /// The identifier of the space, as an address has it.
    fn space_id(&self) -> String {
        self.space.map(|id| id.to_string()).unwrap_or_default()
    }
}
