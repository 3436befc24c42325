//! Group commit: requests that arrive while one commit is being written share the next.
//!
//! A lone commit costs one fsync, some milliseconds; waiting requests are gathered meanwhile, so that throughput grows
//! with the number of writers and a lone writer waits for nobody (DeWitt et al., "Implementation techniques for main
//! memory database systems", SIGMOD 1984).
//!
//! Nobody waits for somebody else's trouble. A user whose lane is held, by a deletion or by another node, is left out of
//! the commit and comes with a later one; a commit that takes long, because its connection hangs, does not keep the next
//! from being begun on another.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use recollect_model::{AcceptedEpisode, UserId};
use recollect_storage::{Acceptance, Quotas, StorageError, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::EngineError;
use crate::serving::unharmed;

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
    /// Whether a commit has left it out, because its user's lane was held.
    was_held: bool,
}

impl Request {
    fn apart(self) -> (AcceptedEpisode, Asker) {
        let Self {
            episode,
            since,
            answer,
            ..
        } = self;
        (episode, Asker { since, answer })
    }

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
            waiting: RequestQueue::default(),
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
            was_held: false,
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
    /// The requests that are in no commit: their lanes were held, or a commit had no room for them.
    waiting: RequestQueue,
}

/// Requests that wait for a commit, of each user in order.
#[derive(Default)]
struct RequestQueue {
    users: HashMap<UserId, VecDeque<Request>>,
    /// Whose turn is next: every user who waits, once.
    rotation: VecDeque<UserId>,
    count: usize,
}

impl RequestQueue {
    fn queue(&mut self, user: UserId) -> &mut VecDeque<Request> {
        let queue = self.users.entry(user).or_default();
        if queue.is_empty() {
            self.rotation.push_back(user);
        }
        self.count += 1;
        queue
    }

    fn push(&mut self, request: Request) {
        self.queue(request.episode.user).push_back(request);
    }

    /// Takes back what a commit has left out, in order: before what has come since.
    fn take_back(&mut self, held: Vec<Request>) {
        for request in held.into_iter().rev() {
            self.queue(request.episode.user).push_front(request);
        }
    }

    /// Whether somebody waits whose lane no commit has found held.
    fn has_untried(&self) -> bool {
        let mut next = self.users.values().filter_map(VecDeque::front);
        next.any(|request| !request.was_held)
    }

    /// What goes into one commit: of each user in turn the next, so that nobody whose lane is held takes the room of the others.
    fn batch(&mut self) -> Vec<Request> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < BATCH
            && bytes < BATCH_BYTES
            && let Some(user) = self.rotation.pop_front()
        {
            let Some(queue) = self.users.get_mut(&user) else {
                continue;
            };
            if let Some(request) = queue.pop_front() {
                bytes += request.bytes();
                self.count -= 1;
                batch.push(request);
            }
            match queue.is_empty() {
                true => drop(self.users.remove(&user)),
                false => self.rotation.push_back(user),
            }
        }
        batch
    }
}

impl Committing {
    async fn run(mut self) {
        let mut is_open = true;
        while is_open || self.waiting.count > 0 || !self.commits.is_empty() {
            let may_begin = self.overdue_at.is_none() && self.commits.len() < MAX_COMMITS;
            let takes = may_begin && is_open && self.waiting.count < WAITING;
            // What was held is tried again after a pause; what only found no room is not.
            let pause = match self.waiting.has_untried() {
                true => Duration::ZERO,
                false => BETWEEN_TRIES,
            };
            let overdue_at = self.overdue_at.unwrap_or_else(Instant::now);
            tokio::select! {
                biased;
                Some(ended) = self.commits.join_next() => {
                    let held = ended.inspect_err(|error| tracing::error!("a commit ended: {error}"));
                    self.end(held.unwrap_or_default());
                }
                () = sleep_until(overdue_at), if self.overdue_at.is_some() => self.overdue_at = None,
                request = self.receiver.recv(), if takes => match request {
                    Some(first) => self.begin(Some(first)),
                    None => is_open = false,
                },
                () = sleep(pause), if may_begin && self.waiting.count > 0 => self.begin(None),
            }
        }
    }

    /// Begins a commit of what waits and of what has arrived, as far as it has room.
    fn begin(&mut self, first: Option<Request>) {
        let mut next = first;
        while let Some(request) = next.take() {
            self.waiting.push(request);
            if self.waiting.count < WAITING {
                next = self.receiver.try_recv().ok();
            }
        }
        let batch = self.waiting.batch();
        self.overdue_at = Some(Instant::now() + OVERDUE);
        self.commits
            .spawn(commit(self.store.clone(), self.quotas, batch));
    }

    /// Takes back what a commit could not store yet; who has waited long enough is told so.
    fn end(&mut self, held: Vec<Request>) {
        self.overdue_at = None;
        let is_patient = |request: &Request| request.since.elapsed() < HELD_FOR;
        let (held, late): (Vec<_>, Vec<_>) = held.into_iter().partition(is_patient);
        for request in late {
            let reason = "the memory of this user is being changed".to_owned();
            let _ = request
                .answer
                .send(Err(EngineError::Unavailable { reason }));
        }
        self.waiting.take_back(held);
    }
}

/// Stores a batch and answers; returns the requests whose lanes were held.
async fn commit(store: Store, quotas: Quotas, batch: Vec<Request>) -> Vec<Request> {
    let (episodes, askers): (Vec<_>, Vec<_>) = batch.into_iter().map(Request::apart).unzip();
    let longest = store.statement_limit().unwrap_or(STATEMENT);
    let patience = COMMITTING.max(longest * 3 / 2);
    let mut held = Vec::new();
    match accept(&store, &quotas, &episodes, Instant::now() + patience).await {
        Ok(outcomes) => {
            for ((episode, asker), outcome) in episodes.into_iter().zip(askers).zip(outcomes) {
                held.extend(asker.told(episode, Ok(outcome)));
            }
        }
        // One request that cannot be stored must not take its neighbours with it.
        Err(StorageError::Internal { .. } | StorageError::AlreadyExists { .. })
            if episodes.len() > 1 =>
        {
            let until = Instant::now() + patience;
            let mut held_users = HashSet::new();
            for (episode, asker) in episodes.into_iter().zip(askers) {
                // What a user sent after what is held waits behind it.
                let outcome = match held_users.contains(&episode.user) {
                    true => Ok(Acceptance::Held),
                    false => {
                        let alone = std::slice::from_ref(&episode);
                        let outcomes = accept(&store, &quotas, alone, until).await;
                        outcomes.map(|outcomes| outcomes[0])
                    }
                };
                if let Ok(Acceptance::Held) = outcome {
                    held_users.insert(episode.user);
                }
                held.extend(asker.told(episode, outcome));
            }
        }
        Err(error) => {
            for (episode, asker) in episodes.into_iter().zip(askers) {
                asker.told(episode, Err(error.clone()));
            }
        }
    }
    held
}

/// Stores episodes in one commit that waits for nobody's lane, as far as it is done by then. A panic is a defect, and said to be one.
async fn accept(
    store: &Store,
    quotas: &Quotas,
    episodes: &[AcceptedEpisode],
    until: Instant,
) -> Result<Vec<Acceptance>, StorageError> {
    let stored = timeout_at(until, store.accept_unheld(episodes, quotas));
    match unharmed(stored).await {
        Ok(Ok(outcomes)) => outcomes,
        Ok(Err(late)) => {
            let source = Arc::new(late);
            Err(StorageError::Unavailable { source })
        }
        Err(panic) => {
            tracing::error!("a commit of {} texts panicked: {panic}", episodes.len());
            let source = Arc::new(std::io::Error::other(format!("a commit panicked: {panic}")));
            Err(StorageError::Internal { source })
        }
    }
}

/// Who waits for what becomes of a request.
struct Asker {
    since: Instant,
    answer: oneshot::Sender<Answer>,
}

impl Asker {
    /// Tells who asked; a request whose lane is held comes back instead.
    fn told(
        self,
        episode: AcceptedEpisode,
        outcome: Result<Acceptance, StorageError>,
    ) -> Option<Request> {
        let Self { since, answer } = self;
        if let Ok(Acceptance::Held) = outcome {
            return Some(Request {
                episode,
                since,
                answer,
                was_held: true,
            });
        }
        // A caller that went away meanwhile has its text stored all the same.
        let _ = answer.send(outcome.map_err(EngineError::from));
        None
    }
}
