//! OAuth 2.0: applications act for people, with their consent and until they revoke it. The rules; no HTTP here.
//!
//! What it guarantees:
//!
//! - A code, a device's code and a refresh token are exchanged once. The second use of a code or of a refresh token
//!   ends the grant, with every token that came of it; see [`GRACE`] for the one exception.
//! - Secrets, codes and refresh tokens are kept as hashes. Access tokens are signed (JWT, RFC 9068) and carry the
//!   grant's id: a revoked grant ends them at once, whatever their time of expiry.
//! - PKCE with S256 always; a browser is sent only to an address that the client registered.
//!
//! What it does not do: it knows no passwords, no implicit flow, no client credentials of a machine on its own behalf
//! (that is what API keys are for), and it is no OpenID provider: it says nothing about who a person is.
//!
//! It is written here because no maintained Rust library serves it: see `docs/decisions/`.

mod access_token;
mod authorization;
mod client;
mod device;
mod document;
mod error;
mod grants;
mod inspection;
pub mod jose;
mod keys;
mod misasked;
mod outside;
mod parameters;
mod redirect;
mod registration;
mod resource;
mod token;

use std::time::Duration;

pub use access_token::is_jwt;
pub use authorization::AuthorizationRequest;
pub use client::Presented;
pub use device::{DeviceStart, WaitingDevice};
pub use document::{DocumentUrl, MAX_DOCUMENT_BYTES, document_limits};
pub use error::{ErrorCode, OAuthError};
pub use inspection::{Inspection, Inspector};
pub use misasked::Misasked;
pub use outside::{InvalidKeySet, KeySource, OutsideIssuer};
pub use parameters::Parameters;
pub use redirect::redirect_target;
pub use registration::{NewClient, Registered};
pub use resource::{RESOURCES, default_scopes};
pub use token::Tokens;

pub(crate) use device::Guesses;
pub(crate) use document::Documents;

/// How long an authorization code waits to be exchanged; at most 10 minutes are advised (RFC 6749, 4.1.2).
pub const CODE_LIFETIME: Duration = Duration::from_secs(60);
/// How long an access token opens anything.
pub const ACCESS_TOKEN_LIFETIME: Duration = Duration::from_secs(60 * 60);
/// How long a refresh token waits to be used; each use gives a new one.
pub const REFRESH_TOKEN_LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How long after its first use a refresh token may be used again: a reply is lost now and then, and a client that asks
/// twice at the same time is no thief. Later it is a reuse (RFC 9700, 4.14.2).
pub const GRACE: Duration = Duration::from_secs(10);
/// How long a device waits for its person.
pub const DEVICE_LIFETIME: Duration = Duration::from_secs(10 * 60);
