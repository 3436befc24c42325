//! What may go wrong while a text is read.

use std::time::Duration;

/// Why a text could not be embedded or read; whoever fails decides whether another attempt can help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    /// It may heal by itself.
    #[error("{reason}")]
    Retry {
        /// What happened, for the log's owner to read.
        reason: String,
        /// How long the other side asked to wait.
        after: Option<Duration>,
    },
    /// The same text will fail again.
    #[error("{reason}")]
    GiveUp {
        /// What happened, for the log's owner to read.
        reason: String,
    },
}

impl LanguageError {
    /// A failure that may heal by itself, with no word on when.
    pub fn retry(reason: impl Into<String>) -> Self {
        Self::Retry {
            reason: reason.into(),
            after: None,
        }
    }

    /// A failure that another attempt will not mend.
    pub fn give_up(reason: impl Into<String>) -> Self {
        Self::GiveUp {
            reason: reason.into(),
        }
    }
}
