//! Takes connections and gives their requests to the router.
//!
//! At most so many connections are open, and so many from one network; what is more from there is closed. A few
//! beyond all places are taken for whoever asks for the service's health; what else they ask is told 503, and the
//! longest open of them is cut when another comes, so that silent ones keep nobody waiting. One that does not send a
//! request's head in time, or takes nothing of its reply for a while, is cut. A stop lets the requests under way
//! finish, for a while: a connection that only lingers must not keep the process.
//!
//! A connection speaks HTTP/1, or HTTP/2 without encryption where it begins so.

mod activity;
mod opening;
mod stalling;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;
use tower::ServiceExt;

use self::activity::{Activity, Told};
use self::stalling::Stalling;
use super::error::{ApiError, Limit};
use super::limits::{Each, PlaceOf, is_health, network};
use super::metrics::{ConnectionRefusal, HttpMetrics};
use super::origin::Connection;
use crate::configuration::LimitOptions;

/// How long a stop waits for requests under way.
const LINGERING: Duration = Duration::from_secs(10);
/// The connections beyond all places.
const RESERVE: usize = 64;
/// How long one of them may take to send its head.
const RESERVE_PATIENCE: Duration = Duration::from_secs(2);
/// Headers that hyper reads into a place of their own on the stack; more cost an allocation for every request.
const CHEAP_HEADERS: usize = 100;
/// The requests that may be under way on one connection of HTTP/2; further ones wait at the client.
const MAX_STREAMS: u32 = 100;
/// What is kept of one of its replies until the client takes it.
const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Serves until `stop` is ready, and then the requests under way.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: &LimitOptions,
    trusted_proxies: &[IpNet],
    metrics: &Arc<HttpMetrics>,
    stop: impl Future<Output = ()> + Send,
) {
    let most = limits.max_connections.clamp(1, Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(most));
    let mut reserve = Reserve::default();
    let by_network = Each::new(limits.max_connections_per_network);
    let server = Server {
        one: one(limits),
        two: two(limits),
        is_reserve: false,
        router,
        header_timeout: limits.header_timeout(),
        reply_timeout: limits.reply_timeout(),
        metrics: metrics.clone(),
    };
    let (stopping, told) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stop => break,
        };
        let address = peer.ip().to_canonical();
        let is_proxy = trusted_proxies.iter().any(|net| net.contains(&address));
        let of_network = by_network.enter(network(address));
        if of_network.is_none() && !is_proxy {
            metrics.refused_connection(ConnectionRefusal::Network);
            tracing::debug!(
                "a connection from {peer} is closed: there are too many from its network"
            );
            continue;
        }
        let place = places.clone().try_acquire_owned().ok();
        let is_reserve = place.is_none();
        let held = Held {
            _place: place,
            _of_network: of_network.filter(|_| !is_proxy),
        };
        let server = match is_reserve {
            true => server.clone().for_health(),
            false => server.clone(),
        };
        let attended = tokio::spawn(server.attend(stream, peer, held, told.clone()));
        if is_reserve {
            reserve.take(attended.abort_handle());
        }
    }
    drop((listener, told));
    stopping.send_replace(());
    // Every place is free when the last connection has ended.
    let all = u32::try_from(most).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(LINGERING, places.acquire_many(all)).await;
}

/// What every connection is served with.
#[derive(Clone)]
struct Server {
    one: http1::Builder,
    two: http2::Builder<TokioExecutor>,
    /// Whether only the service's health is told.
    is_reserve: bool,
    router: Router,
    header_timeout: Duration,
    reply_timeout: Duration,
    metrics: Arc<HttpMetrics>,
}

fn one(limits: &LimitOptions) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    // The router names what is too large; this is where reading ends for what is far too large.
    let largest = limits.max_header_bytes.saturating_mul(2);
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout())
        .max_header_size(largest)
        .max_buf_size(largest.max(64 * 1024));
    if limits.max_headers >= CHEAP_HEADERS {
        protocol.max_headers(limits.max_headers.saturating_mul(2));
    }
    protocol
}

fn two(limits: &LimitOptions) -> http2::Builder<TokioExecutor> {
    let mut protocol = http2::Builder::new(TokioExecutor::new());
    let largest = limits.max_header_bytes.saturating_mul(2);
    protocol
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_send_buf_size(SEND_BUFFER_BYTES)
        .max_header_list_size(u32::try_from(largest).unwrap_or(u32::MAX));
    protocol
}

/// What a connection holds as long as it is open.
struct Held {
    _place: Option<OwnedSemaphorePermit>,
    _of_network: Option<PlaceOf<IpAddr>>,
}

/// The connections beyond all places, the longest open first.
#[derive(Default)]
struct Reserve(VecDeque<AbortHandle>);

impl Reserve {
    /// Takes one more; the longest open is cut where there are too many.
    fn take(&mut self, connection: AbortHandle) {
        self.0.retain(|open| !open.is_finished());
        if self.0.len() >= RESERVE
            && let Some(longest) = self.0.pop_front()
        {
            longest.abort();
        }
        self.0.push_back(connection);
    }
}

impl Server {
    /// The same for a connection beyond all places.
    fn for_health(mut self) -> Self {
        self.is_reserve = true;
        self.header_timeout = RESERVE_PATIENCE;
        self.one.header_read_timeout(RESERVE_PATIENCE);
        self.one.keep_alive(false);
        self
    }

    /// Serves one connection to its end.
    async fn attend(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        _held: Held,
        mut told: watch::Receiver<()>,
    ) {
        // A small reply must not wait for the acknowledgement of the one before it.
        let _ = stream.set_nodelay(true);
        let _open = self.metrics.connection();
        let connection = ConnectInfo(Connection {
            peer,
            local: stream.local_addr().ok(),
        });
        let mut stream = Stalling::new(stream, self.reply_timeout);
        let begun = tokio::time::timeout(self.header_timeout, opening::read(&mut stream));
        let begun = tokio::select! {
            begun = begun => begun,
            _ = told.changed() => return,
        };
        let Ok(Ok((begun, is_two))) = begun else {
            tracing::debug!("the connection from {peer} is closed: it says nothing");
            return;
        };
        stream.again(begun);
        match is_two {
            true => self.speak_two(stream, connection, told).await,
            false => self.speak_one(stream, connection, told).await,
        }
    }

    /// Serves a connection of HTTP/1.
    async fn speak_one(
        self,
        stream: Stalling<TcpStream>,
        connection: ConnectInfo<Connection>,
        mut told: watch::Receiver<()>,
    ) {
        let peer = connection.0.peer;
        let protocol = self.one.clone();
        let service = tower::service_fn(self.answering(connection));
        let served =
            protocol.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let mut served = pin!(served);
        tokio::select! {
            ended = served.as_mut() => return tell(peer, ended),
            _ = told.changed() => served.as_mut().graceful_shutdown(),
        }
        tell(peer, served.await);
    }

    /// Serves a connection of HTTP/2, until nothing has happened on it for a while.
    async fn speak_two(
        self,
        mut stream: Stalling<TcpStream>,
        connection: ConnectInfo<Connection>,
        mut told: watch::Receiver<()>,
    ) {
        let peer = connection.0.peer;
        let (header_timeout, reply_timeout) = (self.header_timeout, self.reply_timeout);
        let activity = Activity::new();
        stream.tell(activity.clone());
        let noted = activity.clone();
        let protocol = self.two.clone();
        let answering = self.answering(connection);
        let service = tower::service_fn(move |request: Request<Incoming>| {
            let (busy, noted) = (noted.begin(), noted.clone());
            let answered = answering(request);
            async move {
                let response = answered.await;
                drop(busy);
                response.map(|response| response.map(|body| Body::new(Told::new(body, noted))))
            }
        });
        let served =
            protocol.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let mut served = pin!(served);
        tokio::select! {
            ended = served.as_mut() => return tell(peer, ended),
            () = activity.ended(header_timeout) => served.as_mut().graceful_shutdown(),
            _ = told.changed() => served.as_mut().graceful_shutdown(),
        }
        // The client is given time to hear of it.
        activity.note();
        tokio::select! {
            ended = served.as_mut() => tell(peer, ended),
            () = activity.ended(reply_timeout) => {
                tracing::debug!("the connection from {peer} is closed: it takes nothing");
            }
        }
    }

    /// What answers the requests of a connection.
    fn answering(
        self,
        connection: ConnectInfo<Connection>,
    ) -> impl Fn(Request<Incoming>) -> Answer + Clone {
        let (router, is_reserve, metrics) = (self.router, self.is_reserve, self.metrics);
        move |request| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(connection);
            let (router, metrics) = (router.clone(), metrics.clone());
            Box::pin(async move {
                if is_reserve && !is_health(request.uri().path()) {
                    metrics.refused_connection(ConnectionRefusal::All);
                    return Ok(ApiError::from(Limit::AllAtOnce).into_response());
                }
                router.oneshot(request).await
            })
        }
    }
}

/// An answer to come.
type Answer = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

fn tell(peer: SocketAddr, ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::debug!("the connection from {peer} ended: {error}");
    }
}
