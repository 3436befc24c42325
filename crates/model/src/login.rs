//! Logging in: links that work once, and the sessions they open.

use std::fmt;

use jiff::Timestamp;

use crate::account::random_characters;
use crate::{EmailAddress, Environment, PasskeyId, SessionId, TokenHash};

const CHARACTERS: usize = 40;
/// So much is shown of what calls itself by no name that is known.
const MAX_NAME_CHARACTERS: usize = 60;

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

/// How somebody showed who they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoginMethod {
    /// By a link that was sent to their address.
    MagicLink,
    /// By a passkey of theirs.
    Passkey,
}

impl LoginMethod {
    /// The name that the interface and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MagicLink => "magic_link",
            Self::Passkey => "passkey",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::MagicLink, Self::Passkey];
        all.into_iter().find(|method| method.as_str() == name)
    }
}

/// One browser in which somebody is logged in, as it is listed: never its cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// What the browser calls itself, shortened.
    pub agent: String,
    /// How they logged in.
    pub method: LoginMethod,
    /// The network address of the login, where it is known.
    pub address: Option<std::net::IpAddr>,
    /// When somebody logged in.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_used_at: Timestamp,
    /// When it ends unless it is used before.
    pub expires_at: Timestamp,
}

/// A key pair that a person logs in with: what is kept of it, which is nothing that logs anybody in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its identifier.
    pub id: PasskeyId,
    /// The hash of the identifier that its authenticator gave it.
    pub credential_hash: TokenHash,
    /// What its person calls it.
    pub name: String,
    /// The public key and what else its signatures are checked with, as JSON.
    pub credential: String,
    /// How often its authenticator says that it signed; 0 for one that does not count.
    pub counter: u32,
    /// When it was added.
    pub created_at: Timestamp,
    /// When somebody last logged in with it.
    pub last_used_at: Option<Timestamp>,
}

/// What a browser calls itself, as a person would: the browser and the system.
pub fn browser_name(agent: &str) -> String {
    let first = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(part, _)| agent.contains(part));
        found.map(|(_, name)| *name)
    };
    // Most call themselves by the names of others besides their own: the narrower name is looked for first.
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrom", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        _ if agent.is_empty() => "A browser".to_owned(),
        _ => agent.chars().take(MAX_NAME_CHARACTERS).collect(),
    }
}
