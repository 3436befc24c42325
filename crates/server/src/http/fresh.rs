//! Who logged in a short while ago: what takes everything along, gives others access or cannot be undone asks for it,
//! so that a cookie that was copied, or a browser that was left open, is not enough.
//!
//! It is a session that grows old. A key, an application's token and an outside token were given their scopes for as
//! long as they last, and are asked nothing more.

use axum::extract::FromRequestParts;
use axum::http::header::REFERER;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use recollect_model::Credential;

use super::app::App;
use super::caller::{Needed, Permitted};
use super::error::ApiError;
use super::origin::host;
use super::session::{SignedIn, encoded};

/// A [`Permitted`] caller or somebody [`SignedIn`], whose login is fresh where it is a session that they show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fresh<P>(pub(crate) P);

impl<S: Needed> FromRequestParts<App> for Fresh<Permitted<S>> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = Permitted::<S>::from_request_parts(parts, app).await?;
        let Credential::Session(session) = caller.credential else {
            return Ok(Self(caller));
        };
        match app.engine.is_fresh_login(caller.user, session).await? {
            true => Ok(Self(caller)),
            false => Err(ApiError::LoginTooOld),
        }
    }
}

impl FromRequestParts<App> for Fresh<SignedIn> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let person = SignedIn::from_request_parts(parts, app).await?;
        match app.engine.is_fresh_login(person.user, person.session).await {
            Ok(true) => Ok(Self(person)),
            Ok(false) => Err(log_in_again(&own_page(parts))),
            Err(error) => Err(ApiError::from(error).into_response()),
        }
    }
}

/// To the page that asks for another login, and from there to `next`.
pub(crate) fn log_in_again(next: &str) -> Response {
    Redirect::to(&format!("/login/again?next={}", encoded(next))).into_response()
}

/// The page that was asked for, or that a form was on as the browser says; the first page where it does not.
fn own_page(parts: &Parts) -> String {
    let is_page = parts.method == Method::GET;
    let form = || referer(&parts.headers).filter(|from| from.authority() == host(parts).as_ref());
    let from = if is_page {
        Some(parts.uri.clone())
    } else {
        form()
    };
    let path = from.as_ref().and_then(Uri::path_and_query);
    path.map_or("/", |path| path.as_str()).to_owned()
}

fn referer(headers: &HeaderMap) -> Option<Uri> {
    headers.get(REFERER)?.to_str().ok()?.parse().ok()
}
