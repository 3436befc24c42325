//! A request's body while it arrives: not too long, and not too slowly.

use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep};

use super::under_way::PlaceOf;
use crate::http::error::{ApiError, Limit};

/// Of a body that nobody wants, so many bytes are read past, and for so long.
const MAX_PASSED_BYTES: usize = 256 * 1024;
const PASSING: Duration = Duration::from_secs(1);
/// So many bytes give a body another second.
const BYTES_A_SECOND: u64 = 16 * 1024;

/// A body that breaks off with an error where it is over a limit.
pub(super) struct Arriving {
    body: Body,
    /// Bytes that may still come.
    left: usize,
    received: u64,
    patience: Duration,
    /// When waiting began, and the wait itself; a body that is there at once never waits.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    has_ended: bool,
    arrival: Arc<Arrival>,
    /// A place among those that arrive from the same network; given back at the end of the body.
    place: Option<PlaceOf<IpAddr>>,
}

/// What became of a body, for whoever answers the request.
#[derive(Debug, Default)]
pub(super) struct Arrival {
    fault: AtomicU8,
    /// The body, when nobody wanted the rest of it.
    unread: Mutex<Option<Body>>,
}

const TOO_LONG: u8 = 1;
const TOO_SLOW: u8 = 2;

impl Arrival {
    /// The answer to the request when the body was over a limit.
    pub(super) fn fault(&self) -> Option<ApiError> {
        match self.fault.load(Ordering::Relaxed) {
            TOO_LONG => Some(ApiError::BodyTooLarge),
            TOO_SLOW => Some(Limit::BodyTooSlow.into()),
            _ => None,
        }
    }

    /// Reads past what nobody wanted of the body, so that the next request on the connection can be heard; false when
    /// that is too much, comes too slowly, or is withheld until it is asked for.
    pub(super) async fn pass(&self, is_withheld: bool) -> bool {
        let unread = self.unread().take();
        let Some(mut body) = unread else {
            return true;
        };
        if is_withheld || body.size_hint().lower() > MAX_PASSED_BYTES as u64 {
            return false;
        }
        let passing = async {
            let mut left = MAX_PASSED_BYTES;
            while let Some(frame) = body.frame().await {
                let length = frame.ok()?.data_ref().map_or(0, Bytes::len);
                left = left.checked_sub(length)?;
            }
            Some(())
        };
        matches!(tokio::time::timeout(PASSING, passing).await, Ok(Some(())))
    }

    fn is(&self, fault: u8) -> BoxError {
        self.fault.store(fault, Ordering::Relaxed);
        "the body is over a limit".into()
    }

    fn unread(&self) -> MutexGuard<'_, Option<Body>> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        // A body in chunks does not know that it has ended until it is asked once more.
        if !self.has_ended && !self.body.is_end_stream() {
            *self.arrival.unread() = Some(std::mem::take(&mut self.body));
        }
    }
}

impl Arriving {
    pub(super) fn new(
        body: Body,
        most: usize,
        patience: Duration,
        arrival: Arc<Arrival>,
        place: Option<PlaceOf<IpAddr>>,
    ) -> Self {
        Self {
            body,
            left: most,
            received: 0,
            patience,
            waiting: None,
            has_ended: false,
            arrival,
            place,
        }
    }

    /// Ready when the body has had its time.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let patience = self.patience;
        let (began, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(tokio::time::sleep_until(now + patience)))
        });
        let deadline = *began + patience + Duration::from_secs(self.received / BYTES_A_SECOND);
        if sleep.deadline() != deadline {
            sleep.as_mut().reset(deadline);
        }
        sleep.as_mut().poll(context)
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) else {
            ready!(self.poll_late(context));
            return Poll::Ready(Some(Err(self.arrival.is(TOO_SLOW))));
        };
        self.has_ended = frame.is_none();
        if self.has_ended || self.body.is_end_stream() {
            self.place = None;
        }
        let length = match &frame {
            Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
            _ => 0,
        };
        let Some(left) = self.left.checked_sub(length) else {
            return Poll::Ready(Some(Err(self.arrival.is(TOO_LONG))));
        };
        self.left = left;
        self.received += length as u64;
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl fmt::Debug for Arriving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arriving({} bytes so far)", self.received)
    }
}
