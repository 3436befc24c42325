//! What every handler may ask for, built once when the service starts.

use std::sync::Arc;

use axum::extract::FromRef;
use ipnet::IpNet;
use recollect_engine::Engine;

use super::ended_sessions::EndedSessions;
use super::limits::Limits;
use super::metrics::HttpMetrics;
use crate::mail::LoginMail;

/// The service behind its routes. Cheap to clone.
#[derive(Debug, Clone)]
pub struct App {
    /// What happens.
    pub engine: Arc<Engine>,
    /// The address that people and clients reach the service at, without a slash at its end, when it is configured.
    pub base_url: Option<Arc<str>>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Arc<[IpNet]>,
    /// The way that login links take.
    pub login_mail: LoginMail,
    /// Whom to tell of a weakness of the service, as a URI, when it is configured.
    pub security_contact: Option<Arc<str>>,
    /// The longest body of a request that carries a text, in bytes.
    pub max_body_bytes: usize,
    /// What is counted of requests.
    pub metrics: Arc<HttpMetrics>,
    /// How much may be asked.
    pub limits: Arc<Limits>,
    /// The sessions of assistants that were ended.
    pub(crate) ended_sessions: Arc<EndedSessions>,
}

impl FromRef<App> for Arc<Engine> {
    fn from_ref(app: &App) -> Self {
        app.engine.clone()
    }
}

impl FromRef<App> for Arc<Limits> {
    fn from_ref(app: &App) -> Self {
        app.limits.clone()
    }
}
