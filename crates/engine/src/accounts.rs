//! Accounts, and who presents a token.

use recollect_model::{Account, ApiKeyToken, Caller, TokenHash, UserId};

use crate::{Engine, EngineError, text};

const MAX_NAME_CHARACTERS: usize = 100;

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
}
