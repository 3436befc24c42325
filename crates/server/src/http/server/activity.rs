//! Whether anything happens on a connection over which many requests go at once.
//!
//! HTTP/1 is watched by its head and by its replies, one after the other. Over HTTP/2 a client may open a connection
//! and ask nothing, or ask much and take nothing of it, while other streams go on. So a connection is kept as long as
//! the service has something to do for it, and as long as its bytes are taken.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::Instant;

/// What a connection is doing. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Activity {
    /// The requests whose reply, or the next part of it, is being made.
    busy: Arc<AtomicUsize>,
    opened: Instant,
    /// When something was last done or taken, in milliseconds since it was opened.
    last_ms: Arc<AtomicU64>,
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            busy: Arc::default(),
            opened: Instant::now(),
            last_ms: Arc::default(),
        }
    }

    /// Notes that the other side has asked or taken something.
    pub(super) fn note(&self) {
        let elapsed = u64::try_from(self.opened.elapsed().as_millis());
        self.last_ms
            .store(elapsed.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Begins to make a reply.
    pub(super) fn begin(&self) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    /// Ready once nothing has happened for so long.
    pub(super) async fn ended(&self, patience: Duration) {
        loop {
            let last = Duration::from_millis(self.last_ms.load(Ordering::Relaxed));
            let quiet = self.opened.elapsed().saturating_sub(last);
            let is_busy = self.busy.load(Ordering::Relaxed) > 0;
            match patience.checked_sub(quiet).filter(|left| !left.is_zero()) {
                Some(left) => tokio::time::sleep(left).await,
                None if is_busy => tokio::time::sleep(patience).await,
                None => return,
            }
        }
    }
}

/// A reply that is being made; nothing is waited for once it is dropped.
#[derive(Debug)]
pub(super) struct Busy(Activity);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
        self.0.note();
    }
}

/// The body of a reply, which is busy while its next part is being made, and not while that waits to be taken.
#[derive(Debug)]
pub(super) struct Told {
    body: Body,
    activity: Activity,
    busy: Option<Busy>,
}

impl Told {
    pub(super) fn new(body: Body, activity: Activity) -> Self {
        Self {
            body,
            activity,
            busy: None,
        }
    }
}

impl HttpBody for Told {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        match frame {
            Poll::Pending if self.busy.is_none() => self.busy = Some(self.activity.begin()),
            Poll::Pending => {}
            Poll::Ready(_) => {
                self.busy = None;
                self.activity.note();
            }
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
