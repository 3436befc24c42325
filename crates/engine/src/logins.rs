//! Logging in by magic link, and the sessions that come of any login.
//!
//! A link works once, for ten minutes, for whoever holds it: it is the proof that mail to its address is read. What
//! is kept of it is a hash. It knows the browser that asked, so that the one who opens it elsewhere is asked whether
//! they mean it: then a scanner that follows the links of a mail uses nothing up, and nobody is logged in to
//! another's account by a link that was slipped to them. Whether an address has an account is told by nothing here.

use std::net::IpAddr;

use recollect_model::{
    AuditAction, AuditEntry, Caller, EmailAddress, LoginLink, LoginMethod, OpaqueToken, Session,
    SessionId, Timestamp, TokenHash, UserId,
};
use recollect_storage::{Beginning, Entered};

use crate::{Engine, EngineError, Sought};

const LINK_MS: i64 = 10 * 60 * 1_000;
const MAX_AGENT_CHARACTERS: usize = 200;

/// Where a request comes from, as far as it says.
#[derive(Debug, Clone, Default)]
pub struct Visitor {
    /// What the browser calls itself.
    pub agent: String,
    /// The network address.
    pub address: Option<IpAddr>,
    /// The secret that the browser keeps, as it is kept here.
    pub browser: Option<TokenHash>,
    /// The session that the browser has, whoever's it is.
    pub session: Option<SessionId>,
}

/// A link that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedLink {
    /// Whom it logs in.
    pub email: EmailAddress,
    /// Whether the browser that opens it is the one that asked.
    pub is_same_browser: bool,
}

/// Somebody who has just logged in.
#[derive(Debug)]
pub struct LoggedIn {
    /// Who.
    pub user: UserId,
    /// The session's secret, for its cookie.
    pub session: OpaqueToken,
    /// Where they were going.
    pub next: Option<String>,
    /// Whom to tell that it was with a browser that they had not logged in with before.
    pub told: Option<EmailAddress>,
}

impl Engine {
    /// A link that logs in the person of this address, for the browser that holds the secret `browser`. `None` when the
    /// address has no account and may not create one; whoever asked must not be told, nor find out by how long it takes: the
    /// same is read and written then, and the link is thrown away.
    pub async fn request_login(
        &self,
        email: &EmailAddress,
        browser: &OpaqueToken,
        next: Option<String>,
    ) -> Result<Option<OpaqueToken>, EngineError> {
        let has_account = self.store.account_of(email).await?.is_some();
        let may_log_in = has_account || self.settings.registration.admits(email);
        let token = OpaqueToken::new(&self.environment);
        let now = self.environment.now();
        let link = LoginLink {
            hash: token.hash(),
            email: email.clone(),
            browser: Some(browser.hash()),
            next,
            created_at: now,
            expires_at: after(now, LINK_MS),
            used_at: None,
        };
        self.store.insert_login_link(&link).await?;
        Ok(may_log_in.then_some(token))
    }

    /// What a link offers to the browser that opens it; `None` for one that was used, is too old, or never was. Nothing
    /// is used up.
    pub async fn offered_link(
        &self,
        token: &str,
        browser: Option<&str>,
    ) -> Result<Option<OfferedLink>, EngineError> {
        let link = self.login_link(token).await?;
        Ok(link.filter(|link| self.is_open(link)).map(|link| {
            let asked = link.browser.as_ref().zip(browser);
            OfferedLink {
                is_same_browser: asked.is_some_and(|(kept, shown)| kept.is_of(shown)),
                email: link.email,
            }
        }))
    }

    /// Uses a link up: opens a session, and creates the account at its first login. `None` for a link that was used, is
    /// too old, or never was; the trail of the account that it was for says so.
    pub async fn log_in(
        &self,
        token: &str,
        visitor: &Visitor,
    ) -> Result<Option<LoggedIn>, EngineError> {
        let Some(link) = self.login_link(token).await? else {
            return Ok(None);
        };
        let (beginning, secret) = self.begin(visitor, LoginMethod::MagicLink);
        let environment = &self.environment;
        let entered = self.store.log_in(&link, &beginning, environment).await?;
        let Some(entered) = entered else {
            self.record_failed_login(&link, visitor).await?;
            return Ok(None);
        };
        Ok(Some(logged_in(entered, secret, link.next)))
    }

    /// What begins with a login of this visitor now, and the secret of the session.
    pub(crate) fn begin(&self, visitor: &Visitor, method: LoginMethod) -> (Beginning, OpaqueToken) {
        let now = self.environment.now();
        let secret = OpaqueToken::new(&self.environment);
        let session = Session {
            id: SessionId::new(&self.environment),
            agent: visitor.agent.chars().take(MAX_AGENT_CHARACTERS).collect(),
            method,
            address: visitor.address,
            created_at: now,
            last_used_at: now,
            expires_at: now.checked_add(self.settings.session).unwrap_or(now),
        };
        let unknown = || OpaqueToken::new(&self.environment).hash();
        let beginning = Beginning {
            session,
            secret: secret.hash(),
            browser: visitor.browser.clone().unwrap_or_else(unknown),
            replaced: visitor.session,
        };
        (beginning, secret)
    }

    /// Whose session this cookie stands for; `None` for one that is malformed, unknown or has ended.
    pub async fn session_caller(&self, cookie: &str) -> Result<Option<Caller>, EngineError> {
        let Some(secret) = OpaqueToken::presented(cookie) else {
            return Ok(None);
        };
        let now = self.environment.now();
        let caller = self.store.session_of(&secret.hash(), now).await?;
        if let Some(caller) = &caller {
            self.refuse_suspended(caller.user).await?;
            self.uses.note(caller, now);
        }
        Ok(caller)
    }

    /// The user's sessions, the last used first.
    pub async fn sessions(&self, user: UserId) -> Result<Vec<Session>, EngineError> {
        self.write_uses().await?;
        Ok(self.store.sessions(user, self.environment.now()).await?)
    }

    /// Whether a session has not ended.
    pub async fn is_live(&self, user: UserId, session: SessionId) -> Result<bool, EngineError> {
        let now = self.environment.now();
        Ok(self.store.is_live(user, session, now).await?)
    }

    /// Whether the login of a session is so fresh that its person may take everything along, give others access, or leave.
    pub async fn is_fresh_login(
        &self,
        user: UserId,
        session: SessionId,
    ) -> Result<bool, EngineError> {
        let Some(fresh) = self.settings.fresh_login else {
            return Ok(true);
        };
        let now = self.environment.now();
        let began = self.store.session_began(user, session, now).await?;
        let fresh_ms = i64::try_from(fresh.as_millis()).unwrap_or(i64::MAX);
        Ok(began.is_some_and(|began| after(began, fresh_ms) > now))
    }

    /// Ends a session at once; its cookie opens nothing any more.
    pub async fn end_session(
        &self,
        user: UserId,
        session: SessionId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        const NOT_FOUND: EngineError = EngineError::not_found(Sought::Session);
        let now = self.environment.now();
        let sessions = self.store.sessions(user, now).await?;
        let ended = sessions.into_iter().find(|one| one.id == session);
        let entry = AuditEntry {
            action: AuditAction::LoggedOut,
            subject: ended.ok_or(NOT_FOUND)?.agent,
            address,
            at: now,
        };
        match self.store.end_session(user, session, &entry).await? {
            true => Ok(()),
            false => Err(NOT_FOUND),
        }
    }

    async fn login_link(&self, token: &str) -> Result<Option<LoginLink>, EngineError> {
        match OpaqueToken::presented(token) {
            Some(token) => Ok(self
                .store
                .login_link(&TokenHash::of(token.reveal()))
                .await?),
            None => Ok(None),
        }
    }

    fn is_open(&self, link: &LoginLink) -> bool {
        link.used_at.is_none() && link.expires_at > self.environment.now()
    }

    async fn record_failed_login(
        &self,
        link: &LoginLink,
        visitor: &Visitor,
    ) -> Result<(), EngineError> {
        let Some(account) = self.store.account_of(&link.email).await? else {
            return Ok(());
        };
        let now = self.environment.now();
        let reason = match link.expires_at <= now {
            true => "a link that was too old",
            false => "a link that was used before",
        };
        let entry = AuditEntry {
            action: AuditAction::LoginFailed,
            subject: reason.to_owned(),
            address: visitor.address,
            at: now,
        };
        Ok(self.store.record_audit(account.id, &entry).await?)
    }
}

pub(crate) fn logged_in(entered: Entered, session: OpaqueToken, next: Option<String>) -> LoggedIn {
    let Entered {
        account,
        is_new_browser,
    } = entered;
    tracing::info!(user = %account.id, "logged in");
    LoggedIn {
        user: account.id,
        session,
        next,
        told: is_new_browser.then_some(account.email),
    }
}

/// The instant so many milliseconds later; at the end of time, the end.
pub(crate) fn after(instant: Timestamp, milliseconds: i64) -> Timestamp {
    let later = milliseconds
        .saturating_mul(1_000)
        .saturating_add(instant.as_microsecond());
    Timestamp::from_microsecond(later).unwrap_or(Timestamp::MAX)
}
