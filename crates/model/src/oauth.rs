//! Applications that act for a person (OAuth 2.0): clients, what a person grants them, and what they hold meanwhile.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use crate::{ClientId, Environment, GrantId, Scopes, SigningKeyId, TokenHash, UserId};

/// The letters of a code that a person types: no vowels, so no words; nothing that looks like a digit (RFC 8628, 6.1).
const TYPED: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
const TYPED_LETTERS: usize = 8;

/// How a client proves who it is at the token endpoint (RFC 7591, 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ClientAuthentication {
    /// Not at all: a public client, which has no secret.
    None,
    /// With its secret in the `Authorization` header.
    Basic,
    /// With its secret in the body.
    Post,
}

impl ClientAuthentication {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Basic, Self::Post];

    /// The name that the protocol and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

/// How a client comes by tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GrantType {
    /// A code that the person's browser brings (RFC 6749, 4.1).
    AuthorizationCode,
    /// A refresh token (RFC 6749, 6).
    RefreshToken,
    /// A code that the person typed elsewhere (RFC 8628).
    DeviceCode,
}

impl GrantType {
    /// All of them.
    pub const ALL: [Self; 3] = [
        Self::AuthorizationCode,
        Self::RefreshToken,
        Self::DeviceCode,
    ];

    /// The name that the protocol and the database use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AuthorizationCode => "authorization_code",
            Self::RefreshToken => "refresh_token",
            Self::DeviceCode => "urn:ietf:params:oauth:grant-type:device_code",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

/// Where an application that did not register describes itself: a Client ID Metadata Document
/// (draft-ietf-oauth-client-id-metadata-document).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientDocument {
    /// Its address, which is the `client_id`: `https`, in its normal form.
    pub url: String,
    /// Until when what was read of it counts; then it is read again.
    pub fresh_until: Timestamp,
}

/// An application that registered itself, or that describes itself in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OAuthClient {
    /// Its identifier here; see [`client_id`](Self::client_id) for the protocol's.
    pub id: ClientId,
    /// Where it describes itself, unless it registered.
    pub document: Option<ClientDocument>,
    /// What it calls itself. Anybody may claim any name.
    pub name: String,
    /// What is kept of its secret; a public client has none.
    pub secret: Option<TokenHash>,
    /// How it proves who it is.
    pub authentication: ClientAuthentication,
    /// Where a person's browser may be sent back to.
    pub redirect_uris: Vec<String>,
    /// How it may come by tokens.
    pub grant_types: Vec<GrantType>,
    /// When it registered, or its document was first read.
    pub created_at: Timestamp,
}

impl OAuthClient {
    /// The `client_id` of the protocol: its identifier, or the address of its document.
    pub fn client_id(&self) -> String {
        match &self.document {
            Some(document) => document.url.clone(),
            None => self.id.to_string(),
        }
    }

    /// Whether it registered for this way to tokens.
    pub fn may_use(&self, grant_type: GrantType) -> bool {
        self.grant_types.contains(&grant_type)
    }
}

/// What a person allows an application; there is one for each application of a person, until it is revoked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// Its identifier.
    pub id: GrantId,
    /// The application.
    pub client: ClientId,
    /// What the application calls itself.
    pub name: String,
    /// What it may do.
    pub scopes: Scopes,
    /// Since when.
    pub created_at: Timestamp,
    /// When the application last used it, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// What a code or a refresh token stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authorization {
    /// Whose memory.
    pub user: UserId,
    /// By which grant.
    pub grant: GrantId,
    /// For which application.
    pub client: ClientId,
    /// What tokens may be asked for with it.
    pub scopes: Scopes,
    /// The part of the service the tokens are for: what follows the base URL, such as `/mcp`.
    pub resource: String,
}

/// An authorization code as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorizationCode {
    /// What it stands for.
    pub of: Authorization,
    /// Where it was sent to.
    pub redirect_uri: String,
    /// The SHA-256 of what its owner must show (RFC 7636), in base64url.
    pub challenge: String,
    /// When it stops to open anything.
    pub expires_at: Timestamp,
    /// When it was used.
    pub used_at: Option<Timestamp>,
}

/// A refresh token as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefreshToken {
    /// What it stands for.
    pub of: Authorization,
    /// When it stops to open anything.
    pub expires_at: Timestamp,
    /// When it was first used.
    pub used_at: Option<Timestamp>,
}

/// What a person said to a device that asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceAnswer {
    /// Nothing yet.
    Pending,
    /// No.
    Denied,
    /// Yes.
    Granted(Authorization),
}

/// A device that waits for a person's answer (RFC 8628), as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceAuthorization {
    /// The application on the device.
    pub client: ClientId,
    /// What it asks for.
    pub scopes: Scopes,
    /// The part of the service it asks for; see [`Authorization::resource`].
    pub resource: String,
    /// When it stops to wait.
    pub expires_at: Timestamp,
    /// How long it must wait between two questions, in seconds.
    pub interval_s: u32,
    /// When it last asked.
    pub polled_at: Option<Timestamp>,
    /// What it will be told.
    pub answer: DeviceAnswer,
}

/// The private key that access tokens are signed with (Ed25519). Its `Debug` prints no secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// Its identifier, the `kid` of a token.
    pub id: SigningKeyId,
    /// The secret.
    pub seed: [u8; 32],
    /// When it was made.
    pub created_at: Timestamp,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({}, …)", self.id)
    }
}

/// What an [`PrefixedToken`] is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TokenKind {
    /// A code that is exchanged for tokens.
    AuthorizationCode,
    /// A token that is exchanged for new ones.
    RefreshToken,
    /// What a waiting device shows.
    DeviceCode,
    /// What a client proves itself with.
    ClientSecret,
}

impl TokenKind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::AuthorizationCode => "rc_ac_",
            Self::RefreshToken => "rc_rt_",
            Self::DeviceCode => "rc_dc_",
            Self::ClientSecret => "rc_cs_",
        }
    }
}

/// A secret without meaning: a prefix that says what it is, and 256 random bits in hexadecimal.
///
/// It exists once, when it is made; its hash is kept, and its `Debug` prints nothing.
pub struct PrefixedToken(String);

impl PrefixedToken {
    /// A new one.
    pub fn new(kind: TokenKind, environment: &Environment) -> Self {
        let random = environment.random::<32>();
        let digits: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        Self(format!("{}{digits}", kind.prefix()))
    }

    /// The secret itself, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Debug for PrefixedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrefixedToken(…)")
    }
}

/// The eight letters that a person types to connect a device; as a text, `BCDF-GHJK`. Its `Debug` prints nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct UserCode(String);

/// A text that is no such code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a code has {TYPED_LETTERS} letters")]
pub struct InvalidUserCode;

impl UserCode {
    /// A new one.
    pub fn new(environment: &Environment) -> Self {
        let mut letters = String::with_capacity(TYPED_LETTERS);
        while letters.len() < TYPED_LETTERS {
            // Bytes past the largest multiple of 20 are thrown away, so that every letter is equally likely.
            let [byte] = environment.random::<1>();
            if byte < 240 {
                letters.push(char::from(TYPED[usize::from(byte % 20)]));
            }
        }
        Self(letters)
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl FromStr for UserCode {
    type Err = InvalidUserCode;

    /// However a person writes it: in lower case, with or without what stands between (RFC 8628, 6.1).
    fn from_str(text: &str) -> Result<Self, InvalidUserCode> {
        let letters: String = text
            .chars()
            .take(64)
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        let is_one = letters.len() == TYPED_LETTERS && letters.bytes().all(|l| TYPED.contains(&l));
        is_one.then_some(Self(letters)).ok_or(InvalidUserCode)
    }
}

impl fmt::Display for UserCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = self.0.split_at(TYPED_LETTERS / 2);
        write!(f, "{left}-{right}")
    }
}

impl fmt::Debug for UserCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserCode(…)")
    }
}
