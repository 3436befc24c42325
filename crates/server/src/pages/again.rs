//! `/login/again`: somebody who is logged in shows once more that it is them, and goes back to where they were.

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};

use recollect_engine::{Engine, EngineError};

use super::filled::Filled;
use super::login::{Next, SentPage, link_for, local_path, refused_with};
use super::page;
use super::refusal::Refusal;
use crate::http::session::{BrowserCookie, SignedIn, browser_cookie};
use crate::http::{App, BaseUrl, ClientAddress};

#[derive(Template)]
#[template(path = "login_again.html")]
struct AgainPage<'a> {
    email: &'a str,
    next: &'a str,
    complaint: &'a str,
    is_mailed: bool,
    /// Whether they have a passkey that can be used here.
    has_passkey: bool,
}

/// `GET /login/again`: the question, or straight on for somebody who has just logged in.
pub(crate) async fn form(
    State(app): State<App>,
    person: SignedIn,
    base: BaseUrl,
    next: Result<Query<Next>, QueryRejection>,
) -> Result<Response, Refusal> {
    let asked = next.map(|Query(next)| next).unwrap_or_default();
    let next = local_path(&asked.next).unwrap_or("/");
    if app
        .engine
        .is_fresh_login(person.user, person.session)
        .await?
    {
        return Ok(Redirect::to(next).into_response());
    }
    let account = app.engine.account(person.user).await?;
    let has_passkey = has_passkey(&app, person, &base).await?;
    let template = AgainPage::of(&app, account.email.as_str(), next, has_passkey);
    Ok(page(StatusCode::OK, &template))
}

/// `POST /login/again`: a link to the account's own address, and to no other.
pub(crate) async fn ask(
    State(app): State<App>,
    person: SignedIn,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
    ClientAddress(address): ClientAddress,
    form: Filled,
) -> Result<Response, Refusal> {
    let next = local_path(form.text("next")).unwrap_or("/");
    let email = app.engine.account(person.user).await?.email;
    if let Err(refusal) = app.limits.login(&email, address) {
        let has_passkey = has_passkey(&app, person, &base).await?;
        let template = AgainPage {
            complaint: "Too many links were asked for. Try again in a few minutes.",
            ..AgainPage::of(&app, email.as_str(), next, has_passkey)
        };
        return Ok(refused_with(refusal, |status| page(status, &template)));
    }
    let browser = link_for(&app, &base, &email, browser.as_deref(), Some(next)).await?;
    let cookie = AppendHeaders([(SET_COOKIE, browser_cookie(&browser, &base))]);
    let template = SentPage::of(&app, email.as_str());
    Ok((cookie, page(StatusCode::OK, &template)).into_response())
}

async fn has_passkey(app: &App, person: SignedIn, base: &BaseUrl) -> Result<bool, EngineError> {
    let is_possible = Engine::takes_passkeys(&base.0);
    Ok(is_possible && !app.engine.passkeys(person.user).await?.is_empty())
}

impl<'a> AgainPage<'a> {
    fn of(app: &App, email: &'a str, next: &'a str, has_passkey: bool) -> Self {
        Self {
            email,
            next,
            complaint: "",
            is_mailed: app.login_mail.is_configured(),
            has_passkey,
        }
    }
}
