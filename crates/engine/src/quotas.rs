//! How much an account may keep and send, what is said to one that has it all, and accounts that may do nothing.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use recollect_model::{EmailAddress, Environment, Timestamp, UserId};
use recollect_storage::{AccountOverview, Quota, Quotas, Store, Usage};
use tokio::sync::Mutex;

use crate::{Engine, EngineError, Sought};

const DAY_S: i64 = 24 * 60 * 60;
/// For how long a node believes what it knows of suspensions: asking costs nothing but once in so long.
const SUSPENSIONS_HOLD: Duration = Duration::from_secs(3);

/// What was known longer ago is believed by nobody, even while it is being asked for.
const SUSPENSIONS_OUTDATED: Duration = Duration::from_secs(30);

/// Whose accounts are suspended, as far as this node knows.
///
/// One of those who find it out of date asks the database; the others go by what is known. Where the database did not answer, it is
/// asked again when as long has passed as an answer would have held.
#[derive(Debug, Clone, Default)]
pub(crate) struct Suspensions(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    known: RwLock<Known>,
    /// Held by whoever asks.
    asking: Arc<Mutex<()>>,
}

#[derive(Debug, Clone, Default)]
struct Known {
    /// Who was suspended, and when that was asked for.
    users: Option<(Duration, Arc<HashSet<UserId>>)>,
    /// When the database last failed to answer, and how.
    failed: Option<(Duration, String)>,
}

impl Known {
    fn users_since(&self, since: Duration, now: Duration) -> Option<Arc<HashSet<UserId>>> {
        let (at, users) = self.users.as_ref()?;
        (now.saturating_sub(*at) < since).then(|| users.clone())
    }

    /// What is to be said without asking: it was asked for lately, or the database did not answer just now.
    fn settled(&self, now: Duration) -> Option<Result<Arc<HashSet<UserId>>, EngineError>> {
        if let Some(users) = self.users_since(SUSPENSIONS_HOLD, now) {
            return Some(Ok(users));
        }
        let (at, reason) = self.failed.as_ref()?;
        if now.saturating_sub(*at) >= SUSPENSIONS_HOLD {
            return None;
        }
        let reason = reason.clone();
        let users = self.users_since(SUSPENSIONS_OUTDATED, now);
        Some(users.ok_or(EngineError::Unavailable { reason }))
    }
}

impl Suspensions {
    async fn users(
        &self,
        store: &Store,
        environment: &Environment,
    ) -> Result<Arc<HashSet<UserId>>, EngineError> {
        let now = environment.elapsed();
        let known = self.known();
        if let Some(settled) = known.settled(now) {
            return settled;
        }
        let asking = self.0.asking.clone();
        let turn = match known.users_since(SUSPENSIONS_OUTDATED, now) {
            Some(users) => match asking.try_lock_owned() {
                Ok(turn) => turn,
                Err(_) => return Ok(users),
            },
            None => asking.lock_owned().await,
        };
        let now = environment.elapsed();
        // Somebody else has asked meanwhile.
        if let Some(settled) = self.known().settled(now) {
            return settled;
        }
        let (shared, store) = (self.0.clone(), store.clone());
        // A caller that goes away does not leave the others without an answer.
        let asked = tokio::spawn(async move {
            let _turn = turn;
            let answer = store.suspended().await;
            let mut known = shared.known.write().unwrap_or_else(PoisonError::into_inner);
            match answer {
                Ok(suspended) => {
                    let users = Arc::new(HashSet::from_iter(suspended));
                    known.users = Some((now, users.clone()));
                    known.failed = None;
                    Ok(users)
                }
                Err(error) => {
                    known.failed = Some((now, error.to_string()));
                    Err(EngineError::from(error))
                }
            }
        });
        asked
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))?
    }

    fn known(&self) -> Known {
        let known = self.0.known.read();
        known.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Engine {
    /// How much the user keeps and has sent, and how much they may.
    pub async fn usage(&self, user: UserId) -> Result<(Usage, Quotas), EngineError> {
        let usage = self.store.usage(user, self.environment.now()).await?;
        Ok((usage, self.settings.quotas))
    }

    /// Refuses a user whose account is suspended; a suspension is known within seconds on every node.
    pub(crate) async fn refuse_suspended(&self, user: UserId) -> Result<(), EngineError> {
        let suspended = self.suspensions.users(&self.store, &self.environment);
        match suspended.await?.contains(&user) {
            true => Err(EngineError::Suspended),
            false => Ok(()),
        }
    }

    /// What is said to who would be over a quota.
    pub(crate) fn over_quota(&self, quota: Quota) -> EngineError {
        let limit = |limit: Option<u64>| limit.unwrap_or_default();
        let quotas = &self.settings.quotas;
        let more = "forget some, or ask whoever runs the service for more";
        let (reason, wait) = match quota {
            Quota::Texts => {
                let texts = limit(quotas.texts);
                (
                    format!("this account may keep {texts} texts and has them: {more}"),
                    None,
                )
            }
            Quota::Bytes => {
                let bytes = limit(quotas.bytes);
                let reason = format!(
                    "this account may keep {bytes} bytes of texts and would have more: {more}"
                );
                (reason, None)
            }
            Quota::TextsADay => {
                let texts = limit(quotas.texts_a_day);
                let reason = format!(
                    "this account may send {texts} texts a day and has sent them: send the others after midnight UTC, or \
                     ask whoever runs the service for more"
                );
                (reason, Some(until_midnight(self.environment.now())))
            }
        };
        EngineError::OverQuota { reason, wait }
    }
}

/// How long the day lasts, UTC.
fn until_midnight(now: Timestamp) -> Duration {
    let passed = now.as_second().rem_euclid(DAY_S);
    Duration::from_secs((DAY_S - passed).unsigned_abs())
}

/// Every account, with how much it has and never what. Needs no running engine.
pub async fn accounts_overview(store: &Store) -> Result<Vec<AccountOverview>, EngineError> {
    Ok(store.accounts_overview().await?)
}

/// Lets an account do nothing any more, or everything again. Needs no running engine.
pub async fn suspend_account(
    store: &Store,
    environment: &Environment,
    email: &EmailAddress,
    is_suspended: bool,
) -> Result<(), EngineError> {
    let user = of_address(store, email).await?;
    let since = is_suspended.then(|| environment.now());
    Ok(store.suspend(user, since).await?)
}

/// Deletes an account with everything that it has, and erases that from the database's files. Needs no running engine.
pub async fn delete_account_of(store: &Store, email: &EmailAddress) -> Result<(), EngineError> {
    let user = of_address(store, email).await?;
    store.delete_account(user).await?;
    if let Err(error) = store.erase().await {
        tracing::warn!("what was deleted is not erased from the files yet: {error}");
    }
    Ok(())
}

async fn of_address(store: &Store, email: &EmailAddress) -> Result<UserId, EngineError> {
    let account = store.account_of(email).await?;
    let account = account.ok_or(EngineError::not_found(Sought::Account))?;
    Ok(account.id)
}
