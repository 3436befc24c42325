//! Who is calling and whether they may: the one place that decides.
//!
//! A handler that touches anybody's memory takes a [`Permitted`] caller, and says by its type which scope the
//! operation asks for. So there is no way to an owner's identifier that skips the question, and none without a scope.

use std::marker::PhantomData;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use recollect_engine::oauth::is_jwt;
use recollect_model::{Caller, Credential, Scope, Scopes, UserId};

use super::app::App;
use super::error::ApiError;
use super::fields::Fields;
use super::origin::BaseUrl;
use super::session;

/// A scope, as a type.
pub(crate) trait Needed: Send + Sync {
    /// Which one.
    const SCOPE: Scope;
}

macro_rules! needed {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("[`Scope::", stringify!($name), "`], as a type.")]
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct $name;

            impl Needed for $name {
                const SCOPE: Scope = Scope::$name;
            }
        )*
    };
}

needed! { MemoryRead MemoryWrite Webhooks Account }

/// A caller whose credential allows what the operation needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Permitted<S> {
    /// The owner of everything the request may touch.
    pub(crate) user: UserId,
    /// What was presented.
    pub(crate) credential: Credential,
    /// What it allows.
    pub(crate) scopes: Scopes,
    needed: PhantomData<S>,
}

impl<S> Permitted<S> {
    /// Who is calling, whatever the operation.
    pub(crate) const fn caller(&self) -> Caller {
        Caller {
            user: self.user,
            credential: self.credential,
            scopes: self.scopes,
        }
    }
}

impl<S: Needed> FromRequestParts<App> for Permitted<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let caller = authenticate(parts, app).await?;
        if !caller.scopes.contains(S::SCOPE) {
            return Err(ApiError::MissingScope(S::SCOPE));
        }
        Ok(Self {
            user: caller.user,
            credential: caller.credential,
            scopes: caller.scopes,
            needed: PhantomData,
        })
    }
}

/// Whose credential the request carries: a bearer token, or else the cookie of a session, which allows everything. The
/// request counts towards the caller's limits.
pub(crate) async fn authenticate(parts: &Parts, app: &App) -> Result<Caller, ApiError> {
    let caller = presented(parts, app).await?.ok_or(ApiError::InvalidKey)?;
    app.limits.admit(parts, caller.user)?;
    Ok(caller)
}

/// Who is calling, for what stands before an operation; the operation itself decides whether they may, and counts it.
pub(super) async fn identify(parts: &Parts, app: &App) -> Result<Option<UserId>, ApiError> {
    Ok(presented(parts, app).await?.map(|caller| caller.user))
}

async fn presented(parts: &Parts, app: &App) -> Result<Option<Caller>, ApiError> {
    match parts.headers.get(AUTHORIZATION) {
        // What is presented counts, even where a cookie would do.
        Some(presented) => {
            let token = presented.to_str().ok().and_then(bearer);
            let token = token.ok_or(ApiError::InvalidKey)?;
            if is_jwt(token) {
                let base = BaseUrl::of(parts, app);
                Ok(app.engine.caller_by_token(token, &base.0).await?)
            } else {
                Ok(app.engine.caller(token).await?)
            }
        }
        None => session::caller(parts, app).await,
    }
}

/// The fields of a JSON body. Take it after [`Permitted`]: a stranger's body is not read.
#[derive(Debug)]
pub(crate) struct JsonFields(pub(crate) Fields);

impl FromRequest<App> for JsonFields {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        Fields::parse(&body(request, app).await?).map(Self)
    }
}

/// The body of a request, within the limit.
pub(crate) async fn body(request: Request, app: &App) -> Result<Bytes, ApiError> {
    let body = Bytes::from_request(request, app).await;
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge,
        _ => ApiError::not_json("the body could not be read"),
    })
}

/// The token of a `Bearer` credential; the scheme's case does not matter (RFC 9110, 11.1).
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
