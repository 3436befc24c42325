//! The keys that access tokens are signed with: made when there is none young enough, kept until the last token
//! signed with them has expired. They are in the database, so that several nodes sign alike and a restart forgets
//! none.

use recollect_model::{SigningKey, SigningKeyId, earlier};
use serde_json::{Value, json};

use super::jose::{PublicKey, Signer};
use super::{ACCESS_TOKEN_LIFETIME, access_token};
use crate::{Engine, EngineError};

impl Engine {
    /// The key to sign with now.
    pub(super) async fn signer(&self) -> Result<Signer, EngineError> {
        let now = self.environment.now();
        let young = earlier(now, self.settings.token_key_age);
        let keys = self.store.signing_keys().await?;
        let key = match keys.into_iter().find(|key| key.created_at > young) {
            Some(key) => key,
            None => {
                let key = SigningKey {
                    id: SigningKeyId::new(&self.environment),
                    seed: self.environment.random(),
                    created_at: now,
                };
                let kept_since = earlier(earlier(young, ACCESS_TOKEN_LIFETIME), access_token::SKEW);
                self.store.insert_signing_key(&key, kept_since).await?;
                tracing::info!(key = %key.id, "access tokens are signed with a new key");
                key
            }
        };
        Signer::of(&key).ok_or_else(|| EngineError::Internal("a signing key is damaged".to_owned()))
    }

    /// What verifies a token that names this key; `None` when there is none, or no token of it is left.
    pub(super) async fn verifier(&self, key: &str) -> Result<Option<PublicKey>, EngineError> {
        let keys = self.usable_keys().await?;
        let key = keys.iter().find(|one| one.id.to_string() == key);
        Ok(key.and_then(Signer::of).map(|signer| signer.public()))
    }

    /// The public keys, as a JSON Web Key Set (RFC 7517, 5). It is never empty: whoever keeps a copy of it then knows
    /// the first key before the first token.
    pub async fn key_set(&self) -> Result<Value, EngineError> {
        self.signer().await?;
        let keys = self.usable_keys().await?;
        let keys: Vec<Value> = keys
            .iter()
            .filter_map(Signer::of)
            .map(|one| one.jwk())
            .collect();
        Ok(json!({ "keys": keys }))
    }

    async fn usable_keys(&self) -> Result<Vec<SigningKey>, EngineError> {
        let young = earlier(self.environment.now(), self.settings.token_key_age);
        let since = earlier(earlier(young, ACCESS_TOKEN_LIFETIME), access_token::SKEW);
        let mut keys = self.store.signing_keys().await?;
        keys.retain(|key| key.created_at > since);
        Ok(keys)
    }
}
