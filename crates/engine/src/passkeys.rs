//! Passkeys: logging in with a key pair that a device or a password manager keeps (Web Authentication, level 3; what
//! is signed is checked by `webauthn-rs`).
//!
//! The relying party is the host of the address that the service is reached at: browsers keep a passkey to it, so
//! that a page of another host can neither use nor ask for it, and another host needs new ones. An address without a
//! name, such as `127.0.0.1`, has no passkeys. Who logs in is said by the passkey itself, so nobody is told which
//! addresses have an account.
//!
//! A challenge counts once, for five minutes, for the browser that was given it and, where a passkey is added, for
//! the person. It is kept in the database, because the answer may come to another node. A passkey verifies its owner
//! (a finger, a face, a code) each time. One whose counter does not go on exists twice, and is refused.

use std::net::IpAddr;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use recollect_model::{
    AuditAction, AuditEntry, LoginMethod, OpaqueToken, Passkey, PasskeyId, TokenHash, UserId,
};
use recollect_storage::{Entered, PasskeyChallenge};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey as Credential, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder,
};
use webauthn_rs_proto::ResidentKeyRequirement;

use crate::logins::{LoggedIn, Visitor, after, logged_in};
use crate::{Engine, EngineError, Sought, text};

const CHALLENGE_MS: i64 = 5 * 60 * 1_000;
const MAX_PASSKEYS: i64 = 20;
const MAX_NAME_CHARACTERS: usize = 100;
/// What a browser's dialogs call the service.
const SERVICE: &str = "Recollect";

/// What a browser is asked to have signed.
#[derive(Debug)]
pub struct PasskeyQuestion {
    /// What the answer names the challenge by.
    pub challenge: OpaqueToken,
    /// The options of the browser's own function, as JSON.
    pub options: Value,
}

/// What a browser answers.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyAnswer<'a> {
    /// The name of the challenge.
    pub challenge: &'a str,
    /// What was signed, as JSON.
    pub credential: &'a str,
}

impl Engine {
    /// Whether passkeys can be used where the service is reached at this address.
    pub fn takes_passkeys(base: &str) -> bool {
        relying_party(base).is_ok()
    }

    /// The user's passkeys, the oldest first.
    pub async fn passkeys(&self, user: UserId) -> Result<Vec<Passkey>, EngineError> {
        Ok(self.store.passkeys(user).await?)
    }

    /// Asks a browser to make a passkey of the user's.
    pub async fn ask_for_new_passkey(
        &self,
        user: UserId,
        base: &str,
        browser: &TokenHash,
    ) -> Result<PasskeyQuestion, EngineError> {
        let account = self.account(user).await?;
        let known = self.store.passkeys(user).await?;
        let known: Result<Vec<Credential>, _> = known.iter().map(credential).collect();
        let known = known?.iter().map(|one| one.cred_id().clone()).collect();
        let (mut options, state) = relying_party(base)?
            .start_passkey_registration(
                Uuid::from_u128(user.as_u128()),
                account.email.as_str(),
                &account.name,
                Some(known),
            )
            .map_err(|error| EngineError::Internal(error.to_string()))?;
        // Who logs in is said by the passkey alone, so it must be one that can be found without being named.
        if let Some(selection) = &mut options.public_key.authenticator_selection {
            selection.resident_key = Some(ResidentKeyRequirement::Required);
            selection.require_resident_key = true;
        }
        self.keep_challenge(browser, Some(user), &options, &state)
            .await
    }

    /// Adds the passkey that a browser has made for the service at this address.
    pub async fn add_passkey(
        &self,
        user: UserId,
        (base, browser): (&str, &TokenHash),
        name: &str,
        answer: PasskeyAnswer<'_>,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let name = checked_name(name)?;
        let state: Option<PasskeyRegistration> =
            self.take_challenge(answer, browser, Some(user)).await?;
        let state =
            state.ok_or_else(|| unaccepted("is too old, was used, or is another browser's"))?;
        let made: RegisterPublicKeyCredential =
            serde_json::from_str(answer.credential).map_err(|_| unaccepted("cannot be read"))?;
        let hash = hash_of(made.raw_id.as_ref());
        let known = self.store.passkeys(user).await?;
        if known.iter().any(|one| one.credential_hash == hash) {
            return Err(EngineError::Conflict {
                reason: "this passkey is there already".to_owned(),
            });
        }
        let made = relying_party(base)?
            .finish_passkey_registration(&made, &state)
            .map_err(|error| unaccepted(&format!("was not accepted: {error}")))?;
        let now = self.environment.now();
        let passkey = Passkey {
            id: PasskeyId::new(&self.environment),
            credential_hash: hash,
            name,
            credential: written(&made)?,
            counter: 0,
            created_at: now,
            last_used_at: None,
        };
        let entry = AuditEntry {
            action: AuditAction::PasskeyAdded,
            subject: passkey.name.clone(),
            address,
            at: now,
        };
        match self
            .store
            .insert_passkey(user, &passkey, MAX_PASSKEYS, &entry)
            .await?
        {
            true => Ok(()),
            false => Err(EngineError::Conflict {
                reason: format!("an account has at most {MAX_PASSKEYS} passkeys; delete one first"),
            }),
        }
    }

    /// Gives a passkey another name.
    pub async fn rename_passkey(
        &self,
        user: UserId,
        id: PasskeyId,
        name: &str,
    ) -> Result<(), EngineError> {
        let name = checked_name(name)?;
        match self.store.rename_passkey(user, id, &name).await? {
            true => Ok(()),
            false => Err(NOT_FOUND),
        }
    }

    /// Deletes a passkey: nobody logs in with it any more.
    pub async fn delete_passkey(
        &self,
        user: UserId,
        id: PasskeyId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let known = self.store.passkeys(user).await?;
        let deleted = known.into_iter().find(|one| one.id == id);
        let entry = AuditEntry {
            action: AuditAction::PasskeyDeleted,
            subject: deleted.ok_or(NOT_FOUND)?.name,
            address,
            at: self.environment.now(),
        };
        match self.store.delete_passkey(user, id, &entry).await? {
            true => Ok(()),
            false => Err(NOT_FOUND),
        }
    }

    /// Asks a browser for any passkey that it has of this service.
    pub async fn ask_for_passkey(
        &self,
        base: &str,
        browser: &TokenHash,
    ) -> Result<PasskeyQuestion, EngineError> {
        let (mut options, state) = relying_party(base)?
            .start_discoverable_authentication()
            .map_err(|error| EngineError::Internal(error.to_string()))?;
        options.mediation = None;
        self.keep_challenge(browser, None, &options, &state).await
    }

    /// Logs in whoever has the passkey that answers a challenge; `None` where it does not, whyever.
    pub async fn log_in_with_passkey(
        &self,
        base: &str,
        visitor: &Visitor,
        answer: PasskeyAnswer<'_>,
    ) -> Result<Option<LoggedIn>, EngineError> {
        let Some(browser) = &visitor.browser else {
            return Ok(None);
        };
        let state: Option<DiscoverableAuthentication> =
            self.take_challenge(answer, browser, None).await?;
        let signed = serde_json::from_str::<PublicKeyCredential>(answer.credential).ok();
        let (Some(state), Some(signed)) = (state, signed) else {
            return Ok(None);
        };
        let Some((user, passkey)) = self.passkey_of(&signed).await? else {
            return Ok(None);
        };
        let mut credential = credential(&passkey)?;
        let accepted =
            relying_party(base)?.finish_discoverable_authentication_v2(&signed, state, &credential);
        let entered = match accepted {
            Ok(accepted) => {
                credential.update_credential(&accepted);
                let passkey = Passkey {
                    credential: written(&credential)?,
                    counter: accepted.counter(),
                    ..passkey
                };
                self.enter_by_passkey(user, &passkey, visitor).await?
            }
            Err(error) => {
                tracing::info!(user = %user, "a passkey was not accepted: {error}");
                None
            }
        };
        if entered.is_none() {
            self.record_refused_passkey(user, visitor).await?;
        }
        Ok(entered)
    }

    /// Whose passkey it says it is, if they have it.
    async fn passkey_of(
        &self,
        signed: &PublicKeyCredential,
    ) -> Result<Option<(UserId, Passkey)>, EngineError> {
        let user = signed.get_user_unique_id();
        let Some(user) = user.and_then(|bytes| Uuid::from_slice(bytes).ok()) else {
            return Ok(None);
        };
        let user = UserId::from_u128(user.as_u128());
        let hash = hash_of(signed.get_credential_id());
        if self.store.account(user).await?.is_none() {
            return Ok(None);
        }
        let known = self.store.passkeys(user).await?;
        let found = known.into_iter().find(|one| one.credential_hash == hash);
        Ok(found.map(|passkey| (user, passkey)))
    }

    async fn enter_by_passkey(
        &self,
        user: UserId,
        passkey: &Passkey,
        visitor: &Visitor,
    ) -> Result<Option<LoggedIn>, EngineError> {
        let account = self.account(user).await?;
        let (beginning, secret) = self.begin(visitor, LoginMethod::Passkey);
        let is_new_browser = self
            .store
            .log_in_with_passkey(user, passkey, &beginning)
            .await?;
        Ok(is_new_browser.map(|is_new_browser| {
            let entered = Entered {
                account,
                is_new_browser,
            };
            logged_in(entered, secret, None)
        }))
    }

    async fn record_refused_passkey(
        &self,
        user: UserId,
        visitor: &Visitor,
    ) -> Result<(), EngineError> {
        let entry = AuditEntry {
            action: AuditAction::LoginFailed,
            subject: "a passkey that was not accepted".to_owned(),
            address: visitor.address,
            at: self.environment.now(),
        };
        Ok(self.store.record_audit(user, &entry).await?)
    }

    async fn keep_challenge(
        &self,
        browser: &TokenHash,
        user: Option<UserId>,
        options: &impl Serialize,
        state: &impl Serialize,
    ) -> Result<PasskeyQuestion, EngineError> {
        let token = OpaqueToken::new(&self.environment);
        let challenge = PasskeyChallenge {
            hash: token.hash(),
            browser: browser.clone(),
            user,
            state: written(state)?,
            expires_at: after(self.environment.now(), CHALLENGE_MS),
        };
        self.store.insert_passkey_challenge(&challenge).await?;
        let options = serde_json::to_value(options);
        Ok(PasskeyQuestion {
            challenge: token,
            options: options.map_err(|error| EngineError::Internal(error.to_string()))?,
        })
    }

    /// Takes the challenge that is answered: what the answer is checked with.
    async fn take_challenge<T: DeserializeOwned>(
        &self,
        answer: PasskeyAnswer<'_>,
        browser: &TokenHash,
        user: Option<UserId>,
    ) -> Result<Option<T>, EngineError> {
        let Some(challenge) = OpaqueToken::presented(answer.challenge) else {
            return Ok(None);
        };
        let now = self.environment.now();
        let state = self
            .store
            .take_passkey_challenge(&challenge.hash(), browser, user, now)
            .await?;
        // An earlier version's state may not be read: its challenge is not answered any more.
        Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
    }
}

const NOT_FOUND: EngineError = EngineError::not_found(Sought::Passkey);

/// The service as browsers know it at this address.
fn relying_party(base: &str) -> Result<Webauthn, EngineError> {
    const UNNAMED: &str =
        "need an address with a name, such as http://localhost or https://memory.example.com";
    let url = Url::parse(base).map_err(|_| EngineError::invalid("passkeys", UNNAMED))?;
    let host = url
        .domain()
        .ok_or_else(|| EngineError::invalid("passkeys", UNNAMED))?;
    WebauthnBuilder::new(host, &url)
        .and_then(|builder| builder.rp_name(SERVICE).build())
        .map_err(|error| EngineError::Internal(error.to_string()))
}

fn credential(passkey: &Passkey) -> Result<Credential, EngineError> {
    serde_json::from_str(&passkey.credential)
        .map_err(|error| EngineError::Internal(format!("a passkey cannot be read: {error}")))
}

/// What a passkey is found by.
fn hash_of(credential_id: &[u8]) -> TokenHash {
    TokenHash::of(&BASE64_URL_SAFE_NO_PAD.encode(credential_id))
}

fn written(value: &impl Serialize) -> Result<String, EngineError> {
    serde_json::to_string(value).map_err(|error| EngineError::Internal(error.to_string()))
}

fn unaccepted(reason: &str) -> EngineError {
    EngineError::invalid("the passkey", reason)
}

fn checked_name(name: &str) -> Result<String, EngineError> {
    let name = name.trim();
    text::not_blank("name", name)?;
    text::short("name", name, MAX_NAME_CHARACTERS)?;
    Ok(name.to_owned())
}
