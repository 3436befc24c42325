//! Tokens of a configured outside issuer: a company's login, for instance.
//!
//! Whose account a token opens: the account that its subject is tied to. The first token of a subject ties it, by its
//! `email`, which must be there and `email_verified`; the account of that address is created if registration allows
//! it. Later tokens follow the subject, whatever their address, since addresses are given to other people and
//! subjects are not (RFC 9068, 5; OpenID Connect Core, 5.7). What a token allows is what its `scope` names of ours;
//! others are passed over.

use std::sync::{Arc, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use recollect_model::{
    AuditAction, AuditEntry, Caller, Credential, EmailAddress, Scope, Timestamp, UserId, earlier,
    later,
};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::jose::{Algorithm, PresentedToken, PublicKey};
use crate::{Engine, EngineError};

/// How long a key set is believed without asking again.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The least time between two questions, whatever keys are asked for.
const PAUSE: Duration = Duration::from_secs(60);
/// The longest that a source is waited for.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);
const MAX_KEYS: usize = 100;
const MAX_SUBJECT_BYTES: usize = 255;

/// Where an issuer's public keys come from.
#[async_trait]
pub trait KeySource: Send + Sync {
    /// The JSON Web Key Set as it is now, or what is wrong, for the log.
    async fn fetch(&self) -> Result<Vec<u8>, String>;
}

/// A text that is no usable key set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is no JSON Web Key Set, or has more than {MAX_KEYS} keys")]
pub struct InvalidKeySet;

/// Who else may issue tokens for this service.
pub struct OutsideIssuer {
    name: String,
    audience: String,
    algorithms: Vec<Algorithm>,
    skew: Duration,
    keys: Arc<IssuerKeys>,
}

/// The keys of an issuer, as far as they are known.
struct IssuerKeys {
    source: Box<dyn KeySource>,
    known: RwLock<Arc<KnownKeys>>,
    /// When the source was last asked; held while it is.
    asked_at: Arc<Mutex<Option<Timestamp>>>,
}

#[derive(Debug, Default)]
struct KnownKeys {
    keys: Vec<(Option<String>, PublicKey)>,
    fetched_at: Option<Timestamp>,
}

impl OutsideIssuer {
    /// The issuer with this name (`iss`), whose tokens for this audience (`aud`), signed by these algorithms, are taken;
    /// clocks may differ by `skew`.
    pub fn new(
        name: String,
        audience: String,
        algorithms: Vec<Algorithm>,
        skew: Duration,
        source: Box<dyn KeySource>,
    ) -> Self {
        Self {
            name,
            audience,
            algorithms,
            skew,
            keys: Arc::new(IssuerKeys {
                source,
                known: RwLock::default(),
                asked_at: Arc::default(),
            }),
        }
    }

    /// Whether all is right with a token but who it speaks for.
    async fn accepts(&self, token: &PresentedToken<'_>, now: Timestamp) -> bool {
        // An access token, or a plain one: what says it is something else (a logout token, say) is something else.
        let is_kind = matches!(token.kind().as_deref(), None | Some("jwt" | "at+jwt"));
        let is_in_time = token
            .instant("exp")
            .is_some_and(|at| at > earlier(now, self.skew))
            && token
                .instant("nbf")
                .is_none_or(|at| at <= later(now, self.skew));
        is_kind
            && is_in_time
            && self.algorithms.contains(&token.algorithm())
            && token.is_for(|audience| audience == self.audience)
            && self.is_signed(token, now).await
    }

    async fn is_signed(&self, token: &PresentedToken<'_>, now: Timestamp) -> bool {
        let known = self.keys.known();
        let is_fresh = known.fetched_at.is_some_and(|at| now < later(at, KEPT));
        if is_fresh && known.has(token) {
            return known.verify(token);
        }
        self.keys.clone().fetch(now, self.name.clone()).await;
        self.keys.known().verify(token)
    }
}

impl IssuerKeys {
    /// Asks the source, unless it was asked just now, whether or not the caller stays until it has answered: whoever goes away would
    /// leave the others without keys for as long as the pause. When it does not answer, what is known stays known.
    async fn fetch(self: Arc<Self>, now: Timestamp, issuer: String) {
        let mut asked_at = self.asked_at.clone().lock_owned().await;
        if asked_at.is_some_and(|at| now < later(at, PAUSE)) {
            return;
        }
        *asked_at = Some(now);
        let fetching = tokio::spawn(async move {
            let _asking = asked_at;
            let fetched = timeout(ANSWERS_WITHIN, self.source.fetch()).await;
            let fetched =
                fetched.unwrap_or_else(|_| Err(format!("no answer within {ANSWERS_WITHIN:?}")));
            let keys = fetched.and_then(|set| read_keys(&set).map_err(|error| error.to_string()));
            match keys {
                Ok(keys) => self.keep(keys, now),
                Err(reason) => {
                    tracing::error!("the keys of {issuer} could not be fetched: {reason}");
                }
            }
        });
        if let Err(error) = fetching.await {
            tracing::error!("the keys of an outside issuer could not be fetched: {error}");
        }
    }

    fn keep(&self, keys: Vec<(Option<String>, PublicKey)>, now: Timestamp) {
        let known = KnownKeys {
            keys,
            fetched_at: Some(now),
        };
        let mut slot = self
            .known
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *slot = Arc::new(known);
    }

    fn known(&self) -> Arc<KnownKeys> {
        let known = self
            .known
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        known.clone()
    }
}

impl std::fmt::Debug for OutsideIssuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OutsideIssuer({})", self.name)
    }
}

impl KnownKeys {
    /// The keys that a token may be signed with: those of the id it names, or all when it names none.
    fn of<'k>(&'k self, token: &'k PresentedToken<'_>) -> impl Iterator<Item = &'k PublicKey> {
        let named = token.key();
        let is_meant = move |id: &Option<String>| named.is_none() || id.as_deref() == named;
        let keys = self.keys.iter().filter(move |(id, _)| is_meant(id));
        keys.map(|(_, key)| key)
    }

    fn has(&self, token: &PresentedToken<'_>) -> bool {
        self.of(token).next().is_some()
    }

    fn verify(&self, token: &PresentedToken<'_>) -> bool {
        self.of(token).any(|key| token.is_signed_by(key))
    }
}

/// The keys of a set (RFC 7517, 5). Those of a kind that is not known are passed over.
fn read_keys(set: &[u8]) -> Result<Vec<(Option<String>, PublicKey)>, InvalidKeySet> {
    let set: Value = serde_json::from_slice(set).map_err(|_| InvalidKeySet)?;
    let keys = set
        .get("keys")
        .and_then(Value::as_array)
        .ok_or(InvalidKeySet)?;
    if keys.len() > MAX_KEYS {
        return Err(InvalidKeySet);
    }
    let read = |jwk: &Value| {
        let id = jwk.get("kid").and_then(Value::as_str).map(str::to_owned);
        PublicKey::from_jwk(jwk).map(|key| (id, key))
    };
    Ok(keys.iter().filter_map(read).collect())
}

impl Engine {
    /// Who presents a token of the issuer of this name; `None` for one that opens nothing.
    pub(super) async fn outside_caller(
        &self,
        token: &PresentedToken<'_>,
        issuer: &str,
    ) -> Result<Option<Caller>, EngineError> {
        let outside = self.settings.outside_issuer.clone();
        let Some(outside) = outside.filter(|outside| outside.name == issuer) else {
            return Ok(None);
        };
        if !outside.accepts(token, self.environment.now()).await {
            return Ok(None);
        }
        let Some(until) = token.instant("exp") else {
            return Ok(None);
        };
        let Some(user) = self.outside_user(token, &outside).await? else {
            return Ok(None);
        };
        let names = token.text("scope").unwrap_or_default();
        Ok(Some(Caller {
            user,
            credential: Credential::OutsideToken { until },
            scopes: names
                .split_whitespace()
                .filter_map(Scope::from_name)
                .collect(),
        }))
    }

    /// Whose account the token's subject uses.
    async fn outside_user(
        &self,
        token: &PresentedToken<'_>,
        outside: &OutsideIssuer,
    ) -> Result<Option<UserId>, EngineError> {
        let subject = token.text("sub").filter(|subject| {
            !subject.is_empty() && subject.len() <= MAX_SUBJECT_BYTES && !subject.contains('\0')
        });
        let Some(subject) = subject else {
            return Ok(None);
        };
        let known = self.store.outside_user(&outside.name, subject).await?;
        if known.is_some() {
            return Ok(known);
        }
        let email = token
            .text("email")
            .filter(|_| token.is_set("email_verified"));
        let Some(Ok(email)) = email.map(str::parse::<EmailAddress>) else {
            return Ok(None);
        };
        let Some(account) = self.registered(&email).await? else {
            return Ok(None);
        };
        let entry = AuditEntry {
            action: AuditAction::OutsideTokenTied,
            subject: format!("{subject} of {}", outside.name),
            address: None,
            at: self.environment.now(),
        };
        self.store
            .tie_outside_user(account, &outside.name, subject, &entry)
            .await?;
        tracing::info!(user = %account, "a subject of {} was tied to an account", outside.name);
        // Another token of the subject may have been first.
        Ok(self.store.outside_user(&outside.name, subject).await?)
    }

    /// The account of this address, created if registration allows it.
    async fn registered(&self, email: &EmailAddress) -> Result<Option<UserId>, EngineError> {
        if let Some(account) = self.store.account_of(email).await? {
            return Ok(Some(account.id));
        }
        if !self.settings.registration.admits(email) {
            return Ok(None);
        }
        let account = self
            .store
            .ensure_account(email, email.person_name(), &self.environment)
            .await?;
        Ok(Some(account.id))
    }
}
