//! Logging in: links that work once, and the sessions they open.

use std::fmt;

use jiff::Timestamp;

use crate::account::random_characters;
use crate::{EmailAddress, Environment, SessionId, TokenHash};

const CHARACTERS: usize = 40;

/// A secret with nothing in it but chance: 40 letters and digits, 238 bits. The token of a link or a session.
///
/// It exists once, for whoever is given it; [`TokenHash`] is what is kept. Its `Debug` prints nothing.
pub struct OpaqueToken(String);

impl OpaqueToken {
    /// A new secret.
    pub fn new(environment: &Environment) -> Self {
        Self(random_characters(environment, CHARACTERS))
    }

    /// A presented text, if it can be one: a wrong one needs no look-up.
    pub fn presented(text: &str) -> Option<Self> {
        let is_one = text.len() == CHARACTERS && text.bytes().all(|b| b.is_ascii_alphanumeric());
        is_one.then(|| Self(text.to_owned()))
    }

    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Debug for OpaqueToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpaqueToken(…)")
    }
}

/// A link that logs in whoever opens it, once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginLink {
    /// What is kept of its token.
    pub hash: TokenHash,
    /// Whom it logs in; the account need not exist yet.
    pub email: EmailAddress,
    /// The hash of the cookie of the browser that asked for it.
    pub browser: Option<TokenHash>,
    /// The path of this service to go to after the login.
    pub next: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it stops to work.
    pub expires_at: Timestamp,
    /// When it was used.
    pub used_at: Option<Timestamp>,
}

/// One browser in which somebody is logged in, as it is listed: never its cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// What the browser calls itself, shortened.
    pub agent: String,
    /// The network address of the login, where it is known.
    pub address: Option<std::net::IpAddr>,
    /// When somebody logged in.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_used_at: Timestamp,
    /// When it ends unless it is used before.
    pub expires_at: Timestamp,
}
