//! Group commit: requests that arrive while one commit is being written share the next.
//!
//! A lone commit costs one fsync, some milliseconds; waiting requests are gathered meanwhile, so that throughput grows
//! with the number of writers and a lone writer waits for nobody (DeWitt et al., "Implementation techniques for main
//! memory database systems", SIGMOD 1984).
//!
//! Nobody waits for somebody else's trouble. A user whose lane is held, by a deletion or by another node, is left out of
//! the commit and comes with a later one; a commit that takes long, because its connection hangs, does not keep the next
//! from being begun on another.

use std::sync::Arc;
use std::time::Duration;

use recollect_model::AcceptedEpisode;
use recollect_storage::{Acceptance, Quotas, StorageError, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::EngineError;

/// Requests waiting beyond this number wait to be queued at all.
const WAITING: usize = 4_096;
const BATCH: usize = 256;
const BATCH_BYTES: usize = 16 * 1024 * 1024;
/// A commit that takes longer than this does not keep the next from being begun.
const OVERDUE: Duration = Duration::from_millis(500);
/// How long a commit may take until those who wait for it are told that it failed, as far as is known; where statements may take longer
/// than [`STATEMENT`], in proportion.
const COMMITTING: Duration = Duration::from_secs(15);
const STATEMENT: Duration = Duration::from_secs(10);
/// The most commits at the same time.
const MAX_COMMITS: usize = 4;
/// How long a request waits for its user's lane.
const HELD_FOR: Duration = Duration::from_secs(5);
/// The pause between two tries for lanes that are held.
const BETWEEN_TRIES: Duration = Duration::from_millis(25);

type Answer = Result<Acceptance, EngineError>;

struct Request {
    episode: AcceptedEpisode,
    since: Instant,
    answer: oneshot::Sender<Answer>,
}

impl Request {
    fn bytes(&self) -> usize {
        self.episode.body.len() + self.episode.request.len()
    }
}

/// The door to the task that commits.
#[derive(Debug, Clone)]
pub(crate) struct GroupCommit {
    requests: mpsc::Sender<Request>,
}

impl GroupCommit {
    /// Starts the task; it ends when the last door is dropped and every request is answered.
    pub(crate) fn start(store: Store, quotas: Quotas) -> Self {
        let (requests, receiver) = mpsc::channel(WAITING);
        let committing = Committing {
            store,
            quotas,
            receiver,
            commits: JoinSet::new(),
            overdue_at: None,
            held: Vec::new(),
        };
        tokio::spawn(committing.run());
        Self { requests }
    }

    /// Gives an episode to be stored together with those of other callers, after those that were given before.
    pub(crate) async fn send(&self, episode: AcceptedEpisode) -> Result<Awaited, EngineError> {
        let (answer, answered) = oneshot::channel();
        let request = Request {
            episode,
            since: Instant::now(),
            answer,
        };
        self.requests.send(request).await.map_err(|_| stopped())?;
        Ok(Awaited(answered))
    }

    /// What became of it, when the commit is on disk.
    pub(crate) async fn answer(awaited: Awaited) -> Answer {
        awaited.0.await.map_err(|_| stopped())?
    }
}

/// An episode whose commit is awaited.
pub(crate) struct Awaited(oneshot::Receiver<Answer>);

fn stopped() -> EngineError {
    EngineError::Unavailable {
        reason: "the service is stopping".to_owned(),
    }
}

/// The task.
struct Committing {
    store: Store,
    quotas: Quotas,
    receiver: mpsc::Receiver<Request>,
    /// The commits under way; each gives back the requests whose lanes were held.
    commits: JoinSet<Vec<Request>>,
    /// When the last commit begun keeps the next no longer from being begun.
    overdue_at: Option<Instant>,
    /// The requests whose lanes were held, in order.
    held: Vec<Request>,
}

impl Committing {
    async fn run(mut self) {
        let mut is_open = true;
        while is_open || !self.held.is_empty() || !self.commits.is_empty() {
            let may_begin = self.overdue_at.is_none() && self.commits.len() < MAX_COMMITS;
            let takes = may_begin && is_open && self.held.len() < WAITING;
            let overdue_at = self.overdue_at.unwrap_or_else(Instant::now);
            tokio::select! {
                biased;
                Some(ended) = self.commits.join_next() => self.end(ended.unwrap_or_default()),
                () = sleep_until(overdue_at), if self.overdue_at.is_some() => self.overdue_at = None,
                request = self.receiver.recv(), if takes => match request {
                    Some(first) => self.begin(Some(first)),
                    None => is_open = false,
                },
                () = sleep(BETWEEN_TRIES), if may_begin && !self.held.is_empty() => self.begin(None),
            }
        }
    }

    /// Begins a commit of what was held, and of what has arrived.
    fn begin(&mut self, first: Option<Request>) {
        let mut batch = std::mem::take(&mut self.held);
        let mut bytes: usize = batch.iter().map(Request::bytes).sum();
        let mut next = first;
        while let Some(request) = next.take() {
            bytes += request.bytes();
            batch.push(request);
            if batch.len() < BATCH && bytes < BATCH_BYTES {
                next = self.receiver.try_recv().ok();
            }
        }
        self.overdue_at = Some(Instant::now() + OVERDUE);
        self.commits
            .spawn(commit(self.store.clone(), self.quotas, batch));
    }

    /// Takes back what a commit could not store yet; who has waited long enough is told so.
    fn end(&mut self, held: Vec<Request>) {
        self.overdue_at = None;
        for request in held {
            if request.since.elapsed() < HELD_FOR {
                self.held.push(request);
            } else {
                let reason = "the memory of this user is being changed".to_owned();
                let _ = request
                    .answer
                    .send(Err(EngineError::Unavailable { reason }));
            }
        }
    }
}

/// Stores a batch and answers; returns the requests whose lanes were held.
async fn commit(store: Store, quotas: Quotas, batch: Vec<Request>) -> Vec<Request> {
    let (mut episodes, mut answers) = (Vec::new(), Vec::new());
    for request in batch {
        episodes.push(request.episode);
        answers.push((request.since, request.answer));
    }
    let longest = store.statement_limit().unwrap_or(STATEMENT);
    let patience = COMMITTING.max(longest * 3 / 2);
    let outcomes = timeout(patience, store.accept_unheld(&episodes, &quotas)).await;
    let outcomes = outcomes.unwrap_or_else(|late| {
        let source = Arc::new(late);
        Err(StorageError::Unavailable { source })
    });
    let waiting = episodes.into_iter().zip(answers);
    match outcomes {
        Ok(outcomes) => {
            let mut held = Vec::new();
            for ((episode, (since, answer)), outcome) in waiting.zip(outcomes) {
                if outcome == Acceptance::Held {
                    held.push(Request {
                        episode,
                        since,
                        answer,
                    });
                } else {
                    // A caller that went away meanwhile has its text stored all the same.
                    let _ = answer.send(Ok(outcome));
                }
            }
            held
        }
        // One request that cannot be stored must not take its neighbours with it.
        Err(StorageError::Internal { .. } | StorageError::AlreadyExists { .. })
            if waiting.len() > 1 =>
        {
            for (episode, (_, answer)) in waiting {
                let outcome = store.accept_within(&[episode], &quotas).await;
                let _ = answer.send(
                    outcome
                        .map_err(EngineError::from)
                        .map(|outcomes| outcomes[0]),
                );
            }
            Vec::new()
        }
        Err(error) => {
            for (_, (_, answer)) in waiting {
                let _ = answer.send(Err(EngineError::refusal(&error)));
            }
            Vec::new()
        }
    }
}
