//! Putting facts right: what the person says of a fact on any page, and the page that lists it all, to be taken back.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::{EngineError, Judgement};
use recollect_model::{Calendar, Decision, DecisionId, StatementId, Verdict};

use super::card::id_of;
use super::filled::{Asked, Filled};
use super::moment::{Moment, calendar, day};
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, ClientAddress};

#[derive(Template)]
#[template(path = "decisions.html")]
struct DecisionsPage {
    shell: Shell,
    decisions: Vec<Listed>,
}

/// A decision as it is listed.
#[derive(Debug)]
struct Listed {
    id: DecisionId,
    /// The fact as it was told.
    fact: String,
    /// What was said of it.
    said: String,
    at: Moment,
}

/// What was put right.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "decisions")
        .await?
        .after(&asked);
    render(&app, person, StatusCode::OK, shell).await
}

/// Says something of a fact.
pub(crate) async fn decide(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(statement): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id: StatementId = id_of(&statement)?;
    let own = calendar(&app.engine, person.user).await?;
    let problem = match judgement(&form, &own) {
        None => "Say what is wrong: a date, or what is right.".to_owned(),
        Some(judgement) => match app.engine.decide(person.user, id, judgement, address).await {
            Ok(judged) => {
                let done = format!("put-right&decided={}", judged.decision.id);
                return Ok(back(&form, &done));
            }
            // It was put right already, on another page.
            Err(EngineError::NotFound { .. }) => return Ok(back(&form, "put-right")),
            Err(error) => complaint(error)?.1,
        },
    };
    let shell = Shell::of(&app.engine, person, "decisions")
        .await?
        .with_problem(problem);
    render(&app, person, StatusCode::BAD_REQUEST, shell).await
}

/// Takes back what was said of a fact.
pub(crate) async fn undo(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(decision): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let id = id_of(&decision)?;
    match app.engine.undo_decision(person.user, id, address).await {
        Ok(()) | Err(EngineError::NotFound { .. }) => Ok(back(&form, "taken-back")),
        Err(error) => Err(error.into()),
    }
}

async fn render(
    app: &App,
    person: SignedIn,
    status: StatusCode,
    shell: Shell,
) -> Result<Response, Refusal> {
    let decisions = app.engine.decisions(person.user, None).await?;
    let decisions = decisions
        .into_iter()
        .map(|one| Listed::of(one, &shell.calendar))
        .collect();
    Ok(page(status, &DecisionsPage { shell, decisions }))
}

impl Listed {
    fn of(decision: Decision, calendar: &Calendar) -> Self {
        let said = match decision.verdict {
            Verdict::Dismissed => "Wrong".to_owned(),
            Verdict::Pinned => "Pinned".to_owned(),
            Verdict::Ended { at } => format!("Ended on {}", day(calendar, at)),
            Verdict::Corrected { fact, .. } => format!("It is: {fact}"),
        };
        Self {
            id: decision.id,
            fact: decision.fact,
            said,
            at: Moment(decision.decided_at),
        }
    }
}

/// What a form says; `None` where something is missing.
fn judgement(form: &Filled, own: &Calendar) -> Option<Judgement> {
    Some(match form.text("decision") {
        "dismissed" => Judgement::Dismiss,
        "pinned" => Judgement::Pin,
        "ended" => Judgement::End(form.instant("at", own)?),
        "corrected" => Judgement::Correct {
            object: Some(form.some("object")?.to_owned()),
            fact: form.some("fact").map(str::to_owned),
        },
        _ => return None,
    })
}

/// Back to the page that the fact was on, as its script noted it; only a path of this service is taken.
fn back(form: &Filled, done: &str) -> Response {
    let to = form.text("back");
    let is_path = to.starts_with('/')
        && !to.starts_with("//")
        && to
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let to = if is_path { to } else { "/decisions" };
    let joint = if to.contains('?') { '&' } else { '?' };
    Redirect::to(&format!("{to}{joint}done={done}")).into_response()
}
