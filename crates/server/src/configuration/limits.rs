//! How much one caller, one address and everybody together may ask for.

use std::time::Duration;

use clap::Args;

/// Limits of `recollect serve`. They protect the service; none of them is meant to be felt by a person who imports their
/// notes as fast as they can.
#[derive(Debug, Clone, Args)]
pub struct LimitOptions {
    /// The most connections at the same time; a few more are taken to answer whoever asks for the service's health, and others
    /// are told 503
    #[arg(
        long,
        env = "RECOLLECT_MAX_CONNECTIONS",
        value_name = "N",
        default_value_t = 1_000
    )]
    pub max_connections: usize,
    /// The most connections from one network address, of IPv6 from one /64, at the same time; further ones are closed.
    /// Trusted proxies have no such limit; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_MAX_CONNECTIONS_PER_NETWORK",
        value_name = "N",
        default_value_t = 400
    )]
    pub max_connections_per_network: usize,
    /// The most requests from one network address whose bodies are still arriving; beyond it the answer is 429
    #[arg(
        long,
        env = "RECOLLECT_MAX_BODIES_PER_NETWORK",
        value_name = "N",
        default_value_t = 256
    )]
    pub max_bodies_per_network: usize,
    /// The most pages of one person that are told what happens while they are open; beyond it the answer is 429
    #[arg(
        long,
        env = "RECOLLECT_MAX_STREAMS_PER_CALLER",
        value_name = "N",
        default_value_t = 16
    )]
    pub max_streams_per_caller: usize,
    /// The most requests under way at the same time; beyond it the answer is 503
    #[arg(
        long,
        env = "RECOLLECT_MAX_REQUESTS",
        value_name = "N",
        default_value_t = 512
    )]
    pub max_requests: usize,
    /// The most requests of one caller under way at the same time; beyond it the answer is 429
    #[arg(
        long,
        env = "RECOLLECT_MAX_REQUESTS_PER_CALLER",
        value_name = "N",
        default_value_t = 256
    )]
    pub max_requests_per_caller: usize,
    /// How many requests one caller may make a minute, texts sent to be remembered aside; a sixth of them may come at
    /// once; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_REQUESTS_PER_MINUTE",
        value_name = "N",
        default_value_t = 60_000
    )]
    pub requests_per_minute: u32,
    /// How many texts one caller may send a minute; a sixth of them may come at once; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_TEXTS_PER_MINUTE",
        value_name = "N",
        default_value_t = 0
    )]
    pub texts_per_minute: u32,
    /// How many login links may be asked for at once for one e-mail address; they come back within the login window; no
    /// limit when 0
    #[arg(
        long,
        env = "RECOLLECT_LOGINS_PER_EMAIL",
        value_name = "N",
        default_value_t = 5
    )]
    pub logins_per_email: u32,
    /// The same from one network address, of IPv6 from one /64; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_LOGINS_PER_NETWORK",
        value_name = "N",
        default_value_t = 20
    )]
    pub logins_per_network: u32,
    /// How long it takes until as many login links may be asked for again, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_LOGIN_WINDOW_MS",
        value_name = "MS",
        default_value_t = 600_000
    )]
    pub login_window_ms: u64,
    /// How many applications may register at once from one network address, of IPv6 from one /64, and as many devices ask to
    /// be connected; they come back within an hour; no limit when 0
    #[arg(
        long,
        env = "RECOLLECT_REGISTRATIONS_PER_NETWORK",
        value_name = "N",
        default_value_t = 60
    )]
    pub registrations_per_network: u32,
    /// The longest body of a request that carries no text to be remembered, in bytes
    #[arg(
        long,
        env = "RECOLLECT_MAX_REQUEST_BYTES",
        value_name = "BYTES",
        default_value_t = 256 * 1024
    )]
    pub max_request_bytes: usize,
    /// The longest head of a request: its address and all its headers together, in bytes
    #[arg(
        long,
        env = "RECOLLECT_MAX_HEADER_BYTES",
        value_name = "BYTES",
        default_value_t = 32 * 1024
    )]
    pub max_header_bytes: usize,
    /// The most headers of a request
    #[arg(
        long,
        env = "RECOLLECT_MAX_HEADERS",
        value_name = "N",
        default_value_t = 64
    )]
    pub max_headers: usize,
    /// How long a connection may take to send the head of a request, and so how long it may do nothing, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_HEADER_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 30_000
    )]
    pub header_timeout_ms: u64,
    /// How long the body of a request may take to arrive, in milliseconds; a second more for every 16 KiB of it
    #[arg(
        long,
        env = "RECOLLECT_BODY_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 30_000
    )]
    pub body_timeout_ms: u64,
    /// How long a client may take nothing of a reply that waits for it, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_REPLY_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 30_000
    )]
    pub reply_timeout_ms: u64,
}

impl LimitOptions {
    /// The time for a request's head.
    pub fn header_timeout(&self) -> Duration {
        Duration::from_millis(self.header_timeout_ms.max(1))
    }

    /// The time for a request's body.
    pub fn body_timeout(&self) -> Duration {
        Duration::from_millis(self.body_timeout_ms.max(1))
    }

    /// The time a reply may wait for its reader.
    pub fn reply_timeout(&self) -> Duration {
        Duration::from_millis(self.reply_timeout_ms.max(1))
    }

    /// The time in which logins are counted.
    pub fn login_window(&self) -> Duration {
        Duration::from_millis(self.login_window_ms.max(1))
    }
}
