//! Accounts and the keys that act for them.

use recollect_model::{
    Account, ApiKey, ApiKeyId, ApiKeyToken, Caller, EmailAddress, Environment, TokenHash, UserId,
};
use recollect_storage::Store;

use crate::{Engine, EngineError};

/// Creates an API key for the account of this address, and the account with its default space when there is none.
/// A new account's person is called `person`, or by the part of the address before the `@`. The token is returned once
/// and kept only as a hash. Needs no running engine.
pub async fn create_api_key(
    store: &Store,
    environment: &Environment,
    email: &EmailAddress,
    person: Option<&str>,
    key_name: &str,
) -> Result<ApiKeyToken, EngineError> {
    let person = person.map(str::trim).filter(|name| !name.is_empty());
    let person = person.unwrap_or(email.local_part());
    let account = store.ensure_account(email, person, environment).await?;
    let token = ApiKeyToken::new(environment);
    let key = ApiKey {
        id: ApiKeyId::new(environment),
        name: key_name.to_owned(),
        hash: token.hash(),
        hint: token.hint(),
        created_at: environment.now(),
    };
    store.insert_api_key(account.id, &key).await?;
    Ok(token)
}

impl Engine {
    /// Who presents this token; `None` for one that is malformed, unknown, expired or revoked.
    pub async fn caller(&self, token: &str) -> Result<Option<Caller>, EngineError> {
        if !ApiKeyToken::is_well_formed(token) {
            return Ok(None);
        }
        Ok(self
            .store
            .caller_of(&TokenHash::of(token), self.environment.now())
            .await?)
    }

    /// The account of the caller.
    pub async fn account(&self, user: UserId) -> Result<Account, EngineError> {
        self.store
            .account(user)
            .await?
            .ok_or(EngineError::NotFound { what: "account" })
    }

    /// Whether the database answers.
    pub async fn check_health(&self) -> Result<(), EngineError> {
        Ok(self.store.ping().await?)
    }
}
