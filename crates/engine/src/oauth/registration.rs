//! Applications register themselves (RFC 7591): whoever reaches the service may, because an assistant that a person
//! connects has no other way. Registering opens nothing: a person consents to what an application may do.

use recollect_model::{
    ClientAuthentication, ClientId, GrantType, OAuthClient, PrefixedToken, TokenKind, earlier,
    is_deceptive,
};

use super::{ErrorCode, OAuthError, redirect};
use crate::Engine;

const MAX_REDIRECT_URIS: usize = 10;
const MAX_NAME: usize = 100;
/// The most clients that nobody has granted anything; the one used longest ago makes room for another.
const MAX_UNUSED: u64 = 5_000;
/// How long such a client is kept.
const UNUSED_KEPT: std::time::Duration = std::time::Duration::from_secs(30 * 24 * 60 * 60);

/// What an application says of itself (RFC 7591, 2). What is not named here is passed over.
#[derive(Debug, Clone, Default)]
pub struct NewClient {
    /// `client_name`
    pub name: Option<String>,
    /// `redirect_uris`
    pub redirect_uris: Vec<String>,
    /// `token_endpoint_auth_method`
    pub authentication: Option<String>,
    /// `grant_types`
    pub grant_types: Option<Vec<String>>,
    /// `response_types`
    pub response_types: Option<Vec<String>>,
}

/// An application that is registered, with its secret, which is shown this once.
#[derive(Debug)]
pub struct Registered {
    /// The client.
    pub client: OAuthClient,
    /// Its secret, unless it is a public client.
    pub secret: Option<PrefixedToken>,
}

impl Engine {
    /// Registers an application.
    pub async fn register_client(&self, new: NewClient) -> Result<Registered, OAuthError> {
        let grant_types = grant_types(new.grant_types)?;
        check_redirects(&new.redirect_uris, &grant_types)?;
        check_response_types(new.response_types.as_deref(), &grant_types)?;
        // RFC 7591, 2: without a method it is client_secret_basic.
        let named = new.authentication.as_deref();
        let authentication = named.map_or(Some(ClientAuthentication::Basic), |name| {
            ClientAuthentication::from_name(name)
        });
        let authentication = authentication.ok_or_else(|| {
            let methods = ClientAuthentication::ALL.map(ClientAuthentication::as_str);
            metadata(format!(
                "token_endpoint_auth_method must be one of {}",
                methods.join(", ")
            ))
        })?;
        let secret = (authentication != ClientAuthentication::None)
            .then(|| PrefixedToken::new(TokenKind::ClientSecret, &self.environment));
        let host = || {
            let first = new.redirect_uris.first();
            first.map_or_else(
                || "An application without a name".to_owned(),
                |uri| redirect::redirect_target(uri).0,
            )
        };
        let client = OAuthClient {
            id: ClientId::new(&self.environment),
            document: None,
            name: name(new.name.as_deref(), host)?,
            secret: secret.as_ref().map(PrefixedToken::hash),
            authentication,
            redirect_uris: new.redirect_uris,
            grant_types,
            created_at: self.environment.now(),
        };
        let client = self.keep_client(&client).await?;
        Ok(Registered { client, secret })
    }

    /// Keeps a client, within the limits of those that nobody has granted anything.
    pub(super) async fn keep_client(
        &self,
        client: &OAuthClient,
    ) -> Result<OAuthClient, OAuthError> {
        let unused_since = earlier(client.created_at, UNUSED_KEPT);
        let kept = self.store.keep_client(client, unused_since, MAX_UNUSED);
        Ok(kept.await?)
    }
}

/// RFC 7591, 2: a code alone when nothing is said. Ways that are not served are left out, as the RFC allows.
pub(super) fn grant_types(names: Option<Vec<String>>) -> Result<Vec<GrantType>, OAuthError> {
    let Some(names) = names else {
        return Ok(vec![GrantType::AuthorizationCode]);
    };
    let asked = |one: &GrantType| names.iter().any(|name| name == one.as_str());
    let types: Vec<GrantType> = GrantType::ALL.into_iter().filter(asked).collect();
    if types.iter().all(|one| *one == GrantType::RefreshToken) {
        let reason = "grant_types must name authorization_code or urn:ietf:params:oauth:grant-type:device_code";
        return Err(metadata(reason));
    }
    Ok(types)
}

pub(super) fn check_redirects(
    uris: &[String],
    grant_types: &[GrantType],
) -> Result<(), OAuthError> {
    let invalid = |reason: &str| Err(OAuthError::refused(ErrorCode::InvalidRedirectUri, reason));
    if uris.is_empty() && grant_types.contains(&GrantType::AuthorizationCode) {
        return invalid("redirect_uris must name an address");
    }
    if uris.len() > MAX_REDIRECT_URIS {
        return invalid("redirect_uris must name at most 10 addresses");
    }
    if !uris.iter().all(|uri| redirect::is_acceptable(uri)) {
        return invalid(
            "every one of redirect_uris must be an https address, an http address of this computer (localhost, 127.0.0.1 \
             or [::1]), or have a scheme of the application's own with a dot, such as com.example.app:; without a fragment, a user name or characters that \
             need encoding",
        );
    }
    Ok(())
}

/// RFC 7591, 2.1: the code is the one response there is.
pub(super) fn check_response_types(
    names: Option<&[String]>,
    grant_types: &[GrantType],
) -> Result<(), OAuthError> {
    let needs_code = grant_types.contains(&GrantType::AuthorizationCode);
    match names {
        Some(names) if needs_code && !names.iter().any(|name| name == "code") => {
            Err(metadata("response_types must name code"))
        }
        _ => Ok(()),
    }
}

/// What the client is called: by itself, or by where it is.
pub(super) fn name(
    given: Option<&str>,
    host: impl FnOnce() -> String,
) -> Result<String, OAuthError> {
    let given = given.map(str::trim).unwrap_or_default();
    if given.is_empty() {
        return Ok(host());
    }
    if given.chars().count() > MAX_NAME || given.chars().any(is_deceptive) {
        return Err(metadata(format!(
            "client_name must be at most {MAX_NAME} characters of text"
        )));
    }
    Ok(given.to_owned())
}

fn metadata(reason: impl Into<String>) -> OAuthError {
    OAuthError::refused(ErrorCode::InvalidClientMetadata, reason)
}
