//! Who may do what: scopes, the credentials that carry them, and the trail they leave.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use crate::{ApiKeyId, GrantId, SessionId, UserId};

/// What a credential allows. Every operation of the interface asks for exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Search, and read texts, logs, spaces and the graph.
    MemoryRead,
    /// Add and forget texts, change spaces and the graph.
    MemoryWrite,
    /// Manage webhooks and read their deliveries.
    Webhooks,
    /// Manage keys, sessions and connected applications, and the account itself.
    Account,
}

impl Scope {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 4] = [
        Self::MemoryRead,
        Self::MemoryWrite,
        Self::Webhooks,
        Self::Account,
    ];

    /// The name that the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MemoryRead => "memory:read",
            Self::MemoryWrite => "memory:write",
            Self::Webhooks => "webhooks",
            Self::Account => "account",
        }
    }

    /// What it allows, in words for a person who is asked to grant it.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::MemoryRead => "Search and read your memory",
            Self::MemoryWrite => "Add to your memory, change it and forget",
            Self::Webhooks => "Manage your webhooks",
            Self::Account => "Manage your keys, sessions and account",
        }
    }

    /// The scope of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == name)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of scopes. As a text: the names, separated by blanks (RFC 6749, 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Scopes(u8);

/// A text that names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no scope: memory:read, memory:write, webhooks or account is expected")]
pub struct InvalidScope(pub String);

impl Scopes {
    /// None.
    pub const NONE: Self = Self(0);

    /// Every scope there is.
    pub fn all() -> Self {
        Scope::ALL.into_iter().collect()
    }

    /// Whether this one is among them.
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether all of them are among the other's.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Each of them, in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL
            .into_iter()
            .filter(move |scope| self.contains(*scope))
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl FromStr for Scopes {
    type Err = InvalidScope;

    fn from_str(text: &str) -> Result<Self, InvalidScope> {
        text.split_whitespace()
            .map(|name| {
                Scope::from_name(name).ok_or_else(|| InvalidScope(name.chars().take(64).collect()))
            })
            .collect()
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Scope::as_str).collect();
        f.write_str(&names.join(" "))
    }
}

impl fmt::Debug for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scopes({self})")
    }
}

/// What a caller presented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Credential {
    /// An API key, which is also called a personal token.
    ApiKey(ApiKeyId),
    /// The cookie of somebody who logged in.
    Session(SessionId),
    /// An access token that the person granted to an application.
    AccessToken(GrantId),
    /// A token of a configured outside issuer.
    OutsideToken {
        /// When it stops to open anything.
        until: Timestamp,
    },
}

/// What made a credential that no person made on a page: it ends with that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Maker {
    /// The API key that asked for it.
    pub key: Option<ApiKeyId>,
    /// The grant by whose token it was asked for, or by whose key, or by a key of that.
    pub grant: Option<GrantId>,
}

/// Who is calling, and what the credential allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// The owner of everything the call may touch.
    pub user: UserId,
    /// What was presented.
    pub credential: Credential,
    /// What it allows.
    pub scopes: Scopes,
}

/// Something a person can read about afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AuditAction {
    /// Somebody logged in.
    LoggedIn,
    /// Somebody tried to log in with a link that was used or too old, or with a passkey that was not accepted.
    LoginFailed,
    /// A session was ended.
    LoggedOut,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was deleted.
    PasskeyDeleted,
    /// An API key was created.
    KeyCreated,
    /// An API key was revoked, or ended with what had made it.
    KeyRevoked,
    /// A person let an API key stand for itself that another credential had made.
    KeyKept,
    /// An application was granted access.
    AccessGranted,
    /// An application's access was revoked.
    AccessRevoked,
    /// A refresh token was used a second time, and the access it stood for was revoked.
    TokenReused,
    /// A webhook was created.
    WebhookCreated,
    /// A webhook was changed.
    WebhookChanged,
    /// A webhook's secret was replaced.
    WebhookSecretRotated,
    /// A webhook was disabled because it only failed.
    WebhookDisabled,
    /// A webhook was deleted.
    WebhookDeleted,
    /// A text was forgotten.
    TextForgotten,
    /// A space was deleted with all that was in it.
    SpaceDeleted,
    /// Everything was exported.
    Exported,
    /// The account was given another name.
    AccountRenamed,
    /// Two entities were said to be one.
    EntitiesMerged,
    /// An entity was said to be several.
    EntitySplit,
    /// An entity was given a name or a kind, or that was taken back.
    EntityChanged,
    /// Something was decided about a fact.
    FactDecided,
    /// A decision about a fact was taken back.
    DecisionUndone,
    /// A text was given other words.
    TextEdited,
    /// A subject of the outside issuer was tied to the account by its first token.
    OutsideTokenTied,
}

impl AuditAction {
    const ALL: [Self; 27] = [
        Self::LoggedIn,
        Self::LoginFailed,
        Self::LoggedOut,
        Self::PasskeyAdded,
        Self::PasskeyDeleted,
        Self::KeyCreated,
        Self::KeyRevoked,
        Self::KeyKept,
        Self::AccessGranted,
        Self::AccessRevoked,
        Self::TokenReused,
        Self::WebhookCreated,
        Self::WebhookChanged,
        Self::WebhookSecretRotated,
        Self::WebhookDisabled,
        Self::WebhookDeleted,
        Self::TextForgotten,
        Self::SpaceDeleted,
        Self::Exported,
        Self::AccountRenamed,
        Self::EntitiesMerged,
        Self::EntitySplit,
        Self::EntityChanged,
        Self::FactDecided,
        Self::DecisionUndone,
        Self::TextEdited,
        Self::OutsideTokenTied,
    ];

    /// The name that the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LoggedIn => "login.succeeded",
            Self::LoginFailed => "login.failed",
            Self::LoggedOut => "session.ended",
            Self::PasskeyAdded => "passkey.added",
            Self::PasskeyDeleted => "passkey.deleted",
            Self::KeyCreated => "key.created",
            Self::KeyRevoked => "key.revoked",
            Self::KeyKept => "key.kept",
            Self::AccessGranted => "access.granted",
            Self::AccessRevoked => "access.revoked",
            Self::TokenReused => "token.reused",
            Self::WebhookCreated => "webhook.created",
            Self::WebhookChanged => "webhook.changed",
            Self::WebhookSecretRotated => "webhook.secret_rotated",
            Self::WebhookDisabled => "webhook.disabled",
            Self::WebhookDeleted => "webhook.deleted",
            Self::TextForgotten => "text.forgotten",
            Self::SpaceDeleted => "space.deleted",
            Self::Exported => "account.exported",
            Self::AccountRenamed => "account.renamed",
            Self::EntitiesMerged => "entity.merged",
            Self::EntitySplit => "entity.split",
            Self::EntityChanged => "entity.changed",
            Self::FactDecided => "fact.decided",
            Self::DecisionUndone => "decision.undone",
            Self::TextEdited => "text.edited",
            Self::OutsideTokenTied => "outside_token.first_used",
        }
    }

    /// The action of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == name)
    }
}

/// One line of a user's audit trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// What happened.
    pub action: AuditAction,
    /// To what, as a person would name it: a key's name, an application's; never a secret.
    pub subject: String,
    /// The network address that the request came from, where there was one.
    pub address: Option<std::net::IpAddr>,
    /// When.
    pub at: Timestamp,
}
