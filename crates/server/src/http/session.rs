//! The cookie of somebody who logged in, and the protection of requests that carry it.
//!
//! The cookie is opaque, `HttpOnly`, `SameSite=Lax`, and `Secure` exactly when the base URL is https; then its name
//! has the prefix `__Host-`, so that no other host of the domain can set it. It is kept for 400 days, the most a
//! browser keeps one; the session behind it ends when it was not used for as long as is set.
//!
//! **Forged requests.** A browser adds cookies to what other sites make it send. Two things refuse that, here, for
//! every page and every operation of the API: `SameSite=Lax` keeps the cookie out of any such request but a
//! navigation by GET, and nothing is changed by GET, HEAD or OPTIONS. And what can change something must come from
//! this service's own pages ([`is_same_origin`]): browsers say where a request comes from in `Sec-Fetch-Site`, which
//! no script can set, or, over plain http or before 2023, in `Origin`. A request that says neither was sent by no
//! current browser, and is refused with a cookie (OWASP's Cross-Site Request Forgery Prevention Cheat Sheet calls
//! this Fetch Metadata with a fallback on Origin). So forms need no hidden token. A request with an API key needs
//! none of this: no browser adds one by itself.

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, HOST, ORIGIN, REFERER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Redirect, Response};
use recollect_model::{Caller, Credential, OpaqueToken, SessionId, UserId};

use super::app::App;
use super::error::ApiError;
use super::origin::BaseUrl;

const SESSION: &str = "recollect_session";
const BROWSER: &str = "recollect_browser";
/// The most that browsers keep a cookie (RFC 6265bis, 5.5).
const COOKIE_S: u32 = 400 * 24 * 60 * 60;

/// Somebody who is logged in, for a page: without a session the browser is sent to log in and back. What is not GET, HEAD
/// or OPTIONS must come from the service's own pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignedIn {
    /// The owner of everything the page may touch.
    pub(crate) user: UserId,
    /// The session of this browser.
    pub(crate) session: SessionId,
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        match caller(parts, app).await {
            Ok(Some(Caller {
                user,
                credential: Credential::Session(session),
                ..
            })) => Ok(Self { user, session }),
            Ok(_) => Err(to_login(parts, app)),
            Err(error) => Err(error.into_response()),
        }
    }
}

/// Proof that a request comes from the service's own pages. For forms that are sent without a session; [`SignedIn`] and
/// [`Permitted`](super::caller::Permitted) see to it themselves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SameOrigin;

impl FromRequestParts<App> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match is_same_origin(parts, app) {
            true => Ok(Self),
            false => Err(ApiError::CrossOrigin),
        }
    }
}

/// The secret of the browser, which it was given when somebody first asked to log in with it: what was asked in it is answered
/// in it, and a login with another one is told to the person.
#[derive(Debug)]
pub(crate) struct BrowserCookie(pub(crate) Option<String>);

impl FromRequestParts<App> for BrowserCookie {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> Result<Self, std::convert::Infallible> {
        let name = named(BROWSER, &BaseUrl::of(parts, app));
        Ok(Self(cookie(&parts.headers, &name).map(str::to_owned)))
    }
}

/// Whose session the request's cookie stands for, if it has one that does.
///
/// # Errors
///
/// [`ApiError::CrossOrigin`] when the request may change something and does not come from the service's own pages.
pub(crate) async fn caller(parts: &Parts, app: &App) -> Result<Option<Caller>, ApiError> {
    let name = named(SESSION, &BaseUrl::of(parts, app));
    let Some(cookie) = cookie(&parts.headers, &name) else {
        return Ok(None);
    };
    let caller = app.engine.session_caller(cookie).await?;
    if caller.is_some() && !is_safe(&parts.method) && !is_same_origin(parts, app) {
        return Err(ApiError::CrossOrigin);
    }
    Ok(caller)
}

/// Whether the request was sent by a page of this service, or by the person directly.
fn is_same_origin(parts: &Parts, app: &App) -> bool {
    let header = |name: &str| parts.headers.get(name).map(|value| value.as_bytes());
    if let Some(site) = header("sec-fetch-site") {
        return site == b"same-origin" || site == b"none";
    }
    let Some(origin) = header(ORIGIN.as_str()) else {
        return false;
    };
    let is_base = origin.eq_ignore_ascii_case(BaseUrl::of(parts, app).0.as_bytes());
    // Without a configured base URL the service may be reached by a name that it does not know. The host that the browser
    // asked for is then what its own pages have as their origin, and the only one whose cookies it sends.
    let is_host = || {
        let host = header(HOST.as_str());
        host.is_some_and(|host| origin.strip_prefix(b"http://") == Some(host))
    };
    is_base || app.base_url.is_none() && is_host()
}

/// The cookie of a session, as a `Set-Cookie`.
pub(crate) fn session_cookie(secret: &OpaqueToken, base: &BaseUrl) -> String {
    set(SESSION, secret.reveal(), COOKIE_S, base)
}

/// The `Set-Cookie` that takes a session's cookie away.
pub(crate) fn no_session_cookie(base: &BaseUrl) -> String {
    set(SESSION, "", 0, base)
}

/// The cookie that a browser is known by, as a `Set-Cookie`.
pub(crate) fn browser_cookie(secret: &OpaqueToken, base: &BaseUrl) -> String {
    set(BROWSER, secret.reveal(), COOKIE_S, base)
}

fn set(name: &str, value: &str, max_age_s: u32, base: &BaseUrl) -> String {
    let name = named(name, base);
    let secure = if base.is_secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}")
}

fn named(name: &str, base: &BaseUrl) -> String {
    let prefix = if base.is_secure() { "__Host-" } else { "" };
    format!("{prefix}{name}")
}

/// The value of a cookie (RFC 6265, 4.2).
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).into_iter();
    let mut pairs = lines.flat_map(|line| line.to_str().unwrap_or_default().split(';'));
    pairs.find_map(|pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// To the login page, and from there back to the page that was asked for, or on which a form was filled in.
fn to_login(parts: &Parts, app: &App) -> Response {
    let page = match is_safe(&parts.method) {
        true => parts.uri.path_and_query().map(|path| path.to_string()),
        false => page_of_form(parts, app),
    };
    let to = match page.filter(|page| *page != "/") {
        Some(page) => format!("/login?next={}", encoded(&page)),
        None => "/login".to_owned(),
    };
    Redirect::to(&to).into_response()
}

/// The page of this service that a form was sent from, as the browser says; without what had been done before.
fn page_of_form(parts: &Parts, app: &App) -> Option<String> {
    let header = |name| parts.headers.get(name)?.to_str().ok();
    let from = header(REFERER)?;
    let by_host = || from.strip_prefix("http://")?.strip_prefix(header(HOST)?);
    let page = from.strip_prefix(BaseUrl::of(parts, app).0.as_str());
    let page = page.or_else(by_host).filter(|page| page.starts_with('/'))?;
    let Some((path, query)) = page.split_once('?') else {
        return Some(page.to_owned());
    };
    let is_news = |pair: &&str| pair.starts_with("done=") || pair.starts_with("decided=");
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_news(pair)).collect();
    Some(match kept.is_empty() {
        true => path.to_owned(),
        false => format!("{path}?{}", kept.join("&")),
    })
}

/// Percent-encoded as a value of a query string.
pub(super) fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
