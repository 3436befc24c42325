//! The queue: every user's episodes strictly in order, all users side by side.
//!
//! A *lane* is one user's queue; what imports bring has a second one of its own, and neither waits for the other. A worker claims the ready lane that was served longest ago, takes a batch from its
//! head, understands the texts without holding a transaction, and settles the batch in one: episodes, graph, logs and
//! the lane itself. So a user with many, slow or failing episodes delays another's next one by a batch at most.
//!
//! What is brought is worked on by threads that stand back, and not at all while it is still being accepted
//! ([`bringing`](crate::bringing)): whoever searches or writes has the cores first.
//!
//! A claim is a lease. It is renewed while the work goes on and fenced when it is settled: a worker that lost its
//! lease, by a crash or a stall, changes nothing, and whoever claims the lane next starts where the last settlement
//! ended. A claim that is never settled counts against the head of its batch, and what was claimed with it is processed
//! one by one; one that the database refused to settle counts against nobody and is given back. An episode that fails in a way that may heal is tried again with growing waits and holds its lane, since
//! order comes first; after `max_attempts`, or when trying again is useless, it is `failed` with its reason.
//!
//! [`Lanes::step`] is one turn of a worker; tests and simulations call its three parts by hand.

mod context;
mod documents;
mod note;
mod owner;
mod renewing;
mod settle;
mod understand;

use std::sync::Arc;
use std::time::Duration;

use recollect_model::{Environment, LeaseToken, Timestamp, UserId};
use recollect_storage::{LaneClaim, StorageError, Store};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tracing::Instrument;

use crate::bringing::Bringing;
use crate::graph::later::Later;
use crate::metrics::{Metrics, ProcessingStep};
use crate::repetition::Told;
use crate::serving::{Place, Queue};
use crate::{EngineError, Language, Settings, spans};

pub use renewing::Renewing;

/// An episode that was claimed this often without being settled takes the process down with it.
const MAX_CLAIMS: u32 = 20;
/// How long a lane rests whose batch the database refused to settle.
const AFTER_REFUSAL: Duration = Duration::from_secs(2);
/// The longest pause between two tries to give a claim back.
const MAX_GIVING_BACK: Duration = Duration::from_secs(5);
/// The most text of one lane taken at a time: what two cores embed in a few seconds.
const BATCH_BYTES: usize = 128 * 1024;

/// The queue and what its workers need. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Lanes {
    pub(crate) store: Store,
    pub(crate) language: Language,
    pub(crate) environment: Environment,
    pub(crate) settings: Arc<Settings>,
    pub(crate) told: Arc<Told>,
    pub(crate) metrics: Arc<Metrics>,
    /// Told when events were committed, for whoever delivers them.
    pub(crate) events_written: Arc<Notify>,
    /// What is brought stands back behind what is being accepted.
    pub(crate) bringing: Bringing,
}

/// What a turn of a worker came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A batch of this many episodes was settled.
    Settled(usize),
    /// There was nothing to do.
    Idle,
}

impl Lanes {
    /// One turn: claims a lane, understands its batch, settles it; a claim that the database kept from being settled is
    /// given back.
    pub async fn step(&self) -> Result<Step, EngineError> {
        let Some(claim) = self.claim().await? else {
            return Ok(Step::Idle);
        };
        self.work_and_give_back(claim, ()).await.map(Step::Settled)
    }

    /// Understands a claimed batch and settles it; a claim that the database kept from being settled is given back. The worker's
    /// place is free before that, which takes as long as the database refuses.
    async fn work_and_give_back<P>(
        &self,
        claim: LaneClaim,
        place: P,
    ) -> Result<usize, EngineError> {
        let held = Held::of(&claim);
        let worked = self.work(claim).await;
        drop(place);
        if let (Err(EngineError::Unavailable { .. }), Some(held)) = (&worked, held) {
            self.give_back(held).await;
        }
        worked
    }

    pub(super) fn later(&self) -> Later {
        Later {
            store: self.store.clone(),
            environment: self.environment.clone(),
            events_written: self.events_written.clone(),
        }
    }

    /// Claims the ready lane served longest ago, with a batch from its head.
    pub async fn claim(&self) -> Result<Option<LaneClaim>, EngineError> {
        let now = self.environment.now();
        let token = LeaseToken::new(&self.environment);
        let (until, most) = (self.lease_end(now), self.settings.lane_batch);
        let claim = match self.bringing.comes_first(self.environment.elapsed()) {
            true => {
                self.store
                    .claim_written(token, now, until, most, BATCH_BYTES)
                    .await
            }
            false => self.store.claim(token, now, until, most, BATCH_BYTES).await,
        };
        Ok(claim?)
    }

    /// Understands a claimed batch and settles it; returns how many episodes left the queue.
    async fn work(&self, claim: LaneClaim) -> Result<usize, EngineError> {
        let span = spans::batch(claim.episodes.len());
        let settled = self.understand_and_settle(claim);
        let settled = settled.instrument(span.clone()).await;
        spans::batch_ended(&span, &settled);
        settled
    }

    async fn understand_and_settle(&self, claim: LaneClaim) -> Result<usize, EngineError> {
        if let Some(text) = &claim.unreadable {
            return self.give_up_unreadable(&claim, text).await;
        }
        for episode in &claim.episodes {
            tracing::info!(log = %episode.log, user = %claim.user, "processing");
        }
        // A task of its own, so that the lease is kept whatever the work does; it ends with this call.
        let mut keeping = JoinSet::new();
        keeping.spawn(self.clone().keep_lease(claim.user, claim.token));
        let understood = tokio::select! {
            understood = self.understand(&claim) => understood,
            _ = keeping.join_next() => {
                tracing::warn!(user = %claim.user, "the lane was taken over by another worker; this one's work is dropped");
                return Ok(0);
            }
        };
        if understood.is_empty() && !claim.episodes.is_empty() {
            return Err(EngineError::Unavailable {
                reason: "what was said before cannot be read".to_owned(),
            });
        }
        let begun = self.environment.elapsed();
        let settling = self.settle_patiently(&claim, &understood);
        let span = spans::processing_step(ProcessingStep::Settle);
        let settled = settling.instrument(span).await;
        self.took(ProcessingStep::Settle, begun);
        settled
    }

    /// A step that began then has ended.
    fn took(&self, step: ProcessingStep, begun: Duration) {
        let took = self.environment.elapsed().saturating_sub(begun);
        self.metrics.processing(step, took);
    }

    /// Undoes a claim that the database kept from being settled, as soon as it takes writes again.
    async fn give_back(&self, held: Held) {
        let mut pause = Duration::from_millis(250);
        loop {
            let now = self.environment.now();
            let ready_at = now.checked_add(AFTER_REFUSAL).unwrap_or(now);
            let given = self
                .store
                .give_back(held.user, held.token, held.head, ready_at);
            match given.await {
                Ok(()) => return,
                Err(StorageError::Unavailable { .. }) => tokio::time::sleep(pause).await,
                Err(error) => {
                    tracing::error!(user = %held.user, "a claim could not be given back: {error}");
                    return;
                }
            }
            pause = (pause * 2).min(MAX_GIVING_BACK);
        }
    }

    /// Renews the lease again and again; ends when it is lost.
    async fn keep_lease(self, user: UserId, token: LeaseToken) {
        let every = self.settings.lease / 3;
        loop {
            tokio::time::sleep(every).await;
            let end = self.lease_end(self.environment.now());
            match self.store.renew(user, token, end).await {
                Ok(true) => {}
                Ok(false) => return,
                // The fence at settlement decides; until then the work may still count.
                Err(error) => tracing::warn!(%user, "a lease could not be renewed: {error}"),
            }
        }
    }

    fn lease_end(&self, now: Timestamp) -> Timestamp {
        now.checked_add(self.settings.lease).unwrap_or(now)
    }
}

/// What is known of a claim once its work has ended.
#[derive(Debug, Clone, Copy)]
struct Held {
    user: UserId,
    token: LeaseToken,
    /// The place of the first episode.
    head: i64,
}

impl Held {
    fn of(claim: &LaneClaim) -> Option<Self> {
        claim.head().map(|head| Self {
            user: claim.user,
            token: claim.token,
            head,
        })
    }
}

impl Queue for Lanes {
    type Claim = LaneClaim;
    type Idling = Renewing;

    const OF: &'static str = "the queue";

    fn places(&self) -> usize {
        self.settings.lanes
    }

    fn environment(&self) -> &Environment {
        &self.environment
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    async fn claim_next(&self) -> Result<Option<LaneClaim>, EngineError> {
        self.claim().await
    }

    async fn work_on(&self, claim: LaneClaim, place: Place) {
        let user = claim.user;
        if let Err(error) = self.work_and_give_back(claim, place).await {
            tracing::error!(%user, "a batch could not be settled and will be claimed again: {error}");
        }
    }

    async fn idle(&self, renewing: &mut Renewing) -> bool {
        renewing.step(self).await
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        self.store.next_ready_at().await
    }
}
