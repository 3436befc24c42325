//! Who and what may reach the memory: API keys, connected applications, and the browsers that are logged in.

use std::net::IpAddr;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use recollect_engine::NewKey;
use recollect_model::{
    ApiKey, ApiKeyId, Caller, Credential, Grant, GrantId, LoginMethod, Maker, Scope, Scopes,
    SessionId, browser_name,
};

use super::card::id_of;
use super::filled::{Asked, Filled};
use super::moment::{Moment, calendar};
use super::page;
use super::refusal::{Refusal, complaint};
use super::shell::Shell;
use crate::http::session::SignedIn;
use crate::http::{App, BaseUrl, ClientAddress, Fresh};

#[derive(Template)]
#[template(path = "access.html")]
struct AccessPage {
    shell: Shell,
    base: String,
    /// The token of a key that was just made.
    token: Option<String>,
    keys: Vec<Key>,
    connections: Vec<Connected>,
    sessions: Vec<Browser>,
    /// What a key may do, and whether it does unless somebody says otherwise.
    scopes: [(Scope, bool); 4],
    /// Whether services of others can reach the address.
    is_public: bool,
    name: String,
    /// The identifier that the next key will have.
    next: ApiKeyId,
    /// Whether the login is fresh enough to make one.
    is_fresh: bool,
}

/// A key in the list.
#[derive(Debug)]
struct Key {
    id: String,
    name: String,
    hint: String,
    allows: String,
    created: Moment,
    used: Option<Moment>,
    expires: Option<Moment>,
    /// Whether another credential made it, and ends it.
    is_made: bool,
}

/// An application that the person has connected.
#[derive(Debug)]
struct Connected {
    id: GrantId,
    name: String,
    allows: String,
    since: Moment,
    used: Option<Moment>,
}

/// A browser that is logged in.
#[derive(Debug)]
struct Browser {
    id: SessionId,
    agent: String,
    address: String,
    began: Moment,
    /// What they logged in with, in words.
    method: &'static str,
    used: Moment,
    is_this: bool,
}

/// The page.
pub(crate) async fn show(
    State(app): State<App>,
    person: SignedIn,
    base: BaseUrl,
    Asked(asked): Asked,
) -> Result<Response, Refusal> {
    let shell = Shell::of(&app.engine, person, "api").await?.after(&asked);
    render(&app, person, base, StatusCode::OK, shell, None).await
}

/// Makes a key and shows it, this once.
pub(crate) async fn create(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    base: BaseUrl,
    ClientAddress(address): ClientAddress,
    form: Filled,
) -> Result<Response, Refusal> {
    let scopes: Scopes = form.all("scope").filter_map(Scope::from_name).collect();
    let name = form.some("name").unwrap_or("my key").to_owned();
    let id = form.some("id").and_then(|id| id.parse().ok());
    // A browser that loads the page of a key again sends the form again.
    if let Some(id) = id
        && app.engine.key(person.user, id).await.is_ok()
    {
        return Ok(Redirect::to("/api?done=key-made").into_response());
    }
    let own = calendar(&app.engine, person.user).await?;
    let new = NewKey {
        id,
        scopes: Some(scopes),
        expires_at: form.end_of_day("expires", &own),
        ..NewKey::named(&name)
    };
    let caller = Caller {
        user: person.user,
        credential: Credential::Session(person.session),
        scopes: Scopes::all(),
    };
    let (status, token, problem) = match app.engine.create_key(&caller, new, address).await {
        Ok((_, token)) => (
            StatusCode::OK,
            Some(token.reveal().to_owned()),
            String::new(),
        ),
        Err(error) => {
            let (status, problem) = complaint(error)?;
            (status, None, problem)
        }
    };
    let shell = Shell::of(&app.engine, person, "api")
        .await?
        .with_problem(problem);
    render(&app, person, base, status, shell, token).await
}

/// Revokes a key.
pub(crate) async fn revoke(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(key): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .revoke_key(person.user, id_of(&key)?, address)
        .await?;
    Ok(Redirect::to("/api?done=key-revoked").into_response())
}

/// Lets a key stand for itself that another key or an application made.
pub(crate) async fn keep(
    State(app): State<App>,
    Fresh(person): Fresh<SignedIn>,
    ClientAddress(address): ClientAddress,
    Path(key): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .keep_key(person.user, id_of(&key)?, address)
        .await?;
    Ok(Redirect::to("/api?done=key-kept").into_response())
}

/// Cuts an application off.
pub(crate) async fn revoke_grant(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(grant): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .revoke_grant(person.user, id_of(&grant)?, address)
        .await?;
    Ok(Redirect::to("/api?done=grant-revoked").into_response())
}

/// Ends a session.
pub(crate) async fn end_session(
    State(app): State<App>,
    person: SignedIn,
    ClientAddress(address): ClientAddress,
    Path(session): Path<String>,
) -> Result<Response, Refusal> {
    app.engine
        .end_session(person.user, id_of(&session)?, address)
        .await?;
    Ok(Redirect::to("/api?done=session-ended").into_response())
}

async fn render(
    app: &App,
    person: SignedIn,
    base: BaseUrl,
    status: StatusCode,
    shell: Shell,
    token: Option<String>,
) -> Result<Response, Refusal> {
    let is_fresh = app
        .engine
        .is_fresh_login(person.user, person.session)
        .await?;
    let keys = app.engine.keys(person.user).await?;
    let grants = app.engine.grants(person.user).await?;
    let sessions = app.engine.sessions(person.user).await?;
    let sessions = sessions.into_iter().map(|session| Browser {
        id: session.id,
        agent: browser_name(&session.agent),
        address: session
            .address
            .map(|address| address.to_string())
            .unwrap_or_default(),
        began: Moment(session.created_at),
        method: match session.method {
            LoginMethod::MagicLink => "a Magic Link",
            LoginMethod::Passkey => "a passkey",
        },
        used: Moment(session.last_used_at),
        is_this: session.id == person.session,
    });
    Ok(page(
        status,
        &AccessPage {
            shell,
            is_public: is_public(&base.0),
            base: base.0,
            token,
            keys: keys.into_iter().map(Key::from).collect(),
            connections: grants.into_iter().map(Connected::from).collect(),
            sessions: sessions.collect(),
            // All that the documentation shows, and what no tool needs only by choice.
            scopes: Scope::ALL.map(|scope| (scope, scope != Scope::Account)),
            name: String::new(),
            next: ApiKeyId::new(app.engine.environment()),
            is_fresh,
        },
    ))
}

/// Whether an address may be reached from other machines: https, and not the name of this one.
fn is_public(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("https://") else {
        return false;
    };
    let authority = rest.split('/').next().unwrap_or(rest);
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_here = host == "localhost" || host.ends_with(".localhost");
    let is_loopback = host
        .parse::<IpAddr>()
        .is_ok_and(|address| address.is_loopback());
    !is_here && !is_loopback
}

impl AccessPage {
    /// The token, or what stands for one that is not made yet.
    fn shown_token(&self) -> &str {
        self.token.as_deref().unwrap_or("YOUR_KEY")
    }
}

impl From<ApiKey> for Key {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id.to_string(),
            name: key.name,
            hint: key.hint,
            allows: allowed(key.scopes),
            created: Moment(key.created_at),
            used: key.last_used_at.map(Moment),
            expires: key.expires_at.map(Moment),
            is_made: key.made_by != Maker::default(),
        }
    }
}

impl From<Grant> for Connected {
    fn from(grant: Grant) -> Self {
        Self {
            id: grant.id,
            name: grant.name,
            allows: allowed(grant.scopes),
            since: Moment(grant.created_at),
            used: grant.last_used_at.map(Moment),
        }
    }
}

/// What a credential allows, in a word or a list.
fn allowed(scopes: Scopes) -> String {
    if scopes == Scopes::all() {
        return "everything".to_owned();
    }
    let names: Vec<&str> = scopes.iter().map(Scope::as_str).collect();
    names.join(", ")
}
