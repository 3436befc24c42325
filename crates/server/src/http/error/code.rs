//! The codes of refusals: all of them, and the status that each comes with.

use axum::http::StatusCode;
use recollect_engine::Sought;
use serde::Serialize;
use utoipa::ToSchema;

/// What a refusal is, for programs. A code keeps its meaning and its status for ever; further ones may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(example = "invalid_field")]
pub(crate) enum ErrorCode {
    AccountNotFound,
    AccountSuspended,
    BodyTooLarge,
    BodyTooSlow,
    CarriedOutAlready,
    ClientNotFound,
    CodeNotFound,
    Conflict,
    CrossOrigin,
    DailyQuotaExceeded,
    DecisionNotFound,
    DefaultSpaceNotFound,
    DeliveryNotFound,
    EntityNotFound,
    EpisodeNotFound,
    GrantNotFound,
    HeadersTooLarge,
    IdempotencyKeyReused,
    ImportNotFound,
    InsufficientScope,
    Internal,
    InvalidApiKey,
    InvalidField,
    InvalidForm,
    InvalidJson,
    InvalidQuery,
    KeyNotFound,
    LogNotFound,
    LoginTooOld,
    MethodNotAllowed,
    MissingField,
    NotFound,
    Overloaded,
    PasskeyNotFound,
    PasskeyRefused,
    Protocol,
    QuotaExceeded,
    RateLimited,
    RequestUnderWay,
    SessionNotFound,
    SpaceNotFound,
    StatementNotFound,
    TextTooLarge,
    TooManyAtOnce,
    Unavailable,
    UnsupportedEncoding,
    WebhookNotFound,
}

impl ErrorCode {
    /// The status it comes with. What the protocol of assistants refuses has the status that this protocol gives it.
    pub(super) const fn status(self) -> StatusCode {
        match self {
            Self::InvalidField
            | Self::InvalidForm
            | Self::InvalidJson
            | Self::InvalidQuery
            | Self::MissingField
            | Self::Protocol => StatusCode::BAD_REQUEST,
            Self::InvalidApiKey => StatusCode::UNAUTHORIZED,
            Self::AccountSuspended
            | Self::CrossOrigin
            | Self::InsufficientScope
            | Self::LoginTooOld
            | Self::PasskeyRefused => StatusCode::FORBIDDEN,
            Self::AccountNotFound
            | Self::ClientNotFound
            | Self::CodeNotFound
            | Self::DecisionNotFound
            | Self::DefaultSpaceNotFound
            | Self::DeliveryNotFound
            | Self::EntityNotFound
            | Self::EpisodeNotFound
            | Self::GrantNotFound
            | Self::ImportNotFound
            | Self::KeyNotFound
            | Self::LogNotFound
            | Self::NotFound
            | Self::PasskeyNotFound
            | Self::SessionNotFound
            | Self::SpaceNotFound
            | Self::StatementNotFound
            | Self::WebhookNotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::CarriedOutAlready | Self::Conflict | Self::RequestUnderWay => {
                StatusCode::CONFLICT
            }
            Self::BodyTooLarge | Self::QuotaExceeded | Self::TextTooLarge => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Self::UnsupportedEncoding => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::DailyQuotaExceeded | Self::RateLimited | Self::TooManyAtOnce => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::HeadersTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Overloaded | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// That such a thing is not there.
    pub(super) const fn of_missing(sought: Sought) -> Self {
        match sought {
            Sought::Account => Self::AccountNotFound,
            Sought::Client => Self::ClientNotFound,
            Sought::Code => Self::CodeNotFound,
            Sought::Decision => Self::DecisionNotFound,
            Sought::DefaultSpace => Self::DefaultSpaceNotFound,
            Sought::Delivery => Self::DeliveryNotFound,
            Sought::Entity => Self::EntityNotFound,
            Sought::Episode => Self::EpisodeNotFound,
            Sought::Grant => Self::GrantNotFound,
            Sought::Import => Self::ImportNotFound,
            Sought::Key => Self::KeyNotFound,
            Sought::Log => Self::LogNotFound,
            Sought::Passkey => Self::PasskeyNotFound,
            Sought::Session => Self::SessionNotFound,
            Sought::Space => Self::SpaceNotFound,
            Sought::Statement => Self::StatementNotFound,
            Sought::Webhook => Self::WebhookNotFound,
        }
    }
}
