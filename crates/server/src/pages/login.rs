//! Logging in by magic link, and out.
//!
//! `/login` asks for an address and always answers the same, whether the address has an account or may have one. The
//! link goes to the server's log, in one line, and by mail where that is configured. Opened in the browser that
//! asked, it logs in at once; opened anywhere else, it asks first, so that nothing but a person uses it up.

use std::convert::Infallible;

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::{Form, Json};
use recollect_engine::{Engine, EngineError, LoggedIn, OfferedLink, Visitor};
use recollect_model::{EmailAddress, OpaqueToken, browser_name};
use serde::Deserialize;
use serde_json::json;

use super::message::MessagePage;
use super::page;
use crate::http::session::{
    BrowserCookie, SameOrigin, SignedIn, browser_cookie, no_session_cookie, session_cookie,
};
use crate::http::{ApiError, App, BaseUrl, ClientAddress, JsonFields, text};

/// What a person is told after asking for a link, whatever becomes of it.
const ASKED: &str =
    "If this address may log in here, a link is on its way. It works once, for ten minutes.";
/// The longest path to go to after the login, in bytes.
const MAX_NEXT_BYTES: usize = 2_000;
const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    next: &'a str,
    email: &'a str,
    complaint: &'a str,
    is_mailed: bool,
    takes_passkeys: bool,
    /// Whether an account was just deleted.
    is_deleted: bool,
}

impl<'a> LoginPage<'a> {
    fn of(app: &App, base: &BaseUrl, next: &'a str) -> Self {
        Self {
            next,
            email: "",
            complaint: "",
            is_mailed: app.login_mail.is_configured(),
            takes_passkeys: Engine::takes_passkeys(&base.0),
            is_deleted: false,
        }
    }
}

#[derive(Template)]
#[template(path = "login_sent.html")]
pub(super) struct SentPage<'a> {
    email: &'a str,
    is_mailed: bool,
}

impl<'a> SentPage<'a> {
    pub(super) fn of(app: &App, email: &'a str) -> Self {
        Self {
            email,
            is_mailed: app.login_mail.is_configured(),
        }
    }
}

#[derive(Template)]
#[template(path = "login_confirm.html")]
struct ConfirmPage<'a> {
    email: &'a str,
    token: &'a str,
}

/// Where a login comes from.
pub(super) struct Arrival {
    pub(super) visitor: Visitor,
    /// The secret that the browser is given, where it has none.
    given: Option<OpaqueToken>,
}

impl FromRequestParts<App> for Arrival {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let Ok(BrowserCookie(browser)) = BrowserCookie::from_request_parts(parts, app).await;
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
        let session = SignedIn::from_request_parts(parts, app).await;
        let kept = browser.as_deref().and_then(OpaqueToken::presented);
        let given = kept
            .is_none()
            .then(|| OpaqueToken::new(app.engine.environment()));
        let agent = parts.headers.get(USER_AGENT);
        let agent = agent.and_then(|agent| agent.to_str().ok());
        let visitor = Visitor {
            agent: agent.unwrap_or_default().to_owned(),
            address,
            browser: kept.as_ref().or(given.as_ref()).map(OpaqueToken::hash),
            session: session.ok().map(|person| person.session),
        };
        Ok(Self { visitor, given })
    }
}

/// Tells the person of a login with a browser that they did not have; the cookies that the browser keeps from now on.
pub(super) fn welcome(
    app: &App,
    logged_in: &LoggedIn,
    base: &BaseUrl,
    arrival: Arrival,
) -> Vec<(HeaderName, String)> {
    if let Some(email) = &logged_in.told {
        let browser = browser_name(&arrival.visitor.agent);
        app.login_mail
            .tell_of_login(email, &browser, arrival.visitor.address, &base.at("/api"));
    }
    let session = session_cookie(&logged_in.session, base);
    let given = arrival.given.map(|given| browser_cookie(&given, base));
    let cookies = std::iter::once(session).chain(given);
    cookies.map(|cookie| (SET_COOKIE, cookie)).collect()
}

/// Where to go after the login.
#[derive(Deserialize, Default)]
pub(crate) struct Next {
    #[serde(default)]
    pub(super) next: String,
    /// What was just done.
    #[serde(default)]
    done: String,
}

/// What a login form holds.
#[derive(Deserialize, Default)]
struct Asked {
    #[serde(default)]
    email: String,
    #[serde(default)]
    next: String,
}

/// `GET /login`: the form, or straight on for somebody who is logged in.
pub(crate) async fn form(
    State(app): State<App>,
    signed_in: Result<SignedIn, Response>,
    base: BaseUrl,
    next: Result<Query<Next>, QueryRejection>,
) -> Response {
    let asked = next.map(|Query(next)| next).unwrap_or_default();
    let next = local_path(&asked.next).unwrap_or_default();
    if signed_in.is_ok() {
        let to = if next.is_empty() { "/" } else { next };
        return Redirect::to(to).into_response();
    }
    let template = LoginPage {
        is_deleted: asked.done == "account-deleted",
        ..LoginPage::of(&app, &base, next)
    };
    page(StatusCode::OK, &template)
}

/// `POST /login`: a form from the page, or `{"email"}` as JSON, which no other site's form can send.
pub(crate) async fn ask(
    State(app): State<App>,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Result<Response, ApiError> {
    let is_json = is_json(request.headers());
    let asked = match is_json {
        true => Asked::of_json(request, &app).await?,
        false => Asked::of_form(request, &app).await?,
    };
    let email: EmailAddress = match asked.email.parse() {
        Ok(email) => email,
        Err(error) if is_json => return Err(ApiError::invalid("email", format!("{error}"))),
        Err(_) => return Ok(not_an_address(&app, &base, &asked)),
    };
    match app.limits.login(&email, address) {
        Ok(()) => {}
        Err(error) if is_json => return Err(error),
        Err(error) => return Ok(too_often(&app, &base, &asked, error)),
    }
    let next = local_path(&asked.next);
    let browser = link_for(&app, &base, &email, browser.as_deref(), next).await?;
    let cookie = AppendHeaders([(SET_COOKIE, browser_cookie(&browser, &base))]);
    let reply = match is_json {
        true => Json(json!({ "success": true, "message": ASKED })).into_response(),
        false => page(StatusCode::OK, &SentPage::of(&app, email.as_str())),
    };
    Ok((cookie, reply).into_response())
}

/// Sends a link to this address, where it may log in, for the browser that shows this secret or is given one: its secret.
pub(super) async fn link_for(
    app: &App,
    base: &BaseUrl,
    email: &EmailAddress,
    browser: Option<&str>,
    next: Option<&str>,
) -> Result<OpaqueToken, EngineError> {
    let browser = browser.and_then(OpaqueToken::presented);
    let browser = browser.unwrap_or_else(|| OpaqueToken::new(app.engine.environment()));
    let next = next.map(str::to_owned);
    match app.engine.request_login(email, &browser, next).await? {
        Some(token) => {
            let link = base.at(&format!("/login/{}", token.reveal()));
            app.login_mail.announce(email, &link);
        }
        None => tracing::info!(
            "no login link for {email}: it has no account, and registration is closed to it",
            email = email.as_str()
        ),
    }
    Ok(browser)
}

/// `GET /login/{token}`: logs in the browser that asked for the link; any other is asked first.
pub(crate) async fn open(
    State(app): State<App>,
    Path(token): Path<String>,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
    arrival: Arrival,
) -> Result<Response, ApiError> {
    let offered = app.engine.offered_link(&token, browser.as_deref()).await?;
    match offered {
        Some(OfferedLink {
            email,
            is_same_browser: false,
        }) => {
            let template = ConfirmPage {
                email: email.as_str(),
                token: &token,
            };
            Ok(page(StatusCode::OK, &template))
        }
        // What is not open is tried all the same: then its account's trail says so.
        _ => log_in(&app, &token, &base, arrival).await,
    }
}

/// `POST /login/{token}`: the answer to the question.
pub(crate) async fn confirm(
    State(app): State<App>,
    Path(token): Path<String>,
    _: SameOrigin,
    base: BaseUrl,
    arrival: Arrival,
) -> Result<Response, ApiError> {
    log_in(&app, &token, &base, arrival).await
}

/// `POST /logout`: ends the session of this browser.
pub(crate) async fn log_out(
    State(app): State<App>,
    signed_in: SignedIn,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
) -> Result<Response, ApiError> {
    let SignedIn { user, session } = signed_in;
    match app.engine.end_session(user, session, address).await {
        Ok(()) | Err(EngineError::NotFound { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    // What the pages keep in the browser, such as a text that was begun, is not for whoever comes next.
    let forgotten = AppendHeaders([
        (SET_COOKIE, no_session_cookie(&base)),
        (CLEAR_SITE_DATA, "\"storage\"".to_owned()),
    ]);
    Ok((forgotten, Redirect::to("/login")).into_response())
}

async fn log_in(
    app: &App,
    token: &str,
    base: &BaseUrl,
    arrival: Arrival,
) -> Result<Response, ApiError> {
    let Some(logged_in) = app.engine.log_in(token, &arrival.visitor).await? else {
        let template = MessagePage {
            title: "This link does not work",
            text: "It was used before, is older than ten minutes, or is not complete. A new one is quickly made.",
            link: "/login",
            link_text: "Ask for a new link",
        };
        return Ok(page(StatusCode::GONE, &template));
    };
    let next = logged_in.next.clone().unwrap_or_else(|| "/".to_owned());
    let cookies = AppendHeaders(welcome(app, &logged_in, base, arrival));
    Ok((cookies, Redirect::to(&next)).into_response())
}

fn not_an_address(app: &App, base: &BaseUrl, asked: &Asked) -> Response {
    let template = LoginPage {
        email: &asked.email,
        complaint: "This is not an e-mail address.",
        ..LoginPage::of(app, base, local_path(&asked.next).unwrap_or_default())
    };
    page(StatusCode::BAD_REQUEST, &template)
}

/// The form once more, with the status and the wait of a refusal.
fn too_often(app: &App, base: &BaseUrl, asked: &Asked, refusal: ApiError) -> Response {
    let template = LoginPage {
        email: &asked.email,
        complaint: "Too many links were asked for. Try again in a few minutes.",
        ..LoginPage::of(app, base, local_path(&asked.next).unwrap_or_default())
    };
    refused_with(refusal, |status| page(status, &template))
}

/// A page with the status and the wait of a refusal.
pub(super) fn refused_with(
    refusal: ApiError,
    page: impl FnOnce(StatusCode) -> Response,
) -> Response {
    let refusal = refusal.into_response();
    let mut response = page(refusal.status());
    if let Some(wait) = refusal.headers().get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, wait.clone());
    }
    response
}

impl Asked {
    async fn of_form(request: Request, app: &App) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        SameOrigin::from_request_parts(&mut parts, app).await?;
        let form = Form::from_request(Request::from_parts(parts, body), app).await;
        form.map(|Form(asked)| asked)
            .map_err(|_| ApiError::not_json("the body is neither a form nor JSON"))
    }

    async fn of_json(request: Request, app: &App) -> Result<Self, ApiError> {
        let JsonFields(fields) = JsonFields::from_request(request, app).await?;
        Ok(Self {
            email: fields.read("email", &text(None))?,
            next: fields
                .read::<_, Option<String>>("next", &text(None))?
                .unwrap_or_default(),
        })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The text if it is a path of this service and nothing that a browser could take for another host.
pub(super) fn local_path(text: &str) -> Option<&str> {
    let is_local = text.starts_with('/')
        && !text.starts_with("//")
        && text.len() <= MAX_NEXT_BYTES
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    is_local.then_some(text)
}
