//! Session ids that say whose session it is, and need no place to be kept.
//!
//! An id is random characters and what a hash makes of them and the user. It proves nothing: it is checked only so that a
//! client which mixes two users' sessions up is told, as the protocol asks. Only of those that were ended is anything kept, by this
//! process, so that a client which goes on with one is told to open another.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use recollect_model::{Environment, TokenHash, UserId};

use crate::http::error::ApiError;

/// The header that carries it.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

const HASH_CHARACTERS: usize = 16;
/// So many ended sessions are remembered.
const MAX_ENDED: usize = 10_000;

/// The sessions that their clients have ended, the last of them.
#[derive(Debug, Default)]
pub(crate) struct EndedSessions(Mutex<VecDeque<HeaderValue>>);

impl EndedSessions {
    /// Ends the session that a request names, if any.
    pub(super) fn end(&self, headers: &HeaderMap) {
        let Some(id) = headers.get(SESSION_ID) else {
            return;
        };
        let mut ended = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.len() == MAX_ENDED {
            ended.pop_front();
        }
        ended.push_back(id.clone());
    }

    fn has(&self, id: &HeaderValue) -> bool {
        let ended = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ended.contains(id)
    }
}

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
