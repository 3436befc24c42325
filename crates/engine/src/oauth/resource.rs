//! What tokens are for: the parts of the service, and what may be asked of them.

use recollect_model::{Scope, Scopes};

use super::{ErrorCode, OAuthError, Parameters};

/// The resources, each by what follows the base URL. They are one service: a token for any of them opens all that its
/// scopes allow.
pub const RESOURCES: [&str; 4] = ["", "/mcp", "/api/v1/mcp", "/api/v1"];

/// What an application gets that does not say what it wants, and what one that speaks MCP needs.
pub fn default_scopes() -> Scopes {
    [Scope::MemoryRead, Scope::MemoryWrite]
        .into_iter()
        .collect()
}

/// The resource that a request names (RFC 8707, 2), or the whole service.
pub(super) fn requested(
    parameters: &Parameters,
    issuer: &str,
) -> Result<Option<&'static str>, OAuthError> {
    let mut named = parameters.all("resource");
    let Some(resource) = named.next() else {
        return Ok(None);
    };
    let path = resource.strip_prefix(issuer);
    let path = path.map(|path| path.strip_suffix('/').unwrap_or(path));
    let known = RESOURCES.into_iter().find(|known| Some(*known) == path);
    match known {
        Some(known) if named.next().is_none() => Ok(Some(known)),
        _ => Err(OAuthError::refused(
            ErrorCode::InvalidTarget,
            "resource must name this service or its MCP endpoint, and only one of them",
        )),
    }
}

/// Whether a token for this audience is for this service.
pub(super) fn is_ours(audience: &str, issuer: &str) -> bool {
    audience
        .strip_prefix(issuer)
        .is_some_and(|path| RESOURCES.contains(&path))
}

/// The scopes that a request asks for. Names nobody knows here are passed over, as RFC 6749, 3.3 allows: clients ask for
/// `offline_access` or `openid` out of habit.
pub(super) fn scopes(parameters: &Parameters) -> Result<Scopes, OAuthError> {
    let Some(names) = parameters.one("scope")? else {
        return Ok(default_scopes());
    };
    let scopes: Scopes = names
        .split_whitespace()
        .filter_map(Scope::from_name)
        .collect();
    if scopes.is_empty() {
        let reason =
            "scope must name at least one of memory:read, memory:write, webhooks and account";
        return Err(OAuthError::refused(ErrorCode::InvalidScope, reason));
    }
    Ok(scopes)
}
