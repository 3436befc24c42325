//! Applications that describe themselves at an address, which is then their `client_id`, instead of registering:
//! OAuth Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document), which the Model Context
//! Protocol prefers.
//!
//! What it guarantees: a document is read only through the engine's door for them, which reaches public addresses
//! alone and follows no redirect; at most [`MAX_DOCUMENT_BYTES`] of it are read, and it is believed only if it was
//! answered with 200 as JSON and names its own address. What it says counts for as long as its cache headers say,
//! within [`LEAST_KEPT`] and [`MAX_KEPT`]; what cannot be read or believed is not kept. Clients of documents are kept
//! as registered ones are, within the same limits, and have no secret: who controls the address is who may be sent a
//! code.
//!
//! What it does not do: it knows no clients with keys (`private_key_jwt`), shows no logos, and lets nobody start a
//! device with an address. Whoever calls it decides how often one network may make it read.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::fmt::rfc2822;
use recollect_model::{
    ClientAuthentication, ClientDocument, ClientId, GrantType, OAuthClient, Timestamp, later,
};
use recollect_outbound::{Answer, Body, Exchange, HeaderMap, Limits, MAX_URL_BYTES, Request};
use serde_json::{Map, Value};
use url::Url;

use super::{ErrorCode, OAuthError, Parameters, redirect, registration};
use crate::Engine;

/// What is read of a document, as the draft recommends (6.6).
pub const MAX_DOCUMENT_BYTES: usize = 5 * 1024;
/// How long reading one may take, from the look-up of its name on: a person waits for it.
const READING: Duration = Duration::from_secs(5);
const CONNECTING: Duration = Duration::from_secs(3);
/// How long a document counts that says nothing of it.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The bounds of what it may say: so long that the question to the person and the answer are about the same, and so short
/// that an application that is corrected is corrected here.
const LEAST_KEPT: Duration = Duration::from_secs(5 * 60);
const MAX_KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// What begins a `client_id` that is an address; none that is given out here begins so.
const SCHEME: &str = "https://";

/// Whether a `client_id` is meant to be the address of a document.
pub(super) fn is_address(client_id: &str) -> bool {
    client_id.contains("://")
}

/// How much reading a document may take; inner addresses are reached only where that is allowed.
pub const fn document_limits(danger_allow_private_addresses: bool) -> Limits {
    Limits {
        time: READING,
        connect_time: CONNECTING,
        answer_bytes: MAX_DOCUMENT_BYTES,
        danger_allow_private_addresses,
    }
}

/// Where documents are read, if they are.
#[derive(Default)]
pub(crate) struct Documents {
    /// The way to them.
    pub(crate) door: Option<Arc<dyn Exchange>>,
}

impl fmt::Debug for Documents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Documents({})", self.door.is_some())
    }
}

/// A `client_id` that is the address of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentUrl(String);

impl DocumentUrl {
    /// Reads a `client_id`; `None` when it is no address at all, but an identifier that was given out here.
    fn of(client_id: &str) -> Option<Result<Self, OAuthError>> {
        is_address(client_id).then(|| Self::read(client_id))
    }

    /// The draft's section 3. Its normal form is asked for, so that nobody has to guess which of two texts is meant: no dot
    /// segments, no capitals in the host, no port that goes without saying.
    fn read(client_id: &str) -> Result<Self, OAuthError> {
        let url = Url::parse(client_id).ok().filter(|url| {
            let authority_and_path = client_id.strip_prefix(SCHEME).unwrap_or_default();
            authority_and_path.contains('/')
                && client_id.len() <= MAX_URL_BYTES
                && url.as_str() == client_id
                && url.username().is_empty()
                && url.password().is_none()
                && url.fragment().is_none()
                && redirect::has_plain_host(url)
        });
        match url {
            Some(url) => Ok(Self(url.into())),
            None => Err(OAuthError::refused(
                ErrorCode::InvalidClient,
                "a client_id that is an address must be an https address with a path, in its normal form, without a user \
                 name or a fragment, such as https://app.example.com/client.json",
            )),
        }
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Engine {
    /// Whether a `client_id` may be the address of a document here.
    pub fn reads_client_documents(&self) -> bool {
        self.documents.door.is_some()
    }

    /// The document that must be read before this request can be judged: its client is not known, or what was read of it
    /// does not count any more.
    pub async fn unread_document(
        &self,
        parameters: &Parameters,
    ) -> Result<Option<DocumentUrl>, OAuthError> {
        let Some(url) = DocumentUrl::of(parameters.required("client_id")?).transpose()? else {
            return Ok(None);
        };
        if !self.reads_client_documents() {
            return Err(OAuthError::refused(
                ErrorCode::InvalidClient,
                "this service reads no documents of applications; register at /oauth/register",
            ));
        }
        let now = self.environment.now();
        let known = self.store.client_of_document(url.as_str()).await?;
        let known = known.and_then(|client| client.document);
        let is_fresh = known.is_some_and(|document| document.fresh_until > now);
        Ok((!is_fresh).then_some(url))
    }

    /// Reads a document and keeps what it says.
    pub async fn read_document(&self, url: &DocumentUrl) -> Result<(), OAuthError> {
        let Some(door) = &self.documents.door else {
            return Ok(());
        };
        let request = Request {
            url: url.as_str().to_owned(),
            headers: vec![("accept", "application/json".to_owned())],
            body: Body::Get,
        };
        let answer = door.exchange(&request).await.map_err(|failure| {
            // What exactly is wrong would tell a stranger what can be reached from here; the operator may know.
            tracing::info!(document = url.as_str(), "not read: {failure}");
            unusable("it cannot be fetched, by https, from a public address and within 5 seconds")
        })?;
        let described = described(url, &answer)?;
        let now = self.environment.now();
        let document = ClientDocument {
            url: url.as_str().to_owned(),
            fresh_until: later(now, kept_for(&answer.headers, now)),
        };
        let id = ClientId::new(&self.environment);
        let client = client(id, document, &described, now)?;
        self.keep_client(&client).await?;
        Ok(())
    }
}

/// The document's content, if it can be believed.
fn described(url: &DocumentUrl, answer: &Answer) -> Result<Described, OAuthError> {
    if answer.status != 200 {
        return Err(unusable(&format!(
            "it was answered with the status {} instead of 200, and redirects are not followed",
            answer.status
        )));
    }
    // A host that serves what its users write serves it as something else: it does not speak for itself then.
    if !is_json(&answer.headers) {
        return Err(unusable("its Content-Type must be application/json"));
    }
    if answer.is_cut {
        return Err(unusable(
            "it is longer than 5 KiB, or was not sent to its end",
        ));
    }
    let Ok(Value::Object(described)) = serde_json::from_slice(&answer.body) else {
        return Err(unusable("it is no JSON object"));
    };
    // Compared as texts (RFC 3986, 6.2.1), or one site could speak for another.
    if described.get("client_id").and_then(Value::as_str) != Some(url.as_str()) {
        return Err(unusable("its client_id is not the address that it is at"));
    }
    Ok(Described(described))
}

/// Whether a host says that it sends JSON, under its own name or that of something made of it.
fn is_json(headers: &HeaderMap) -> bool {
    let stated = headers
        .get("content-type")
        .and_then(|value| value.to_str().ok());
    let kind = stated.and_then(|stated| stated.split(';').next());
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    let json = kind.strip_prefix("application/");
    json.is_some_and(|json| json == "json" || json.ends_with("+json"))
}

/// How long an answer counts by its headers (RFC 9111, 4.2 and 5.2.2), within bounds.
fn kept_for(headers: &HeaderMap, now: Timestamp) -> Duration {
    let values = |name: &str| {
        let values = headers.get_all(name).into_iter();
        values.filter_map(|value| value.to_str().ok())
    };
    let directives: Vec<String> = values("cache-control")
        .flat_map(|value| value.split(','))
        .map(|directive| directive.trim().to_ascii_lowercase())
        .collect();
    let is_not_kept = directives
        .iter()
        .any(|directive| directive == "no-store" || directive.starts_with("no-cache"));
    let seconds = |text: &str| text.trim_matches('"').parse().ok().map(Duration::from_secs);
    let max_age = directives
        .iter()
        .find_map(|directive| seconds(directive.strip_prefix("max-age=")?));
    let expires = values("expires").next().map(|text| {
        let at = rfc2822::DateTimeParser::new().parse_timestamp(text);
        // What cannot be read has expired (RFC 9111, 5.3).
        let rest = at.map(|at| at.duration_since(now));
        rest.ok()
            .and_then(|rest| rest.try_into().ok())
            .unwrap_or_default()
    });
    let age = values("age").next().and_then(seconds).unwrap_or_default();
    let kept = match (is_not_kept, max_age, expires) {
        (true, _, _) => Duration::ZERO,
        (false, Some(max_age), _) => max_age.saturating_sub(age),
        (false, None, Some(expires)) => expires,
        (false, None, None) => KEPT,
    };
    kept.clamp(LEAST_KEPT, MAX_KEPT)
}

/// What a document says.
struct Described(Map<String, Value>);

impl Described {
    /// What it says under this name; nothing and `null` are the same.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Result<Option<&str>, OAuthError> {
        match self.get(name) {
            Some(value) if !value.is_string() => {
                Err(unusable(&format!("its {name} must be a text")))
            }
            value => Ok(value.and_then(Value::as_str)),
        }
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<String>>, OAuthError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let texts = value.as_array().and_then(|values| {
            let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
            texts.collect()
        });
        let wrong = || unusable(&format!("its {name} must be a list of texts"));
        Ok(Some(texts.ok_or_else(wrong)?))
    }
}

/// The client that a document describes, by the rules for those that register (RFC 7591, 2) and the draft's section 4.1.
fn client(
    id: ClientId,
    document: ClientDocument,
    described: &Described,
    now: Timestamp,
) -> Result<OAuthClient, OAuthError> {
    for secret in ["client_secret", "client_secret_expires_at"] {
        if described.get(secret).is_some() {
            return Err(unusable(&format!(
                "it has a {secret}, and anybody can read it"
            )));
        }
    }
    let authentication = described.text("token_endpoint_auth_method")?;
    if authentication.is_some_and(|name| name != ClientAuthentication::None.as_str()) {
        return Err(unusable("its token_endpoint_auth_method must be none"));
    }
    let mut grant_types =
        registration::grant_types(described.texts("grant_types")?).map_err(as_unusable)?;
    grant_types.retain(|one| *one != GrantType::DeviceCode);
    if !grant_types.contains(&GrantType::AuthorizationCode) {
        return Err(unusable("its grant_types must name authorization_code"));
    }
    let redirect_uris = described.texts("redirect_uris")?.unwrap_or_default();
    registration::check_redirects(&redirect_uris, &grant_types).map_err(as_unusable)?;
    let response_types = described.texts("response_types")?;
    registration::check_response_types(response_types.as_deref(), &grant_types)
        .map_err(as_unusable)?;
    let host = redirect::host(&document.url).unwrap_or_default();
    let name = registration::name(described.text("client_name")?, || host);
    Ok(OAuthClient {
        id,
        document: Some(document),
        name: name.map_err(as_unusable)?,
        secret: None,
        authentication: ClientAuthentication::None,
        redirect_uris,
        grant_types,
        created_at: now,
    })
}

/// Why a document is of no use.
fn unusable(reason: &str) -> OAuthError {
    OAuthError::refused(
        ErrorCode::InvalidClient,
        format!("the document at the address that is its client_id cannot be used: {reason}"),
    )
}

fn as_unusable(error: OAuthError) -> OAuthError {
    match error {
        OAuthError::Refused { reason, .. } => unusable(&reason),
        engine @ OAuthError::Engine(_) => engine,
    }
}
