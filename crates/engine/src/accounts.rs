//! Accounts, and who presents a token.

use std::time::Duration;

use recollect_model::{Account, ApiKeyToken, Caller, TokenHash, UserId};
use recollect_storage::Unready;
use tokio::time::timeout;

use crate::{Engine, EngineError, text};

const MAX_NAME_CHARACTERS: usize = 100;
/// For how long what was found of the database is told again: probes come from anybody.
const READINESS_HOLDS: Duration = Duration::from_secs(1);
/// How long a probe may take.
const PROBING: Duration = Duration::from_secs(6);

/// Whether the service can do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The database cannot be read.
    NoReads,
    /// The database can be read, as far as is known, and not be written.
    NoWrites,
}

impl Engine {
    /// Who presents this token; `None` for one that is malformed, unknown, expired or revoked.
    pub async fn caller(&self, token: &str) -> Result<Option<Caller>, EngineError> {
        if !ApiKeyToken::is_well_formed(token) {
            return Ok(None);
        }
        let now = self.environment.now();
        let caller = self.store.caller_of(&TokenHash::of(token), now).await?;
        if let Some(caller) = &caller {
            self.uses.note(caller, now);
        }
        Ok(caller)
    }

    /// The account of the caller.
    pub async fn account(&self, user: UserId) -> Result<Account, EngineError> {
        self.store
            .account(user)
            .await?
            .ok_or(EngineError::NotFound { what: "account" })
    }

    /// Changes what the person is called. Texts that are read from now on name them so; what was understood before keeps
    /// its words.
    pub async fn rename_account(&self, user: UserId, name: &str) -> Result<Account, EngineError> {
        let name = name.trim();
        text::not_blank("name", name)?;
        text::short("name", name, MAX_NAME_CHARACTERS)?;
        let renamed = self.store.rename_account(user, name).await?;
        renamed.ok_or(EngineError::NotFound { what: "account" })
    }

    /// Whether the database answers.
    pub async fn check_health(&self) -> Result<(), EngineError> {
        Ok(self.store.ping().await?)
    }

    /// Whether the database can be read and written, as of a second ago at most.
    pub async fn readiness(&self) -> Readiness {
        let mut known = self.readiness.lock().await;
        if let Some((at, readiness)) = *known
            && self.environment.elapsed().saturating_sub(at) < READINESS_HOLDS
        {
            return readiness;
        }
        let probe = timeout(PROBING, self.store.probe(self.environment.now()));
        let readiness = match probe.await {
            Ok(Ok(())) => Readiness::Ready,
            Ok(Err(Unready::Read(error))) => {
                tracing::warn!("not ready: the database cannot be read: {error}");
                Readiness::NoReads
            }
            Ok(Err(Unready::Write(error))) => {
                tracing::warn!("not ready: the database cannot be written: {error}");
                Readiness::NoWrites
            }
            Err(_) => {
                tracing::warn!("not ready: the database did not answer in time");
                Readiness::NoWrites
            }
        };
        *known = Some((self.environment.elapsed(), readiness));
        readiness
    }
}
