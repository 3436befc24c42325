//! Asking about tokens (RFC 7662) and giving them back (RFC 7009).

use std::net::IpAddr;

use recollect_model::{AuditAction, ClientId, GrantId, OAuthClient, Scopes, TokenHash, UserId};

use super::jose::PresentedToken;
use super::{ErrorCode, OAuthError, Parameters, Presented};
use crate::Engine;

/// Who asks about a token.
pub enum Inspector {
    /// A client, about its own.
    Client(Presented),
    /// A person, about those of the own account.
    User(UserId),
}

/// What is said of a token that opens something (RFC 7662, 2.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// Whose memory.
    pub user: UserId,
    /// By which grant.
    pub grant: GrantId,
    /// For which application.
    pub client: ClientId,
    /// Its id in the protocol.
    pub client_id: String,
    /// What it allows.
    pub scopes: Scopes,
    /// Since when, in seconds since 1970; it is not known of a refresh token.
    pub issued_at_s: Option<i64>,
    /// Until when, in seconds since 1970.
    pub expires_at_s: i64,
    /// Whether it is an access token and no refresh token.
    pub is_access_token: bool,
}

impl Engine {
    /// What a token opens; `None` for one that opens nothing, and for one that is not the inspector's to ask about.
    pub async fn inspect(
        &self,
        parameters: &Parameters,
        inspector: &Inspector,
        issuer: &str,
    ) -> Result<Option<Inspection>, OAuthError> {
        let client = match inspector {
            Inspector::Client(presented) => Some(self.authenticated_client(presented).await?),
            Inspector::User(_) => None,
        };
        // RFC 7662, 2.1: whoever asks is authenticated, or tokens could be tried out here. An id alone proves nothing.
        if client
            .as_ref()
            .is_some_and(|client| client.secret.is_none())
        {
            let reason = "a client without a secret cannot ask about tokens; use an API key";
            return Err(OAuthError::refused(ErrorCode::InvalidClient, reason));
        }
        let found = self.found(parameters.required("token")?, issuer).await?;
        Ok(found.filter(|found| match (inspector, &client) {
            (Inspector::User(user), _) => found.user == *user,
            (_, Some(client)) => found.client == client.id,
            _ => false,
        }))
    }

    /// Ends what a client gives back: with a refresh token or an access token ends the grant they came of. A token that
    /// is unknown, or another client's, is as good as ended (RFC 7009, 2.2).
    pub async fn give_back(
        &self,
        parameters: &Parameters,
        presented: &Presented,
        issuer: &str,
        address: Option<IpAddr>,
    ) -> Result<(), OAuthError> {
        let client: OAuthClient = self.authenticated_client(presented).await?;
        let found = self.found(parameters.required("token")?, issuer).await?;
        if let Some(found) = found.filter(|found| found.client == client.id) {
            let now = self.environment.now();
            self.store
                .revoke_grant(
                    found.user,
                    found.grant,
                    AuditAction::AccessRevoked,
                    address,
                    now,
                )
                .await?;
        }
        Ok(())
    }

    async fn found(&self, token: &str, issuer: &str) -> Result<Option<Inspection>, OAuthError> {
        if let Some(token) = PresentedToken::read(token) {
            let live = self.live_token(&token, issuer).await?;
            return Ok(live.map(|live| Inspection {
                user: live.user,
                grant: live.grant,
                client: live.client,
                client_id: live.client_id,
                scopes: live.scopes,
                issued_at_s: Some(live.issued_at_s),
                expires_at_s: live.expires_at_s,
                is_access_token: true,
            }));
        }
        let kept = self.store.refresh_token(&TokenHash::of(token)).await?;
        let now = self.environment.now();
        let kept = kept.filter(|token| token.used_at.is_none() && token.expires_at > now);
        let Some(token) = kept else {
            return Ok(None);
        };
        let client = self.store.client(token.of.client).await?;
        Ok(client.map(|client| Inspection {
            user: token.of.user,
            grant: token.of.grant,
            client: client.id,
            client_id: client.client_id(),
            scopes: token.of.scopes,
            issued_at_s: None,
            expires_at_s: token.expires_at.as_second(),
            is_access_token: false,
        }))
    }
}
