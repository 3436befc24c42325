//! Spaces: making, naming and deleting them.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::MAX_RETENTION_DAYS;
use recollect_model::{Space, SpaceId};

use super::card::id_of;
use super::filled::{Asked, Filled};
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress};

#[derive(Template)]
#[template(path = "spaces.html")]
struct SpacesPage {
    shell: Shell,
    spaces: Vec<Space>,
    /// What was written in the form of a new space.
    name: String,
    description: String,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "spaces")
        .await?
        .after(&asked);
    render(&app, person, StatusCode::OK, shell, &asked).await
}

/// Makes a space.
pub(crate) async fn create(
    State(app): State<App>,
    person: SignedIn,
    form: Filled,
) -> Result<Response, Refusal> {
    let (name, description) = (form.text("name"), form.some("description"));
    match app
        .engine
        .create_space(person.user, name, description)
        .await
    {
        Ok(_) => Ok(done("space-created")),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            let shell = Shell::of(&app.engine, person, "spaces")
                .await?
                .with_problem(problem);
            render(&app, person, status, shell, &form).await
        }
    }
}

/// Names and describes a space.
pub(crate) async fn change(
    State(app): State<App>,
    person: SignedIn,
    Path(space): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id = id_of(&space)?;
    let (name, description) = (form.text("name"), form.text("description"));
    match app
        .engine
        .update_space(person.user, id, Some(name), Some(description))
        .await
    {
        Ok(_) => {}
        Err(error) => return complain(&app, person, complaint(error)?).await,
    }
    // Nothing of what is kept is changed by a form that does not ask for it.
    if let Some(days) = form.all("retention").next() {
        let days = days.trim();
        let kept = days
            .parse()
            .ok()
            .filter(|days| (1..=MAX_RETENTION_DAYS).contains(days));
        if kept.is_none() && !days.is_empty() {
            let problem =
                format!("A text is kept for 1 to {MAX_RETENTION_DAYS} days, or for ever.");
            return complain(&app, person, (StatusCode::BAD_REQUEST, problem)).await;
        }
        app.engine.keep_for(person.user, id, kept).await?;
    }
    Ok(done("space-changed"))
}

/// Deletes a space, when its name was typed.
pub(crate) async fn delete(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(space): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id: SpaceId = id_of(&space)?;
    let space = app.engine.space(person.user, id).await?;
    if form.text("confirm") != space.name {
        let problem = format!(
            "Nothing was deleted: to delete the space, type its name, {}.",
            space.name
        );
        return complain(&app, person, (StatusCode::BAD_REQUEST, problem)).await;
    }
    match app.engine.delete_space(person.user, id, address).await {
        Ok(_) => Ok(done("space-deleted")),
        Err(error) => complain(&app, person, complaint(error)?).await,
    }
}

async fn complain(
    app: &App,
    person: SignedIn,
    (status, problem): (StatusCode, String),
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "spaces")
        .await?
        .with_problem(problem);
    render(app, person, status, shell, &Filled::default()).await
}

fn done(what: &str) -> Response {
    Redirect::to(&format!("/spaces?done={what}")).into_response()
}

async fn render(
    app: &App,
    person: SignedIn,
    status: StatusCode,
    shell: Shell,
    form: &Filled,
) -> Result<Response, Refusal> {
    let spaces = app.engine.spaces(person.user).await?;
    Ok(page(
        status,
        &SpacesPage {
            shell,
            spaces,
            name: form.text("name").to_owned(),
            description: form.text("description").to_owned(),
        },
    ))
}
