//! Accounts and their API keys.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{ApiKeyId, Environment, Maker, Scopes, UserId, is_deceptive};

const TOKEN_PREFIX: &str = "rc_pat_";
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS: usize = 34;
const CHECKSUM_CHARACTERS: usize = 6;

/// An e-mail address, trimmed and in lower case: what identifies an account.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct EmailAddress(String);

/// A text that is no e-mail address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an e-mail address")]
pub struct InvalidEmailAddress(pub String);

impl EmailAddress {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands behind the `@`.
    pub fn domain(&self) -> &str {
        self.0.split('@').nth(1).unwrap_or_default()
    }

    /// What stands before the `@`.
    pub fn local_part(&self) -> &str {
        self.0.split('@').next().unwrap_or(&self.0)
    }

    /// What to call the person until they say it themselves: what stands before the `@`, and "Owner" where that is nobody's
    /// name but a pronoun or the name of a mailbox (RFC 2142): `you@example.com`, `info@example.com`.
    pub fn person_name(&self) -> &str {
        const NO_NAMES: &[&str] = &[
            "you",
            "me",
            "my",
            "myself",
            "i",
            "we",
            "us",
            "he",
            "she",
            "it",
            "they",
            "user",
            "username",
            "owner",
            "admin",
            "administrator",
            "root",
            "info",
            "mail",
            "email",
            "hello",
            "hi",
            "contact",
            "office",
            "team",
            "support",
            "sales",
            "home",
            "family",
            "test",
            "demo",
            "example",
            "someone",
            "somebody",
            "anyone",
            "nobody",
            "name",
            "webmaster",
            "postmaster",
            "hostmaster",
            "abuse",
            "security",
            "noreply",
            "no-reply",
            "bot",
            "assistant",
            "memory",
            "recollect",
        ];
        let local = self.local_part();
        if NO_NAMES.contains(&local) {
            "Owner"
        } else {
            local
        }
    }
}

/// What an address cannot have outside quotation marks, which nobody's has (RFC 5322, 3.2.3).
const SPECIALS: &str = "<>()[]:;,\\\"";

impl FromStr for EmailAddress {
    type Err = InvalidEmailAddress;

    /// Accepts one `@` with something on both sides, at most 254 bytes (RFC 5321, 4.5.3.1.3), without white space,
    /// characters that are not shown or turn others round, and the signs that mean something around an address in a mail's
    /// head (RFC 5322, 3.2.3), so that `x<victim@example.com>` is not another way to write to somebody; whether mail arrives is for the mail to show.
    fn from_str(text: &str) -> Result<Self, InvalidEmailAddress> {
        let address = text.trim().to_lowercase();
        let well_formed = address.len() <= 254
            && !address
                .chars()
                .any(|c| c.is_whitespace() || is_deceptive(c) || SPECIALS.contains(c))
            && matches!(address.split('@').collect::<Vec<_>>()[..], [local, domain] if !local.is_empty() && !domain.is_empty());
        if well_formed {
            Ok(Self(address))
        } else {
            Err(InvalidEmailAddress(text.chars().take(64).collect()))
        }
    }
}

/// A person's account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its identifier.
    pub id: UserId,
    /// Its address.
    pub email: EmailAddress,
    /// What to call the person.
    pub name: String,
    /// Where that name comes from.
    pub named_by: NamedBy,
    /// What else the person is called: whoever has one of these names in a text is the owner.
    pub also_called: Vec<String>,
    /// The person's time zone, by its name in the IANA database; none when nobody said.
    pub time_zone: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Where an account's name comes from. What comes later in this order goes before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum NamedBy {
    /// The part of the address before the `@`.
    #[default]
    Address,
    /// The person said so in a text: "My name is Nora".
    Text,
    /// The person said so to the service.
    Person,
}

impl NamedBy {
    /// The name the database uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Text => "text",
            Self::Person => "person",
        }
    }

    /// The origin of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Address, Self::Text, Self::Person]
            .into_iter()
            .find(|by| by.as_str() == name)
    }
}

/// An API key as it is kept and listed: never its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiKey {
    /// Its identifier.
    pub id: ApiKeyId,
    /// What its owner calls it.
    pub name: String,
    /// What is kept of the token.
    pub hash: TokenHash,
    /// The token's first characters, to tell keys apart.
    pub hint: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it stops to open anything.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// What made it and ends it, unless a person did.
    pub made_by: Maker,
}

/// The SHA-256 of a token, in hexadecimal. A token has 200 random bits, so a plain hash cannot be searched.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TokenHash(String);

impl TokenHash {
    /// The hash of a token as it was presented, whatever its form.
    pub fn of(token: &str) -> Self {
        Self(
            Sha256::digest(token.as_bytes())
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        )
    }

    /// A hash as it was kept.
    pub const fn from_stored(hex: String) -> Self {
        Self(hex)
    }

    /// Whether this is what is kept of the presented text, found out in a time that does not depend on it.
    pub fn is_of(&self, presented: &str) -> bool {
        let presented = Self::of(presented);
        self.0.as_bytes().ct_eq(presented.0.as_bytes()).into()
    }

    /// The hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// The secret of an API key: `rc_pat_`, 34 random characters and a checksum of 6.
///
/// It exists once, when the key is created, and its `Debug` prints nothing.
pub struct ApiKeyToken(String);

impl ApiKeyToken {
    /// A new secret.
    pub fn new(environment: &Environment) -> Self {
        let body = random_characters(environment, RANDOM_CHARACTERS);
        let checksum = checksum(&body);
        Self(format!("{TOKEN_PREFIX}{body}{checksum}"))
    }

    /// Whether a presented token can be one of ours, by its form and checksum: a wrong one needs no look-up.
    pub fn is_well_formed(token: &str) -> bool {
        let Some(rest) = token.strip_prefix(TOKEN_PREFIX) else {
            return false;
        };
        rest.len() == RANDOM_CHARACTERS + CHECKSUM_CHARACTERS
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && checksum(&rest[..RANDOM_CHARACTERS]) == rest[RANDOM_CHARACTERS..]
    }

    /// The secret itself, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }

    /// Enough of it to tell keys apart: the prefix and four characters.
    pub fn hint(&self) -> String {
        self.0.chars().take(TOKEN_PREFIX.len() + 4).collect()
    }
}

impl fmt::Debug for ApiKeyToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKeyToken(…)")
    }
}

/// So many letters and digits by chance.
pub(crate) fn random_characters(environment: &Environment, count: usize) -> String {
    let mut text = String::with_capacity(count);
    while text.len() < count {
        // Bytes past the largest multiple of 62 are thrown away, so that every character is equally likely.
        let [byte] = environment.random::<1>();
        if byte < 248 {
            text.push(char::from(ALPHABET[usize::from(byte % 62)]));
        }
    }
    text
}

/// Six characters from the SHA-256 of the random part: a mistyped or truncated token is told from an unknown one.
fn checksum(body: &str) -> String {
    let digest = Sha256::digest(body.as_bytes());
    digest
        .iter()
        .take(CHECKSUM_CHARACTERS)
        .map(|byte| char::from(ALPHABET[usize::from(byte % 62)]))
        .collect()
}
