//! Delivering: what is due is claimed, sent and recorded, by as many workers as there are places.
//!
//! First attempts at one webhook are made one after the other, in order; further ones beside them, each at its time,
//! so that nothing waits for what fails. Webhooks take turns, and a user has a quarter of the places at most, so a
//! receiver that hangs holds up nobody else. A claim is a lease that outlives any attempt: after a crash between
//! sending and recording, the same id and body are sent again.
//!
//! [`Deliveries::step`] is one turn of a worker; tests call it by hand.

use std::sync::Arc;
use std::time::Duration;

use recollect_model::{AuditAction, Environment, LeaseToken, Timestamp};
use recollect_outbound::{Answer, Body, Exchange, Failure, Request, Target};
use recollect_storage::{ClaimedDelivery, Disabling, EndedAttempt, StorageError, Store, Verdict};
use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;
use tracing::Instrument;

use super::{entry, signature};
use crate::metrics::{DeliveryOutcome, Metrics};
use crate::serving::{Place, Queue, serve};
use crate::{EngineError, Settings, spans};

/// How much longer than an attempt a lease lasts.
const LEASE_MARGIN: Duration = Duration::from_secs(15);
/// How often old deliveries are looked for, and how many are removed at a time.
const CLEANING: Duration = Duration::from_secs(3_600);
const REMOVED_AT_ONCE: u32 = 500;
/// The part of the places that one user may have.
const USERS_SHARE: usize = 4;
/// A wait is changed by at most this part of it, so that what failed together is not tried again together.
const JITTER: f64 = 0.15;
const GONE: u16 = 410;

/// The outbox and what its workers need. Cheap to clone.
#[derive(Clone)]
pub struct Deliveries {
    pub(crate) store: Store,
    pub(crate) door: Arc<dyn Exchange>,
    pub(crate) environment: Environment,
    pub(crate) settings: Arc<Settings>,
    pub(crate) metrics: Arc<Metrics>,
}

/// What a turn of a worker came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryStep {
    /// The receiver took it.
    Delivered,
    /// It failed; it is tried again, or given up.
    Failed,
    /// The webhook is gone, or another worker has it: nothing was recorded.
    Lost,
    /// There was nothing to do.
    Idle,
}

impl Deliveries {
    /// One turn: claims what is due, sends it, records what came of it.
    pub async fn step(&self) -> Result<DeliveryStep, EngineError> {
        match self.claim().await? {
            None => Ok(DeliveryStep::Idle),
            Some(claimed) => self.attempt(&claimed).await,
        }
    }

    /// Claims what is due.
    pub async fn claim(&self) -> Result<Option<ClaimedDelivery>, EngineError> {
        let now = self.environment.now();
        let token = LeaseToken::new(&self.environment);
        let lease = self.settings.webhooks.timeout + LEASE_MARGIN;
        let until = now.checked_add(lease).unwrap_or(now);
        let share = (self.settings.webhooks.parallel / USERS_SHARE).max(1);
        let claimed = self.store.claim_delivery(token, now, until, share);
        Ok(claimed.await?)
    }

    /// Sends a claimed delivery and records what came of it.
    pub async fn attempt(&self, claimed: &ClaimedDelivery) -> Result<DeliveryStep, EngineError> {
        let started_at = self.environment.now();
        let request = Request {
            url: claimed.url.clone(),
            headers: signature::headers(claimed, started_at),
            body: Body::Post(claimed.body.clone()),
        };
        let begun = self.environment.elapsed();
        let span = spans::delivery(claimed.tries);
        let outcome = self.door.exchange(&request);
        let outcome = outcome.instrument(span.clone()).await;
        let took = self.environment.elapsed().saturating_sub(begun);
        let now = self.environment.now();
        let ended = self.judged(claimed, &outcome, started_at, now);
        let step = match ended.verdict {
            Verdict::Delivered => DeliveryStep::Delivered,
            Verdict::TryAgain(_) | Verdict::Exhausted => DeliveryStep::Failed,
        };
        let (delivery, webhook, user) = (claimed.id, claimed.webhook, claimed.user);
        match &ended.error {
            None => tracing::info!(%delivery, %webhook, %user, "delivered"),
            Some(error) => tracing::warn!(%delivery, %webhook, %user, "not delivered: {error}"),
        }
        let step = match self.store.end_attempt(claimed, &ended, now).await? {
            true => step,
            false => DeliveryStep::Lost,
        };
        let outcome = match step {
            DeliveryStep::Delivered => DeliveryOutcome::Delivered,
            DeliveryStep::Failed => DeliveryOutcome::Failed,
            DeliveryStep::Lost | DeliveryStep::Idle => DeliveryOutcome::Lost,
        };
        self.metrics.delivery(outcome, took);
        spans::delivery_ended(&span, ended.status, outcome);
        Ok(step)
    }

    /// Removes deliveries that ended long ago, a few at a time; whether there may be more.
    pub async fn clean(&self) -> Result<bool, EngineError> {
        let now = self.environment.now();
        let before = now
            .checked_sub(self.settings.webhooks.retention)
            .unwrap_or(Timestamp::UNIX_EPOCH);
        let removed = self.store.remove_old_deliveries(before, REMOVED_AT_ONCE);
        Ok(removed.await? == u64::from(REMOVED_AT_ONCE))
    }

    fn judged(
        &self,
        claimed: &ClaimedDelivery,
        outcome: &Result<Answer, Failure>,
        started_at: Timestamp,
        now: Timestamp,
    ) -> EndedAttempt {
        let (status, error) = match outcome {
            Ok(answer) => (Some(answer.status), complaint(answer.status)),
            Err(failure) => (None, Some(failure.to_string())),
        };
        let verdict = match &error {
            None => Verdict::Delivered,
            Some(_) if status == Some(GONE) => Verdict::Exhausted,
            Some(_) => self.after_failure(claimed.tries + 1, now),
        };
        let duration = now.duration_since(started_at).as_millis();
        EndedAttempt {
            started_at,
            duration_ms: u64::try_from(duration).unwrap_or(0),
            status,
            verdict,
            disabling: error
                .is_some()
                .then(|| self.disabling(claimed, status, now)),
            error,
        }
    }

    /// What follows the `failures`-th failed attempt in a row.
    fn after_failure(&self, failures: u32, now: Timestamp) -> Verdict {
        let Some(wait) = self.settings.webhooks.retry_schedule.wait(failures) else {
            return Verdict::Exhausted;
        };
        let dice = f64::from(u16::from_be_bytes(self.environment.random())) / f64::from(u16::MAX);
        let wait = wait.mul_f64(1.0 + JITTER * (2.0 * dice - 1.0));
        Verdict::TryAgain(now.checked_add(wait).unwrap_or(now))
    }

    /// When and why a failure disables the webhook: at once when the receiver says it is gone, otherwise when nothing has
    /// succeeded for days.
    fn disabling(
        &self,
        claimed: &ClaimedDelivery,
        status: Option<u16>,
        now: Timestamp,
    ) -> Disabling {
        let after = self.settings.webhooks.disable_after;
        let (if_failing_since, reason) = if status == Some(GONE) {
            (None, "the receiver answered 410 Gone".to_owned())
        } else {
            let hours = after.as_secs() / 3_600;
            let limit = now.checked_sub(after).unwrap_or(Timestamp::UNIX_EPOCH);
            let reason = format!("every attempt of more than {hours} hours failed");
            (Some(limit), reason)
        };
        let mut audit = match Target::parse(&claimed.url, true) {
            Ok(target) => entry(AuditAction::WebhookDisabled, &target, None, now),
            Err(_) => recollect_model::AuditEntry {
                action: AuditAction::WebhookDisabled,
                subject: claimed.webhook.to_string(),
                address: None,
                at: now,
            },
        };
        audit.subject = format!("{}: {reason}", audit.subject);
        Disabling {
            if_failing_since,
            reason,
            audit,
        }
    }
}

/// What is wrong with a status.
fn complaint(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        300..=399 => Some(format!("answered {status}; redirects are not followed")),
        _ => Some(format!("answered {status}")),
    }
}

/// The workers of one engine, started once they have a door to the outside.
#[derive(Default)]
pub(crate) struct Delivering {
    pub(crate) door: Option<Arc<dyn Exchange>>,
    pub(crate) woken: Arc<Notify>,
    stop: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Delivering {
    /// Something may be due.
    pub(crate) fn wake(&self) {
        self.woken.notify_one();
    }

    pub(crate) async fn start(&self, deliveries: Deliveries) {
        let serving = serve(deliveries, self.woken.clone(), self.stop.clone());
        *self.task.lock().await = Some(tokio::spawn(serving));
    }

    /// Stops after the attempts under way.
    pub(crate) async fn stop(&self) {
        self.stop.notify_one();
        if let Some(task) = self.task.lock().await.take() {
            // The task ends by itself; a panic inside it was already reported.
            let _ = task.await;
        }
    }
}

impl std::fmt::Debug for Delivering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Delivering")
    }
}

impl Queue for Deliveries {
    type Claim = ClaimedDelivery;
    /// When old deliveries are removed again, in the time of the process.
    type Idling = Duration;

    const OF: &'static str = "the deliveries";

    fn places(&self) -> usize {
        self.settings.webhooks.parallel
    }

    fn environment(&self) -> &Environment {
        &self.environment
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    async fn claim_next(&self) -> Result<Option<ClaimedDelivery>, EngineError> {
        self.claim().await
    }

    async fn work_on(&self, claimed: ClaimedDelivery, _place: Place) {
        if let Err(error) = self.attempt(&claimed).await {
            tracing::error!(delivery = %claimed.id, "an attempt could not be recorded and will be made again: {error}");
        }
    }

    /// Removes old deliveries when it is time to.
    async fn idle(&self, clean_at: &mut Duration) -> bool {
        let now = self.environment.elapsed();
        if now < *clean_at {
            return false;
        }
        let is_left = self.clean().await.unwrap_or_else(|error| {
            tracing::warn!("old deliveries could not be removed: {error}");
            false
        });
        if !is_left {
            *clean_at = now + CLEANING;
        }
        is_left
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        self.store.next_delivery_at().await
    }
}
