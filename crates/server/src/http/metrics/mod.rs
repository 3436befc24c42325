//! What is counted of requests and connections, and the page that tells it: `GET /metrics` on a listener of its own.
//!
//! Requests are told apart by the template of their route, never by the address that was asked for; no label holds
//! what belongs to somebody.

mod page;
mod process;

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use recollect_model::Environment;

use super::error::{Limit, RefusedBy};

pub use page::metrics_router;

/// What a request is counted under where no route takes it.
const NO_ROUTE: &str = "none";
/// From a millisecond to half a minute.
const SECONDS: [f64; 11] = [
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0,
];

type RequestLabels = [(&'static str, String); 3];
type RouteLabel = [(&'static str, String); 1];
type LimitLabel = [(&'static str, &'static str); 1];

/// Everything that is counted at the door.
#[derive(Debug)]
pub struct HttpMetrics {
    environment: Environment,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram, fn() -> Histogram>,
    under_way: Gauge,
    refusals: Family<LimitLabel, Counter>,
    connections: Gauge,
}

/// Why a connection is not served.
#[derive(Debug, Clone, Copy)]
pub(super) enum ConnectionRefusal {
    /// All places are taken.
    All,
    /// Those of its network are.
    Network,
}

impl HttpMetrics {
    /// Nothing is counted yet.
    pub fn new(environment: &Environment) -> Self {
        let metrics = Self {
            environment: environment.clone(),
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            under_way: Gauge::default(),
            refusals: Family::default(),
            connections: Gauge::default(),
        };
        // What has not happened yet is 0, not unknown.
        for limit in ["all_connections", "network_connections"]
            .into_iter()
            .chain(Limit::NAMES)
        {
            drop(metrics.refusals.get_or_create(&[("limit", limit)]));
        }
        metrics
    }

    /// A connection is open as long as the value is.
    pub(super) fn connection(self: &Arc<Self>) -> OpenConnection {
        self.connections.inc();
        OpenConnection(self.clone())
    }

    pub(super) fn refused_connection(&self, why: ConnectionRefusal) {
        let limit = match why {
            ConnectionRefusal::All => "all_connections",
            ConnectionRefusal::Network => "network_connections",
        };
        self.refusals.get_or_create(&[("limit", limit)]).inc();
    }

    fn register(&self, registry: &mut Registry) {
        registry.register(
            "http_requests",
            "Requests that were answered, by the template of their route",
            self.requests.clone(),
        );
        registry.register_with_unit(
            "http_request",
            "From a request's head to the head of its reply",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register(
            "http_requests_in_progress",
            "Requests under way",
            self.under_way.clone(),
        );
        registry.register(
            "refusals",
            "Requests and connections that were refused because of a limit",
            self.refusals.clone(),
        );
        registry.register(
            "http_connections",
            "Connections that are open",
            self.connections.clone(),
        );
    }
}

/// A connection that is open.
#[derive(Debug)]
pub(super) struct OpenConnection(Arc<HttpMetrics>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.connections.dec();
    }
}

/// A request under way; its client may leave before it is answered.
struct UnderWay<'a>(&'a Gauge);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Stands before every route.
pub(super) async fn count(
    State(metrics): State<Arc<HttpMetrics>>,
    request: Request,
    next: Next,
) -> Response {
    let begun = metrics.environment.elapsed();
    let method = named(request.method());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or(NO_ROUTE, MatchedPath::as_str).to_owned();
    metrics.under_way.inc();
    let under_way = UnderWay(&metrics.under_way);
    let response = next.run(request).await;
    drop(under_way);
    let took = metrics.environment.elapsed().saturating_sub(begun);
    let seconds = metrics.seconds.get_or_create(&[("route", route.clone())]);
    seconds.observe(took.as_secs_f64());
    drop(seconds);
    let labels = [
        ("method", method.to_owned()),
        ("route", route),
        ("status", response.status().as_str().to_owned()),
    ];
    metrics.requests.get_or_create(&labels).inc();
    if let Some(RefusedBy(limit)) = response.extensions().get() {
        let refusals = metrics.refusals.get_or_create(&[("limit", limit.name())]);
        refusals.inc();
    }
    response
}

/// A method by its name, unless a client made it up.
pub(super) const fn named(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}
