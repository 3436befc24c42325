//! What is done every minute beside everything else: noting when credentials were last used, forgetting texts
//! whose time is over, removing links, sessions and replaced versions' logs that have ended and what is left of deleted
//! spaces, going on with what changes of names have left for later, erasing what was deleted, telling imports that nobody
//! carries out as interrupted, and keeping search indexes as files.
//!
//! A request writes nothing because of its credential: it leaves a note in memory ([`Uses`]), and the notes of a minute
//! are one transaction. A crash loses the last minute's, and with them nothing but that date.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use recollect_model::{Caller, Credential, Environment, Timestamp, UserId};
use recollect_storage::{Store, Use};

use crate::forget::Forgetting;
use crate::graph::later::Later;
use crate::idempotency::KEPT_MS;
use crate::logins::after;
use crate::recall::{Indexes, Waiting};
use crate::serving::unharmed;
use crate::{Engine, EngineError};

const EVERY: Duration = Duration::from_secs(60);
/// So long a link that was used or is too old is kept, so that whoever opens it is told and its owner can read of it.
const SPENT_LINKS_MS: i64 = 24 * 60 * 60 * 1_000;
/// So long a browser is remembered that nobody logs in with: as long as it keeps a cookie itself.
const KNOWN_BROWSERS_MS: i64 = 400 * 24 * 60 * 60 * 1_000;
/// So long the log of a text is kept after its newer version came, so that whoever follows it learns of that.
const REPLACED_LOGS_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
/// So many of them are removed at a time.
const LOGS_AT_ONCE: u32 = 1_000;
/// So long a version is kept whose place an import's has taken, so that it comes back when the import is taken back.
const REPLACED_VERSIONS_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The last uses of credentials that are not written down yet.
#[derive(Debug)]
pub(crate) struct Uses {
    noted: Mutex<Noted>,
    /// A session ends when it was not used for so long.
    session: Duration,
}

type Noted = HashMap<(UserId, Credential), Timestamp>;

impl Uses {
    pub(crate) fn new(session: Duration) -> Self {
        let noted = Mutex::default();
        Self { noted, session }
    }

    /// Notes a use.
    pub(crate) fn note(&self, caller: &Caller, at: Timestamp) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.insert((caller.user, caller.credential), at);
    }

    fn take(&self) -> Noted {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *noted)
    }

    /// Takes back what could not be written down; what was used again meanwhile was used later.
    fn take_back(&self, earlier: Noted) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        for (of, at) in earlier {
            noted.entry(of).or_insert(at);
        }
    }

    /// What was noted, in an order that two nodes share.
    fn in_order(&self, noted: &Noted) -> Vec<Use> {
        let mut uses: Vec<(u128, Use)> = noted
            .iter()
            .filter_map(|(&(user, credential), &at)| match credential {
                Credential::ApiKey(key) => Some((key.as_u128(), Use::Key { user, key, at })),
                Credential::Session(session) => {
                    let until = at.checked_add(self.session).unwrap_or(at);
                    let noted = Use::Session {
                        user,
                        session,
                        at,
                        until,
                    };
                    Some((session.as_u128(), noted))
                }
                Credential::AccessToken(grant) => {
                    Some((grant.as_u128(), Use::Grant { user, grant, at }))
                }
                Credential::OutsideToken { .. } => None,
            })
            .collect();
        uses.sort_unstable_by_key(|(id, _)| *id);
        uses.into_iter().map(|(_, one)| one).collect()
    }
}

/// What the housekeeping needs.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) environment: Environment,
    pub(crate) uses: Arc<Uses>,
    pub(crate) later: Later,
    pub(crate) forgetting: Forgetting,
    pub(crate) indexes: Indexes,
    pub(crate) waiting: Waiting,
}

impl House {
    /// Keeps house until the task is aborted.
    pub(crate) async fn keep(self) {
        let mut minutes = tokio::time::interval(EVERY);
        let started = self.environment.now();
        let mut served_last = None;
        minutes.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            minutes.tick().await;
            self.tidy(started, &mut served_last).await;
        }
    }

    /// Does once what is done every minute: each step whatever became of those before it.
    async fn tidy(&self, started: Timestamp, served_last: &mut Option<UserId>) {
        let interrupted = self
            .store
            .interrupt_imports(self.environment.now(), started);
        let trouble = "imports that nobody carries out are not told so yet";
        if let Some(ended @ 1..) = step(trouble, interrupted).await {
            tracing::info!("{ended} imports that nobody carries out are interrupted");
        }
        let trouble = "when credentials were last used is not written down";
        step(trouble, write_uses(&self.store, &self.uses)).await;
        let trouble = "what is left of deleted spaces is not removed yet";
        step(trouble, remove_deleted_spaces(&self.store, &self.indexes)).await;
        let trouble = "what follows from changes of names is not worked out yet";
        step(trouble, self.later.follow_all()).await;
        let trouble = "texts whose time is over are not forgotten yet";
        step(trouble, self.forgetting.forget_expired(served_last)).await;
        let trouble = "what was deleted is not erased from the files yet";
        step(trouble, self.store.erase_rest()).await;
        let swept = async {
            self.waiting.sweep();
            Ok::<_, EngineError>(())
        };
        step("words of texts that wait are kept too long", swept).await;
        let trouble = "indexes are not kept as files";
        step(trouble, self.indexes.keep_files()).await;
        let trouble = "links and sessions that have ended are not removed";
        step(trouble, remove_expired(&self.store, self.environment.now())).await;
    }
}

/// Does one thing, and says what was the trouble if it failed or panicked; what is done after it does not suffer from that.
async fn step<T, E: Display>(trouble: &str, done: impl Future<Output = Result<T, E>>) -> Option<T> {
    match unharmed(done).await {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(error)) => tracing::warn!("{trouble}: {error}"),
        Err(panic) => tracing::error!("{trouble}: it panicked: {panic}"),
    }
    None
}

impl Engine {
    /// Writes large search indexes to their files, and removes the files that are not to be kept; done every minute, and when
    /// the engine stops.
    pub async fn keep_indexes(&self) -> Result<(), EngineError> {
        self.indexes.keep_files().await
    }

    /// The memory that search indexes take, in bytes, about.
    pub fn index_memory_bytes(&self) -> usize {
        self.indexes.memory_bytes()
    }

    /// Writes down what was noted; done every minute, before a list shows it, and when the engine stops.
    pub(crate) async fn write_uses(&self) -> Result<(), EngineError> {
        write_uses(&self.store, &self.uses).await
    }

    /// Goes on with the deletion of spaces that broke off; done every minute, and first of all after a start.
    pub async fn remove_deleted_spaces(&self) -> Result<(), EngineError> {
        remove_deleted_spaces(&self.store, &self.indexes).await
    }

    /// Removes what has ended: links and sessions, idempotency keys, the logs and kept versions of texts that were replaced long
    /// ago; done every minute.
    pub async fn remove_expired(&self) -> Result<(), EngineError> {
        self.write_uses().await?;
        remove_expired(&self.store, self.environment.now()).await
    }
}

async fn write_uses(store: &Store, uses: &Uses) -> Result<(), EngineError> {
    let noted = uses.take();
    let written = store.record_uses(&uses.in_order(&noted)).await;
    Ok(written.inspect_err(|_| uses.take_back(noted))?)
}

async fn remove_deleted_spaces(store: &Store, indexes: &Indexes) -> Result<(), EngineError> {
    for (user, space) in store.deleted_spaces().await? {
        indexes.remove(user, space).await;
        if let Err(error) = store.finish_deletion(user, space).await {
            tracing::warn!(%user, %space, "what is left of a deleted space is not removed yet: {error}");
            continue;
        }
        store.erase().await?;
    }
    Ok(())
}

async fn remove_expired(store: &Store, now: Timestamp) -> Result<(), EngineError> {
    let links_before = after(now, -SPENT_LINKS_MS);
    store
        .remove_old_idempotency_keys(after(now, -KEPT_MS))
        .await?;
    let replaced_before = after(now, -REPLACED_LOGS_MS);
    store
        .remove_replaced_logs(replaced_before, LOGS_AT_ONCE)
        .await?;
    let versions_before = after(now, -REPLACED_VERSIONS_MS);
    store.remove_replaced_versions(versions_before, now).await?;
    let browsers_before = after(now, -KNOWN_BROWSERS_MS);
    Ok(store
        .remove_expired_logins(links_before, browsers_before, now)
        .await?)
}
