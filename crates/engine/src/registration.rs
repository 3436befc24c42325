//! Who may create an account.

use std::str::FromStr;

use recollect_model::EmailAddress;

/// Who may create an account by logging in for the first time. Whoever has one can always log in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// These.
    Listed(Vec<Listed>),
}

/// Who is on the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// One address.
    Address(EmailAddress),
    /// Every address behind this domain, in lower case.
    Domain(String),
}

/// A list that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"open\" is expected, or addresses and @domains separated by commas; \"{0}\" is neither")]
pub struct InvalidRegistration(String);

impl Registration {
    /// Whether an account of this address may be created.
    pub fn admits(&self, email: &EmailAddress) -> bool {
        match self {
            Self::Open => true,
            Self::Listed(listed) => listed.iter().any(|one| match one {
                Listed::Address(address) => address == email,
                Listed::Domain(domain) => domain == email.domain(),
            }),
        }
    }
}

impl FromStr for Registration {
    type Err = InvalidRegistration;

    fn from_str(text: &str) -> Result<Self, InvalidRegistration> {
        if text.trim().eq_ignore_ascii_case("open") {
            return Ok(Self::Open);
        }
        let listed = text.split(',').map(str::trim).map(|one| {
            let invalid = || InvalidRegistration(one.to_owned());
            match one.strip_prefix('@') {
                Some(domain) if !domain.is_empty() && !domain.contains('@') => {
                    Ok(Listed::Domain(domain.to_lowercase()))
                }
                _ => one.parse().map(Listed::Address).map_err(|_| invalid()),
            }
        });
        listed.collect::<Result<_, _>>().map(Self::Listed)
    }
}
