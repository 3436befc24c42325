//! Serving a queue: what is due is claimed and worked on, by as many workers as there are places.
//!
//! Nothing ends a server but being stopped: what cannot be claimed, and what panics, is told and tried again a second later.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use recollect_model::{Environment, Timestamp};
use recollect_storage::StorageError;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::{EngineError, Settings};

/// The pause after what could not be claimed.
const AFTER_TROUBLE: Duration = Duration::from_secs(1);
/// The shortest pause in which nothing is claimed: what is due, but leased to another worker, must not make this one spin.
const MIN_PAUSE: Duration = Duration::from_millis(20);

/// The place of a worker, free for the next when it is dropped.
pub(crate) type Place = OwnedSemaphorePermit;

/// What is claimed, one piece after the other. Cheap to clone.
pub(crate) trait Queue: Clone + Send + Sync + 'static {
    /// A piece of work.
    type Claim: Send + 'static;
    /// What is remembered of the turns in which nothing was due.
    type Idling: Default + Send;

    /// What waits in it.
    const OF: &'static str;

    /// How many may be worked on at the same time.
    fn places(&self) -> usize;

    fn environment(&self) -> &Environment;

    fn settings(&self) -> &Settings;

    /// Claims what is due.
    fn claim_next(&self) -> impl Future<Output = Result<Option<Self::Claim>, EngineError>> + Send;

    /// Works on what was claimed, and tells what goes wrong.
    fn work_on(&self, claim: Self::Claim, place: Place) -> impl Future<Output = ()> + Send;

    /// What is done when nothing is due; whether there may be more of that.
    fn idle(&self, idling: &mut Self::Idling) -> impl Future<Output = bool> + Send;

    /// When the next may be claimed, as things stand.
    fn next_due(&self) -> impl Future<Output = Result<Option<Timestamp>, StorageError>> + Send;
}

/// Serves the queue until `stop` is notified, then waits for the work in hand.
pub(crate) async fn serve<Q: Queue>(queue: Q, wake: Arc<Notify>, stop: Arc<Notify>) {
    let places = queue.places().max(1);
    let slots = Arc::new(Semaphore::new(places));
    let stopped = stop.notified();
    tokio::pin!(stopped);
    let mut idling = Q::Idling::default();
    loop {
        let place = tokio::select! {
            place = slots.clone().acquire_owned() => place.expect("the semaphore is never closed"),
            () = &mut stopped => break,
        };
        let (pause, may_be_woken) = match turn(&queue, place, &wake, &mut idling).await {
            Turn::Taken => continue,
            Turn::Idle => (pause(&queue).await, true),
            Turn::Trouble => (AFTER_TROUBLE, false),
        };
        tokio::select! {
            () = wake.notified(), if may_be_woken => {}
            () = tokio::time::sleep(pause) => {}
            () = &mut stopped => break,
        }
    }
    let all = u32::try_from(places).unwrap_or(u32::MAX);
    let _finished = slots.acquire_many(all).await;
}

/// What one look at the queue came to.
enum Turn {
    /// There was something to do, and there may be more.
    Taken,
    Idle,
    Trouble,
}

async fn turn<Q: Queue>(
    queue: &Q,
    place: Place,
    wake: &Arc<Notify>,
    idling: &mut Q::Idling,
) -> Turn {
    match unharmed(queue.claim_next()).await {
        Ok(Ok(Some(claim))) => {
            let (queue, wake) = (queue.clone(), wake.clone());
            tokio::spawn(async move {
                if let Err(panic) = unharmed(queue.work_on(claim, place)).await {
                    tracing::error!("work on {} panicked: {panic}", Q::OF);
                }
                wake.notify_one();
            });
            Turn::Taken
        }
        Ok(Ok(None)) => match unharmed(queue.idle(idling)).await {
            Ok(true) => Turn::Taken,
            Ok(false) => Turn::Idle,
            Err(panic) => {
                tracing::error!("what is done beside {} panicked: {panic}", Q::OF);
                *idling = Q::Idling::default();
                Turn::Trouble
            }
        },
        Ok(Err(error)) => {
            tracing::error!("{} cannot be read: {error}", Q::OF);
            Turn::Trouble
        }
        Err(panic) => {
            tracing::error!("claiming from {} panicked: {panic}", Q::OF);
            Turn::Trouble
        }
    }
}

/// How long a worker with nothing to do may sleep: until the next is due, and no longer than the poll interval.
async fn pause<Q: Queue>(queue: &Q) -> Duration {
    let due = queue.next_due().await.ok().flatten();
    let wait = due.map(|due| due.duration_since(queue.environment().now()));
    let wait = wait.map(|wait| Duration::try_from(wait).unwrap_or(Duration::ZERO));
    let poll = queue.settings().poll;
    wait.unwrap_or(poll).clamp(MIN_PAUSE.min(poll), poll)
}

/// What the work comes to, or what it said when it panicked. Only for work that leaves nothing half done in memory.
pub(crate) async fn unharmed<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.map_err(|panic| said(panic.as_ref()))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it said nothing").to_owned()
}
