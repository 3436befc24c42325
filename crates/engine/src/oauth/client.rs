//! Which client asks, and whether it proves it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use recollect_model::{ClientId, OAuthClient};

use super::{ErrorCode, OAuthError, Parameters, document};
use crate::Engine;

/// The id and the secret that a client presents.
pub struct Presented {
    id: String,
    secret: Option<String>,
}

impl Presented {
    /// Reads them from the `Authorization` header or from the body, never from both (RFC 6749, 2.3).
    pub fn read(authorization: Option<&str>, parameters: &Parameters) -> Result<Self, OAuthError> {
        let in_body = parameters.one("client_secret")?;
        let Some(basic) = authorization.and_then(basic_credentials) else {
            return Ok(Self {
                id: parameters.required("client_id")?.to_owned(),
                secret: in_body.map(str::to_owned),
            });
        };
        let (id, secret) = basic?;
        if in_body.is_some()
            || parameters
                .one("client_id")?
                .is_some_and(|other| other != id)
        {
            let reason = "a client may prove who it is in one way only";
            return Err(OAuthError::invalid_request(reason));
        }
        Ok(Self {
            id,
            secret: Some(secret).filter(|secret| !secret.is_empty()),
        })
    }
}

/// The credentials of the scheme `Basic`: form-encoded, then joined by a colon, then in base64 (RFC 6749, 2.3.1).
fn basic_credentials(authorization: &str) -> Option<Result<(String, String), OAuthError>> {
    let (scheme, credentials) = authorization.trim().split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = STANDARD.decode(credentials.trim()).ok();
    let decoded = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
    let pair = decoded.as_deref().and_then(|text| text.split_once(':'));
    let decode = |part: &str| {
        let form = format!("x={part}");
        let mut pairs = url::form_urlencoded::parse(form.as_bytes());
        pairs
            .next()
            .map(|(_, value)| value.into_owned())
            .unwrap_or_default()
    };
    let read = pair.map(|(id, secret)| (decode(id), decode(secret)));
    Some(read.ok_or_else(|| {
        OAuthError::refused(
            ErrorCode::InvalidClient,
            "the Authorization header cannot be read",
        )
    }))
}

impl Engine {
    /// The client that presents this. A public one shows its id alone; a confidential one must show its secret.
    pub(super) async fn authenticated_client(
        &self,
        presented: &Presented,
    ) -> Result<OAuthClient, OAuthError> {
        let refused = |reason: &str| OAuthError::refused(ErrorCode::InvalidClient, reason);
        let client = self.client_named(&presented.id).await?;
        let client = client.ok_or_else(|| refused("no such client is registered"))?;
        match (&client.secret, &presented.secret) {
            (None, None) => Ok(client),
            (Some(kept), Some(secret)) if kept.is_of(secret) => Ok(client),
            (None, Some(_)) => Err(refused("this client has no secret")),
            (Some(_), _) => Err(refused("the client's secret is missing or wrong")),
        }
    }

    /// The client of an id, however it is written, or of an address whose document was read; a text that can be neither
    /// names none.
    pub(super) async fn client_named(&self, id: &str) -> Result<Option<OAuthClient>, OAuthError> {
        if document::is_address(id) {
            return Ok(self.store.client_of_document(id).await?);
        }
        match id.parse::<ClientId>() {
            Ok(id) => Ok(self.store.client(id).await?),
            Err(_) => Ok(None),
        }
    }
}
