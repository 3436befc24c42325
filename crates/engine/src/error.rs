//! What can go wrong for a caller of the engine, said in terms of what the caller can do.

use std::fmt;
use std::time::Duration;

use recollect_index::IndexError;
use recollect_language::LanguageError;
use recollect_storage::StorageError;

/// Why the engine did not do what it was asked.
///
/// Any call may answer [`Unavailable`](Self::Unavailable) and [`Internal`](Self::Internal). A call that is given what its caller wrote
/// may answer [`Invalid`](Self::Invalid), one that is given an id [`NotFound`](Self::NotFound), one that changes something
/// [`Conflict`](Self::Conflict); under `# Errors` each says what these mean there. [`TooLarge`](Self::TooLarge) and
/// [`OverQuota`](Self::OverQuota) come of accepting texts, [`Suspended`](Self::Suspended) of looking up who calls.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A value of the request is wrong; nothing was stored.
    #[error("{field} {reason}")]
    Invalid {
        /// The field as the interface names it.
        field: &'static str,
        /// What is wrong with it, to be read after the field's name.
        reason: String,
    },
    /// A text is longer than the configured limit.
    #[error("{field} is {actual} bytes long; the limit is {limit}")]
    TooLarge {
        /// The field as the interface names it.
        field: &'static str,
        /// Its length in bytes.
        actual: usize,
        /// The most it may have.
        limit: usize,
    },
    /// There is no such thing, or it is somebody else's.
    #[error("{what} not found")]
    NotFound {
        /// The kind of thing.
        what: Sought,
    },
    /// The thing exists already or is in the way.
    #[error("{reason}")]
    Conflict {
        /// What is in the way.
        reason: String,
    },
    /// The account would keep, or have sent, more than it may; nothing was stored.
    #[error("{reason}")]
    OverQuota {
        /// What is too much, and what to do.
        reason: String,
        /// When the same request may be made again, where waiting helps.
        wait: Option<Duration>,
    },
    /// Whoever runs the service lets the account do nothing.
    #[error("this account is suspended; ask whoever runs the service")]
    Suspended,
    /// The service cannot do it now; the same request may succeed later. Nothing was acknowledged.
    #[error("the service cannot do this now: {reason}")]
    Unavailable {
        /// What is missing, for the log.
        reason: String,
    },
    /// A defect; the text is for the log only.
    #[error("internal error: {0}")]
    Internal(String),
}

/// What a caller may ask for that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    Account,
    Client,
    Code,
    Decision,
    DefaultSpace,
    Delivery,
    Entity,
    Episode,
    Grant,
    Import,
    Key,
    Log,
    Passkey,
    Session,
    Space,
    Statement,
    Webhook,
}

impl Sought {
    /// What a person would call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Client => "client",
            Self::Code => "code",
            Self::Decision => "decision",
            Self::DefaultSpace => "default space",
            Self::Delivery => "delivery",
            Self::Entity => "entity",
            Self::Episode => "episode",
            Self::Grant => "grant",
            Self::Import => "import",
            Self::Key => "key",
            Self::Log => "log",
            Self::Passkey => "passkey",
            Self::Session => "session",
            Self::Space => "space",
            Self::Statement => "statement",
            Self::Webhook => "webhook",
        }
    }
}

impl fmt::Display for Sought {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl EngineError {
    /// That there is no such thing, or that it is somebody else's.
    pub const fn not_found(what: Sought) -> Self {
        Self::NotFound { what }
    }

    pub(crate) fn invalid(field: &'static str, reason: impl Into<String>) -> Self {
        Self::Invalid {
            field,
            reason: reason.into(),
        }
    }
}

impl EngineError {
    /// What a storage error means to each of the callers who shared the commit.
    pub(crate) fn refusal(error: &StorageError) -> Self {
        match error {
            StorageError::Unavailable { .. } => Self::Unavailable {
                reason: error.to_string(),
            },
            StorageError::AlreadyExists { what } => Self::Conflict {
                reason: format!("{what} exists already"),
            },
            StorageError::Internal { .. }
            | StorageError::InUse { .. }
            | StorageError::Misconfigured { .. } => Self::Internal(error.to_string()),
        }
    }
}

impl From<StorageError> for EngineError {
    fn from(error: StorageError) -> Self {
        Self::refusal(&error)
    }
}

impl From<IndexError> for EngineError {
    fn from(error: IndexError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<LanguageError> for EngineError {
    fn from(error: LanguageError) -> Self {
        match error {
            LanguageError::Retry { reason, .. } => Self::Unavailable { reason },
            LanguageError::GiveUp { reason } => Self::Internal(reason),
        }
    }
}
