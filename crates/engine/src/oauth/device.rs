//! Devices without a browser: the person types a short code elsewhere (RFC 8628).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use recollect_model::{
    AuditAction, AuditEntry, DeviceAnswer, DeviceAuthorization, GrantId, GrantType, OAuthClient,
    PrefixedToken, Scopes, Timestamp, TokenHash, TokenKind, UserCode, UserId, earlier, later,
};
use recollect_storage::{Consent, StorageError};

use super::{DEVICE_LIFETIME, ErrorCode, OAuthError, Parameters, Presented, Tokens, resource};
use crate::{Engine, EngineError, Sought};

/// How long a device waits between two questions, and how much longer after it did not (RFC 8628, 3.2 and 3.5).
const INTERVAL_S: u32 = 5;
const SLOWER_S: u32 = 5;
/// The wrong codes a person may type within [`GUESSING`] (RFC 8628, 5.1). A code is one of 25 thousand millions.
const MAX_GUESSES: u32 = 10;
const GUESSING: Duration = Duration::from_secs(10 * 60);
/// How often a code that is taken is made anew.
const TRIES: usize = 4;

/// What a device is told at the beginning.
#[derive(Debug)]
pub struct DeviceStart {
    /// What it asks with.
    pub device_code: PrefixedToken,
    /// What it shows to the person.
    pub user_code: UserCode,
    /// How long it may wait, in seconds.
    pub expires_in_s: u64,
    /// How long it must wait between two questions, in seconds.
    pub interval_s: u32,
}

/// A device that a person is asked about.
#[derive(Debug, Clone)]
pub struct WaitingDevice {
    /// The application on it.
    pub client: OAuthClient,
    /// What it asks for.
    pub scopes: Scopes,
}

/// How often people typed wrong codes lately. Each node counts for itself.
#[derive(Debug, Default)]
pub(crate) struct Guesses(Mutex<HashMap<UserId, (Timestamp, u32)>>);

impl Guesses {
    /// Counts a guess before it is looked at, so that many at once are no more than one after the other; false when none is
    /// left.
    fn take(&self, user: UserId, now: Timestamp) -> bool {
        let mut guesses = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let begins = earlier(now, GUESSING);
        guesses.retain(|_, (first, _)| *first > begins);
        let (_, count) = guesses.entry(user).or_insert((now, 0));
        if *count >= MAX_GUESSES {
            return false;
        }
        *count += 1;
        true
    }

    /// Takes back a guess that was right.
    fn give_back(&self, user: UserId) {
        let mut guesses = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, count)) = guesses.get_mut(&user) {
            *count = count.saturating_sub(1);
        }
    }
}

impl Engine {
    /// A device begins to wait (RFC 8628, 3.1 and 3.2).
    pub async fn start_device(
        &self,
        parameters: &Parameters,
        presented: &Presented,
        issuer: &str,
    ) -> Result<DeviceStart, OAuthError> {
        let client = self.authenticated_client(presented).await?;
        if !client.may_use(GrantType::DeviceCode) {
            let reason =
                "the client did not register for urn:ietf:params:oauth:grant-type:device_code";
            return Err(OAuthError::refused(ErrorCode::UnauthorizedClient, reason));
        }
        let now = self.environment.now();
        let device = DeviceAuthorization {
            client: client.id,
            scopes: resource::scopes(parameters)?,
            resource: resource::requested(parameters, issuer)?
                .unwrap_or_default()
                .to_owned(),
            expires_at: later(now, DEVICE_LIFETIME),
            interval_s: INTERVAL_S,
            polled_at: None,
            answer: DeviceAnswer::Pending,
        };
        for _ in 0..TRIES {
            let device_code = PrefixedToken::new(TokenKind::DeviceCode, &self.environment);
            let user_code = UserCode::new(&self.environment);
            let (hash, typed) = (device_code.hash(), user_code.hash());
            match self.store.insert_device(&hash, &typed, &device, now).await {
                Ok(()) => {
                    return Ok(DeviceStart {
                        device_code,
                        user_code,
                        expires_in_s: DEVICE_LIFETIME.as_secs(),
                        interval_s: INTERVAL_S,
                    });
                }
                Err(StorageError::AlreadyExists { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(OAuthError::refused(
            ErrorCode::TemporarilyUnavailable,
            "too many devices wait",
        ))
    }

    /// The device that shows this code.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] when none does, and [`EngineError::Conflict`] when the person has typed too many wrong
    /// codes.
    pub async fn waiting_device(
        &self,
        user: UserId,
        typed: &str,
    ) -> Result<WaitingDevice, EngineError> {
        let now = self.environment.now();
        if !self.guesses.take(user, now) {
            let reason = "too many wrong codes were typed; wait ten minutes".to_owned();
            return Err(EngineError::Conflict { reason });
        }
        let device = match typed.parse::<UserCode>() {
            Ok(code) => self.store.device_of_person(&code.hash()).await?,
            Err(_) => None,
        };
        let waits = |device: &DeviceAuthorization| {
            device.answer == DeviceAnswer::Pending && device.expires_at > now
        };
        let client = match device.filter(waits) {
            Some(device) => self
                .store
                .client(device.client)
                .await?
                .map(|client| WaitingDevice {
                    client,
                    scopes: device.scopes,
                }),
            None => None,
        };
        if client.is_some() {
            self.guesses.give_back(user);
        }
        client.ok_or(EngineError::not_found(Sought::Code))
    }

    /// Tells the device that shows this code what the person answered; nothing allowed is a no.
    pub async fn answer_device(
        &self,
        user: UserId,
        typed: &str,
        allowed: Scopes,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let waiting = self.waiting_device(user, typed).await?;
        let not_found = EngineError::not_found(Sought::Code);
        let Ok(code) = typed.parse::<UserCode>() else {
            return Err(not_found);
        };
        let now = self.environment.now();
        let allowed = allowed.intersection(waiting.scopes);
        let is_told = if allowed.is_empty() {
            self.store.deny_device(&code.hash(), now).await?
        } else {
            let consent = Consent {
                user,
                grant: GrantId::new(&self.environment),
                client: waiting.client.id,
                asked: waiting.scopes,
                allowed,
                audit: Some(AuditEntry {
                    action: AuditAction::AccessGranted,
                    subject: waiting.client.name,
                    address,
                    at: now,
                }),
                at: now,
            };
            self.store
                .consent_for_device(&consent, &code.hash())
                .await?
        };
        if is_told { Ok(()) } else { Err(not_found) }
    }

    /// A device asks whether its person has answered (RFC 8628, 3.4 and 3.5).
    pub(super) async fn exchange_device(
        &self,
        client: &OAuthClient,
        parameters: &Parameters,
        issuer: &str,
    ) -> Result<Tokens, OAuthError> {
        let unknown =
            || OAuthError::invalid_grant("the device's code is unknown or was used before");
        let hash = TokenHash::of(parameters.required("device_code")?);
        let device = self.store.device(&hash).await?;
        let device = device
            .filter(|device| device.client == client.id)
            .ok_or_else(unknown)?;
        let now = self.environment.now();
        if device.expires_at <= now {
            return Err(OAuthError::refused(
                ErrorCode::ExpiredToken,
                "the device waited too long",
            ));
        }
        let interval = Duration::from_secs(device.interval_s.into());
        if device
            .polled_at
            .is_some_and(|polled| now < later(polled, interval))
        {
            let slower = device.interval_s.saturating_add(SLOWER_S);
            self.store.note_poll(&hash, slower, now).await?;
            return Err(OAuthError::refused(
                ErrorCode::SlowDown,
                "the device asks too often",
            ));
        }
        match device.answer {
            DeviceAnswer::Pending => {
                self.store.note_poll(&hash, device.interval_s, now).await?;
                let reason = "the person has not answered yet";
                Err(OAuthError::refused(ErrorCode::AuthorizationPending, reason))
            }
            DeviceAnswer::Denied => Err(OAuthError::refused(
                ErrorCode::AccessDenied,
                "the person did not allow it",
            )),
            DeviceAnswer::Granted(of) => {
                let next = self.next_refresh_token(client, &of, now);
                let kept = next.as_ref().map(|(_, kept)| kept);
                if !self.store.use_device(&hash, &of, kept, now).await? {
                    return Err(unknown());
                }
                self.given(&of, client, of.scopes, next, issuer).await
            }
        }
    }
}
