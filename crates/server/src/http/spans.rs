//! A span for every request, where traces are sent: how it was asked by the template of its route, and how it was
//! answered.
//!
//! A request that is part of a trace already says so by `traceparent` (W3C Trace Context), and its span goes on from
//! there. Addresses, ids and headers are in no attribute. Probes are left out: they are many, and tell nothing.

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use recollect_engine::SPANS;
use tracing::{Instrument, Span, field, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::metrics::named;

/// The routes of probes.
const PROBES: [&str; 3] = ["/livez", "/readyz", "/healthz"];

/// Stands before every route. Where no traces are sent it does nothing.
pub(super) async fn follow(request: Request, next: Next) -> Response {
    let span = begin(&request);
    if span.is_disabled() {
        return next.run(request).await;
    }
    go_on_from(&span, request.headers());
    let response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", status.as_str());
    }
    response
}

/// A span by the conventions for servers of HTTP.
fn begin(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map(MatchedPath::as_str);
    if route.is_some_and(|route| PROBES.contains(&route)) {
        return Span::none();
    }
    info_span!(
        target: SPANS,
        parent: None,
        "request",
        otel.name = called(request, route),
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.request.method = method(request),
        http.route = route,
        http.response.status_code = field::Empty,
        "error.type" = field::Empty,
    )
}

/// What the span is called: the method, and the template of the route if there is one.
fn called(request: &Request, route: Option<&str>) -> String {
    let method = named(request.method());
    match (route, method) {
        (Some(route), "other") => format!("HTTP {route}"),
        (Some(route), method) => format!("{method} {route}"),
        (None, "other") => "HTTP".to_owned(),
        (None, method) => method.to_owned(),
    }
}

/// A method that a client made up is `_OTHER`, as the conventions have it.
fn method(request: &Request) -> &'static str {
    match named(request.method()) {
        "other" => "_OTHER",
        method => method,
    }
}

/// The span's parent is the one that the request names, if it names one.
fn go_on_from(span: &Span, headers: &HeaderMap) {
    let named = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    if named.span().span_context().is_valid() {
        // It fails only for a span that was entered already.
        let _ = span.set_parent(named);
    }
}
