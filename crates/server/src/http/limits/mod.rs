//! How much may be asked: of everybody together, of one caller, and of one address that wants to log in.
//!
//! [`guard`] stands before every route but the probes: it counts the requests under way, refuses heads that are too
//! large, and cuts bodies that are too long or too slow. Whoever decides who is calling asks [`Limits::admit`];
//! whoever sends login links asks [`Limits::login`]. A caller is a user, whatever the credential. How often something
//! happens is counted over all nodes ([`Sharing`]), what is under way by this process alone; what is counted is
//! forgotten when it ends.

mod arriving;
mod rate;
mod sharing;
mod under_way;

use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use recollect_model::{EmailAddress, Environment, UserId};

use self::arriving::{Arrival, Arriving};
use self::rate::Rate;
pub(crate) use self::sharing::Sharing;
pub(crate) use self::under_way::CallerPlace;
use self::under_way::Everybody;
pub(super) use self::under_way::{Each, PlaceOf};
use super::error::{ApiError, Limit};
use crate::configuration::LimitOptions;

/// The paths that take texts to be remembered, which have a rate of their own, as has the change of one.
const TEXTS: [&str; 3] = ["/ingest", "/api/v1/add", "/api/v1/batch"];
const LOGS: &str = "/api/v1/logs/";
/// Where what is long may be brought.
const IMPORTS: &str = "/api/v1/imports";
/// The most that one import may bring, in bytes.
pub(super) const MAX_IMPORT_BYTES: usize = 64 * 1024 * 1024;
/// Asked by whoever watches the service, also when it is full.
const HEALTH: [&str; 3] = ["/healthz", "/livez", "/readyz"];
const HOUR: Duration = Duration::from_secs(60 * 60);
/// What stands around a header's name and value in a request: a colon, a blank and the end of the line.
const AROUND_A_HEADER: usize = 4;

/// Everything that is counted.
#[derive(Debug)]
pub struct Limits {
    options: LimitOptions,
    /// The longest body of any request, in bytes.
    max_body_bytes: usize,
    everybody: Everybody,
    callers: Each<UserId>,
    exports: Each<UserId>,
    streams: Each<UserId>,
    bodies: Each<IpAddr>,
    registrations: Rate<IpAddr>,
    requests: Rate<UserId>,
    texts: Rate<UserId>,
    logins_by_email: Rate<String>,
    logins_by_network: Rate<IpAddr>,
}

impl Limits {
    /// These limits, with nothing counted yet.
    pub fn new(options: LimitOptions, max_body_bytes: usize, environment: &Environment) -> Self {
        let window = options.login_window();
        Self {
            max_body_bytes: max_body_bytes.max(options.max_request_bytes),
            everybody: Everybody::new(options.max_requests),
            callers: Each::new(options.max_requests_per_caller.max(1)),
            exports: Each::new(1),
            streams: Each::new(options.max_streams_per_caller),
            bodies: Each::new(options.max_bodies_per_network),
            registrations: Rate::within(HOUR, options.registrations_per_network, environment),
            requests: Rate::a_minute(options.requests_per_minute, environment),
            texts: Rate::a_minute(options.texts_per_minute, environment),
            logins_by_email: Rate::within(window, options.logins_per_email, environment),
            logins_by_network: Rate::within(window, options.logins_per_network, environment),
            options,
        }
    }

    /// The longest body of a request that carries no text to be remembered, in bytes.
    pub(crate) fn max_request_bytes(&self) -> usize {
        self.options.max_request_bytes
    }

    /// Counts a request of this caller, and takes a place among the caller's requests under way until it is answered.
    pub(crate) fn admit(&self, parts: &Parts, user: UserId) -> Result<(), ApiError> {
        let path = parts.uri.path();
        let is_edit = parts.method == Method::PUT && path.starts_with(LOGS);
        let is_text = TEXTS.contains(&path) || is_edit;
        let rate = if is_text { &self.texts } else { &self.requests };
        rate.count(&user)?;
        if let Some(admission) = parts.extensions.get::<Admission>() {
            let place = self.callers.enter(user).ok_or(Limit::CallerAtOnce)?;
            // Asked twice about one request, the caller has one place all the same.
            let _ = admission.0.set(place);
        }
        Ok(())
    }

    /// Counts one more text: of a request that brings many, or that an assistant brings.
    pub(crate) fn admit_text(&self, user: UserId) -> Result<(), ApiError> {
        Ok(self.texts.count(&user)?)
    }

    /// Takes the one place that a caller has for an export, until that is sent.
    pub(crate) fn export(&self, user: UserId) -> Result<CallerPlace, ApiError> {
        Ok(self.exports.enter(user).ok_or(Limit::CallerAtOnce)?)
    }

    /// Takes a place among the pages of one person that are told what happens, as long as one is.
    pub(crate) fn stream(&self, user: UserId) -> Result<CallerPlace, ApiError> {
        Ok(self.streams.enter(user).ok_or(Limit::CallerAtOnce)?)
    }

    /// Counts an application that registers, or a device that asks to be connected.
    pub(crate) fn registration(&self, from: Option<IpAddr>) -> Result<(), Limit> {
        match from {
            Some(address) => self.registrations.count(&network(address)),
            None => Ok(()),
        }
    }

    /// Counts a request for a login link.
    pub(crate) fn login(&self, email: &EmailAddress, from: Option<IpAddr>) -> Result<(), ApiError> {
        if let Some(address) = from {
            self.logins_by_network.count(&network(address))?;
        }
        Ok(self.logins_by_email.count(&email.as_str().to_owned())?)
    }

    /// Counts a request to log in by a passkey.
    pub(crate) fn login_by_passkey(&self, from: Option<IpAddr>) -> Result<(), ApiError> {
        match from {
            Some(address) => Ok(self.logins_by_network.count(&network(address))?),
            None => Ok(()),
        }
    }

    /// Whether the head of a request is small enough.
    fn takes_head(&self, request: &Request) -> bool {
        let headers = request.headers();
        let bytes = headers
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len() + AROUND_A_HEADER);
        let address = request.uri().path_and_query();
        let address = address.map_or(0, |address| address.as_str().len());
        headers.len() <= self.options.max_headers
            && address + bytes.sum::<usize>() <= self.options.max_header_bytes
    }
}

/// What an address counts as: an IPv6 address as its /64, which is what one household has.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() & !u128::from(u64::MAX),
        )),
    }
}

/// Whether a path is asked for by whoever watches the service.
pub(super) fn is_health(path: &str) -> bool {
    HEALTH.contains(&path)
}

/// Where a request comes from, as far as that is believed; whoever reads it from the request tells.
#[derive(Debug, Clone, Copy)]
pub(super) struct ComesFrom(pub(super) IpAddr);

/// A caller's place among their requests under way, kept until the request is answered.
#[derive(Debug, Clone, Default)]
struct Admission(Arc<OnceLock<CallerPlace>>);

/// Stands before every route.
pub(crate) async fn guard(
    State(limits): State<Arc<Limits>>,
    request: Request,
    next: Next,
) -> Response {
    if is_health(request.uri().path()) {
        return next.run(request).await;
    }
    let Some(_place) = limits.everybody.enter() else {
        return refused(&request, Limit::AllAtOnce);
    };
    if !limits.takes_head(&request) {
        return refused(&request, Limit::HeadTooLarge);
    }
    let (mut parts, body) = request.into_parts();
    let admission = Admission::default();
    parts.extensions.insert(admission.clone());
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let from = parts.extensions.get::<ComesFrom>().copied();
    let place = match from.map(|ComesFrom(address)| limits.bodies.enter(network(address))) {
        None => None,
        Some(Some(place)) => Some(place),
        Some(None) => return closing(ApiError::from(Limit::NetworkAtOnce).into_response()),
    };
    let most = match parts.uri.path() == IMPORTS {
        true => MAX_IMPORT_BYTES,
        false => limits.max_body_bytes,
    };
    // A body that is only sent once it is asked for is not asked for here, and not at all where it is too long.
    let is_withheld = parts.headers.contains_key(EXPECT);
    if is_withheld && body.size_hint().lower() > most as u64 {
        return closing(ApiError::BodyTooLarge.into_response());
    }
    let arrival = Arc::new(Arrival::default());
    let arriving = Arriving::new(
        body,
        most,
        limits.options.body_timeout(),
        arrival.clone(),
        place,
    );
    let request = Request::from_parts(parts, Body::new(arriving));
    let response = next.run(request).await;
    match arrival.fault() {
        // Whatever read the body only knows that it broke off.
        Some(error) if !response.status().is_success() => closing(error.into_response()),
        None if arrival.pass(is_withheld).await => response,
        _ => closing(response),
    }
}

/// The answer to a request of which only the head is looked at.
fn refused(request: &Request, limit: Limit) -> Response {
    let response = ApiError::from(limit).into_response();
    if request.body().is_end_stream() {
        response
    } else {
        closing(response)
    }
}

/// A reply after which the connection ends, and the client is told so.
fn closing(mut response: Response) -> Response {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response
}
