//! API keys: made, listed, revoked. A key is looked up anew by every request, so a revoked one opens nothing from
//! then on.

use std::net::IpAddr;

use recollect_model::{
    ApiKey, ApiKeyId, ApiKeyToken, AuditAction, AuditEntry, Caller, Credential, EmailAddress,
    Environment, Maker, Scopes, Timestamp, UserId,
};
use recollect_storage::Store;

use crate::{Engine, EngineError, Sought, text};

/// A name of a key has at most so many characters.
pub const MAX_KEY_NAME: usize = 100;

const MAX_KEYS: usize = 1_000;
const NOT_FOUND: EngineError = EngineError::not_found(Sought::Key);

/// A key to be made.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// Its identifier, when it was given out beforehand; a key is made by it only once.
    pub id: Option<ApiKeyId>,
    /// What its owner calls it.
    pub name: String,
    /// What it shall allow; all that its maker may do by default.
    pub scopes: Option<Scopes>,
    /// When it shall stop to open anything.
    pub expires_at: Option<Timestamp>,
    /// What asks for it, unless a person does.
    pub made_by: Maker,
}

impl NewKey {
    /// A key of this name that allows everything, for ever.
    pub fn named(name: &str) -> Self {
        Self {
            id: None,
            name: name.to_owned(),
            scopes: None,
            expires_at: None,
            made_by: Maker::default(),
        }
    }

    /// The key and its token, where `most` is what it may allow.
    fn made(
        self,
        most: Scopes,
        environment: &Environment,
    ) -> Result<(ApiKey, ApiKeyToken), EngineError> {
        let name = self.name.trim();
        text::not_blank("name", name)?;
        text::short("name", name, MAX_KEY_NAME)?;
        let scopes = self.scopes.unwrap_or(most);
        if scopes.is_empty() {
            return Err(EngineError::invalid("scopes", "must name at least one"));
        }
        if !scopes.is_within(most) {
            let reason = format!("must be among those of the credential that asks: {most}");
            return Err(EngineError::invalid("scopes", reason));
        }
        let now = environment.now();
        if self.expires_at.is_some_and(|at| at <= now) {
            return Err(EngineError::invalid("expiresAt", "must be in the future"));
        }
        let token = ApiKeyToken::new(environment);
        let key = ApiKey {
            id: self.id.unwrap_or_else(|| ApiKeyId::new(environment)),
            name: name.to_owned(),
            hash: token.hash(),
            hint: token.hint(),
            scopes,
            created_at: now,
            expires_at: self.expires_at,
            last_used_at: None,
            made_by: self.made_by,
        };
        Ok((key, token))
    }
}

/// Creates an API key for the account of this address, and the account with its default space when there is none.
/// A new account's person is called `person`, or by the part of the address before the `@`. The token is returned once
/// and kept only as a hash. Needs no running engine.
pub async fn create_api_key(
    store: &Store,
    environment: &Environment,
    email: &EmailAddress,
    person: Option<&str>,
    new: NewKey,
) -> Result<ApiKeyToken, EngineError> {
    let (key, token) = new.made(Scopes::all(), environment)?;
    let person = person.map(str::trim).filter(|name| !name.is_empty());
    let person = person.unwrap_or(email.person_name());
    let account = store.ensure_account(email, person, environment).await?;
    let entry = trail(AuditAction::KeyCreated, &key, None, key.created_at);
    store.insert_api_key(account.id, &key, &entry).await?;
    Ok(token)
}

/// The keys of the account of this address, the newest first. Needs no running engine.
pub async fn list_api_keys(
    store: &Store,
    email: &EmailAddress,
) -> Result<Vec<ApiKey>, EngineError> {
    Ok(store.api_keys(user_of(store, email).await?).await?)
}

/// Revokes a key of the account of this address at once. Needs no running engine.
pub async fn revoke_api_key(
    store: &Store,
    environment: &Environment,
    email: &EmailAddress,
    key: ApiKeyId,
) -> Result<(), EngineError> {
    revoke(store, environment, user_of(store, email).await?, key, None).await
}

impl Engine {
    /// Creates a key for the caller. It allows no more than the caller's own credential, and no longer: it ends with the key,
    /// the grant or the outside token that asks for it. Only a key that a person makes, in a session, stands for itself.
    /// The token is returned once and kept only as a hash.
    ///
    /// # Errors
    ///
    /// [`EngineError::Invalid`]; [`EngineError::Conflict`] when the user has as many keys as there may be.
    pub async fn create_key(
        &self,
        caller: &Caller,
        mut new: NewKey,
        address: Option<IpAddr>,
    ) -> Result<(ApiKey, ApiKeyToken), EngineError> {
        if self.store.api_keys(caller.user).await?.len() >= MAX_KEYS {
            return Err(EngineError::Conflict {
                reason: format!("there are {MAX_KEYS} keys, the most a user may have: revoke one"),
            });
        }
        let end = match caller.credential {
            Credential::ApiKey(id) => {
                let own = self.key(caller.user, id).await?;
                new.made_by = Maker {
                    key: Some(id),
                    grant: own.made_by.grant,
                };
                own.expires_at
            }
            Credential::AccessToken(grant) => {
                new.made_by = Maker {
                    key: None,
                    grant: Some(grant),
                };
                None
            }
            Credential::OutsideToken { until } => Some(until),
            Credential::Session(_) => None,
        };
        new.expires_at = match (new.expires_at, end) {
            (Some(at), Some(end)) => Some(at.min(end)),
            (at, end) => at.or(end),
        };
        let (key, token) = new.made(caller.scopes, &self.environment)?;
        let entry = trail(AuditAction::KeyCreated, &key, address, key.created_at);
        self.store.insert_api_key(caller.user, &key, &entry).await?;
        tracing::info!(user = %caller.user, key = %key.id, "API key created");
        Ok((key, token))
    }

    /// The user's keys, the newest first; those that have expired, too.
    pub async fn keys(&self, user: UserId) -> Result<Vec<ApiKey>, EngineError> {
        self.write_uses().await?;
        Ok(self.store.api_keys(user).await?)
    }

    /// One of them.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn key(&self, user: UserId, key: ApiKeyId) -> Result<ApiKey, EngineError> {
        self.write_uses().await?;
        self.store.api_key(user, key).await?.ok_or(NOT_FOUND)
    }

    /// Lets a key stand for itself that another credential made: a person says so, on a page.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn keep_key(
        &self,
        user: UserId,
        key: ApiKeyId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let found = self.store.api_key(user, key).await?.ok_or(NOT_FOUND)?;
        let now = self.environment.now();
        let entry = trail(AuditAction::KeyKept, &found, address, now);
        match self.store.keep_api_key(user, key, &entry).await? {
            true => Ok(()),
            false => Err(NOT_FOUND),
        }
    }

    /// Revokes a key at once and for good, with the keys that were made by it.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn revoke_key(
        &self,
        user: UserId,
        key: ApiKeyId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        revoke(&self.store, &self.environment, user, key, address).await
    }
}

async fn revoke(
    store: &Store,
    environment: &Environment,
    user: UserId,
    key: ApiKeyId,
    address: Option<IpAddr>,
) -> Result<(), EngineError> {
    let found = store.api_key(user, key).await?.ok_or(NOT_FOUND)?;
    let entry = trail(AuditAction::KeyRevoked, &found, address, environment.now());
    match store.revoke_api_key(user, key, &entry).await? {
        true => Ok(()),
        false => Err(NOT_FOUND),
    }
}

async fn user_of(store: &Store, email: &EmailAddress) -> Result<UserId, EngineError> {
    let account = store.account_of(email).await?;
    account
        .map(|account| account.id)
        .ok_or(EngineError::not_found(Sought::Account))
}

fn trail(action: AuditAction, key: &ApiKey, address: Option<IpAddr>, at: Timestamp) -> AuditEntry {
    AuditEntry {
        action,
        subject: format!("{} ({}…)", key.name, key.hint),
        address,
        at,
    }
}
