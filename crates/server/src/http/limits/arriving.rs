//! A request's body while it arrives: not too long, and not too slowly.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep};

use crate::http::error::{ApiError, Limit};

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
    fault: Arc<Fault>,
}

/// Why a body broke off, for whoever answers the request.
#[derive(Debug, Default)]
pub(super) struct Fault(AtomicU8);

const TOO_LONG: u8 = 1;
const TOO_SLOW: u8 = 2;

impl Fault {
    /// The answer to the request; `None` when nothing was wrong.
    pub(super) fn told(&self) -> Option<ApiError> {
        match self.0.load(Ordering::Relaxed) {
            TOO_LONG => Some(ApiError::BodyTooLarge),
            TOO_SLOW => Some(Limit::BodyTooSlow.into()),
            _ => None,
        }
    }

    fn is(&self, fault: u8) -> BoxError {
        self.0.store(fault, Ordering::Relaxed);
        "the body is over a limit".into()
    }
}

impl Arriving {
    pub(super) fn new(body: Body, most: usize, patience: Duration, fault: Arc<Fault>) -> Self {
        Self {
            body,
            left: most,
            received: 0,
            patience,
            waiting: None,
            fault,
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
            return Poll::Ready(Some(Err(self.fault.is(TOO_SLOW))));
        };
        let length = match &frame {
            Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
            _ => 0,
        };
        let Some(left) = self.left.checked_sub(length) else {
            return Poll::Ready(Some(Err(self.fault.is(TOO_LONG))));
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
