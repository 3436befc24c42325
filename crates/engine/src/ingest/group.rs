//! Group commit: requests that arrive while one commit is being written share the next.
//!
//! A lone commit costs one fsync, some milliseconds; waiting requests are gathered meanwhile, so that throughput grows
//! with the number of writers and a lone writer waits for nobody (DeWitt et al., "Implementation techniques for main
//! memory database systems", SIGMOD 1984).

use recollect_model::AcceptedEpisode;
use recollect_storage::{Acceptance, StorageError, Store};
use tokio::sync::{mpsc, oneshot};

use crate::EngineError;

/// Requests waiting beyond this number wait to be queued at all.
const WAITING: usize = 4_096;
const BATCH: usize = 256;
const BATCH_BYTES: usize = 16 * 1024 * 1024;

type Answer = Result<Acceptance, EngineError>;

struct Request {
    episode: AcceptedEpisode,
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
    pub(crate) fn start(store: Store) -> Self {
        let (requests, receiver) = mpsc::channel(WAITING);
        tokio::spawn(run(store, receiver));
        Self { requests }
    }

    /// Stores one episode together with those of other callers; returns when the commit is on disk.
    pub(crate) async fn accept(&self, episode: AcceptedEpisode) -> Answer {
        let (answer, answered) = oneshot::channel();
        let stopped = || EngineError::Unavailable {
            reason: "the service is stopping".to_owned(),
        };
        self.requests
            .send(Request { episode, answer })
            .await
            .map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

async fn run(store: Store, mut receiver: mpsc::Receiver<Request>) {
    while let Some(first) = receiver.recv().await {
        let mut bytes = first.bytes();
        let mut batch = vec![first];
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Ok(next) = receiver.try_recv() else { break };
            bytes += next.bytes();
            batch.push(next);
        }
        commit(&store, batch).await;
    }
}

async fn commit(store: &Store, batch: Vec<Request>) {
    let (episodes, answers): (Vec<_>, Vec<_>) = batch
        .into_iter()
        .map(|request| (request.episode, request.answer))
        .unzip();
    match store.accept(&episodes).await {
        Ok(outcomes) => {
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                // A caller that went away meanwhile has its text stored all the same.
                let _ = answer.send(Ok(outcome));
            }
        }
        // One request that cannot be stored must not take its neighbours with it.
        Err(StorageError::Internal { .. }) if episodes.len() > 1 => {
            for (episode, answer) in episodes.into_iter().zip(answers) {
                let outcome = store.accept(&[episode]).await;
                let _ = answer.send(
                    outcome
                        .map_err(EngineError::from)
                        .map(|outcomes| outcomes[0]),
                );
            }
        }
        Err(error) => {
            for answer in answers {
                let _ = answer.send(Err(EngineError::refusal(&error)));
            }
        }
    }
}
