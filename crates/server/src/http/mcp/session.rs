//! Session ids that say whose session it is, and need no place to be kept.
//!
//! An id is random characters and what a hash makes of them and the user. It proves nothing: it is checked only so
//! that a client which mixes two users' sessions up is told, as the protocol asks. Only of those that were ended is
//! anything kept, by this process, so that a client which goes on with one is told to open another.

use axum::http::{HeaderMap, HeaderValue};
use recollect_model::{Environment, TokenHash, UserId};

use crate::http::ended_sessions::{EndedSessions, SESSION_ID};
use crate::http::error::ApiError;

const HASH_CHARACTERS: usize = 16;
/// A new session of this user.
pub(super) fn open(user: UserId, environment: &Environment) -> HeaderValue {
    let random: String = environment
        .random::<16>()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let id = format!("{random}-{}", mark(&random, user));
    HeaderValue::from_str(&id).expect("hexadecimal digits can stand in a header")
}

/// Whether the session that a request names, if any, is this user's and was not ended.
pub(super) fn check(
    headers: &HeaderMap,
    user: UserId,
    ended: &EndedSessions,
) -> Result<(), ApiError> {
    let Some(id) = headers.get(SESSION_ID) else {
        return Ok(());
    };
    match id.to_str().ok().and_then(|id| id.split_once('-')) {
        Some((random, marked)) if marked == mark(random, user) && !ended.has(id) => Ok(()),
        _ => Err(ApiError::Protocol {
            status: axum::http::StatusCode::NOT_FOUND,
            reason: "there is no such session: initialize a new one".to_owned(),
        }),
    }
}

fn mark(random: &str, user: UserId) -> String {
    let hash = TokenHash::of(&format!("{random} {user}"));
    hash.as_str().chars().take(HASH_CHARACTERS).collect()
}
