//! Takes connections and gives their requests to the router.
//!
//! At most so many connections are open; further ones wait in the system's queue. One that does not send a request's
//! head in time, or takes nothing of its reply for a while, is cut. A stop lets the requests under way finish, for a
//! while: a connection that only lingers must not keep the process.

mod stalling;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use self::stalling::Stalling;
use super::origin::Connection;
use crate::configuration::LimitOptions;

/// How long a stop waits for requests under way.
const LINGERING: Duration = Duration::from_secs(10);
/// Headers that hyper reads into a place of their own on the stack; more cost an allocation for every request.
const CHEAP_HEADERS: usize = 100;

/// Serves until `stop` is ready, and then the requests under way.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: &LimitOptions,
    stop: impl Future<Output = ()> + Send,
) {
    let most = limits.max_connections.clamp(1, Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(most));
    let server = Server {
        protocol: protocol(limits),
        router,
        reply_timeout: limits.reply_timeout(),
    };
    let (stopping, told) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, Listener::accept(&mut listener).await)
        };
        let (place, (stream, peer)) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        let place = place.expect("nobody closes the semaphore");
        tokio::spawn(server.clone().attend(stream, peer, place, told.clone()));
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
    protocol: http1::Builder,
    router: Router,
    reply_timeout: Duration,
}

fn protocol(limits: &LimitOptions) -> http1::Builder {
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

impl Server {
    /// Serves one connection to its end.
    async fn attend(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        _place: OwnedSemaphorePermit,
        mut told: watch::Receiver<()>,
    ) {
        // A small reply must not wait for the acknowledgement of the one before it.
        let _ = stream.set_nodelay(true);
        let connection = ConnectInfo(Connection {
            peer,
            local: stream.local_addr().ok(),
        });
        let service = self.router.map_request(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(connection);
            request
        });
        let stream = TokioIo::new(Stalling::new(stream, self.reply_timeout));
        let served = self
            .protocol
            .serve_connection(stream, TowerToHyperService::new(service));
        let mut served = pin!(served);
        tokio::select! {
            ended = served.as_mut() => return tell(peer, ended),
            _ = told.changed() => served.as_mut().graceful_shutdown(),
        }
        tell(peer, served.await);
    }
}

fn tell(peer: SocketAddr, ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::debug!("the connection from {peer} ended: {error}");
    }
}
