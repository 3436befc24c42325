//! The request that a person's browser brings, and the code it takes back (RFC 6749, 4.1; RFC 7636; RFC 9207).

use std::net::IpAddr;

use recollect_model::{
    AuditAction, AuditEntry, GrantId, GrantType, OAuthClient, PrefixedToken, Scopes, TokenKind,
    UserId, later,
};
use recollect_storage::{Consent, NewCode};

use super::{CODE_LIFETIME, ErrorCode, OAuthError, Parameters, redirect, resource};
use crate::{Engine, EngineError, Sought};

/// A SHA-256 in base64url has so many characters (RFC 7636, 4.2).
const CHALLENGE_CHARACTERS: usize = 43;

/// What an application asks of a person, checked.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    /// Who asks.
    pub client: OAuthClient,
    /// Where the answer goes.
    pub redirect_uri: String,
    /// What is asked for.
    pub scopes: Scopes,
    /// What the application wants back unchanged (RFC 6749, 4.1.1).
    state: String,
    challenge: String,
    resource: &'static str,
    issuer: String,
    is_consent_wanted: bool,
}

impl Engine {
    /// Reads and checks a request. What is wrong with it is for the person to see, unless they know the application
    /// ([`may_be_sent`](Self::may_be_sent)): anybody may register one, and a browser that followed its address must be sent nowhere
    /// before its person has answered (RFC 9700, 4.11.2).
    pub async fn authorization_request(
        &self,
        parameters: &Parameters,
        issuer: &str,
    ) -> Result<AuthorizationRequest, OAuthError> {
        let (client, redirect_uri) = self.client_and_redirect(parameters).await?;
        let state = parameters.one("state")?.unwrap_or_default().to_owned();
        let (challenge, scopes, resource) = details(parameters, &client, issuer)?;
        Ok(AuthorizationRequest {
            client,
            redirect_uri,
            scopes,
            state,
            challenge,
            resource,
            issuer: issuer.to_owned(),
            is_consent_wanted: parameters.all("prompt").any(|prompt| prompt == "consent"),
        })
    }

    pub(super) async fn client_and_redirect(
        &self,
        parameters: &Parameters,
    ) -> Result<(OAuthClient, String), OAuthError> {
        let client = self.client_named(parameters.required("client_id")?).await?;
        let client = client.ok_or_else(|| {
            OAuthError::refused(
                ErrorCode::InvalidClient,
                "no such application is registered here; connect it anew",
            )
        })?;
        let redirect_uri = match (parameters.one("redirect_uri")?, &client.redirect_uris[..]) {
            (Some(uri), registered) => {
                let is_known = registered.iter().any(|one| redirect::matches(one, uri));
                is_known.then(|| uri.to_owned())
            }
            // RFC 6749, 3.1.2.3: it may be left out where one is registered.
            (None, [only]) => Some(only.clone()),
            (None, _) => None,
        };
        let redirect_uri = redirect_uri.ok_or_else(|| {
            let reason = "redirect_uri is none of those that the application registered";
            OAuthError::invalid_request(reason)
        })?;
        Ok((client, redirect_uri))
    }

    /// Whether the person has allowed this application all that before and need not be asked again. An answer that any
    /// program on a machine could catch is asked for each time (RFC 8252, 8.6), and so is one that goes to another site than
    /// the one that describes the application: its document may have come to say something else since.
    pub async fn is_granted(
        &self,
        user: UserId,
        request: &AuthorizationRequest,
    ) -> Result<bool, EngineError> {
        let is_its_own =
            redirect::is_its_own(&request.redirect_uri) && !request.is_answered_elsewhere();
        if request.is_consent_wanted || !is_its_own {
            return Ok(false);
        }
        let grant = self.store.grant_to(user, request.client.id).await?;
        Ok(grant.is_some_and(|grant| request.scopes.is_within(grant.scopes)))
    }

    /// Lets the application have what it asked for, as far as the person allows it; the address to send the browser to.
    /// `was_asked` is false for what [`is_granted`](Self::is_granted) already.
    pub async fn allow(
        &self,
        user: UserId,
        request: &AuthorizationRequest,
        allowed: Scopes,
        was_asked: bool,
        address: Option<IpAddr>,
    ) -> Result<String, EngineError> {
        let allowed = allowed.intersection(request.scopes);
        if allowed.is_empty() {
            return Ok(request.denied());
        }
        let code = PrefixedToken::new(TokenKind::AuthorizationCode, &self.environment);
        let now = self.environment.now();
        let consent = Consent {
            user,
            grant: GrantId::new(&self.environment),
            client: request.client.id,
            asked: request.scopes,
            allowed,
            audit: was_asked.then(|| AuditEntry {
                action: AuditAction::AccessGranted,
                subject: request.client.name.clone(),
                address,
                at: now,
            }),
            at: now,
        };
        let new = NewCode {
            hash: code.hash(),
            resource: request.resource.to_owned(),
            redirect_uri: request.redirect_uri.clone(),
            challenge: request.challenge.clone(),
            expires_at: later(now, CODE_LIFETIME),
        };
        if !self.store.consent_with_code(&consent, &new).await? {
            return Err(EngineError::not_found(Sought::Client));
        }
        // RFC 9207, 2: who answers, so that an answer of one server is not taken to another.
        Ok(redirect::with(
            &request.redirect_uri,
            &[
                ("code", code.reveal()),
                ("state", &request.state),
                ("iss", &request.issuer),
            ],
        ))
    }
}

impl AuthorizationRequest {
    /// The host that describes the application, if it is known by a document.
    pub fn described_by(&self) -> Option<String> {
        let document = self.client.document.as_ref()?;
        redirect::host(&document.url)
    }

    /// Whether the answer goes to whatever program listens on the person's own computer.
    pub fn is_answered_locally(&self) -> bool {
        redirect::is_on_this_computer(&self.redirect_uri)
    }

    /// Whether the answer goes to another host than the one that describes the application.
    pub fn is_answered_elsewhere(&self) -> bool {
        let described_by = self.described_by();
        described_by.is_some() && described_by != redirect::host(&self.redirect_uri)
    }

    /// Where to send the browser when the person says no.
    pub fn denied(&self) -> String {
        error_redirect(
            &self.redirect_uri,
            ErrorCode::AccessDenied,
            "the person did not allow it",
            &self.state,
            &self.issuer,
        )
    }
}

fn details(
    parameters: &Parameters,
    client: &OAuthClient,
    issuer: &str,
) -> Result<(String, Scopes, &'static str), OAuthError> {
    if parameters.required("response_type")? != "code" {
        let reason = "response_type must be code";
        return Err(OAuthError::refused(
            ErrorCode::UnsupportedResponseType,
            reason,
        ));
    }
    if !client.may_use(GrantType::AuthorizationCode) {
        let reason = "the application did not register for authorization_code";
        return Err(OAuthError::refused(ErrorCode::UnauthorizedClient, reason));
    }
    // RFC 7636, 4.3: without a method it would be plain, which protects nothing; RFC 9700, 2.1.1: PKCE always.
    if parameters.required("code_challenge_method")? != "S256" {
        return Err(OAuthError::invalid_request(
            "code_challenge_method must be S256",
        ));
    }
    let challenge = parameters.required("code_challenge")?;
    let is_one = challenge.len() == CHALLENGE_CHARACTERS
        && challenge
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if !is_one {
        let reason = "code_challenge must be a SHA-256 in base64url";
        return Err(OAuthError::invalid_request(reason));
    }
    let scopes = resource::scopes(parameters)?;
    let resource = resource::requested(parameters, issuer)?.unwrap_or_default();
    Ok((challenge.to_owned(), scopes, resource))
}

/// The address of an application at which it is told that it gets no code (RFC 6749, 4.1.2.1; RFC 9207).
pub(super) fn error_redirect(
    uri: &str,
    code: ErrorCode,
    reason: &str,
    state: &str,
    issuer: &str,
) -> String {
    redirect::with(
        uri,
        &[
            ("error", code.as_str()),
            ("error_description", reason),
            ("state", state),
            ("iss", issuer),
        ],
    )
}
