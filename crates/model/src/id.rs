//! Identifiers: UUIDs, each kind a type of its own.
//!
//! New ones are UUID version 7 (RFC 9562), so rows created together lie together on disk.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::Environment;

/// A text that is not a UUID.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an id: a UUID is expected")]
pub struct InvalidId(pub String);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// A new identifier, made from the environment's time and randomness.
            pub fn new(environment: &Environment) -> Self {
                Self(environment.uuid())
            }

            /// The 16 bytes of the UUID.
            pub const fn as_u128(self) -> u128 {
                self.0.as_u128()
            }

            /// The identifier of these 128 bits.
            pub const fn from_u128(bits: u128) -> Self {
                Self(Uuid::from_u128(bits))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0.hyphenated())
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                Uuid::try_parse(text).map(Self).map_err(|_| InvalidId(text.chars().take(64).collect()))
            }
        }
    };
}

id!(
    /// A person with an account, the owner of everything below.
    UserId
);
id!(
    /// One private space of a user.
    SpaceId
);
id!(
    /// One accepted text.
    EpisodeId
);
id!(
    /// Texts that were brought in together.
    ImportId
);
id!(
    /// The log that follows one episode from acceptance to its terminal state.
    LogId
);
id!(
    /// A node of the graph.
    EntityId
);
id!(
    /// A fact of the graph.
    StatementId
);
id!(
    /// What somebody decided about a fact.
    DecisionId
);
id!(
    /// An API key (not its secret).
    ApiKeyId
);
id!(
    /// One worker's hold on one user's lane; a later claim of the lane carries another token.
    LeaseToken
);
id!(
    /// One browser in which somebody is logged in.
    SessionId
);
id!(
    /// A passkey of a person.
    PasskeyId
);
id!(
    /// The access that a person granted to an application.
    GrantId
);
id!(
    /// An address that events are delivered to.
    WebhookId
);
id!(
    /// One event on its way to one webhook.
    DeliveryId
);
id!(
    /// An application that registered itself to act for people.
    ClientId
);
id!(
    /// A key that access tokens are signed with.
    SigningKeyId
);
