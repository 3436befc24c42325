//! What becomes of a request that is not as it must be, of an application that is known (RFC 6749, 4.1.2.1).
//!
//! Anybody may register an application, and then send people an address that is wrong on purpose: a service that
//! sends every browser on would lend its name to wherever that leads (RFC 9700, 4.11.2). So a browser is sent on at
//! once only to an application that its person let in before; everybody else is shown what is wrong, and where it
//! would lead.

use recollect_model::{ClientId, UserId};

use super::authorization::error_redirect;
use super::{ErrorCode, OAuthError, Parameters};
use crate::{Engine, EngineError};

/// A request that is wrong, of a known application with one of its addresses.
#[derive(Debug, Clone)]
pub struct Misasked {
    client: ClientId,
    /// The address at which the application is told what is wrong.
    pub to: String,
}

impl Engine {
    /// Where an application is told that it asked wrongly; `None` where it is unknown, or the address is none of its own.
    pub async fn misasked(
        &self,
        parameters: &Parameters,
        issuer: &str,
        refusal: &OAuthError,
    ) -> Result<Option<Misasked>, EngineError> {
        let OAuthError::Refused { code, reason } = refusal else {
            return Ok(None);
        };
        let (client, uri) = match self.client_and_redirect(parameters).await {
            Ok(found) => found,
            Err(OAuthError::Refused { .. }) => return Ok(None),
            Err(OAuthError::Engine(error)) => return Err(error),
        };
        let state = parameters.one("state").ok().flatten();
        let to = error_redirect(&uri, *code, reason, state.unwrap_or_default(), issuer);
        Ok(Some(Misasked {
            client: client.id,
            to,
        }))
    }

    /// Whether this person's browser may be sent there at once: they let the application in before.
    pub async fn may_be_sent(
        &self,
        user: UserId,
        misasked: &Misasked,
    ) -> Result<bool, EngineError> {
        Ok(self.store.grant_to(user, misasked.client).await?.is_some())
    }
}

impl OAuthError {
    /// The application wants nobody to be asked anything, and nobody is logged in (OpenID Connect Core, 3.1.2.6).
    pub fn login_required() -> Self {
        Self::refused(ErrorCode::LoginRequired, "nobody is logged in")
    }

    /// The application wants nobody to be asked anything, and they have not allowed it all this (OpenID Connect Core, 3.1.2.6).
    pub fn consent_required() -> Self {
        let reason = "the person has to be asked whether they allow this";
        Self::refused(ErrorCode::ConsentRequired, reason)
    }
}
