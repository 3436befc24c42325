//! Access tokens: what is in them, and whom they speak for (RFC 9068).

use std::time::Duration;

use recollect_model::{
    Authorization, Caller, ClientId, Credential, GrantId, OAuthClient, Scopes, UserId, earlier,
    later,
};
use serde_json::json;

use super::jose::PresentedToken;
use super::{ACCESS_TOKEN_LIFETIME, resource};
use crate::{Engine, EngineError};

/// The kind of token (RFC 9068, 2.1).
const KIND: &str = "at+jwt";
/// By how much the clocks of two nodes may differ.
pub(super) const SKEW: Duration = Duration::from_secs(30);

/// Whether a bearer token is meant to be a JSON Web Token: three parts, joined by dots.
pub fn is_jwt(token: &str) -> bool {
    token.bytes().filter(|byte| *byte == b'.').count() == 2
}

/// An access token of ours that is signed, in time, for this service and not revoked.
#[derive(Debug)]
pub(super) struct LiveToken {
    pub(super) user: UserId,
    pub(super) grant: GrantId,
    pub(super) client: ClientId,
    /// The client's id in the protocol.
    pub(super) client_id: String,
    pub(super) scopes: Scopes,
    pub(super) issued_at_s: i64,
    pub(super) expires_at_s: i64,
}

impl Engine {
    /// A new token (RFC 9068, 2.2).
    pub(super) async fn access_token(
        &self,
        of: &Authorization,
        client: &OAuthClient,
        scopes: Scopes,
        issuer: &str,
    ) -> Result<String, EngineError> {
        let signer = self.signer().await?;
        let now = self.environment.now();
        let random = self.environment.random::<16>();
        let claims = json!({
            "iss": issuer,
            "sub": of.user.to_string(),
            "aud": format!("{issuer}{}", of.resource),
            "exp": later(now, ACCESS_TOKEN_LIFETIME).as_second(),
            "iat": now.as_second(),
            "jti": random.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
            "client_id": client.client_id(),
            "scope": scopes.to_string(),
            "grant": of.grant.to_string(),
        });
        Ok(signer.sign(KIND, &claims))
    }

    /// Who presents this token, of ours or of the configured outside issuer; `None` for one that opens nothing.
    /// `issuer` is the base URL under which the request came.
    pub async fn caller_by_token(
        &self,
        token: &str,
        issuer: &str,
    ) -> Result<Option<Caller>, EngineError> {
        let Some(token) = PresentedToken::read(token) else {
            return Ok(None);
        };
        // Which keys to ask is the only use of a claim before the signature is verified.
        let caller = match token.text("iss") {
            Some(name) if name == issuer => {
                let live = self.live_token(&token, issuer).await?;
                live.map(|live| Caller {
                    user: live.user,
                    credential: Credential::AccessToken(live.grant),
                    scopes: live.scopes,
                })
            }
            Some(name) => self.outside_caller(&token, name).await?,
            None => None,
        };
        if let Some(caller) = &caller {
            self.refuse_suspended(caller.user).await?;
            self.uses.note(caller, self.environment.now());
        }
        Ok(caller)
    }

    /// The token's content, if all is right with it (RFC 9068, 4).
    pub(super) async fn live_token(
        &self,
        token: &PresentedToken<'_>,
        issuer: &str,
    ) -> Result<Option<LiveToken>, EngineError> {
        let Some(key) = token.key() else {
            return Ok(None);
        };
        let Some(key) = self.verifier(key).await? else {
            return Ok(None);
        };
        let is_right = token.is_signed_by(&key)
            && token.kind().as_deref() == Some(KIND)
            && token.text("iss") == Some(issuer)
            && token.is_for(|audience| resource::is_ours(audience, issuer));
        if !is_right {
            return Ok(None);
        }
        let Some(stated) = content(token) else {
            return Ok(None);
        };
        let now = self.environment.now();
        if stated.expires_at_s <= earlier(now, SKEW).as_second() {
            return Ok(None);
        }
        // One read by owner and grant: what was revoked is gone, what was narrowed is narrowed for every token.
        let granted = self.store.granted(stated.user, stated.grant).await?;
        let granted = granted.filter(|granted| granted.client_id == stated.client_id);
        Ok(granted.map(|granted| LiveToken {
            user: stated.user,
            grant: stated.grant,
            client: granted.client,
            client_id: granted.client_id,
            scopes: stated.scopes.intersection(granted.scopes),
            issued_at_s: stated.issued_at_s,
            expires_at_s: stated.expires_at_s,
        }))
    }
}

/// What a token states, before anybody is asked whether it is so still.
struct Stated {
    user: UserId,
    grant: GrantId,
    client_id: String,
    scopes: Scopes,
    issued_at_s: i64,
    expires_at_s: i64,
}

fn content(token: &PresentedToken<'_>) -> Option<Stated> {
    Some(Stated {
        user: token.text("sub")?.parse().ok()?,
        grant: token.text("grant")?.parse().ok()?,
        client_id: token.text("client_id")?.to_owned(),
        scopes: token.text("scope")?.parse().ok()?,
        issued_at_s: token.instant("iat")?.as_second(),
        expires_at_s: token.instant("exp")?.as_second(),
    })
}
