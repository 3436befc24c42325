//! Logging in: links that work once, and the sessions they open.

use recollect_model::{
    Account, AuditAction, AuditEntry, Caller, Credential, Environment, LoginLink, LoginMethod,
    Scopes, Session, SessionId, Timestamp, TokenHash, UserId,
};

use crate::accounts::account_in;
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::register::{LINK_EMAIL, LINK_NEXT, SESSION_ADDRESS, SESSION_AGENT};
use crate::store::Write;
use crate::{StorageError, Store};

macro_rules! session_columns {
    () => {
        "id, agent, method, address, created_at, last_used_at, expires_at"
    };
}

/// A user's browsers are remembered up to this number, those seen last.
const MAX_KNOWN_BROWSERS: i64 = 100;

/// What begins with a login.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The session.
    pub session: Session,
    /// What is kept of the session's secret.
    pub secret: TokenHash,
    /// What is kept of the browser's own secret.
    pub browser: TokenHash,
    /// The session that the browser had until now; it ends where it is the same person's.
    pub replaced: Option<SessionId>,
}

/// Who has logged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// Their account.
    pub account: Account,
    /// Whether they had not logged in with this browser before, with an account that they had before.
    pub is_new_browser: bool,
}

impl Store {
    /// Keeps a link that was asked for. It names no owner: the account need not exist yet.
    pub async fn insert_login_link(&self, link: &LoginLink) -> Result<(), StorageError> {
        let words = self.service_words();
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO login_links (hash, email, browser_hash, next, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(link.hash.as_str())
        .bind(words.seek(LINK_EMAIL, link.email.as_str()))
        .bind(link.browser.as_ref().map(TokenHash::as_str))
        .bind(words.seal_optional(LINK_NEXT, link.hash.as_str(), link.next.as_deref()))
        .bind(stored(link.created_at))
        .bind(stored(link.expires_at))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "a login link"))?;
        write.commit(CommitPoint::LOGIN).await
    }

    /// The link of this token, also when it was used or is too old. It names no owner because it is what tells who logs
    /// in.
    pub async fn login_link(&self, hash: &TokenHash) -> Result<Option<LoginLink>, StorageError> {
        let row = sqlx::query(
            "SELECT hash, email, browser_hash, next, created_at, expires_at, used_at
             FROM login_links WHERE hash = $1",
        )
        .bind(hash.as_str())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let words = self.service_words();
            let mut columns = words.columns(&row);
            let hash = columns.text()?;
            Ok(LoginLink {
                email: columns
                    .sought(LINK_EMAIL)?
                    .parse()
                    .map_err(|_| unreadable("an address", "something else"))?,
                browser: columns.optional_text()?.map(TokenHash::from_stored),
                next: columns.optional_sealed(LINK_NEXT, &hash)?,
                hash: TokenHash::from_stored(hash),
                created_at: columns.instant()?,
                expires_at: columns.instant()?,
                used_at: columns.optional_instant()?,
            })
        })
        .transpose()
    }

    /// Uses a link up: its account, which is created when there is none, has the session from now on, and its trail says
    /// so. All of it is one transaction; `None`, with nothing changed, when somebody else has used the link or it is too
    /// old by the session's beginning.
    pub async fn log_in(
        &self,
        link: &LoginLink,
        beginning: &Beginning,
        environment: &Environment,
    ) -> Result<Option<Entered>, StorageError> {
        let session = &beginning.session;
        let mut write = self.begin().await?;
        let used = sqlx::query(
            "UPDATE login_links SET used_at = $2
             WHERE hash = $1 AND used_at IS NULL AND expires_at > $2",
        )
        .bind(link.hash.as_str())
        .bind(stored(session.created_at))
        .execute(write.connection())
        .await?;
        if used.rows_affected() == 0 {
            return Ok(None);
        }
        let name = link.email.person_name();
        let account = account_in(&mut write, &link.email, name, environment).await?;
        let is_known = begin_session(&mut write, account.id, beginning).await?;
        write.commit(CommitPoint::LOGIN).await?;
        let is_new_browser = !is_known && account.created_at < session.created_at;
        Ok(Some(Entered {
            account,
            is_new_browser,
        }))
    }

    /// Whose session this is, unless it has ended by `now`. It names no owner because it finds the owner, as
    /// [`caller_of`](Self::caller_of) does.
    pub async fn session_of(
        &self,
        secret: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Caller>, StorageError> {
        let row =
            sqlx::query("SELECT user_id, id FROM sessions WHERE hash = $1 AND expires_at > $2")
                .bind(secret.as_str())
                .bind(stored(now))
                .fetch_optional(&self.reads)
                .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok(Caller {
                user: columns.id()?,
                credential: Credential::Session(columns.id()?),
                scopes: Scopes::all(),
            })
        })
        .transpose()
    }

    /// The user's sessions that have not ended by `now`, the last used first.
    pub async fn sessions(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Vec<Session>, StorageError> {
        let rows = sqlx::query(concat!(
            "SELECT ",
            session_columns!(),
            " FROM sessions WHERE user_id = $1 AND expires_at > $2 ORDER BY last_used_at DESC, id"
        ))
        .bind(user.to_string())
        .bind(stored(now))
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, session)
    }

    /// Whether a session has not ended by `now`.
    pub async fn is_live(
        &self,
        user: UserId,
        id: SessionId,
        now: Timestamp,
    ) -> Result<bool, StorageError> {
        let row = sqlx::query(
            "SELECT 1 FROM sessions WHERE user_id = $1 AND id = $2 AND expires_at > $3",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(stored(now))
        .fetch_optional(&self.reads)
        .await?;
        Ok(row.is_some())
    }

    /// When somebody logged in to a session that has not ended by `now`.
    pub async fn session_began(
        &self,
        user: UserId,
        id: SessionId,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StorageError> {
        let row = sqlx::query(
            "SELECT created_at FROM sessions WHERE user_id = $1 AND id = $2 AND expires_at > $3",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(stored(now))
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| Columns::of(&row).instant()).transpose()
    }

    /// Ends a session and adds to the user's trail; false when the user has no such session.
    pub async fn end_session(
        &self,
        user: UserId,
        id: SessionId,
        entry: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let ended = sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(id.to_string())
            .execute(write.connection())
            .await?;
        if ended.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::SESSION).await?;
        Ok(true)
    }

    /// Removes the links that stopped to work before `links_before`, challenges that nobody can answer any more, the browsers that were not seen since
    /// `browsers_before`, and the sessions that have ended by `now`, of all users.
    pub async fn remove_expired_logins(
        &self,
        links_before: Timestamp,
        browsers_before: Timestamp,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        for (table, condition, at) in [
            ("login_links", "expires_at < $1", links_before),
            ("passkey_challenges", "expires_at <= $1", now),
            ("known_browsers", "last_seen_at < $1", browsers_before),
            ("sessions", "expires_at <= $1", now),
        ] {
            let ended = (table, condition);
            self.remove_ended(ended, at, CommitPoint::SESSION).await?;
        }
        Ok(())
    }
}

/// Begins a session in place of the browser's last one, and adds to the user's trail; whether the browser was known.
pub(crate) async fn begin_session(
    write: &mut Write,
    user: UserId,
    beginning: &Beginning,
) -> Result<bool, StorageError> {
    let session = &beginning.session;
    if let Some(replaced) = beginning.replaced {
        sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(replaced.to_string())
            .execute(write.connection())
            .await?;
    }
    insert_session(write, user, session, &beginning.secret).await?;
    let entry = AuditEntry {
        action: AuditAction::LoggedIn,
        subject: session.agent.clone(),
        address: session.address,
        at: session.created_at,
    };
    write.record_audit(user, &entry).await?;
    see_browser(write, user, &beginning.browser, session.created_at).await
}

/// Notes that the user has logged in with a browser; whether they had before.
async fn see_browser(
    write: &mut Write,
    user: UserId,
    browser: &TokenHash,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let seen =
        sqlx::query("UPDATE known_browsers SET last_seen_at = $3 WHERE user_id = $1 AND hash = $2")
            .bind(user.to_string())
            .bind(browser.as_str())
            .bind(stored(now))
            .execute(write.connection())
            .await?;
    if seen.rows_affected() > 0 {
        return Ok(true);
    }
    sqlx::query(
        "INSERT INTO known_browsers (user_id, hash, last_seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, hash) DO NOTHING",
    )
    .bind(user.to_string())
    .bind(browser.as_str())
    .bind(stored(now))
    .execute(write.connection())
    .await?;
    sqlx::query(
        "DELETE FROM known_browsers WHERE user_id = $1 AND hash NOT IN
         (SELECT hash FROM known_browsers WHERE user_id = $1 ORDER BY last_seen_at DESC, hash LIMIT $2)",
    )
    .bind(user.to_string())
    .bind(MAX_KNOWN_BROWSERS)
    .execute(write.connection())
    .await?;
    Ok(false)
}

async fn insert_session(
    write: &mut Write,
    user: UserId,
    session: &Session,
    secret: &TokenHash,
) -> Result<(), StorageError> {
    let words = write.words(user).await?;
    let address = session.address.map(|address| address.to_string());
    sqlx::query(
        "INSERT INTO sessions
         (user_id, id, hash, agent, method, address, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(user.to_string())
    .bind(session.id.to_string())
    .bind(secret.as_str())
    .bind(words.seal(SESSION_AGENT, session.id, &session.agent))
    .bind(session.method.as_str())
    .bind(words.seal_optional(SESSION_ADDRESS, session.id, address.as_deref()))
    .bind(stored(session.created_at))
    .bind(stored(session.last_used_at))
    .bind(stored(session.expires_at))
    .execute(write.connection())
    .await?;
    Ok(())
}

fn session(columns: &mut Columns<'_>) -> Result<Session, StorageError> {
    let id = columns.id()?;
    Ok(Session {
        id,
        agent: columns.sealed(SESSION_AGENT, id)?,
        method: columns.named(LoginMethod::from_name)?,
        address: columns
            .optional_sealed(SESSION_ADDRESS, id)?
            .and_then(|address| address.parse().ok()),
        created_at: columns.instant()?,
        last_used_at: columns.instant()?,
        expires_at: columns.instant()?,
    })
}
