//! The parameters of a request of the protocol: form-encoded, in a query string or a body.

use super::OAuthError;

/// The longest value that is taken.
const LONGEST: usize = 4_096;

/// What a client sent.
#[derive(Clone, Default)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a query string or a body of the type `application/x-www-form-urlencoded`.
    pub fn parse(form: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(form).into_owned().collect())
    }

    /// The value of a parameter that may be given once at most (RFC 6749, 3.1 and 3.2). An empty value is none.
    pub fn one(&self, name: &str) -> Result<Option<&str>, OAuthError> {
        let mut values = self.all(name);
        let value = values.next();
        if values.next().is_some() {
            let reason = format!("{name} is given more than once");
            return Err(OAuthError::invalid_request(reason));
        }
        match value {
            Some(value) if value.len() > LONGEST || value.contains('\0') => Err(
                OAuthError::invalid_request(format!("{name} is too long or has a NUL")),
            ),
            value => Ok(value),
        }
    }

    /// The value of a parameter that must be given.
    pub fn required(&self, name: &str) -> Result<&str, OAuthError> {
        self.one(name)?
            .ok_or_else(|| OAuthError::invalid_request(format!("{name} is missing")))
    }

    /// Each parameter that is given, with its value.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Every value of a parameter that may be given more than once.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(move |(given, value)| given == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }
}

impl std::fmt::Debug for Parameters {
    /// The names alone: values are secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(name, _)| name))
            .finish()
    }
}
