//! How much an account may keep and send, what is said to one that has it all, and accounts that may do nothing.

use std::collections::HashSet;
use std::time::Duration;

use recollect_model::{EmailAddress, Environment, Timestamp, UserId};
use recollect_storage::{AccountOverview, Quota, Quotas, Store, Usage};
use tokio::sync::Mutex;

use crate::{Engine, EngineError, Sought};

const DAY_S: i64 = 24 * 60 * 60;
/// For how long a node believes what it knows of suspensions: asking costs nothing but once in so long.
const SUSPENSIONS_HOLD: Duration = Duration::from_secs(3);

/// Whose accounts are suspended, as far as this node knows.
#[derive(Debug, Default)]
pub(crate) struct Suspensions(Mutex<Option<(Duration, HashSet<UserId>)>>);

impl Engine {
    /// How much the user keeps and has sent, and how much they may.
    pub async fn usage(&self, user: UserId) -> Result<(Usage, Quotas), EngineError> {
        let usage = self.store.usage(user, self.environment.now()).await?;
        Ok((usage, self.settings.quotas))
    }

    /// Refuses a user whose account is suspended; a suspension is known within seconds on every node.
    pub(crate) async fn refuse_suspended(&self, user: UserId) -> Result<(), EngineError> {
        let mut known = self.suspensions.0.lock().await;
        let now = self.environment.elapsed();
        let is_known = known
            .as_ref()
            .is_some_and(|(at, _)| now.saturating_sub(*at) < SUSPENSIONS_HOLD);
        if !is_known {
            let suspended = self.store.suspended().await?;
            *known = Some((now, suspended.into_iter().collect()));
        }
        match known
            .as_ref()
            .is_some_and(|(_, users)| users.contains(&user))
        {
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
