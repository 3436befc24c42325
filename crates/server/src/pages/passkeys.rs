//! Passkeys: the page asks with a script, because only a script can ask a browser for one.
//!
//! Each of the two ceremonies is two requests: what is to be signed, and what was. `dashboard/src/passkeys.ts` is
//! between them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use recollect_engine::{EngineError, PasskeyAnswer, PasskeyQuestion};
use recollect_model::OpaqueToken;
use serde_json::json;

use super::card::id_of;
use super::filled::Filled;
use super::login::{Arrival, local_path, welcome};
use super::refusal::{Refusal, complaint};
use crate::http::session::{BrowserCookie, SameOrigin, SignedIn, browser_cookie};
use crate::http::{ApiError, App, BaseUrl, ClientAddress, Fresh, JsonFields, text};

/// `POST /login/passkey/options`: what any passkey of this service is to sign.
pub(crate) async fn ask(
    State(app): State<App>,
    _: SameOrigin,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
    ClientAddress(address): ClientAddress,
) -> Result<Response, ApiError> {
    app.limits.login_by_passkey(address)?;
    let browser = browser_of(&app, browser.as_deref());
    let question = app.engine.ask_for_passkey(&base.0, &browser.hash()).await?;
    Ok(asked(&question, &browser, &base))
}

/// `POST /login/passkey`: logs in whoever has signed it.
pub(crate) async fn log_in(
    State(app): State<App>,
    _: SameOrigin,
    base: BaseUrl,
    arrival: Arrival,
    JsonFields(fields): JsonFields,
) -> Result<Response, ApiError> {
    let answer = PasskeyAnswer {
        challenge: &fields.read::<_, String>("challenge", &text(None))?,
        credential: &fields.read::<_, String>("credential", &text(None))?,
    };
    let logged_in = app
        .engine
        .log_in_with_passkey(&base.0, &arrival.visitor, answer);
    let logged_in = logged_in.await?.ok_or(ApiError::PasskeyRefused)?;
    let next: Option<String> = fields.read("next", &text(None))?;
    let next = next.as_deref().and_then(local_path).unwrap_or("/");
    let cookies = AppendHeaders(welcome(&app, &logged_in, &base, arrival));
    Ok((cookies, Json(json!({ "next": next }))).into_response())
}

/// `POST /account/passkeys/options`: what a new passkey is to be made for.
pub(crate) async fn ask_for_new(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
) -> Result<Response, ApiError> {
    let browser = browser_of(&app, browser.as_deref());
    let question = app
        .engine
        .ask_for_new_passkey(person.user, &base.0, &browser.hash())
        .await?;
    Ok(asked(&question, &browser, &base))
}

/// `POST /account/passkeys`: adds the passkey that was made.
pub(crate) async fn add(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    base: BaseUrl,
    BrowserCookie(browser): BrowserCookie,
    ClientAddress(address): ClientAddress,
    JsonFields(fields): JsonFields,
) -> Result<Response, ApiError> {
    let answer = PasskeyAnswer {
        challenge: &fields.read::<_, String>("challenge", &text(None))?,
        credential: &fields.read::<_, String>("credential", &text(None))?,
    };
    let name: Option<String> = fields.read("name", &text(None))?;
    let name = name.filter(|name| !name.trim().is_empty());
    let browser = browser_of(&app, browser.as_deref()).hash();
    app.engine
        .add_passkey(
            person.user,
            (&base.0, &browser),
            name.as_deref().unwrap_or("My passkey"),
            answer,
            address,
        )
        .await?;
    Ok(Json(json!({ "next": "/account?done=passkey-added" })).into_response())
}

/// `POST /account/passkeys/{passkey}`: gives it another name.
pub(crate) async fn rename(
    State(app): State<App>,
    person: SignedIn,
    Path(passkey): Path<String>,
    form: Filled,
) -> Result<Response, Refusal> {
    let renamed = app
        .engine
        .rename_passkey(person.user, id_of(&passkey)?, form.text("name"));
    match renamed.await {
        Ok(()) => Ok(Redirect::to("/account?done=renamed").into_response()),
        Err(error @ EngineError::NotFound { .. }) => Err(error.into()),
        Err(error) => {
            let (_, problem) = complaint(error)?;
            Err(Refusal::invalid("the name", &problem))
        }
    }
}

/// `POST /account/passkeys/{passkey}/delete`
pub(crate) async fn delete(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(passkey): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .delete_passkey(person.user, id_of(&passkey)?, address)
        .await?;
    Ok(Redirect::to("/account?done=passkey-deleted").into_response())
}

/// The secret of the browser; a new one where it has none, which answers no challenge of before.
fn browser_of(app: &App, kept: Option<&str>) -> OpaqueToken {
    let kept = kept.and_then(OpaqueToken::presented);
    kept.unwrap_or_else(|| OpaqueToken::new(app.engine.environment()))
}

fn asked(question: &PasskeyQuestion, browser: &OpaqueToken, base: &BaseUrl) -> Response {
    let cookie = AppendHeaders([(SET_COOKIE, browser_cookie(browser, base))]);
    let body = json!({ "challenge": question.challenge.reveal(), "options": question.options });
    (StatusCode::OK, cookie, Json(body)).into_response()
}
