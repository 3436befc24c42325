//! Why a client is refused, in the words of the protocol.

use recollect_storage::StorageError;

use crate::EngineError;

/// The code of a refusal, which tells the client what to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ErrorCode {
    /// A parameter is missing, given twice or wrong (RFC 6749, 5.2).
    InvalidRequest,
    /// The client is unknown or did not prove who it is (RFC 6749, 5.2).
    InvalidClient,
    /// The code or the refresh token opens nothing (RFC 6749, 5.2).
    InvalidGrant,
    /// The client did not register for this (RFC 6749, 5.2).
    UnauthorizedClient,
    /// There is no such way to tokens (RFC 6749, 5.2).
    UnsupportedGrantType,
    /// There is no such way to a code (RFC 6749, 4.1.2.1).
    UnsupportedResponseType,
    /// None of the scopes is known, or one was not granted (RFC 6749, 5.2).
    InvalidScope,
    /// The person said no (RFC 6749, 4.1.2.1).
    AccessDenied,
    /// Nobody may be asked, and nobody is logged in (OpenID Connect Core, 3.1.2.6).
    LoginRequired,
    /// Nobody may be asked, and the person has not allowed all this (OpenID Connect Core, 3.1.2.6).
    ConsentRequired,
    /// Tokens are not given out for this resource (RFC 8707, 2).
    InvalidTarget,
    /// The person has not answered yet (RFC 8628, 3.5).
    AuthorizationPending,
    /// The device asks too often (RFC 8628, 3.5).
    SlowDown,
    /// The device waited too long (RFC 8628, 3.5).
    ExpiredToken,
    /// Nobody may be sent to this address (RFC 7591, 3.2.2).
    InvalidRedirectUri,
    /// A client cannot be registered so (RFC 7591, 3.2.2).
    InvalidClientMetadata,
    /// Not now (RFC 6749, 4.1.2.1).
    TemporarilyUnavailable,
}

impl ErrorCode {
    /// Its name in the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidClient => "invalid_client",
            Self::InvalidGrant => "invalid_grant",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::InvalidScope => "invalid_scope",
            Self::AccessDenied => "access_denied",
            Self::LoginRequired => "login_required",
            Self::ConsentRequired => "consent_required",
            Self::InvalidTarget => "invalid_target",
            Self::AuthorizationPending => "authorization_pending",
            Self::SlowDown => "slow_down",
            Self::ExpiredToken => "expired_token",
            Self::InvalidRedirectUri => "invalid_redirect_uri",
            Self::InvalidClientMetadata => "invalid_client_metadata",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
        }
    }
}

/// Why a client did not get what it asked for.
#[derive(Debug, thiserror::Error)]
pub enum OAuthError {
    /// The protocol says no.
    #[error("{reason}")]
    Refused {
        /// What the client can do about it.
        code: ErrorCode,
        /// The same for a person: a sentence without quotation marks or backslashes (RFC 6749, 5.2).
        reason: String,
    },
    /// The engine could not.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl OAuthError {
    pub(super) fn refused(code: ErrorCode, reason: impl Into<String>) -> Self {
        Self::Refused {
            code,
            reason: reason.into(),
        }
    }

    pub(super) fn invalid_request(reason: impl Into<String>) -> Self {
        Self::refused(ErrorCode::InvalidRequest, reason)
    }

    pub(super) fn invalid_grant(reason: impl Into<String>) -> Self {
        Self::refused(ErrorCode::InvalidGrant, reason)
    }
}

impl From<StorageError> for OAuthError {
    fn from(error: StorageError) -> Self {
        Self::Engine(error.into())
    }
}
