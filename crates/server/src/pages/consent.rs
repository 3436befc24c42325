//! `/oauth/authorize`: a person is asked whether an application may have what it asks for (RFC 6749, 4.1.1).
//!
//! The request travels in the page's form and is checked anew with the answer, so nothing is kept in between. The
//! form may lead to the application's address and nowhere else: browsers hold the page's policy against redirects
//! too.
//!
//! Who asks wrongly is told so at the application's address where the person let it in before; otherwise the person
//! is shown what is wrong, and may go there.

use std::net::IpAddr;

use askama::Template;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, REFERRER_POLICY};
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::EngineError;
use recollect_engine::oauth::{AuthorizationRequest, OAuthError, Parameters, redirect_target};
use recollect_model::{Scope, Scopes, UserId};

use super::message::{MessagePage, message};
use super::{page, page_leading_to};
use crate::http::session::SignedIn;
use crate::http::{ApiError, App, BaseUrl, ClientAddress, Fresh, log_in_again};

/// What the page adds to the request.
const ALLOW: &str = "allow";
const ANSWER: &str = "answer";

/// The question, of an application or a device.
#[derive(Template)]
#[template(path = "consent.html")]
pub(super) struct ConsentPage<'a> {
    pub(super) name: &'a str,
    pub(super) email: &'a str,
    pub(super) action: &'a str,
    pub(super) hidden: Vec<(&'a str, &'a str)>,
    pub(super) scopes: Vec<Scope>,
    /// Where the application describes itself, and the host of that address; nothing where it registered.
    pub(super) document: Option<(&'a str, &'a str)>,
    /// Where the answer goes, in words.
    pub(super) target: &'a str,
    /// Whether any program on the person's computer could be there.
    pub(super) is_local: bool,
    /// Whether that is another host than the one that describes the application.
    pub(super) is_elsewhere: bool,
    /// The code that a device shows.
    pub(super) user_code: &'a str,
}

/// `GET /oauth/authorize`
pub(crate) async fn ask(
    State(app): State<App>,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    signed_in: Result<SignedIn, Response>,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let query = query.unwrap_or_default();
    let parameters = Parameters::parse(query.as_bytes());
    let asking = Asking {
        app: &app,
        parameters: &parameters,
        base: &base,
        person: signed_in.as_ref().ok().map(|person| person.user),
    };
    let unread = app.engine.unread_document(&parameters).await;
    let (request, person) = match unread.map_err(misasked)? {
        // Nobody is asked to log in for a request that leads nowhere.
        None => {
            let request = asking.checked().await?;
            if signed_in.is_err() && asks_nobody(&parameters) {
                return Err(asking.misasked(OAuthError::login_required()).await);
            }
            (request, signed_in?)
        }
        // Nobody makes the service ask elsewhere before they have logged in.
        Some(_) => {
            let person = signed_in?;
            read_document(&app, &parameters, address).await?;
            (asking.checked().await?, person)
        }
    };
    let user = person.user;
    if app
        .engine
        .is_granted(user, &request)
        .await
        .map_err(refused)?
    {
        let allowed = request.scopes;
        let to = app.engine.allow(user, &request, allowed, false, address);
        return Ok(sent_to(&to.await.map_err(refused)?));
    }
    if asks_nobody(&parameters) {
        return Err(asking.misasked(OAuthError::consent_required()).await);
    }
    if !app
        .engine
        .is_fresh_login(user, person.session)
        .await
        .map_err(refused)?
    {
        return Ok(log_in_again(&format!("/oauth/authorize?{query}")));
    }
    let account = app.engine.account(user).await.map_err(refused)?;
    Ok(question(&parameters, &request, account.email.as_str()))
}

/// Whether the application wants the person to be asked nothing (OpenID Connect Core, 3.1.2.1).
fn asks_nobody(parameters: &Parameters) -> bool {
    parameters.all("prompt").any(|prompt| prompt == "none")
}

/// The page that asks.
fn question(parameters: &Parameters, request: &AuthorizationRequest, email: &str) -> Response {
    let (target, source) = redirect_target(&request.redirect_uri);
    let (client_id, host) = (request.client.client_id(), request.described_by());
    let pairs = parameters.pairs();
    let template = ConsentPage {
        name: &request.client.name,
        email,
        action: "/oauth/authorize",
        hidden: pairs
            .filter(|(name, _)| ![ALLOW, ANSWER].contains(name))
            .collect(),
        scopes: request.scopes.iter().collect(),
        document: host.as_deref().map(|host| (&*client_id, host)),
        target: &target,
        is_local: request.is_answered_locally(),
        is_elsewhere: request.is_answered_elsewhere(),
        user_code: "",
    };
    page_leading_to(StatusCode::OK, &template, &source)
}

/// `POST /oauth/authorize`: the answer.
pub(crate) async fn answer(
    State(app): State<App>,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    Fresh(person): Fresh<SignedIn>,
    body: Bytes,
) -> Result<Response, Response> {
    let parameters = Parameters::parse(&body);
    read_document(&app, &parameters, address).await?;
    let asking = Asking {
        app: &app,
        parameters: &parameters,
        base: &base,
        person: Some(person.user),
    };
    let request = asking.checked().await?;
    let allowed = allowed(&parameters);
    let to = app
        .engine
        .allow(person.user, &request, allowed, true, address);
    Ok(sent_to(&to.await.map_err(refused)?))
}

/// What the person left ticked; nothing when the answer is no.
pub(super) fn allowed(parameters: &Parameters) -> Scopes {
    if parameters.all(ANSWER).any(|answer| answer != "allow") {
        return Scopes::NONE;
    }
    parameters.all(ALLOW).filter_map(Scope::from_name).collect()
}

/// Whether a person has answered at all.
pub(super) fn is_answered(parameters: &Parameters) -> bool {
    parameters.all(ANSWER).next().is_some()
}

pub(super) fn refused(error: EngineError) -> Response {
    ApiError::from(error).into_response()
}

/// A request, and who is logged in where it was made.
struct Asking<'a> {
    app: &'a App,
    parameters: &'a Parameters,
    base: &'a BaseUrl,
    person: Option<UserId>,
}

impl Asking<'_> {
    async fn checked(&self) -> Result<AuthorizationRequest, Response> {
        let engine = &self.app.engine;
        match engine
            .authorization_request(self.parameters, &self.base.0)
            .await
        {
            Ok(request) => Ok(request),
            Err(refusal) => Err(self.misasked(refusal).await),
        }
    }

    /// What becomes of a request that is wrong: the application is told, or the person is shown it and where to go on.
    async fn misasked(&self, refusal: OAuthError) -> Response {
        let engine = &self.app.engine;
        let told = engine
            .misasked(self.parameters, &self.base.0, &refusal)
            .await;
        let told = match told {
            Ok(Some(told)) => told,
            Ok(None) => return misasked(refusal),
            Err(error) => return refused(error),
        };
        let may_be_sent = match self.person {
            Some(user) => engine.may_be_sent(user, &told).await,
            None => Ok(false),
        };
        match may_be_sent {
            Ok(true) => sent_to(&told.to),
            Ok(false) => page(
                StatusCode::BAD_REQUEST,
                &MessagePage {
                    title: REFUSED,
                    text: &in_words(&refusal),
                    link: &told.to,
                    link_text: "Back to the application",
                },
            ),
            Err(error) => refused(error),
        }
    }
}

/// Reads the document of the application that asks, where what was read of it does not count any more. A network may make
/// the service do so as often as it may register applications.
async fn read_document(
    app: &App,
    parameters: &Parameters,
    address: Option<IpAddr>,
) -> Result<(), Response> {
    let unread = app.engine.unread_document(parameters).await;
    let Some(document) = unread.map_err(misasked)? else {
        return Ok(());
    };
    app.limits
        .registration(address)
        .map_err(|limit| ApiError::from(limit).into_response())?;
    app.engine.read_document(&document).await.map_err(misasked)
}

fn misasked(refusal: OAuthError) -> Response {
    match refusal {
        OAuthError::Engine(error) => refused(error),
        refusal => message(StatusCode::BAD_REQUEST, REFUSED, &in_words(&refusal)),
    }
}

const REFUSED: &str = "This application cannot be connected";

fn in_words(refusal: &OAuthError) -> String {
    format!("The application did not ask as it must: {refusal}.")
}

/// To the application. The address holds a code, so nobody may keep it or be told of it.
fn sent_to(address: &str) -> Response {
    let headers = [
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (headers, Redirect::to(address)).into_response()
}
