//! Accounts, and who presents a token.

use std::net::IpAddr;
use std::time::Duration;

use recollect_model::{
    Account, ApiKeyToken, AuditAction, AuditEntry, Caller, EntityKey, LeaseToken, NamedBy,
    TokenHash, UserId, time_zone,
};
use recollect_storage::Unready;
use tokio::time::timeout;

use crate::{Engine, EngineError, Sought, text};

/// A name of a person has at most so many characters.
pub const MAX_PERSON_NAME: usize = 100;
/// A person has at most so many other names.
pub const MAX_OTHER_NAMES: usize = 20;

/// What is to be changed of an account's person; what is not given stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonUpdate {
    /// What to call them.
    pub name: Option<String>,
    /// What else they are called, in place of what was known.
    pub also_called: Option<Vec<String>>,
    /// Their time zone by its IANA name; empty for none.
    pub time_zone: Option<String>,
}

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
            self.refuse_suspended(caller.user).await?;
            self.uses.note(caller, now);
        }
        Ok(caller)
    }

    /// The account of the caller.
    pub async fn account(&self, user: UserId) -> Result<Account, EngineError> {
        self.store
            .account(user)
            .await?
            .ok_or(EngineError::not_found(Sought::Account))
    }

    /// Changes what the person is called and where they are. All facts are told with the new name, and whoever has one of the
    /// other names is the person, in what was understood before, too. A former name that they or a text gave becomes one of
    /// the others, unless these are said as well.
    pub async fn update_person(
        &self,
        user: UserId,
        update: PersonUpdate,
        address: Option<IpAddr>,
    ) -> Result<Account, EngineError> {
        let token = LeaseToken::new(&self.environment);
        let mut change = self.store.begin_change(user, token).await?;
        let account = change.graph().account().await?;
        let mut account = account.ok_or(EngineError::not_found(Sought::Account))?;
        let before = account.also_called.clone();
        let called_before = account.name.clone();
        if let Some(name) = update.name {
            account.name = checked_name("name", &name)?;
            let is_known = account.named_by != NamedBy::Address;
            if is_known && account.also_called.len() < MAX_OTHER_NAMES {
                let former = [
                    account.also_called.as_slice(),
                    std::slice::from_ref(&called_before),
                ]
                .concat();
                account.also_called = checked_names(&former, &account.name)?;
            }
            account.named_by = NamedBy::Person;
        }
        if let Some(names) = update.also_called {
            account.also_called = checked_names(&names, &account.name)?;
        }
        if let Some(zone) = update.time_zone {
            let zone = zone.trim();
            if !zone.is_empty() {
                time_zone(zone)
                    .map_err(|error| EngineError::invalid("timeZone", format!("{error}")))?;
            }
            account.time_zone = (!zone.is_empty()).then(|| zone.to_owned());
        }
        change.update_person(&account).await?;
        self.call_owner(&mut change, &before, &account.also_called)
            .await?;
        if account.name != called_before || account.also_called != before {
            let entry = AuditEntry {
                action: AuditAction::AccountRenamed,
                subject: account.name.clone(),
                address,
                at: self.environment.now(),
            };
            change.record_audit(&entry).await?;
        }
        self.later().commit(change).await?;
        Ok(account)
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

fn checked_name(field: &'static str, name: &str) -> Result<String, EngineError> {
    text::not_blank(field, name)?;
    text::short(field, name, MAX_PERSON_NAME)?;
    if name.contains(char::is_control) {
        return Err(EngineError::invalid(field, "must be one line of text"));
    }
    Ok(name.trim().to_owned())
}

/// Other names, each once, without the first one.
fn checked_names(names: &[String], first: &str) -> Result<Vec<String>, EngineError> {
    if names.len() > MAX_OTHER_NAMES {
        let reason = format!("must be at most {MAX_OTHER_NAMES} names");
        return Err(EngineError::invalid("alsoCalled", reason));
    }
    let mut known = vec![EntityKey::of_name(first)];
    let mut checked = Vec::new();
    for name in names.iter().filter(|name| !name.trim().is_empty()) {
        let name = checked_name("alsoCalled", name)?;
        let key = EntityKey::of_name(&name);
        if !known.contains(&key) {
            known.push(key);
            checked.push(name);
        }
    }
    Ok(checked)
}
