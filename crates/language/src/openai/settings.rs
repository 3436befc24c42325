//! What a person sets about a provider.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;

/// A setting that cannot be used; the sentence says why, and repeats no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetting(pub String);

/// Where a provider answers, such as `https://api.openai.com/v1`. Without a path, `/v1` is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
    host: String,
    is_encrypted: bool,
}

impl Endpoint {
    /// The host's name, as notes and the log name the provider.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether what is sent is encrypted on its way.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The address of a resource, such as `/chat/completions`.
    pub(super) fn resource(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

impl FromStr for Endpoint {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, InvalidSetting> {
        // The text is not repeated: somebody may have put a key or a password into it.
        let invalid = |reason: &str| InvalidSetting(format!("the provider's URL {reason}"));
        let uri: Uri = text
            .trim()
            .parse()
            .map_err(|_| invalid("cannot be read; give one such as https://api.openai.com/v1"))?;
        let is_encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(invalid("must begin with https:// or http://")),
        };
        let authority = uri
            .authority()
            .ok_or_else(|| invalid("names no host"))?
            .as_str();
        if authority.contains('@') {
            return Err(invalid(
                "must contain no name or password; the key has a setting of its own",
            ));
        }
        if uri.query().is_some() || text.contains('#') {
            return Err(invalid("must end with its path, without ? and #"));
        }
        let scheme = if is_encrypted { "https" } else { "http" };
        let path = match uri.path().trim_end_matches('/') {
            "" => "/v1",
            path => path,
        };
        Ok(Self {
            base: format!("{scheme}://{authority}{path}"),
            host: authority.to_owned(),
            is_encrypted,
        })
    }
}

/// The key a provider knows its caller by. Its `Debug` prints nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiSecret(String);

impl ApiSecret {
    /// The header that shows the key; marked so that nobody prints it.
    pub(super) fn authorization(&self) -> Result<HeaderValue, InvalidSetting> {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.0))
            .map_err(|_| InvalidSetting("the provider's key cannot be sent".to_owned()))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl FromStr for ApiSecret {
    type Err = InvalidSetting;

    /// Takes what a header can carry: visible ASCII without spaces, at most 4,096 characters.
    fn from_str(text: &str) -> Result<Self, InvalidSetting> {
        let key = text.trim();
        if key.is_empty() || key.len() > 4096 || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            let reason = "the provider's key must be one word of visible ASCII characters";
            return Err(InvalidSetting(reason.to_owned()));
        }
        Ok(Self(key.to_owned()))
    }
}

impl fmt::Debug for ApiSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiSecret(…)")
    }
}

/// A provider, one of its models, and how long it may take.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// Where it answers.
    pub endpoint: Endpoint,
    /// The key, where it asks for one.
    pub key: Option<ApiSecret>,
    /// The model, as the provider calls it.
    pub model: String,
    /// How long a connection may take to come about.
    pub connect_timeout: Duration,
    /// How long one request may take, until the last byte of the reply.
    pub request_timeout: Duration,
    /// How long a whole text may take, with all requests and waits: less than whoever waits for it allows.
    pub deadline: Duration,
    /// How many requests may be under way at the same time.
    pub parallel: usize,
}

impl ProviderSettings {
    /// A model of a provider, with a minute for a request and 100 s for a text.
    pub fn new(endpoint: Endpoint, key: Option<ApiSecret>, model: impl Into<String>) -> Self {
        Self {
            endpoint,
            key,
            model: model.into(),
            connect_timeout: Duration::from_secs(5),
            request_timeout: Duration::from_secs(60),
            deadline: Duration::from_secs(100),
            parallel: 4,
        }
    }
}

/// How much of a text and of a day extraction takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtractionLimits {
    /// The tokens that may be used on one day (UTC), read and written together; 0 for no limit. Counted by this process.
    pub daily_tokens: u64,
    /// The characters of a text that one request reads, unless a passage alone has more.
    pub batch_characters: usize,
    /// The most requests one text may cause; the rest of a longer text is read locally.
    pub batches: usize,
    /// The most tokens of one answer.
    pub answer_tokens: u32,
    /// The most entities, and the most statements, of one answer.
    pub notes: usize,
}

impl Default for ExtractionLimits {
    fn default() -> Self {
        Self {
            daily_tokens: 0,
            batch_characters: 3_000,
            batches: 32,
            answer_tokens: 4_096,
            notes: 64,
        }
    }
}
