//! The token endpoint: codes and refresh tokens become access tokens (RFC 6749, 4.1.3, 5 and 6; RFC 8628, 3.4).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use recollect_model::{
    AuditAction, Authorization, GrantType, OAuthClient, PrefixedToken, Scope, Scopes, Timestamp,
    TokenHash, TokenKind, earlier, later,
};
use recollect_storage::NewRefreshToken;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{
    ACCESS_TOKEN_LIFETIME, ErrorCode, GRACE, OAuthError, Parameters, Presented,
    REFRESH_TOKEN_LIFETIME, resource,
};
use crate::Engine;

/// What a client is given.
pub struct Tokens {
    /// The access token, a JWT.
    pub access_token: String,
    /// How long it opens anything, in seconds.
    pub expires_in_s: u64,
    /// The token for the next one, for a client that registered for it.
    pub refresh_token: Option<PrefixedToken>,
    /// What the access token allows.
    pub scopes: Scopes,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tokens({}, …)", self.scopes)
    }
}

impl Engine {
    /// Exchanges what a client brings for tokens.
    pub async fn tokens(
        &self,
        parameters: &Parameters,
        presented: &Presented,
        issuer: &str,
    ) -> Result<Tokens, OAuthError> {
        let client = self.authenticated_client(presented).await?;
        let name = parameters.required("grant_type")?;
        let Some(grant_type) = GrantType::from_name(name) else {
            let reason = "grant_type must be authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:device_code";
            return Err(OAuthError::refused(ErrorCode::UnsupportedGrantType, reason));
        };
        if !client.may_use(grant_type) {
            let reason = format!("the client did not register for {name}");
            return Err(OAuthError::refused(ErrorCode::UnauthorizedClient, reason));
        }
        match grant_type {
            GrantType::AuthorizationCode => self.exchange_code(&client, parameters, issuer).await,
            GrantType::RefreshToken => self.refresh(&client, parameters, issuer).await,
            GrantType::DeviceCode => self.exchange_device(&client, parameters, issuer).await,
        }
    }

    async fn exchange_code(
        &self,
        client: &OAuthClient,
        parameters: &Parameters,
        issuer: &str,
    ) -> Result<Tokens, OAuthError> {
        let hash = TokenHash::of(parameters.required("code")?);
        let code = self.store.code(&hash).await?;
        // Bound to the client it was given to (RFC 6749, 4.1.3).
        let code = code
            .filter(|code| code.of.client == client.id)
            .ok_or_else(unknown_code)?;
        let now = self.environment.now();
        if code.used_at.is_some() {
            // RFC 6749, 4.1.2: a code that comes twice was caught by somebody.
            self.revoke_reused(&code.of).await?;
            return Err(OAuthError::invalid_grant(
                "the code was used before; what it gave is revoked",
            ));
        }
        if code.expires_at <= now {
            return Err(OAuthError::invalid_grant("the code has expired"));
        }
        // RFC 6749, 4.1.3: the very address it was sent to; OAuth 2.1 lets a client leave it out, as PKCE protects more.
        if parameters
            .one("redirect_uri")?
            .is_some_and(|uri| uri != code.redirect_uri)
        {
            return Err(OAuthError::invalid_grant(
                "redirect_uri is not the one the code was sent to",
            ));
        }
        check_verifier(parameters.required("code_verifier")?, &code.challenge)?;
        let narrowed = resource::requested(parameters, issuer)?;
        let of = within(code.of, narrowed)?;
        let next = self.next_refresh_token(client, &of, now);
        let kept = next.as_ref().map(|(_, kept)| kept);
        if !self.store.use_code(&hash, &of, kept, now).await? {
            self.revoke_reused(&of).await?;
            return Err(unknown_code());
        }
        self.given(&of, client, of.scopes, next, issuer).await
    }

    async fn refresh(
        &self,
        client: &OAuthClient,
        parameters: &Parameters,
        issuer: &str,
    ) -> Result<Tokens, OAuthError> {
        let unknown =
            || OAuthError::invalid_grant("the refresh token is unknown, or its grant is revoked");
        let hash = TokenHash::of(parameters.required("refresh_token")?);
        let token = self.store.refresh_token(&hash).await?;
        let token = token
            .filter(|token| token.of.client == client.id)
            .ok_or_else(unknown)?;
        let now = self.environment.now();
        if token.expires_at <= now {
            return Err(OAuthError::invalid_grant("the refresh token has expired"));
        }
        let grace_begins = earlier(now, GRACE);
        if token.used_at.is_some_and(|used| used < grace_begins) {
            // RFC 9700, 4.14.2: either the client or a thief holds a newer one, and nobody can tell which.
            self.revoke_reused(&token.of).await?;
            return Err(OAuthError::invalid_grant(
                "the refresh token was used before; its grant is revoked",
            ));
        }
        // RFC 6749, 6: no more than what the token stands for.
        let scopes = requested_scopes(parameters, token.of.scopes)?;
        let narrowed = resource::requested(parameters, issuer)?;
        let of = within(token.of, narrowed)?;
        let next = self.new_refresh_token(&of, now);
        if !self
            .store
            .use_refresh_token(&hash, grace_begins, &next.1, now)
            .await?
        {
            return Err(unknown());
        }
        self.given(&of, client, scopes, Some(next), issuer).await
    }

    /// Ends the grant that a stolen code or token may have opened.
    async fn revoke_reused(&self, of: &Authorization) -> Result<(), OAuthError> {
        tracing::warn!(user = %of.user, grant = %of.grant, "a code or refresh token was used twice: the grant is revoked");
        let now = self.environment.now();
        self.store
            .revoke_grant(of.user, of.grant, AuditAction::TokenReused, None, now)
            .await?;
        Ok(())
    }

    /// A refresh token, for a client that registered for one.
    pub(super) fn next_refresh_token(
        &self,
        client: &OAuthClient,
        of: &Authorization,
        now: Timestamp,
    ) -> Option<(PrefixedToken, NewRefreshToken)> {
        client
            .may_use(GrantType::RefreshToken)
            .then(|| self.new_refresh_token(of, now))
    }

    fn new_refresh_token(
        &self,
        of: &Authorization,
        now: Timestamp,
    ) -> (PrefixedToken, NewRefreshToken) {
        let token = PrefixedToken::new(TokenKind::RefreshToken, &self.environment);
        let kept = NewRefreshToken {
            hash: token.hash(),
            of: of.clone(),
            expires_at: later(now, REFRESH_TOKEN_LIFETIME),
        };
        (token, kept)
    }

    /// What the client is given once the exchange is kept.
    pub(super) async fn given(
        &self,
        of: &Authorization,
        client: &OAuthClient,
        scopes: Scopes,
        next: Option<(PrefixedToken, NewRefreshToken)>,
        issuer: &str,
    ) -> Result<Tokens, OAuthError> {
        Ok(Tokens {
            access_token: self.access_token(of, client, scopes, issuer).await?,
            expires_in_s: ACCESS_TOKEN_LIFETIME.as_secs(),
            refresh_token: next.map(|(token, _)| token),
            scopes,
        })
    }
}

fn unknown_code() -> OAuthError {
    OAuthError::invalid_grant("the code is unknown, or its grant is revoked")
}

/// RFC 7636, 4.6: the verifier hashes to the challenge; 4.1: it has 43 to 128 characters.
fn check_verifier(verifier: &str, challenge: &str) -> Result<(), OAuthError> {
    let hashed = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    let is_right: bool = hashed.as_bytes().ct_eq(challenge.as_bytes()).into();
    match is_right && (43..=128).contains(&verifier.len()) {
        true => Ok(()),
        false => Err(OAuthError::invalid_grant(
            "code_verifier does not fit the code_challenge",
        )),
    }
}

/// The authorization for the named resource: the one it was given for, or a part of it (RFC 8707, 2.2).
fn within(of: Authorization, resource: Option<&'static str>) -> Result<Authorization, OAuthError> {
    match resource {
        Some(resource) if resource != of.resource && !of.resource.is_empty() => {
            Err(OAuthError::refused(
                ErrorCode::InvalidTarget,
                "resource was not asked for before",
            ))
        }
        Some(resource) => Ok(Authorization {
            resource: resource.to_owned(),
            ..of
        }),
        None => Ok(of),
    }
}

fn requested_scopes(parameters: &Parameters, granted: Scopes) -> Result<Scopes, OAuthError> {
    let Some(names) = parameters.one("scope")? else {
        return Ok(granted);
    };
    let scopes: Scopes = names
        .split_whitespace()
        .filter_map(Scope::from_name)
        .collect();
    if scopes.is_empty() || !scopes.is_within(granted) {
        let reason = "scope names what was not granted";
        return Err(OAuthError::refused(ErrorCode::InvalidScope, reason));
    }
    Ok(scopes)
}
